//! What the messages mean, in words.

use corners_client::Error;
use corners_client::proto::game::v1::{
    ClockCredit, EndReason, Ending, MovePlayed, Result as Outcome, Side, TableEvent, table_event::Kind,
};

/// The name of a side.
pub(crate) const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
        Side::Unspecified => "nobody",
    }
}

/// The verdict on a game, such as `1-0, White wins: goal`.
pub(crate) fn ending(ending: &Ending) -> String {
    let winner = match ending.result() {
        Outcome::WhiteWins => "White wins",
        Outcome::BlackWins => "Black wins",
        Outcome::Draw => "a draw",
        Outcome::Unspecified => "no result",
    };
    let reason = match (ending.reason(), ending.by()) {
        (EndReason::Aborted, by @ (Side::White | Side::Black)) if ending.no_show => {
            format!("aborted, {} made no first move", side(by))
        }
        (EndReason::Aborted, by @ (Side::White | Side::Black)) => format!("aborted by {}", side(by)),
        (reason, _) => end_reason(reason).to_owned(),
    };
    format!("{}, {winner}: {reason}", score(ending.result()))
}

/// A result as game text writes it.
pub(crate) const fn score(result: Outcome) -> &'static str {
    match result {
        Outcome::WhiteWins => "1-0",
        Outcome::BlackWins => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Unspecified => "*",
    }
}

/// The reason's name in the rules.
pub(crate) const fn end_reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::ReturnedHome => "returned-home",
        EndReason::Goal => "goal",
        EndReason::BothGoals => "both-goals",
        EndReason::HomeDeadline => "home-deadline",
        EndReason::MoveLimit => "move-limit",
        EndReason::Repetition => "repetition",
        EndReason::NoMove => "no-move",
        EndReason::Resignation => "resignation",
        EndReason::Timeout => "timeout",
        EndReason::DrawAgreement => "draw-agreement",
        EndReason::Aborted => "aborted",
        EndReason::Abandonment => "abandonment",
        EndReason::Closed => "closed",
        EndReason::Unspecified => "unknown",
    }
}

/// What happened, in a sentence; nothing for what the board shows anyway.
pub(crate) fn event(event: &TableEvent) -> Option<String> {
    if let Some(credit) = &event.clock_credit {
        return Some(self::credit(credit));
    }
    let said = |by: i32, what: &str| {
        let by = Side::try_from(by).unwrap_or_default();
        Some(format!("{} {what}", side(by)))
    };
    match event.kind.as_ref()? {
        Kind::SeatTaken(taken) => {
            let seat = taken.seat.as_ref().map(|seat| seat.side).unwrap_or_default();
            said(seat, "has sat down")
        }
        Kind::DrawOffered(offered) => said(offered.by, "offers a draw"),
        Kind::DrawDeclined(declined) => said(declined.by, "declined the draw"),
        Kind::TakebackOffered(offered) => said(offered.by, "asks to take the last move back"),
        Kind::TakebackDeclined(declined) => said(declined.by, "declined the takeback"),
        Kind::MovesTakenBack(back) => said(back.by, "took the last move back"),
        Kind::TailLost(_) => Some("the platform lost the last moves in a failover: the turn starts again".to_owned()),
        Kind::MovePlayed(MovePlayed { .. }) | Kind::GameEnded(_) => None,
    }
}

fn credit(credit: &ClockCredit) -> String {
    let seconds = credit.credit_ms as f64 / 1000.0;
    format!(
        "{} was given {seconds:.1} s: the platform could not take moves",
        side(credit.side())
    )
}

/// Why a call failed, in one line.
pub(crate) fn error(error: &Error) -> String {
    match error.refused() {
        Some(refused) if !matches!(error, Error::SessionOver { .. }) => {
            let reason = refused.reason.as_deref().unwrap_or("UNREACHABLE");
            let why = error.metadata("why").map(|why| format!(" {why}")).unwrap_or_default();
            let message = refused.message.lines().next().unwrap_or_default();
            format!("{reason}{why}: {message}")
        }
        _ => error.to_string(),
    }
}

/// A clock's reading: tenths under ten seconds, hours and days only where there are any.
pub(crate) fn clock(remaining_ms: u64) -> String {
    let seconds = remaining_ms / 1000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match seconds {
        0..10 => format!("{seconds}.{}", remaining_ms % 1000 / 100),
        10..3600 => format!("{minutes}:{:02}", seconds % 60),
        3600..86_400 => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        _ => format!("{days}d {hours}h {minutes:02}m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_at_a_glance() {
        for (ms, text) in [
            (0, "0.0"),
            (9_999, "9.9"),
            (10_000, "0:10"),
            (298_900, "4:58"),
            (3_723_000, "1:02:03"),
            (2 * 86_400_000 + 3 * 3_600_000 + 60_000, "2d 3h 01m"),
        ] {
            assert_eq!(clock(ms), text);
        }
    }

    #[test]
    fn a_verdict_names_score_winner_and_reason() {
        let verdict = |result, reason| {
            ending(&Ending {
                reason: EndReason::into(reason),
                result: Outcome::into(result),
                ..Ending::default()
            })
        };
        assert_eq!(verdict(Outcome::WhiteWins, EndReason::Goal), "1-0, White wins: goal");
        assert_eq!(
            verdict(Outcome::Draw, EndReason::DrawAgreement),
            "1/2-1/2, a draw: draw-agreement"
        );
        assert_eq!(
            verdict(Outcome::Unspecified, EndReason::Aborted),
            "*, no result: aborted"
        );
        let aborted = |by: Side, no_show| {
            ending(&Ending {
                reason: EndReason::Aborted.into(),
                by: by.into(),
                no_show,
                ..Ending::default()
            })
        };
        assert_eq!(aborted(Side::White, false), "*, no result: aborted by White");
        assert_eq!(
            aborted(Side::Black, true),
            "*, no result: aborted, Black made no first move"
        );
    }
}
