//! `corners play --find`: waiting for an opponent.

use corners_client::proto::matchmaking::v1::{FindMatchRequest, StartedGame, Terms, Waiting};
use corners_client::{Corners, Error, Finding, Session};
use corners_service::startup::MainError;
use corners_service::time::wall_clock;

use super::console::{Console, message, say};
use super::quitting::Quitting;
use super::{PlayArgs, Seat, describe, time_control};
use crate::names::Names;

/// The seat at the table that waiting ends with; none for who stops waiting.
pub(super) async fn seat(
    corners: &Corners,
    args: &PlayArgs,
    variant: &str,
    console: &mut Console,
) -> Result<Option<Seat>, MainError> {
    let who = args.who.player(corners, &args.place, message).await?;
    let terms = Terms {
        variant: variant.to_owned(),
        time_control: Some(args.time),
        rated: !args.casual,
    };
    let request = FindMatchRequest {
        terms: Some(terms),
        bots: args.bots,
        most_below: args.below,
        most_above: args.above,
        ..FindMatchRequest::default()
    };
    let Some(game) = wait(&who.session, request, console).await? else {
        who.leave().await;
        return Ok(None);
    };
    say(&format!("{}\n", found(&who.session, &game).await))?;
    Ok(Some(Seat::at(who, &game.table, &args.place).await?))
}

/// Waits until there is a game, or somebody wants to wait no longer.
async fn wait(
    session: &Session,
    request: FindMatchRequest,
    console: &mut Console,
) -> Result<Option<StartedGame>, MainError> {
    let terms = request.terms.clone().unwrap_or_default();
    let mut find = session.find_match(request);
    let mut quitting = Quitting::open(console)?;
    loop {
        let finding = tokio::select! {
            finding = find.next() => finding,
            () = quitting.wanted() => {
                quitting.close()?;
                find.cancel().await?;
                say("not waiting any more\n")?;
                return Ok(None);
            }
        };
        match finding {
            Some(Ok(Finding::Waiting(waiting))) => quitting.show(&progress(&terms, &waiting))?,
            Some(Ok(Finding::Found(game))) => {
                quitting.close()?;
                return Ok(Some(game));
            }
            Some(Err(error)) => {
                quitting.close()?;
                return Err(explain(error));
            }
            None => return Err("the wait ended without a game".into()),
        }
    }
}

/// How a wait stands, in a line.
fn progress(terms: &Terms, waiting: &Waiting) -> String {
    let time = time_control::show(terms.time_control.as_ref());
    let stake = if terms.rated { "rated" } else { "casual" };
    let game = format!("{} {time} {stake}", terms.variant);
    if waiting.starting {
        return format!("waiting for {game}: an opponent is found, the table is being made");
    }
    let since = waiting
        .since
        .and_then(|since| std::time::SystemTime::try_from(since).ok());
    let waited = since.and_then(|since| wall_clock().duration_since(since).ok());
    let seconds = waited.map_or(0, |waited| waited.as_secs());
    let estimate = waiting.estimate.map_or_else(String::new, |estimate| {
        format!(", about {} s more", estimate.seconds.max(1))
    });
    format!(
        "waiting for {game}: {seconds} s{estimate}; rated {} to {}; {} in the pool",
        waiting.lowest_rating, waiting.highest_rating, waiting.waiting
    )
}

/// Against whom it is played, in a line.
pub(crate) async fn found(session: &Session, game: &StartedGame) -> String {
    let opponent = game.opponent.clone().unwrap_or_default();
    let names = Names::of(session, [opponent.account.as_str()]).await;
    format!(
        "found: you are {} against {}",
        describe::side(game.side()),
        names.opponent(&opponent)
    )
}

/// A refusal, and what can be done.
fn explain(error: Error) -> MainError {
    match error.reason() {
        Some("NO_SUCH_POOL") => format!(
            "{error}\n  corners pools lists them; corners seek offers a game with any terms to everybody in the lobby"
        )
        .into(),
        _ => error.into(),
    }
}
