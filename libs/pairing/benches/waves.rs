//! What a wave of ten thousand costs, and how near a wave of a thousand comes to the exact answer.
//!
//! `cargo bench -p corners-pairing --bench waves`
//!
//! Each wave is timed beside what no pairing can do without, in the same run: sorting the players and weighing each of them
//! against 48 neighbours. The ratio of the two moves less with the load of the machine than milliseconds do. Best of the
//! runs.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a bench fails by panicking and prints"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use corners_pairing::{Pair, Parameters, Policy, Relation, Seeker, wave};
use integer_blossom::max_weight_matching;

const PLAYERS: usize = 10_000;
const NEIGHBOURS: usize = 48;
const RUNS: usize = 7;

type Relations = fn(usize, usize) -> Relation;

/// SplitMix64: what is drawn is the same in every run.
fn drawn(number: usize) -> u64 {
    let mut mixed = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn strangers(_: usize, _: usize) -> Relation {
    Relation::Strangers
}

/// One pair in a hundred is blocked, five have met a short while ago, one in the game before.
fn acquainted(one: usize, other: usize) -> Relation {
    match drawn(one * PLAYERS + other) % 100 {
        0 => Relation::Never,
        1 => Relation::Last,
        2..7 => Relation::Recent { games_ago: 3 },
        _ => Relation::Strangers,
    }
}

fn nobody(_: usize, _: usize) -> Relation {
    Relation::Never
}

/// Ratings around 1463 by 421, nearly normally distributed; waits up to `waited_ms`, limits, colours.
fn mixed(index: usize, waited_ms: u64) -> Seeker {
    let part = |which: usize| (drawn(index * 64 + which) % 10_000) as f64 / 10_000.0;
    let normal: f64 = (0..12).map(part).sum::<f64>() - 6.0;
    let limit = |which: usize| (part(which) < 0.2).then(|| 50.0 + 400.0 * part(which + 1));
    Seeker {
        rating: 1463.0 + 421.0 * normal,
        deviation: 45.0 + 100.0 * part(20),
        waited_ms: (part(21) * waited_ms as f64) as u64,
        below: limit(22),
        above: limit(24),
        colour_balance: (part(26) * 7.0) as i8 - 3,
    }
}

fn crowd(size: usize, seeker: impl Fn(usize) -> Seeker) -> Vec<Seeker> {
    (0..size).map(seeker).collect()
}

/// Everybody accepts everybody.
fn everybody() -> Policy {
    Policy::new(Parameters {
        initial_window: 5_000.0,
        widest_window: 5_000.0,
        ..Parameters::default()
    })
    .unwrap()
}

fn best<T>(mut run: impl FnMut() -> T) -> Duration {
    let timed = |run: &mut dyn FnMut() -> T| {
        let started = Instant::now();
        black_box(run());
        started.elapsed()
    };
    (0..RUNS).map(|_| timed(&mut run)).min().unwrap()
}

/// What no pairing can do without.
fn weigh_neighbours(seekers: &[Seeker], relation: Relations, policy: &Policy) -> f64 {
    let mut sorted: Vec<usize> = (0..seekers.len()).collect();
    sorted.sort_by(|&one, &other| seekers[one].rating.total_cmp(&seekers[other].rating));
    let neighbours = |place: usize| sorted[place + 1..].iter().take(NEIGHBOURS);
    let worth = |one: usize, other: usize| {
        policy
            .worth(&seekers[one], &seekers[other], relation(one.min(other), one.max(other)))
            .unwrap_or_default()
    };
    (0..sorted.len())
        .flat_map(|place| neighbours(place).map(move |&other| (place, other)))
        .map(|(place, other)| worth(sorted[place], other))
        .sum()
}

fn time(name: &str, seekers: &[Seeker], relation: Relations, policy: &Policy) {
    let pairs = wave(seekers, relation, policy, 1).len();
    let wave_took = best(|| wave(seekers, relation, policy, 1));
    let floor = best(|| weigh_neighbours(seekers, relation, policy));
    let ratio = wave_took.as_secs_f64() / floor.as_secs_f64();
    println!("{name:<58} {pairs:>5} pairs {wave_took:>9.1?}, {ratio:.1} times weighing neighbours ({floor:.1?})");
}

fn worth(seekers: &[Seeker], relation: Relations, policy: &Policy, pair: (usize, usize)) -> f64 {
    let (one, other) = (pair.0.min(pair.1), pair.0.max(pair.1));
    policy
        .worth(&seekers[one], &seekers[other], relation(one, other))
        .unwrap_or_default()
}

/// A wave of a thousand against the exact answer.
fn compare(name: &str, seekers: &[Seeker], policy: &Policy) {
    let size = seekers.len();
    let places = (0..size).flat_map(|one| (0..size).map(move |other| (one, other)));
    let weights: Vec<i64> = places
        .map(|pair| {
            if pair.0 == pair.1 {
                0
            } else {
                (256.0 * worth(seekers, strangers, policy, pair)) as i64
            }
        })
        .collect();
    let mates = max_weight_matching(&weights, size);
    let exact = mates
        .iter()
        .enumerate()
        .filter_map(|(one, mate)| mate.filter(|&other| one < other).map(|other| (one, other)));
    let exact: Vec<(usize, usize)> = exact.collect();
    let pairs = wave(seekers, strangers, policy, 1);
    let most: f64 = exact.iter().map(|&pair| worth(seekers, strangers, policy, pair)).sum();
    let worth_of = |pair: &Pair| worth(seekers, strangers, policy, (pair.white, pair.black));
    let lost = (most - pairs.iter().map(worth_of).sum::<f64>()) / size as f64;
    println!(
        "{name:<58} {} of {} pairs, {lost:.2} points a player lost",
        pairs.len(),
        exact.len()
    );
}

fn main() {
    let platform = Policy::default();
    let waited = crowd(PLAYERS, |index| mixed(index, 20_000));
    let just_come = crowd(PLAYERS, |index| mixed(index, 1));
    let equal = vec![Seeker::new(1500.0, 45.0); PLAYERS];
    println!("{PLAYERS} players:");
    time(
        "normal ratings, waits of 20 s, limits, acquaintances",
        &waited,
        acquainted,
        &platform,
    );
    time("the same, all just come", &just_come, acquainted, &platform);
    time(
        "the same, everybody accepts everybody",
        &waited,
        acquainted,
        &everybody(),
    );
    time("all the same", &equal, strangers, &platform);
    time("all the same, acquaintances", &equal, acquainted, &platform);
    time("all the same, all blocked", &equal, nobody, &platform);
    println!("1000 players, against the exact answer:");
    compare("normal ratings, waits of 20 s, limits", &waited[..1_000], &platform);
    compare("the same, all just come", &just_come[..1_000], &platform);
    compare("the same, everybody accepts everybody", &waited[..1_000], &everybody());
}
