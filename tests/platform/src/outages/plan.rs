//! Which games there are when the outage begins.
//!
//! A side's clock does not run before its first move. So White's clock begins to run with Black's first move, which is
//! made at a moment of the plan, and the reserve is chosen so that a certain time is left when the outage begins.

use std::time::Duration;

/// How long after the one before each game's second move is made.
const PACE: Duration = Duration::from_millis(4);

/// From the last game's second move to the outage.
const SETTLED: Duration = Duration::from_millis(700);

/// The least reserve that a game can have.
const LEAST_RESERVE: Duration = Duration::from_secs(1);

/// Who has little time left, and who has some.
const LITTLE_MS: (u64, u64) = (300, 3_000);
const SOME_MS: (u64, u64) = (5_000, 60_000);

/// What White does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It never moves again: its flag falls.
    Sleeps,
    /// It moves once the platform answers again.
    MovesAfterwards,
    /// It moves while the platform is away, and keeps trying.
    MovesMeanwhile,
}

/// One game as planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    pub(super) role: Role,
    pub(super) reserve: Duration,
    /// When Black makes its first move, from the first such move on.
    pub(super) second_move: Duration,
}

/// So many games; of ten, seven have little time left when the outage begins, of which one sleeps.
pub(super) fn plan(games: usize) -> Vec<Planned> {
    let games = u32::try_from(games).unwrap();
    (0..games).map(|number| planned(number, games)).collect()
}

/// When the outage begins, from the first game's second move on.
pub(super) fn outage_after(games: usize) -> Duration {
    PACE * u32::try_from(games).unwrap() + SETTLED
}

fn planned(number: u32, games: u32) -> Planned {
    let role = match number % 10 {
        0 => Role::Sleeps,
        3 | 6 | 9 => Role::MovesMeanwhile,
        _ => Role::MovesAfterwards,
    };
    // The later a game begins, the more it has left: its reserve is never below the least.
    let (least, most) = if number % 10 < 7 { LITTLE_MS } else { SOME_MS };
    let left = Duration::from_millis(least + (most - least) * u64::from(number) / u64::from(games));
    let second_move = PACE * number;
    let runs_before = PACE * games + SETTLED - second_move;
    Planned {
        role,
        reserve: (left + runs_before).max(LEAST_RESERVE),
        second_move,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_games_have_little_time_left_when_the_outage_begins() {
        for games in [50, 1_000] {
            let left: Vec<_> = plan(games)
                .iter()
                .map(|planned| planned.reserve - (outage_after(games) - planned.second_move))
                .collect();
            let little = left.iter().filter(|left| **left <= Duration::from_secs(3)).count();
            assert_eq!(little, games * 7 / 10);
            assert_eq!(left.iter().min(), Some(&Duration::from_millis(300)));
        }
    }
}
