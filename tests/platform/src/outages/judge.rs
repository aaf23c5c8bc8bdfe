//! What an outage cost: pure.

use std::collections::BTreeMap;
use std::time::Duration;

use super::facts::{Facts, GameFacts};
use super::fault::Outage;
use super::plan::Role;
use crate::crowd::{Seen, What, unexplained_rises};

/// What an outage may cost a running clock, in milliseconds.
const COST_MS: u64 = 1_000;

/// What a turn that ran through a stall has left after it at least, in milliseconds.
const AFTER_STALL_MS: u64 = 2_000;

/// Two readings, each in whole milliseconds, may be this much off.
const ROUNDING_MS: u64 = 2;

/// The turn that Black's first move makes: White's, which runs through the outage.
const TURN: u32 = 2;

/// What an outage did.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Which it was.
    pub outage: Outage,
    /// Games that were running when it began.
    pub running: usize,
    /// The ones of them in which the mover had at most three seconds left.
    pub with_little_left: usize,
    /// Games whose time was up before it began.
    pub over_before: usize,
    /// Games that ended by it.
    pub lost: usize,
    /// Moves that were taken after it, or in it and kept.
    pub moves: usize,
    /// Games at which nobody moved and whose flag fell.
    pub flags: usize,
    /// The most that a clock lost, in milliseconds: at least so much, and at most so much.
    pub most_lost_ms: (u64, u64),
    /// How many credits there were of each reason, and the largest, in milliseconds.
    pub credits: BTreeMap<String, (usize, u64)>,
    /// From the end of the outage until the platform took a move, and until it had taken everybody's.
    pub back_after: (Duration, Duration),
    /// Promises that were broken, and what else went wrong.
    pub violations: Vec<String>,
    /// How long it took with everything.
    pub took: Duration,
}

pub(super) fn judge(facts: &Facts) -> Verdict {
    let mut verdict = Verdict {
        outage: facts.outage,
        running: 0,
        with_little_left: 0,
        over_before: 0,
        lost: 0,
        moves: 0,
        flags: 0,
        most_lost_ms: (0, 0),
        credits: BTreeMap::new(),
        back_after: (facts.answered - facts.ended.0, Duration::ZERO),
        violations: facts.failure.iter().cloned().collect(),
        took: facts.took,
    };
    for game in &facts.games {
        let Some(turn) = Turn::of(facts, game) else {
            verdict.over_before += 1;
            continue;
        };
        verdict.running += 1;
        verdict.with_little_left += usize::from(turn.had_ms <= 3_000);
        for broken in one_game(facts, game, &turn, &mut verdict) {
            verdict.violations.push(format!("table {}: {broken}", game.table));
        }
    }
    verdict
}

/// White's turn, which ran when the outage began.
struct Turn<'a> {
    began: &'a Seen,
    /// What came next.
    next: Option<&'a Seen>,
    /// What White's clock showed at least when the outage began, in milliseconds.
    had_ms: u64,
}

impl<'a> Turn<'a> {
    /// None if its time was up before the outage, or it never began.
    fn of(facts: &Facts, game: &'a GameFacts) -> Option<Self> {
        let position = game.events.iter().position(|seen| seen.what == What::Move(TURN))?;
        let began = &game.events[position];
        let up_at_ms = began.game_ms + began.left_ms[0];
        let began_latest_ms = facts.before.game_ms + ms(facts.begun.1 - facts.before.sent);
        let had_ms = up_at_ms.checked_sub(began_latest_ms).filter(|had_ms| *had_ms > 0)?;
        Some(Self {
            began,
            next: game.events.get(position + 1),
            had_ms,
        })
    }
}

