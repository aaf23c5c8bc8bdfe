//! Pairings of organisers.

use std::collections::HashSet;

use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::{AccountId, OfferId};
use corners_proto::matchmaking::v1 as proto;
use corners_proto::time::millis_of;
use corners_service::auth::Caller;
use corners_service::failure::fault;
use corners_service::time::wall_clock_ms;
use tonic::Status;

use super::seeks::OtherAnswer;
use super::tools::Tools;
use super::{parse, people, refuse};
use crate::acts::bulks::{self, Wanted};
use crate::acts::calls::Answer;
use crate::domain::bulk::{FURTHEST_START_MS, MOST_PAIRS};
use crate::domain::matched::Match;
use crate::domain::person::{AccountKind, Person};
use crate::domain::terms::Terms;
use crate::render;
use crate::store::Key;

pub(super) async fn create(
    tools: &Tools,
    who: &Caller,
    message: &proto::CreateBulkPairingRequest,
) -> Result<proto::BulkPairing, Status> {
    let mut violations = Violations::new();
    let request_id = parse::request_id(&mut violations, &message.request_id);
    let start_ms = start(&mut violations, message.start_time.as_ref());
    let pairs = pairs(&mut violations, &message.pairs);
    let terms = parse::terms(&mut violations, message.terms.as_ref());
    let (Some(request_id), Some(terms), true) = (request_id, terms, violations.is_empty()) else {
        return Err(violations.refusal().into());
    };
    // Whose kinds matter is looked at below.
    let terms = parse::playable(&terms, AccountKind::Player)?;
    let call = parse::call(who.account, request_id, "CreateBulkPairing", message);
    let wanted = persons(tools, &terms, &pairs).await.map(|persons| Wanted {
        id: OfferId::derive("CreateBulkPairing", who.account, request_id),
        organiser: who.account,
        terms,
        pairs: persons.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(),
        start_ms,
    });
    let answer = tools
        .once_with(&call, wanted, |draft, wanted| {
            bulks::create(draft, wanted)?;
            Ok(Answer::Offer(wanted.id))
        })
        .await?;
    match answer {
        Answer::Offer(id) => told(tools, who.account, id).await,
        _ => Err(fault(OtherAnswer("CreateBulkPairing"))),
    }
}

/// The players of these pairs, White and Black of each, who all have to be there; rated ones for a rated game.
async fn persons(tools: &Tools, terms: &Terms, pairs: &[(AccountId, AccountId)]) -> Result<Vec<Person>, Status> {
    let accounts: Vec<AccountId> = pairs.iter().flat_map(|(white, black)| [*white, *black]).collect();
    let kinds = people::kinds(&tools.peers, &accounts).await?;
    let mut known = Vec::with_capacity(accounts.len());
    for account in accounts {
        let kind = kinds.get(&account).copied().unwrap_or_default();
        if terms.rated && kind == AccountKind::Guest {
            let message = format!("the game is rated, and {account} is a guest");
            return Err(Refusal::new(Reason::GuestNotAllowed, message)
                .with("account", account)
                .into());
        }
        known.push((account, kind));
    }
    people::rated(&tools.peers, terms, &known).await
}

/// When the games start, in milliseconds since 1970.
fn start(violations: &mut Violations, start: Option<&prost_types::Timestamp>) -> u64 {
    let now_ms = wall_clock_ms();
    let Some(start) = start else {
        return now_ms;
    };
    let start_ms = violations.check("start_time", millis_of(start)).unwrap_or(now_ms);
    if start_ms > now_ms + FURTHEST_START_MS {
        violations.add("start_time", "is more than a week ahead");
    }
    start_ms.max(now_ms)
}

/// The pairs, none of whose players is in two.
fn pairs(violations: &mut Violations, pairs: &[proto::BulkPair]) -> Vec<(AccountId, AccountId)> {
    if pairs.is_empty() || pairs.len() > MOST_PAIRS {
        violations.add("pairs", format_args!("are {}: expected 1 to {MOST_PAIRS}", pairs.len()));
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut parsed = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let mut player = |side: &str, text: &str| {
            let field = format!("pairs[{index}].{side}");
            let account = parse::id::<AccountId>(violations, &field, text)?;
            if !seen.insert(account) {
                violations.add(field, "is in another pair, or twice in this one");
            }
            Some(account)
        };
        let (white, black) = (player("white", &pair.white), player("black", &pair.black));
        parsed.extend(white.zip(black));
    }
    parsed
}

pub(super) async fn cancel(
    tools: &Tools,
    who: &Caller,
    message: &proto::CancelBulkPairingRequest,
) -> Result<proto::BulkPairing, Status> {
    let (request_id, id) = parse::about::<OfferId>(&message.request_id, "pairing", &message.pairing)?;
    let call = parse::call(who.account, request_id, "CancelBulkPairing", message);
    tools
        .once(&call, |draft| {
            bulks::cancel(draft, who.account, id)?;
            Ok(Answer::Done)
        })
        .await?;
    told(tools, who.account, id).await
}

/// A pairing as it is.
pub(super) async fn told(tools: &Tools, organiser: AccountId, id: OfferId) -> Result<proto::BulkPairing, Status> {
    let read = tools
        .desk
        .change(&[], |draft| {
            let bulk = bulks::own(draft, organiser, id)?;
            draft.need(bulk.tables.iter().copied().map(Key::of_match))?;
            let mut games = Vec::with_capacity(bulk.tables.len());
            for table in &bulk.tables {
                let found = draft.get::<Match>(Key::of_match(*table))?;
                games.extend(found.map(|found| render::bulk_game(&found)));
            }
            Ok(render::bulk(&bulk, games))
        })
        .await;
    read.map_err(refuse::desk)
}
