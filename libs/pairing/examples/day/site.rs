//! One pool, for a day: players come, wait, play, come back, and leave when they have waited too long.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use corners_pairing::{Relation, Seeker};

use crate::site_day::dice::Dice;
use crate::site_day::matcher::Matcher;
use crate::site_day::pools::Pool;
use crate::site_day::population::Player;
use crate::site_day::tally::Tally;

const SECOND_MS: u64 = 1_000;

/// So many last opponents and colours of a player are remembered.
const REMEMBERED: usize = 8;

#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
enum Event {
    /// A player comes to the pool, for so many games in a row.
    Comes { player: usize, games: u32 },
    /// A player loses patience, unless this wait of theirs, by its number, is over.
    Leaves { player: usize, wait: u32 },
}

struct Waiting {
    player: usize,
    games: u32,
    since_ms: u64,
}

#[derive(Clone, Default)]
struct Record {
    /// Whom the player met, the last one first.
    opponents: VecDeque<usize>,
    /// Whether the player had White in those games.
    whites: VecDeque<bool>,
    waits: u32,
    /// Games as White less games as Black, today.
    whiteness: i32,
}

pub(crate) struct Site<'a> {
    pool: &'a Pool,
    players: &'a [Player],
    matcher: &'a Matcher,
    seed: u64,
    dice: Dice,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    /// When there has to be a wave although nobody comes.
    waves: BTreeSet<u64>,
    events_so_far: u64,
    waiting: Vec<Waiting>,
    records: Vec<Record>,
    tally: Tally,
}

impl<'a> Site<'a> {
    pub(crate) fn new(pool: &'a Pool, players: &'a [Player], matcher: &'a Matcher, seed: u64) -> Self {
        let mut site = Self {
            pool,
            players,
            matcher,
            seed,
            dice: Dice::new(seed),
            events: BinaryHeap::new(),
            waves: BTreeSet::new(),
            events_so_far: 0,
            waiting: Vec::new(),
            records: vec![Record::default(); players.len()],
            tally: Tally::default(),
        };
        for (player, session) in players
            .iter()
            .enumerate()
            .flat_map(|(player, of)| of.sessions.iter().map(move |session| (player, session)))
        {
            let games = session.games;
            site.at(session.from_ms, Event::Comes { player, games });
        }
        site
    }

    /// Lives through the day, until nobody plays any more.
    pub(crate) fn run(mut self) -> Tally {
        loop {
            let event_ms = self.events.peek().map(|Reverse((at_ms, ..))| *at_ms);
            let wave_ms = self.waves.first().copied();
            match (event_ms, wave_ms) {
                (None, None) => break,
                (Some(event_ms), wave) if wave.is_none_or(|wave_ms| event_ms <= wave_ms) => {
                    if let Some(Reverse((now_ms, _, event))) = self.events.pop() {
                        self.happens(now_ms, event);
                    }
                }
                (_, Some(now_ms)) => {
                    self.waves.pop_first();
                    self.wave(now_ms);
                }
                (Some(_), None) => {}
            }
        }
        self.tally.end(self.records.iter().map(|record| record.whiteness));
        self.tally
    }

    /// What happens to a player with so many games to go does not depend on who pairs: days differ by the pairing alone as far
    /// as they can.
    fn own_dice(&self, player: usize, games: u32) -> Dice {
        Dice::new(self.seed ^ ((player as u64) << 32) ^ (u64::from(games) << 8))
    }

    fn at(&mut self, at_ms: u64, event: Event) {
        self.events_so_far += 1;
        self.events.push(Reverse((at_ms, self.events_so_far, event)));
    }

    fn happens(&mut self, now_ms: u64, event: Event) {
        match event {
            Event::Comes { player, games } => self.comes(now_ms, player, games),
            Event::Leaves { player, wait } => {
                if self.records[player].waits == wait
                    && let Some(index) = self.waiting.iter().position(|waiting| waiting.player == player)
                {
                    let gone = self.waiting.remove(index);
                    self.tally.gave_up(now_ms - gone.since_ms);
                    // Those who were not to meet because of the one who left may do now.
                    if matches!(self.matcher, Matcher::Waves(_)) && self.waiting.len() > 1 {
                        self.waves.insert(next_second(now_ms));
                    }
                }
            }
        }
    }

    fn comes(&mut self, now_ms: u64, player: usize, games: u32) {
        // Whoever comes back while still playing from before has one session the longer.
        if self.waiting.iter().any(|waiting| waiting.player == player) {
            return;
        }
        self.records[player].waits += 1;
        let wait = self.records[player].waits;
        self.waiting.push(Waiting {
            player,
            games,
            since_ms: now_ms,
        });
        self.at(
            now_ms + self.players[player].patience_ms,
            Event::Leaves { player, wait },
        );
        match self.matcher {
            Matcher::NearestEvery { ms } => {
                self.waves.insert(now_ms.div_ceil(*ms) * ms);
            }
            _ => self.wave(now_ms),
        }
        if self.waiting.last().is_some_and(|newest| newest.player == player) {
            self.look_again(now_ms);
        }
    }

