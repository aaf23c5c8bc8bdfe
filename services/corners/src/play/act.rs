//! What a player can do, and doing it.

use std::time::Duration;

use corners_client::proto::game::v1::{PlayMoveRequest, TableState, Turn};
use corners_client::{Error, Session};

/// A call for the player's seat.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Play a move.
    Play(Play),
    /// Give the game up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept the rival's draw offer.
    AcceptDraw,
    /// Decline the rival's draw offer.
    DeclineDraw,
    /// Ask to take the last move back.
    OfferTakeback,
    /// Let the rival take its move back.
    AcceptTakeback,
    /// Let the rival's move stand.
    DeclineTakeback,
    /// End the table before both sides have moved.
    Abort,
    /// Win because the rival has gone.
    Claim,
}

/// A move to play.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Play {
    /// The squares.
    pub(crate) path: Vec<String>,
    /// The turn it is meant for.
    pub(crate) turn: Option<Turn>,
    /// Whether it may return home and so lose at once.
    pub(crate) confirmed: bool,
    /// How long the player thought.
    pub(crate) thought: Duration,
}

/// What came of an action.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The action.
    pub(crate) action: Action,
    /// The table's state after it, or why it was not done.
    pub(crate) outcome: Result<TableState, Error>,
}

/// Does an action at a table.
pub(crate) async fn perform(session: Session, table: String, action: Action) -> Answer {
    let seat = session.seat(table.clone());
    let outcome = match &action {
        Action::Play(play) => play_move(&session, table, play).await,
        Action::Resign => seat.resign().await,
        Action::OfferDraw => seat.offer_draw().await,
        Action::AcceptDraw => seat.accept_draw().await,
        Action::DeclineDraw => seat.decline_draw().await,
        Action::OfferTakeback => seat.offer_takeback().await,
        Action::AcceptTakeback => seat.accept_takeback().await,
        Action::DeclineTakeback => seat.decline_takeback().await,
        Action::Abort => seat.abort().await,
        Action::Claim => seat.claim().await,
    };
    Answer { action, outcome }
}

async fn play_move(session: &Session, table: String, play: &Play) -> Result<TableState, Error> {
    let request = PlayMoveRequest {
        table,
        expected_turn: play.turn.clone(),
        path: play.path.clone(),
        confirm_return_home: play.confirmed,
        think_time: prost_types::Duration::try_from(play.thought).ok(),
        ..Default::default()
    };
    let answer = session.play_move(request).await?;
    answer.state.ok_or(Error::Protocol("a move's answer without the state"))
}
