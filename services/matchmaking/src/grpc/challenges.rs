//! Challenges and rematches.

use corners_proto::error::{Reason, Refusal, Violations, reason_of};
use corners_proto::game::internal::v1::GetTableRequest;
use corners_proto::game::v1 as game;
use corners_proto::ids::{AccountId, OfferId, RequestId, TableId};
use corners_proto::matchmaking::v1 as proto;
use corners_proto::matchmaking::v1::offer_rematch_response::Outcome;
use corners_proto::time_control::time_control_from_proto;
use corners_service::auth::Caller;
use corners_service::failure::fault;
use tonic::Status;

use super::seeks::OtherAnswer;
use super::tools::Tools;
use super::{parse, people, refuse};
use crate::acts::calls::Answer;
use crate::acts::challenges::{self, is_known_to, not_found};
use crate::acts::rematches::{self, Finished};
use crate::domain::offers::{Challenge, ChallengeStatus, Rematch};
use crate::domain::person::{AccountKind, ColourWish, Person};
use crate::domain::terms::{Pace, Terms};
use crate::draft::{Draft, offer, rematch};
use crate::peers::within;
use crate::render;
use crate::store::{Index, Kind};
use crate::streams::MOST_RECEIVED;

/// What a challenge says, once parsed.
struct Wish {
    request_id: RequestId,
    challenged: Option<AccountId>,
    countered: Option<OfferId>,
    colour: ColourWish,
    terms: Terms,
}

pub(super) async fn create(
    tools: &Tools,
    who: &Caller,
    message: &proto::CreateChallengeRequest,
) -> Result<proto::Challenge, Status> {
    let wish = wish(message, parse::kind(who))?;
    let call = parse::call(who.account, wish.request_id, "CreateChallenge", message);
    let challenge = challenge(tools, who, wish).await;
    let answer = tools
        .once_with(&call, challenge, |draft, challenge| {
            challenges::create(draft, challenge)?;
            Ok(Answer::Offer(challenge.id))
        })
        .await?;
    let Answer::Offer(id) = answer else {
        return Err(fault(OtherAnswer("CreateChallenge")));
    };
    told(tools, who.account, id).await
}

fn wish(message: &proto::CreateChallengeRequest, kind: AccountKind) -> Result<Wish, Refusal> {
    let mut violations = Violations::new();
    let request_id = parse::request_id(&mut violations, &message.request_id);
    let challenged = parse::optional_id::<AccountId>(&mut violations, "challenged", &message.challenged);
    let countered = parse::optional_id::<OfferId>(&mut violations, "counters", &message.counters);
    let colour = parse::colour(&mut violations, message.colour);
    let terms = parse::terms(&mut violations, message.terms.as_ref());
    let (Some(request_id), Some(terms), true) = (request_id, terms, violations.is_empty()) else {
        return Err(violations.refusal());
    };
    Ok(Wish {
        request_id,
        challenged,
        countered,
        colour,
        terms: parse::playable(&terms, kind)?,
    })
}

/// The challenge that is wished for, if it can be made as far as others know.
async fn challenge(tools: &Tools, who: &Caller, wish: Wish) -> Result<Challenge, Status> {
    let challenged = match (wish.challenged, wish.countered) {
        (None, Some(countered)) => Some(known(tools, who.account, countered).await?.challenger.account),
        (challenged, _) => challenged,
    };
    if let Some(challenged) = challenged {
        let kinds = people::kinds(&tools.peers, &[challenged]).await?;
        if wish.terms.rated {
            kinds.values().try_for_each(|kind| parse::rated_for(*kind))?;
        }
        has_room_for_more(tools, challenged).await?;
    }
    Ok(Challenge {
        id: OfferId::derive("CreateChallenge", who.account, wish.request_id),
        challenger: people::one(&tools.peers, &wish.terms, who.account, parse::kind(who)).await?,
        challenged,
        terms: wish.terms,
        colour: wish.colour,
        made_ms: 0,
        countered: wish.countered,
        status: ChallengeStatus::Open,
    })
}

/// One who has as many open challenges as a snapshot tells gets no more.
async fn has_room_for_more(tools: &Tools, challenged: AccountId) -> Result<(), Status> {
    let index = Index::Received(challenged);
    let received = tools
        .desk
        .store()
        .list(&index, 0, MOST_RECEIVED)
        .await
        .map_err(refuse::store)?;
    if received.members.len() < MOST_RECEIVED {
        return Ok(());
    }
    let message =
        format!("the player has {MOST_RECEIVED} open challenges and offers, and gets no more: try again later");
    let refusal = Refusal::new(Reason::TooMany, message).with("limit", "received_challenges");
    Err(refusal.with("most", MOST_RECEIVED).into())
}

pub(super) async fn get(
    tools: &Tools,
    who: &Caller,
    message: &proto::GetChallengeRequest,
) -> Result<proto::Challenge, Status> {
    let mut violations = Violations::new();
    let id = parse::id::<OfferId>(&mut violations, "challenge", &message.challenge);
    told(tools, who.account, id.ok_or_else(|| violations.refusal())?).await
}

async fn told(tools: &Tools, account: AccountId, id: OfferId) -> Result<proto::Challenge, Status> {
    let found = known(tools, account, id).await?;
    Ok(render::challenge(&found))
}

async fn known(tools: &Tools, account: AccountId, id: OfferId) -> Result<Challenge, Status> {
    let found = tools.read::<Challenge>(offer(Kind::Challenge, id)).await?;
    let found = found.filter(|found| is_known_to(found, account));
    found.ok_or_else(|| not_found(id).into())
}