    /// The one who came last and is still there: when windows between them and the others open, there has to be a wave.
    fn look_again(&mut self, now_ms: u64) {
        let seekers = self.seekers(now_ms);
        let Some((newest, others)) = seekers.split_last() else {
            return;
        };
        for (index, other) in others.iter().enumerate() {
            let relation = self.relation(self.waiting[index].player, self.waiting[others.len()].player);
            if let Some(in_ms) = self.matcher.looks_again_in_ms(newest, other, relation) {
                self.waves.insert(next_second(now_ms + in_ms));
            }
        }
    }

    fn seekers(&self, now_ms: u64) -> Vec<Seeker> {
        self.waiting
            .iter()
            .map(|waiting| self.seeker(waiting, now_ms))
            .collect()
    }

    fn seeker(&self, waiting: &Waiting, now_ms: u64) -> Seeker {
        let player = &self.players[waiting.player];
        let whites = &self.records[waiting.player].whites;
        let white = whites.iter().filter(|&&white| white).count() as i8;
        Seeker {
            rating: player.rating,
            deviation: player.deviation,
            waited_ms: now_ms - waiting.since_ms,
            below: player.below,
            above: player.above,
            colour_balance: 2 * white - whites.len() as i8,
        }
    }

    /// One pair of players in a thousand is blocked.
    fn relation(&self, one: usize, other: usize) -> Relation {
        if one == other || Dice::new(((one.min(other) as u64) << 32) | one.max(other) as u64).happens(0.001) {
            return Relation::Never;
        }
        let ago = |own: usize, opponent: usize| self.records[own].opponents.iter().position(|&met| met == opponent);
        match ago(one, other).into_iter().chain(ago(other, one)).min() {
            None => Relation::Strangers,
            Some(0) => Relation::Last,
            Some(ago) => Relation::Recent {
                games_ago: ago as u32 + 1,
            },
        }
    }

    fn wave(&mut self, now_ms: u64) {
        if self.waiting.len() < 2 {
            return;
        }
        let seekers = self.seekers(now_ms);
        let players: Vec<usize> = self.waiting.iter().map(|waiting| waiting.player).collect();
        let seed = self.dice.number();
        let relation = |one: usize, other: usize| self.relation(players[one], players[other]);
        let couples = self.matcher.pair(&seekers, relation, seed);
        for &(one, other) in &couples {
            self.play(now_ms, [one, other], [&seekers[one], &seekers[other]]);
        }
        let mut taken: Vec<usize> = couples.into_iter().flat_map(|(one, other)| [one, other]).collect();
        taken.sort_unstable();
        for index in taken.into_iter().rev() {
            self.waiting.remove(index);
        }
    }

    /// Colours by one rule for all matchers: who has had White more has Black, and else a coin decides.
    fn play(&mut self, now_ms: u64, pair: [usize; 2], seekers: [&Seeker; 2]) {
        let [first, second] = seekers.map(|seeker| seeker.colour_balance);
        let first_is_white = first < second || (first == second && self.dice.happens(0.5));
        let of = pair.map(|index| (self.waiting[index].player, self.waiting[index].games));
        self.tally.game(
            seekers,
            first_is_white,
            self.relation(of[0].0, of[1].0) == Relation::Last,
        );
        let of_both = of.map(|(player, games)| self.own_dice(player, games));
        let lasts_ms = self.pool.side_ms() * of_both.map(|mut dice| dice.between(0.25, 0.75)).iter().sum::<f64>();
        for (index, (player, games)) in of.into_iter().enumerate() {
            let pause_ms = 1_000.0 * self.own_dice(player, games).log_normal(5.0, 1.0).min(120.0);
            let record = &mut self.records[player];
            let white = (index == 0) == first_is_white;
            record.whiteness += if white { 1 } else { -1 };
            remember(&mut record.opponents, of[1 - index].0);
            remember(&mut record.whites, white);
            record.waits += 1;
            if games > 1 {
                let games = games - 1;
                self.at(now_ms + (lasts_ms + pause_ms) as u64, Event::Comes { player, games });
            }
        }
    }
}

fn remember<T>(last: &mut VecDeque<T>, newest: T) {
    last.push_front(newest);
    last.truncate(REMEMBERED);
}

fn next_second(ms: u64) -> u64 {
    ms.div_ceil(SECOND_MS) * SECOND_MS
}
