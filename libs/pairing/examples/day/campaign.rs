//! The same days, by several matchers.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use crate::site_day::dice::Dice;
use crate::site_day::matcher::Matcher;
use crate::site_day::pools::POOLS;
use crate::site_day::population;
use crate::site_day::site::Site;
use crate::site_day::tally::Tally;

/// What each matcher did: of each pool, all days together. The days are the same for all of them.
pub(crate) fn days(seed: u64, players: usize, days: u64, matchers: &[Matcher]) -> Vec<Vec<Tally>> {
    let tasks: Vec<(usize, u64)> = (0..matchers.len())
        .flat_map(|matcher| (0..days).map(move |day| (matcher, day)))
        .collect();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut lived: Vec<(usize, u64, Vec<Tally>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let own = tasks.iter().skip(worker).step_by(threads);
                let live =
                    |&(matcher, day): &(usize, u64)| (matcher, day, one_day(seed, day, players, &matchers[matcher]));
                scope.spawn(move || own.map(live).collect::<Vec<_>>())
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    // Sums of floats depend on their order, and that must not depend on how many threads there are.
    lived.sort_by_key(|&(matcher, day, _)| (matcher, day));
    let mut sums = vec![vec![Tally::default(); POOLS.len()]; matchers.len()];
    for (matcher, _, pools) in &lived {
        for (sum, pool) in sums[*matcher].iter_mut().zip(pools) {
            sum.add(pool);
        }
    }
    sums
}

fn one_day(seed: u64, day: u64, players: usize, matcher: &Matcher) -> Vec<Tally> {
    let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(day));
    POOLS
        .iter()
        .map(|pool| {
            let count = (players as f64 * pool.share / 100.0).round() as usize;
            let players = population::players(pool, count, &mut dice);
            Site::new(pool, &players, matcher, dice.number()).run()
        })
        .collect()
}