pub(super) async fn accept(
    tools: &Tools,
    who: &Caller,
    message: &proto::AcceptChallengeRequest,
) -> Result<proto::StartedGame, Status> {
    let (request_id, id) = parse::about::<OfferId>(&message.request_id, "challenge", &message.challenge)?;
    let call = parse::call(who.account, request_id, "AcceptChallenge", message);
    let taker = match known(tools, who.account, id).await {
        Ok(found) => people::accepting(&tools.peers, &found.terms, who).await,
        Err(unknown) => Err(unknown),
    };
    let accept = |draft: &mut Draft<'_>, taker: &Person| challenges::accept(draft, *taker, id).map(Some);
    let game = tools.play_once(&call, taker, accept).await?;
    game.ok_or_else(|| fault(OtherAnswer("AcceptChallenge")))
}

pub(super) async fn decline(
    tools: &Tools,
    who: &Caller,
    message: &proto::DeclineChallengeRequest,
) -> Result<(), Status> {
    let mut violations = Violations::new();
    let request_id = parse::request_id(&mut violations, &message.request_id);
    let id = parse::id::<OfferId>(&mut violations, "challenge", &message.challenge);
    if proto::DeclineReason::try_from(message.reason).is_err() {
        violations.add("reason", "is no reason of the contract");
    }
    let (Some(request_id), Some(id), true) = (request_id, id, violations.is_empty()) else {
        return Err(violations.refusal().into());
    };
    let call = parse::call(who.account, request_id, "DeclineChallenge", message);
    let answered = tools
        .once(&call, |draft| {
            challenges::decline(draft, who.account, id, message.reason)?;
            Ok(Answer::Done)
        })
        .await;
    answered.map(drop)
}

pub(super) async fn cancel(tools: &Tools, who: &Caller, message: &proto::CancelChallengeRequest) -> Result<(), Status> {
    let (request_id, id) = parse::about::<OfferId>(&message.request_id, "challenge", &message.challenge)?;
    let call = parse::call(who.account, request_id, "CancelChallenge", message);
    let answered = tools
        .once(&call, |draft| {
            challenges::cancel(draft, who.account, id)?;
            Ok(Answer::Done)
        })
        .await;
    answered.map(drop)
}

pub(super) async fn offer_rematch(
    tools: &Tools,
    who: &Caller,
    message: &proto::OfferRematchRequest,
) -> Result<Outcome, Status> {
    let (request_id, table) = parse::about::<TableId>(&message.request_id, "table", &message.table)?;
    let call = parse::call(who.account, request_id, "OfferRematch", message);
    let finished = finished(tools, who.account, table).await;
    let offer = |draft: &mut Draft<'_>, finished: &Finished| rematches::offer(draft, who.account, finished);
    if let Some(game) = tools.play_once(&call, finished, offer).await? {
        return Ok(Outcome::Game(game));
    }
    let made = tools.read::<Rematch>(rematch(table)).await?;
    let made = made.ok_or_else(|| fault(OtherAnswer("OfferRematch")))?;
    Ok(Outcome::Offer(render::rematch(&made)))
}

/// The game that is over at a table where the caller sat, both players rated as of now.
async fn finished(tools: &Tools, account: AccountId, table: TableId) -> Result<Finished, Status> {
    let request = GetTableRequest {
        table: table.to_string(),
    };
    let asked = tools.peers.tables.clone().get_table(within(request)).await;
    let told = asked.map_err(|status| match reason_of(&status) {
        Some(reason) if reason == Reason::TableNotLive.as_str() => {
            let message = format!("there is no table {table}, or its game ended more than an hour ago");
            Status::from(Refusal::new(Reason::TableNotLive, message).with("table", table))
        }
        _ => refuse::peer(Reason::TablesUnavailable, "tables", status),
    })?;
    let told = told.into_inner().table.unwrap_or_default();
    let state = told.state.unwrap_or_default();
    let seats: Vec<(AccountId, AccountKind)> = state.seats.iter().filter_map(seated).collect();
    if !seats.iter().any(|(seated, _)| *seated == account) {
        let message = "you had no seat at the table";
        return Err(Refusal::new(Reason::NotSeated, message).into());
    }
    let [white, black] = seats[..] else {
        return Err(no_opponent().into());
    };
    if white.0 == black.0 {
        return Err(no_opponent().into());
    }
    if state.status != i32::from(game::TableStatus::Finished) {
        let message = "the game is still on: it can be played again when it is over";
        return Err(Refusal::new(Reason::GameNotOver, message).into());
    }
    let variant = parse::variant(&told.variant.unwrap_or_default().id)?;
    let terms = Terms {
        variant: variant.id(),
        pace: time_control_from_proto(told.time_control.as_ref()).map_or(Pace::Untimed, Pace::from),
        rated: told.rated,
    };
    let persons = people::rated(&tools.peers, &terms, &[white, black]).await?;
    match persons[..] {
        [white, black] => Ok(Finished {
            table,
            terms,
            white,
            black,
        }),
        _ => Err(no_opponent().into()),
    }
}

fn seated(seat: &game::Seat) -> Option<(AccountId, AccountKind)> {
    let kind = match seat.kind() {
        game::AccountKind::Unspecified | game::AccountKind::Guest => AccountKind::Guest,
        game::AccountKind::Player => AccountKind::Player,
        game::AccountKind::Bot => AccountKind::Bot,
    };
    Some((seat.account.parse().ok()?, kind))
}

fn no_opponent() -> Refusal {
    let message = "nobody else sat at the table: there is nobody to play again with";
    Refusal::new(Reason::NoOpponent, message)
}
