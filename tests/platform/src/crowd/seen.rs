//! What a stream told of a table, as far as clocks are concerned.

use corners_client::proto::game::v1::table_event::Kind;
use corners_client::proto::game::v1::{ClockCreditReason, Side, TableEvent};

use crate::invariants::Moment;

/// An event as a player received it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// When it came.
    pub(crate) at: Moment,
    /// What it was.
    pub(crate) what: What,
    /// The reading in it, in milliseconds of game time.
    pub(crate) game_ms: u64,
    /// White's and Black's clock at that reading.
    pub(crate) left_ms: [u64; 2],
    /// When the turn after it is lost, in milliseconds of game time.
    pub(crate) due_ms: Option<u64>,
    /// The time that was given with it.
    pub(crate) credit: Option<Credit>,
}

/// What an event was, as far as it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A move, which made this turn.
    Move(u32),
    /// The end, with its reason as the contract names it.
    End(String),
    /// Something else.
    Other,
}

/// Time that was given without a move explaining it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Credit {
    pub(crate) reason: ClockCreditReason,
    /// 0 for White, 1 for Black.
    pub(crate) side: usize,
    pub(crate) credit_ms: u64,
}

impl Seen {
    /// What an event of a timed game tells; none if it is not whole.
    pub(crate) fn of(event: &TableEvent, at: Moment) -> Option<Self> {
        let state = event.state.as_ref()?;
        let clocks = state.clocks.as_ref()?;
        let what = match event.kind.as_ref()? {
            Kind::MovePlayed(_) => What::Move(state.turn.as_ref()?.number),
            Kind::GameEnded(end) => What::End(end.ending.as_ref()?.reason().as_str_name().to_owned()),
            _ => What::Other,
        };
        let credit = event.clock_credit.as_ref().map(|credit| Credit {
            reason: credit.reason(),
            side: usize::from(credit.side() == Side::Black),
            credit_ms: credit.credit_ms,
        });
        Some(Self {
            at,
            what,
            game_ms: clocks.game_time_ms,
            left_ms: [clocks.white_ms, clocks.black_ms],
            due_ms: clocks.due_ms,
            credit,
        })
    }
}

/// What is wrong with the clocks of a game without increment: a clock that went up without a credit that says why, more
/// than the credit, or a reading that went back.
pub(crate) fn unexplained_rises(events: &[Seen]) -> Vec<String> {
    let pairs = events.iter().zip(events.iter().skip(1));
    let wrong = pairs.flat_map(|(before, after)| {
        let rises = (0..2).filter_map(move |side| {
            let rose_by = after.left_ms[side].saturating_sub(before.left_ms[side]);
            let credited = after
                .credit
                .filter(|credit| credit.side == side && credit.reason != ClockCreditReason::Unspecified);
            let credited_ms = credited.map_or(0, |credit| credit.credit_ms);
            (rose_by > credited_ms).then(|| {
                format!(
                    "a clock rose from {} to {} ms with {:?}, a credit of {credited_ms} ms",
                    before.left_ms[side], after.left_ms[side], after.what
                )
            })
        });
        let went_back = (after.game_ms < before.game_ms)
            .then(|| format!("game time went back from {} to {} ms", before.game_ms, after.game_ms));
        rises.chain(went_back)
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(game_ms: u64, left_ms: [u64; 2], credit: Option<(ClockCreditReason, usize, u64)>) -> Seen {
        Seen {
            at: Moment::ZERO,
            what: What::Move(3),
            game_ms,
            left_ms,
            due_ms: None,
            credit: credit.map(|(reason, side, credit_ms)| Credit {
                reason,
                side,
                credit_ms,
            }),
        }
    }

    #[test]
    fn a_clock_goes_up_with_a_reason_only_and_by_no_more_than_was_credited() {
        use ClockCreditReason::{Outage, Unspecified};
        let before = seen(1_000, [500, 700], None);
        let checked = |after: Seen| unexplained_rises(&[before.clone(), after]).len();
        assert_eq!(checked(seen(1_100, [400, 700], None)), 0);
        assert_eq!(checked(seen(1_100, [600, 700], Some((Outage, 0, 100)))), 0);
        assert_eq!(checked(seen(1_100, [601, 700], Some((Outage, 0, 100)))), 1);
        assert_eq!(checked(seen(1_100, [600, 700], Some((Unspecified, 0, 100)))), 1);
        assert_eq!(checked(seen(1_100, [600, 700], Some((Outage, 1, 100)))), 1);
        assert_eq!(checked(seen(1_100, [501, 701], None)), 2);
        assert_eq!(checked(seen(999, [400, 700], None)), 1);
    }
}
