use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::Range;

use crate::mix::mix;
use crate::quality::Standing;
use crate::{Parameters, Policy, Relation, Seeker};

/// How many others are looked at for somebody else to play than the last opponent. Whoever has found nobody by then counts
/// as having somebody, and goes on waiting.
const LOOKS_FOR_ANOTHER: usize = 512;

/// The seekers of one wave in the order of their ratings, and what is between them. Places are those in that order.
///
/// Equal ratings are in an order that looks random: next to each other, players have mixed waits and colours. It depends
/// on what the seekers are and on the seed; on their order in the input only where two are the same in everything.
pub(crate) struct Field<'a, R> {
    standings: Vec<Standing>,
    keys: Vec<u64>,
    /// The index in the input of the seeker in each place.
    indexes: Vec<usize>,
    relation: R,
    parameters: &'a Parameters,
    /// Whether there is somebody for this one other than a last opponent; none while nobody has asked.
    has_another: Vec<Cell<Option<bool>>>,
}

impl<'a, R: Fn(usize, usize) -> Relation> Field<'a, R> {
    pub(crate) fn new(seekers: &[Seeker], relation: R, policy: &'a Policy, seed: u64) -> Self {
        let mut order: Vec<(u64, usize)> = seekers.iter().map(|seeker| key(seeker, seed)).zip(0..).collect();
        order.sort_unstable_by(|&(key, index), &(other_key, other)| {
            by_rating(&seekers[index], &seekers[other]).then((key, index).cmp(&(other_key, other)))
        });
        Self {
            standings: order
                .iter()
                .map(|&(_, index)| Standing::of(&seekers[index], policy.parameters()))
                .collect(),
            keys: order.iter().map(|&(key, _)| key).collect(),
            indexes: order.iter().map(|&(_, index)| index).collect(),
            relation,
            parameters: policy.parameters(),
            has_another: vec![Cell::new(None); seekers.len()],
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.standings.len()
    }

    pub(crate) fn standing(&self, place: usize) -> &Standing {
        &self.standings[place]
    }

    pub(crate) fn key(&self, place: usize) -> u64 {
        self.keys[place]
    }

    pub(crate) fn index(&self, place: usize) -> usize {
        self.indexes[place]
    }

    /// The field cut where no window reaches across, in ascending order.
    pub(crate) fn parts(&self) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let (mut start, mut reach) = (0, f64::NEG_INFINITY);
        for (place, standing) in self.standings.iter().enumerate() {
            // Whoever's rating is no number is reached by nobody, and f64::max passes over a reach that is none.
            let reached = standing.rating <= reach;
            if place > start && !reached {
                parts.push(start..place);
                start = place;
            }
            reach = reach.max(standing.rating + standing.window);
        }
        parts.push(start..self.len());
        parts
    }

    /// What it is worth that these two meet, or none if they may not.
    pub(crate) fn weight(&self, one: usize, other: usize) -> Option<i64> {
        let relation = self.relation_if_permitted(one, other)?;
        if relation == Relation::Last && !self.may_repeat(one, other) {
            return None;
        }
        Some(self.standings[one].weight(&self.standings[other], relation, self.parameters))
    }

    /// What two are to each other, if windows and limits allow that they meet and nothing forbids it for good.
    fn relation_if_permitted(&self, one: usize, other: usize) -> Option<Relation> {
        let (first, second) = (&self.standings[one], &self.standings[other]);
        if !first.accepts(second) || !second.accepts(first) {
            return None;
        }
        let relation = self.relation(one, other);
        (relation != Relation::Never).then_some(relation)
    }

    fn relation(&self, one: usize, other: usize) -> Relation {
        let (one, other) = (self.indexes[one], self.indexes[other]);
        (self.relation)(one.min(other), one.max(other))
    }

    /// Whether last opponents may meet again: there is nobody else for either.
    fn may_repeat(&self, one: usize, other: usize) -> bool {
        !self.has_another(one) && !self.has_another(other)
    }

    fn has_another(&self, place: usize) -> bool {
        if let Some(known) = self.has_another[place].get() {
            return known;
        }
        let found = self.look_for_another(place);
        self.has_another[place].set(Some(found));
        found
    }

    fn look_for_another(&self, place: usize) -> bool {
        let own = &self.standings[place];
        let near = move |other: &usize| (self.standings[*other].rating - own.rating).abs() <= own.later_window;
        let lower = (0..place).rev().take_while(near);
        let mut others = lower.chain((place + 1..self.len()).take_while(near));
        for other in others.by_ref().take(LOOKS_FOR_ANOTHER) {
            let opponent = &self.standings[other];
            if own.will_accept(opponent)
                && opponent.will_accept(own)
                && !matches!(self.relation(place, other), Relation::Last | Relation::Never)
            {
                return true;
            }
        }
        others.next().is_some()
    }
}

/// Ratings that are no numbers come last, whatever their sign.
fn by_rating(one: &Seeker, other: &Seeker) -> Ordering {
    let no_number = one.rating.is_nan().cmp(&other.rating.is_nan());
    no_number.then_with(|| one.rating.partial_cmp(&other.rating).unwrap_or(Ordering::Equal))
}

/// A number that looks random and depends on all that a seeker is.
fn key(seeker: &Seeker, seed: u64) -> u64 {
    let limit = |limit: Option<f64>| limit.map_or(u64::MAX, f64::to_bits);
    [
        seeker.rating.to_bits(),
        seeker.deviation.to_bits(),
        seeker.waited_ms,
        limit(seeker.below),
        limit(seeker.above),
        seeker.colour_balance as u64,
    ]
    .into_iter()
    .fold(mix(seed), |key, part| mix(key ^ part))
}
