//! Pools: ListPools, FindMatch, CancelTicket.

use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::{OfferId, RequestId};
use corners_proto::matchmaking::v1 as proto;
use corners_proto::time::duration;
use corners_service::auth::{Caller, caller};
use corners_service::server::Departure;
use std::time::Duration;
use tonic::{Request, Status};

use super::tools::Tools;
use super::{parse, people, refuse};
use crate::acts::tickets::{self, Wish};
use crate::domain::person::AccountKind;
use crate::domain::terms::Pool;
use crate::domain::ticket::Why;
use crate::draft::offer;
use crate::render;
use crate::store::{Key, Kind};
use crate::streams::{FindStream, Pace};

/// What a ticket's id is derived by.
const METHOD: &str = "FindMatch";

pub(super) async fn list_pools(
    tools: &Tools,
    request: &proto::ListPoolsRequest,
) -> Result<proto::ListPoolsResponse, Status> {
    if !request.variant.is_empty() {
        parse::variant(&request.variant)?;
    }
    let board = &tools.finding.board;
    let is_asked_for = |pool: &&Pool| request.variant.is_empty() || pool.terms.variant == request.variant;
    let pools: Vec<Pool> = board.pools().iter().filter(is_asked_for).copied().collect();
    let statuses = board.status(&pools).await.map_err(refuse::store)?;
    let told = pools.iter().zip(statuses).map(|(pool, status)| proto::Pool {
        terms: Some(render::terms(&pool.terms)),
        bots: pool.bots,
        waiting: status.waiting,
        usual_wait: status
            .usual_wait_ms
            .map(|millis| duration(Duration::from_millis(millis))),
    });
    Ok(proto::ListPoolsResponse { pools: told.collect() })
}

/// The stream of FindMatch.
pub(super) async fn open(
    tools: &Tools,
    request: &Request<proto::FindMatchRequest>,
    pace: Pace,
) -> Result<FindStream, Status> {
    let who = caller(request)?;
    let message = request.get_ref();
    let mut violations = Violations::new();
    let request_id = parse::request_id(&mut violations, &message.request_id);
    let below = parse::limit(&mut violations, "most_below", message.most_below);
    let above = parse::limit(&mut violations, "most_above", message.most_above);
    let terms = parse::terms(&mut violations, message.terms.as_ref());
    let (Some(request_id), Some(terms), true) = (request_id, terms, violations.is_empty()) else {
        return Err(violations.refusal().into());
    };
    let pool = pool(tools, &who, &terms, message.bots)?;
    let person = people::one(&tools.peers, &pool.terms, who.account, parse::kind(&who)).await?;
    let wish = Wish {
        id: ticket_id(&who, request_id),
        person,
        pool,
        below,
        above,
    };
    let opened = FindStream::open(tools.finding.clone(), wish, pace, Departure::of(request)).await;
    opened.map_err(refuse::desk)
}

/// The pool, if there is such and the caller may wait in it.
fn pool(tools: &Tools, who: &Caller, terms: &proto::Terms, bots: bool) -> Result<Pool, Refusal> {
    let kind = parse::kind(who);
    let terms = parse::playable(terms, kind)?;
    let pool = Pool { terms, bots };
    if kind == AccountKind::Bot && !bots {
        let message = "programs wait in the pools that are marked for them: set bots";
        return Err(Refusal::new(Reason::BotsNotAllowed, message));
    }
    if !tools.finding.board.pools().contains(&pool) {
        let message = "there is no pool for these terms: ListPools tells those there are; a seek can have any terms";
        return Err(Refusal::new(Reason::NoSuchPool, message));
    }
    Ok(pool)
}

fn ticket_id(who: &Caller, request: RequestId) -> OfferId {
    OfferId::derive(METHOD, who.account, request)
}

pub(super) async fn cancel(tools: &Tools, who: &Caller, message: &proto::CancelTicketRequest) -> Result<(), Status> {
    let mut violations = Violations::new();
    let request_id = parse::request_id(&mut violations, &message.request_id);
    let request_id = request_id.ok_or_else(|| violations.refusal())?;
    let id = ticket_id(who, request_id);
    let keys = [Key::player(who.account), offer(Kind::Ticket, id)];
    let ended = tools
        .desk
        .change(&keys, |draft| tickets::end(draft, who.account, id, Why::Cancelled))
        .await;
    ended.map_err(refuse::desk)
}
