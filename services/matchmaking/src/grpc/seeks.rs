//! The lobby: CreateSeek, CancelSeek, AcceptSeek.

use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::OfferId;
use corners_proto::matchmaking::v1 as proto;
use corners_service::auth::Caller;
use corners_service::failure::fault;
use tonic::Status;

use super::tools::Tools;
use super::{parse, people};
use crate::acts::calls::Answer;
use crate::acts::seeks;
use crate::domain::offers::Seek;
use crate::domain::person::Person;
use crate::draft::offer;
use crate::render;
use crate::store::Kind;

/// A call was remembered with an answer of another one.
#[derive(Debug, thiserror::Error)]
#[error("a call of {0} was answered with something else")]
pub(super) struct OtherAnswer(pub(super) &'static str);

pub(super) async fn create(
    tools: &Tools,
    who: &Caller,
    message: &proto::CreateSeekRequest,
) -> Result<proto::Seek, Status> {
    let mut violations = Violations::new();
    let request_id = parse::request_id(&mut violations, &message.request_id);
    let colour = parse::colour(&mut violations, message.colour);
    parse::ratings(&mut violations, message.lowest_rating, message.highest_rating);
    let terms = parse::terms(&mut violations, message.terms.as_ref());
    let (Some(request_id), Some(terms), true) = (request_id, terms, violations.is_empty()) else {
        return Err(violations.refusal().into());
    };
    let kind = parse::kind(who);
    let terms = parse::playable(&terms, kind)?;
    let has_limits = message.lowest_rating.is_some() || message.highest_rating.is_some();
    if has_limits && !parse::variant(terms.variant)?.rated() {
        let mut violations = Violations::new();
        let field = if message.lowest_rating.is_some() {
            "lowest_rating"
        } else {
            "highest_rating"
        };
        violations.add(
            field,
            format_args!("is given, and nobody has a rating in {}", terms.variant),
        );
        return Err(violations.refusal().into());
    }
    let owner = people::one(&tools.peers, &terms, who.account, kind).await;
    let seek = owner.map(|owner| Seek {
        id: OfferId::derive("CreateSeek", who.account, request_id),
        owner,
        terms,
        colour,
        lowest: message.lowest_rating,
        highest: message.highest_rating,
        made_ms: 0,
        open: true,
    });
    let call = parse::call(who.account, request_id, "CreateSeek", message);
    let answer = tools
        .once_with(&call, seek, |draft, seek| {
            seeks::create(draft, seek)?;
            Ok(Answer::Offer(seek.id))
        })
        .await?;
    let Answer::Offer(id) = answer else {
        return Err(fault(OtherAnswer("CreateSeek")));
    };
    let made = tools.read::<Seek>(offer(Kind::Seek, id)).await?;
    made.as_ref().map(render::seek).ok_or_else(|| not_found(id).into())
}

pub(super) async fn cancel(tools: &Tools, who: &Caller, message: &proto::CancelSeekRequest) -> Result<(), Status> {
    let (request_id, seek) = parse::about::<OfferId>(&message.request_id, "seek", &message.seek)?;
    let call = parse::call(who.account, request_id, "CancelSeek", message);
    let answered = tools
        .once(&call, |draft| {
            seeks::cancel(draft, who.account, seek)?;
            Ok(Answer::Done)
        })
        .await;
    answered.map(drop)
}

pub(super) async fn accept(
    tools: &Tools,
    who: &Caller,
    message: &proto::AcceptSeekRequest,
) -> Result<proto::StartedGame, Status> {
    let (request_id, id) = parse::about::<OfferId>(&message.request_id, "seek", &message.seek)?;
    let call = parse::call(who.account, request_id, "AcceptSeek", message);
    let taker = taker(tools, who, id).await;
    let game = tools
        .play_once(&call, taker, |draft, taker| seeks::accept(draft, *taker, id).map(Some))
        .await?;
    game.ok_or_else(|| fault(OtherAnswer("AcceptSeek")))
}

/// Who accepts a seek, rated in what is to be played.
async fn taker(tools: &Tools, who: &Caller, id: OfferId) -> Result<Person, Status> {
    let seek = tools.read::<Seek>(offer(Kind::Seek, id)).await?;
    let terms = seek.ok_or_else(|| not_found(id))?.terms;
    people::accepting(&tools.peers, &terms, who).await
}

fn not_found(id: OfferId) -> Refusal {
    let message = format!("there is no seek {id}: it was accepted or taken back, or its time was over");
    Refusal::new(Reason::SeekNotFound, message)
}
