//! `corners seek`, `challenge`, `accept`, `decline` and `rematch`.

use corners_client::proto::error::Reason;
use corners_client::proto::matchmaking::v1::offer_rematch_response::Outcome;
use corners_client::proto::matchmaking::v1::{
    CreateChallengeRequest, CreateSeekRequest, DeclineChallengeResponse, DeclineReason,
};
use corners_service::startup::MainError;

use super::caller::Caller;
use super::cli::{ChallengeArgs, DeclineArgs, OfferArgs, RematchArgs, SeekArgs, Why};
use super::waiting::{End, Offer};
use crate::play::Console;

/// Offers a game to everybody in the lobby.
pub(crate) async fn seek(args: SeekArgs) -> Result<(), MainError> {
    let request = CreateSeekRequest {
        terms: Some(args.terms.terms()),
        colour: args.terms.colour().into(),
        lowest_rating: args.lowest,
        highest_rating: args.highest,
        ..CreateSeekRequest::default()
    };
    let caller = Caller::new(args.caller).await?;
    let session = caller.who.session.clone();
    let mut news = session.watch_account(None);
    let seek = session.create_seek(request).await?;
    let sentence = format!("seek: {}\naccept: {}", seek.id, caller.accept_command(&seek.id));
    caller.say(&sentence, "corners.matchmaking.v1.Seek", &seek)?;
    let mut console = Console::open();
    match Offer::Seek(&seek.id).end(&mut news, &mut console).await? {
        End::Game(game) => caller.play(&game, &mut console).await,
        End::Nothing(why) => Err(format!("nobody plays: the seek has {why}").into()),
        End::Quit => {
            session.cancel_seek(&seek.id).await?;
            caller.who.leave().await;
            Ok(())
        }
    }
}

/// Challenges a player, or whoever has the challenge's id first.
pub(crate) async fn challenge(args: ChallengeArgs) -> Result<(), MainError> {
    let request = CreateChallengeRequest {
        challenged: args.account,
        terms: Some(args.terms.terms()),
        colour: args.terms.colour().into(),
        counters: args.counter,
        ..CreateChallengeRequest::default()
    };
    let caller = Caller::new(args.caller).await?;
    let session = caller.who.session.clone();
    let mut news = session.watch_account(None);
    let challenge = session.create_challenge(request).await?;
    let id = challenge.id.as_str();
    let sentence = format!("challenge: {id}\naccept: {}", caller.accept_command(id));
    caller.say(&sentence, "corners.matchmaking.v1.Challenge", &challenge)?;
    let mut console = Console::open();
    match Offer::Challenge(id).end(&mut news, &mut console).await? {
        End::Game(game) => caller.play(&game, &mut console).await,
        End::Nothing(why) => Err(format!("nobody plays: the challenge is {why}").into()),
        End::Quit => {
            session.cancel_challenge(id).await?;
            caller.who.leave().await;
            Ok(())
        }
    }
}

/// Accepts a challenge or a seek.
pub(crate) async fn accept(args: OfferArgs) -> Result<(), MainError> {
    let caller = Caller::new(args.caller).await?;
    let session = &caller.who.session;
    let game = match session.accept_challenge(&args.id).await {
        Err(error) if error.is(Reason::ChallengeNotFound) => session.accept_seek(&args.id).await?,
        game => game?,
    };
    caller.play(&game, &mut Console::open()).await
}

/// Declines a challenge.
pub(crate) async fn decline(args: DeclineArgs) -> Result<(), MainError> {
    let caller = Caller::new(args.caller).await?;
    let reason = args.reason.map_or(DeclineReason::Unspecified, DeclineReason::from);
    caller.who.session.decline_challenge(&args.id, reason).await?;
    let name = "corners.matchmaking.v1.DeclineChallengeResponse";
    caller.say("the challenge is declined", name, &DeclineChallengeResponse {})?;
    caller.who.leave().await;
    Ok(())
}

/// Offers to play again, or accepts the other player's offer.
pub(crate) async fn rematch(args: RematchArgs) -> Result<(), MainError> {
    let caller = Caller::new(args.caller).await?;
    let session = caller.who.session.clone();
    let mut news = session.watch_account(None);
    let mut console = Console::open();
    let offer = match session.offer_rematch(&args.table).await? {
        Outcome::Game(game) => return caller.play(&game, &mut console).await,
        Outcome::Offer(offer) => offer,
    };
    let sentence = "rematch: you offer it, for a minute";
    caller.say(sentence, "corners.matchmaking.v1.Rematch", &offer)?;
    match Offer::Rematch(&args.table).end(&mut news, &mut console).await? {
        End::Game(game) => caller.play(&game, &mut console).await,
        End::Nothing(_) => Err("nobody plays: the other player does not want to".into()),
        End::Quit => {
            session.decline_rematch(&args.table).await?;
            caller.who.leave().await;
            Ok(())
        }
    }
}

impl From<Why> for DeclineReason {
    fn from(why: Why) -> Self {
        match why {
            Why::Later => Self::Later,
            Why::TooFast => Self::TooFast,
            Why::TooSlow => Self::TooSlow,
            Why::TimeControl => Self::TimeControl,
            Why::Rated => Self::Rated,
            Why::Casual => Self::Casual,
            Why::Variant => Self::Variant,
            Why::NoBots => Self::NoBots,
            Why::OnlyBots => Self::OnlyBots,
            Why::NoChallenges => Self::NoChallenges,
        }
    }
}
