//! What a day says: the table, and who is beaten where.

use std::fmt::Write;

use corners_pairing::{Parameters, Policy};

use crate::site_day::campaign;
use crate::site_day::curve::{Curve, Point};
use crate::site_day::matcher::Matcher;
use crate::site_day::pools::POOLS;
use crate::site_day::tally::{Figures, Tally};

/// How fast the windows of the curve widen, as multiples of the policy of the platform. The last of them accept everybody
/// almost at once.
const SPEEDS: [f64; 14] = [
    0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.5, 4.0, 7.0, 12.0, 20.0, 50.0,
];

/// The place of the platform's own policy among the speeds.
const PLATFORM: usize = 6;

const BASELINES: [(&str, Matcher); 2] = [
    ("first come", Matcher::FirstCome),
    ("nearest every 12 s", Matcher::NearestEvery { ms: 12_000 }),
];

/// One pool, or all of them.
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) platform: Figures,
    pub(crate) curve: Curve,
    pub(crate) baselines: Vec<Baseline>,
}

/// A baseline beside what the curve says: our wait at its distance and our distance at its wait, where there is one.
pub(crate) struct Baseline {
    pub(crate) name: &'static str,
    pub(crate) figures: Figures,
    pub(crate) our_wait_s: Option<f64>,
    pub(crate) our_distance: Option<f64>,
}

impl Baseline {
    /// Whether it takes longer than we do at the same distance, and has the larger distance after the same wait.
    pub(crate) fn is_beaten(&self) -> bool {
        self.our_wait_s.is_some_and(|wait_s| wait_s < self.figures.mean_wait_s)
            && self
                .our_distance
                .is_some_and(|distance| distance < self.figures.distance)
    }
}

pub(crate) struct Report {
    seed: u64,
    pub(crate) players: usize,
    days: u64,
    /// The pools, and all of them together last.
    pub(crate) sections: Vec<Section>,
}

impl Report {
    pub(crate) fn of(seed: u64, players: usize, days: u64) -> Self {
        let waves = SPEEDS.map(|speed| Matcher::Waves(at_speed(speed)));
        let matchers: Vec<Matcher> = waves.into_iter().chain(BASELINES.map(|(_, matcher)| matcher)).collect();
        let mut tallies = campaign::days(seed, players, days, &matchers);
        for pools in &mut tallies {
            let mut all = Tally::default();
            pools.iter().for_each(|pool| all.add(pool));
            pools.push(all);
        }
        let names = POOLS.iter().map(|pool| pool.name).chain(["all pools"]);
        let sections = names.enumerate().map(|(pool, name)| {
            let figures: Vec<Figures> = tallies.iter().map(|pools| pools[pool].figures()).collect();
            Section::of(name, &figures)
        });
        Self {
            seed,
            players,
            days,
            sections: sections.collect(),
        }
    }

    /// Markdown.
    pub(crate) fn table(&self) -> String {
        let mut table = format!(
            "{} players a day, {} days, seed {}. Ours at the same distance: mean wait; at the same wait: distance.\n\n",
            self.players, self.days, self.seed
        );
        table.push_str(HEAD);
        for section in &self.sections {
            row(&mut table, section.name, "waves", &section.platform, [None; 2]);
            for baseline in &section.baselines {
                let ours = [baseline.our_wait_s, baseline.our_distance];
                row(&mut table, section.name, baseline.name, &baseline.figures, ours);
            }
        }
        table.push('\n');
        for (index, (name, _)) in BASELINES.iter().enumerate() {
            let beaten = self
                .sections
                .iter()
                .filter(|section| section.baselines[index].is_beaten())
                .count();
            // Writing to a string does not fail.
            let _ = writeln!(
                table,
                "Beaten both ways: {name} in {beaten} of {} rows.",
                self.sections.len()
            );
        }
        table
    }
}

impl Section {
    fn of(name: &'static str, figures: &[Figures]) -> Self {
        let (waves, baselines) = figures.split_at(SPEEDS.len());
        let curve = Curve::of(waves.iter().map(Figures::point).collect());
        let baselines = BASELINES.iter().zip(baselines).map(|(&(name, _), figures)| Baseline {
            name,
            figures: *figures,
            our_wait_s: curve.wait_at(figures.distance),
            our_distance: curve.distance_at(figures.mean_wait_s),
        });
        Self {
            name,
            platform: waves[PLATFORM],
            baselines: baselines.collect(),
            curve,
        }
    }
}

impl Figures {
    pub(crate) fn point(&self) -> Point {
        Point {
            wait_s: self.mean_wait_s,
            distance: self.distance,
        }
    }
}

/// The platform's policy, all of whose windows are so many times as wide.
fn at_speed(speed: f64) -> Policy {
    let platform = Parameters::default();
    let parameters = Parameters {
        initial_window: (platform.initial_window * speed).min(5_000.0),
        widening_per_second: (platform.widening_per_second * speed).min(1_000.0),
        widest_window: (platform.widest_window * speed.max(1.0)).min(5_000.0),
        ..platform
    };
    // All of these are within their ranges.
    Policy::new(parameters).unwrap_or_default()
}

const HEAD: &str = "\
| pool | paired by | games | median wait s | p95 wait s | mean wait s | mean distance | \\|white - black\\| a player \
| against a due colour % | last opponent again % | gave up % | ours at the same distance s | ours at the same wait |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

fn row(table: &mut String, pool: &str, name: &str, figures: &Figures, ours: [Option<f64>; 2]) {
    let [wait_s, distance] = ours.map(|ours| ours.map_or_else(String::new, |ours| format!("{ours:.2}")));
    let Figures {
        games,
        mean_wait_s,
        median_wait_s,
        p95_wait_s,
        distance: own_distance,
        imbalance,
        against_due_percent,
        repeats_percent,
        gave_up_percent,
    } = figures;
    // Writing to a string does not fail.
    let _ = writeln!(
        table,
        "| {pool} | {name} | {games} | {median_wait_s:.2} | {p95_wait_s:.1} | {mean_wait_s:.2} | {own_distance:.1} \
         | {imbalance:.2} | {against_due_percent:.1} | {repeats_percent:.1} | {gave_up_percent:.1} | {wait_s} | {distance} |"
    );
}
