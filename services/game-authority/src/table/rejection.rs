//! Why a table refuses a command.

use corners_clockwork::GameTime;
use corners_rules::IllegalMove;

use super::TurnPoint;

/// Why a table refuses a command. Nothing was changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Rejection {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The account does not hold the seat.
    #[error("the caller does not hold this seat")]
    NotSeated,
    /// The account holds both seats and must say for which it acts.
    #[error("the caller holds both seats: name the side")]
    SideRequired,
    /// Somebody sits there already.
    #[error("the seat is taken")]
    SeatTaken,
    /// The account already sits at the table.
    #[error("the caller already holds a seat at this table")]
    AlreadySeated,
    /// A seat is still free.
    #[error("the game has not begun: a seat is free")]
    WaitingForPlayers,
    /// The command was meant for another turn.
    #[error("the turn has moved on: now it is turn {}", current.number)]
    StaleTurn {
        /// The turn that is on.
        current: TurnPoint,
    },
    /// The other side is to move.
    #[error("the other side is to move")]
    NotYourTurn,
    /// The rules forbid the move.
    #[error("the move is illegal: {0}")]
    IllegalMove(#[from] IllegalMove),
    /// The move returns home after the deadline and so loses; it was not confirmed.
    #[error("the move returns home after the deadline and loses at once: confirm it to play it")]
    ConfirmReturnHome,
    /// No such offer is open.
    #[error("no such offer of the other side is open")]
    NoOffer,
    /// An offer is open already.
    #[error("an offer is open already: it must be answered first")]
    OfferPending,
    /// The side has already asked in this turn.
    #[error("this was already offered in this turn")]
    AlreadyOffered,
    /// The table was made without takebacks.
    #[error("this table has no takebacks")]
    TakebacksOff,
    /// The side has no move to take back.
    #[error("this side has no move to take back")]
    NothingToTakeBack,
    /// The log has room for no more takebacks.
    #[error("this table has seen as many takebacks as it can hold")]
    TakebackLimit,
    /// The other player has not been gone for long enough, or the game cannot be claimed.
    #[error("the game cannot be claimed{}", from_then_on(*.from))]
    NotClaimable {
        /// From when on it can be claimed if the other player stays away; none if it cannot.
        from: Option<GameTime>,
    },
    /// Both sides have moved.
    #[error("both sides have moved: the game can be resigned, not aborted")]
    TooLateToAbort,
}

fn from_then_on(from: Option<GameTime>) -> String {
    from.map_or_else(String::new, |from| format!(" before game time {} ms", from.millis()))
}
