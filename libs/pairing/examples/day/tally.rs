//! What is counted in a day.

use corners_pairing::Seeker;

#[derive(Clone, Default)]
pub(crate) struct Tally {
    /// All waits, of those who found somebody and of those who gave up, in milliseconds.
    waits_ms: Vec<u64>,
    pub(crate) games: u64,
    pub(crate) gave_up: u64,
    pub(crate) repeats: u64,
    distance: f64,
    /// Games in which one of the two did not get the colour that they were due.
    against_due: u64,
    /// For each player who played, by how much games as White and as Black differ.
    imbalance: u64,
    players: u64,
}

/// A tally in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Figures {
    pub(crate) games: u64,
    pub(crate) mean_wait_s: f64,
    pub(crate) median_wait_s: f64,
    pub(crate) p95_wait_s: f64,
    pub(crate) distance: f64,
    pub(crate) imbalance: f64,
    pub(crate) against_due_percent: f64,
    pub(crate) gave_up_percent: f64,
    pub(crate) repeats_percent: f64,
}

impl Tally {
    pub(crate) fn game(&mut self, pair: [&Seeker; 2], first_is_white: bool, repeat: bool) {
        let [first, second] = pair;
        self.games += 1;
        self.repeats += u64::from(repeat);
        self.distance += (first.rating - second.rating).abs();
        self.waits_ms.extend(pair.map(|seeker| seeker.waited_ms));
        let (white, black) = if first_is_white {
            (first, second)
        } else {
            (second, first)
        };
        self.against_due += u64::from(white.colour_balance > 0 || black.colour_balance < 0);
    }

    pub(crate) fn gave_up(&mut self, waited_ms: u64) {
        self.gave_up += 1;
        self.waits_ms.push(waited_ms);
    }

    /// The day is over, with this many more games as White than as Black for each player.
    pub(crate) fn end(&mut self, whiteness: impl Iterator<Item = i32>) {
        for games in whiteness {
            self.imbalance += u64::from(games.unsigned_abs());
            self.players += 1;
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.waits_ms.extend(&other.waits_ms);
        self.games += other.games;
        self.gave_up += other.gave_up;
        self.repeats += other.repeats;
        self.distance += other.distance;
        self.against_due += other.against_due;
        self.imbalance += other.imbalance;
        self.players += other.players;
    }

    pub(crate) fn figures(&self) -> Figures {
        let mut waits_ms = self.waits_ms.clone();
        waits_ms.sort_unstable();
        let at = |share: f64| {
            let index = (waits_ms.len() as f64 * share) as usize;
            waits_ms.get(index).map_or(0.0, |&ms| ms as f64 / 1_000.0)
        };
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        Figures {
            games: self.games,
            mean_wait_s: share(waits_ms.iter().sum(), waits_ms.len() as u64) / 1_000.0,
            median_wait_s: at(0.5),
            p95_wait_s: at(0.95),
            distance: self.distance / self.games.max(1) as f64,
            imbalance: share(self.imbalance, self.players),
            against_due_percent: 100.0 * share(self.against_due, self.games),
            gave_up_percent: 100.0 * share(self.gave_up, waits_ms.len() as u64),
            repeats_percent: 100.0 * share(self.repeats, self.games),
        }
    }
}