fn one_game(facts: &Facts, game: &GameFacts, turn: &Turn<'_>, verdict: &mut Verdict) -> Vec<String> {
    let mut broken = unexplained_rises(&game.events);
    for credit in game.events.iter().filter_map(|seen| seen.credit) {
        let reason = credit.reason.as_str_name().trim_start_matches("CLOCK_CREDIT_REASON_");
        let (count, most) = verdict.credits.entry(reason.to_owned()).or_default();
        *count += 1;
        *most = credit.credit_ms.max(*most);
    }
    let Some(next) = turn.next else {
        broken.push("nothing came of it: neither a move nor a flag".to_owned());
        return broken;
    };
    match (&next.what, game.role) {
        (What::Move(_), Role::MovesAfterwards | Role::MovesMeanwhile) => {
            verdict.moves += 1;
            let (at_least, at_most) = lost_ms(facts, turn.began, next);
            let (most_at_least, most_at_most) = verdict.most_lost_ms;
            verdict.most_lost_ms = (at_least.max(most_at_least), at_most.max(most_at_most));
            if at_least > COST_MS + ROUNDING_MS {
                broken.push(format!(
                    "the outage cost White {at_least} ms of the {} ms it had",
                    turn.had_ms
                ));
            }
        }
        (What::End(reason), Role::Sleeps) if reason == "END_REASON_TIMEOUT" => {
            verdict.flags += 1;
            broken.extend(fell_early(facts, turn, next));
        }
        (what, role) => {
            verdict.lost += 1;
            broken.push(format!(
                "White had {} ms, and {role:?}: {what:?} at {next:?}",
                turn.had_ms
            ));
        }
    }
    match &game.moved {
        Some(Ok(answered)) => {
            let after = answered.saturating_sub(facts.ended.0);
            verdict.back_after.1 = verdict.back_after.1.max(after);
        }
        Some(Err(refusal)) => broken.push(format!(
            "White had {} ms, and its move was refused: {refusal}",
            turn.had_ms
        )),
        None => {}
    }
    broken
}

/// How much of White's clock went while the platform was away: at least, and at most, as far as can be told.
///
/// Game time ran from the reading before to the reading after. What ran beyond the time in which the platform was up is
/// what the outage cost every running clock, less what this one was given for it.
fn lost_ms(facts: &Facts, began: &Seen, moved: &Seen) -> (u64, u64) {
    let ran_ms = facts.after.game_ms.saturating_sub(facts.before.game_ms);
    let up_at_most = (facts.begun.1 - facts.before.sent) + facts.after.answered.saturating_sub(facts.ended.0);
    // It is not known to be up before it took a move.
    let up_at_least =
        facts.begun.0.saturating_sub(facts.before.answered) + facts.after.sent.saturating_sub(facts.answered);
    let charged_ms = began.left_ms[0].saturating_sub(moved.left_ms[0]);
    let given_ms = (moved.game_ms - began.game_ms).saturating_sub(charged_ms);
    let lost_ms = |up: Duration| ran_ms.saturating_sub(ms(up) + given_ms);
    (lost_ms(up_at_most), lost_ms(up_at_least))
}

/// A flag that fell before its time: by game time, or by the time of a person who waited for it.
fn fell_early(facts: &Facts, turn: &Turn<'_>, end: &Seen) -> Option<String> {
    let stall_end_ms = facts.after.stall_end_ms;
    let was_stall = stall_end_ms > facts.before.game_ms;
    let due_ms = turn.began.due_ms.unwrap_or(turn.began.game_ms + turn.began.left_ms[0]);
    let promised_ms = if was_stall {
        due_ms.max(stall_end_ms + AFTER_STALL_MS)
    } else {
        due_ms
    };
    if end.game_ms < promised_ms {
        return Some(format!(
            "the flag fell at {} ms of game time, before {promised_ms}",
            end.game_ms
        ));
    }
    let left_ms = turn.had_ms.saturating_sub(COST_MS);
    let left_ms = if was_stall {
        left_ms.max(AFTER_STALL_MS)
    } else {
        left_ms
    };
    let waited_ms = ms(end.at.saturating_sub(facts.ended.0));
    (waited_ms + ROUNDING_MS < left_ms)
        .then(|| format!("the flag fell {waited_ms} ms after the outage, where at least {left_ms} were left"))
}

fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap()
}

#[cfg(test)]
mod tests {
    use corners_client::proto::game::v1::ClockCreditReason;

    use super::super::fault::Fault;
    use super::*;
    use crate::crowd::{Credit, Reading};
    use crate::invariants::Moment;

    fn reading(at_ms: u64, game_ms: u64, stall_end_ms: u64) -> Reading {
        Reading {
            sent: Moment::from_millis(at_ms),
            answered: Moment::from_millis(at_ms),
            game_ms,
            stall_end_ms,
        }
    }

    fn seen(at_ms: u64, what: What, game_ms: u64, left_ms: u64) -> Seen {
        Seen {
            at: Moment::from_millis(at_ms),
            what,
            game_ms,
            left_ms: [left_ms, 9_000],
            due_ms: None,
            credit: None,
        }
    }

    /// Away from 10 s to 13 s, while game time ran from 10 s to 11 s. White's turn began at 9 s, with 1.4 s.
    fn judged(role: Role, next: Option<Seen>) -> Verdict {
        let moment = |ms| (Moment::from_millis(ms), Moment::from_millis(ms));
        let began = seen(9_000, What::Move(TURN), 9_000, 1_400);
        judge(&Facts {
            outage: Outage {
                fault: Fault::RedisPaused,
                length: Duration::from_secs(3),
            },
            before: reading(10_000, 10_000, 0),
            begun: moment(10_000),
            ended: moment(13_000),
            answered: Moment::from_millis(13_000),
            after: reading(13_000, 11_000, 11_000),
            games: vec![GameFacts {
                table: "t".to_owned(),
                role,
                moved: (role != Role::Sleeps).then_some(Ok(Moment::from_millis(13_100))),
                events: std::iter::once(began).chain(next).collect(),
            }],
            failure: None,
            took: Duration::ZERO,
        })
    }

    #[test]
    fn what_game_time_ran_while_the_platform_was_away_is_lost_less_what_was_given() {
        let charged = |left_ms, given_ms| {
            let mut moved = seen(13_100, What::Move(3), 11_100, left_ms);
            moved.credit = Some(Credit {
                reason: ClockCreditReason::Outage,
                side: 0,
                credit_ms: given_ms,
            });
            judged(Role::MovesAfterwards, Some(moved))
        };
        // Two seconds after the stall's end are left, less the tenth in which it moved.
        let kept = charged(1_900, 2_600);
        assert_eq!((kept.moves, kept.lost, kept.violations.len()), (1, 0, 0), "{kept:?}");
        assert_eq!(kept.most_lost_ms, (0, 0));
        let charged_all = charged(0, 0);
        assert_eq!(charged_all.most_lost_ms, (300, 300));
        assert_eq!(
            charged(1_901, 500).violations.len(),
            1,
            "a rise that no credit explains"
        );
    }

    #[test]
    fn a_game_that_ended_although_its_player_moved_is_lost() {
        let end = || seen(13_100, What::End("END_REASON_TIMEOUT".to_owned()), 13_100, 0);
        assert_eq!(judged(Role::MovesAfterwards, Some(end())).lost, 1);
        assert_eq!(judged(Role::MovesMeanwhile, Some(end())).lost, 1);
        assert_eq!(judged(Role::Sleeps, Some(end())).lost, 0);
    }

    #[test]
    fn a_flag_falls_two_seconds_after_the_stall_and_not_earlier() {
        let fell = |at_ms, game_ms| {
            let end = seen(at_ms, What::End("END_REASON_TIMEOUT".to_owned()), game_ms, 0);
            judged(Role::Sleeps, Some(end)).violations.len()
        };
        assert_eq!(fell(15_000, 13_000), 0);
        assert_eq!(fell(15_000, 12_999), 1, "by game time");
        assert_eq!(fell(14_990, 13_000), 1, "by the time of who waits");
        assert_eq!(judged(Role::Sleeps, None).violations.len(), 1, "it has to fall");
    }
}
