//! Errors as clients see them.

use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
use corners_rules::{IllegalMove, Square};

use crate::error::AuthorityError;
use crate::store::StoreError;
use crate::table::Rejection;

/// The refusal that tells a client why the authority could not do what it asked. Operators' words stay in the log.
pub(crate) fn refusal(error: AuthorityError) -> Refusal {
    match error {
        AuthorityError::TableNotLive(table) => {
            Refusal::new(Reason::TableNotLive, error.to_string()).with("table", table)
        }
        AuthorityError::Rejected(rejection) => rejected(&rejection),
        AuthorityError::FlagFallen => Refusal::new(Reason::FlagFallen, error.to_string()),
        AuthorityError::RequestIdReused => Refusal::new(Reason::RequestIdReused, error.to_string()),
        AuthorityError::Store(StoreError::Unavailable(why)) => {
            // The store says once when it goes away, not with every call that it fails.
            tracing::debug!(%why, "the table store is unavailable");
            Refusal::new(
                Reason::StoreUnavailable,
                "the table store cannot be reached: repeat with the same request id",
            )
        }
        AuthorityError::Store(StoreError::Failed(why)) => {
            tracing::error!(%why, "the table store failed");
            Refusal::new(
                Reason::Internal,
                "the call failed inside the platform; the operators have been told",
            )
        }
        AuthorityError::Store(StoreError::Corrupt { table, number, why }) => {
            tracing::error!(%table, version = number, %why, "a stored event cannot be read");
            corrupt_log(table)
        }
        AuthorityError::Corrupt { table, .. } => corrupt_log(table),
        AuthorityError::Clock(why) => {
            // The channel to the clock says once when it breaks.
            tracing::debug!(%why, "the clock is unavailable");
            Refusal::new(
                Reason::ClockUnavailable,
                "the clock cannot be reached: repeat with the same request id",
            )
        }
        AuthorityError::BacklogFull { .. } => {
            Refusal::new(Reason::BacklogFull, error.to_string()).retry_after(Duration::from_secs(5))
        }
        AuthorityError::TooManyTables { account, most } => Refusal::new(Reason::TooMany, error.to_string())
            .with("limit", "tables_per_account")
            .with("account", account)
            .with("most", most),
        AuthorityError::Contended(_) => {
            Refusal::new(Reason::Overloaded, error.to_string()).retry_after(Duration::from_millis(500))
        }
    }
}

fn corrupt_log(table: impl std::fmt::Display) -> Refusal {
    Refusal::new(
        Reason::CorruptLog,
        "the table's log cannot be read; the operators have been told",
    )
    .with("table", table)
}

fn rejected(rejection: &Rejection) -> Refusal {
    let refusal = Refusal::new(reason(rejection), rejection.to_string());
    match rejection {
        Rejection::StaleTurn { current } => refusal
            .with("turn_number", current.number)
            .with("turn_event_id", current.event),
        Rejection::NotClaimable { from: Some(from) } => refusal.with("claimable_at_ms", from.millis()),
        Rejection::IllegalMove(illegal) => refusal
            .with("why", illegal.code())
            .with("squares", squares_text(illegal)),
        _ => refusal,
    }
}

fn squares_text(illegal: &IllegalMove) -> String {
    let squares = illegal.squares();
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

fn reason(rejection: &Rejection) -> Reason {
    match rejection {
        Rejection::GameOver => Reason::GameOver,
        Rejection::NotSeated => Reason::NotSeated,
        Rejection::SideRequired => Reason::SideRequired,
        Rejection::SeatTaken => Reason::SeatTaken,
        Rejection::AlreadySeated => Reason::AlreadySeated,
        Rejection::WaitingForPlayers => Reason::WaitingForPlayers,
        Rejection::StaleTurn { .. } => Reason::StaleTurn,
        Rejection::NotYourTurn => Reason::NotYourTurn,
        Rejection::IllegalMove(_) => Reason::IllegalMove,
        Rejection::ConfirmReturnHome => Reason::ConfirmReturnHome,
        Rejection::NoOffer => Reason::NoOffer,
        Rejection::OfferPending => Reason::OfferPending,
        Rejection::AlreadyOffered => Reason::AlreadyOffered,
        Rejection::TakebacksOff => Reason::TakebacksOff,
        Rejection::NothingToTakeBack => Reason::NothingToTakeBack,
        Rejection::TakebackLimit => Reason::TakebackLimit,
        Rejection::NotClaimable { .. } => Reason::NotClaimable,
        Rejection::TooLateToAbort => Reason::TooLateToAbort,
    }
}
