//! Who pairs: the waves of this crate, and the two baselines.

use corners_pairing::{Policy, Relation, Seeker, wave};

/// Two indexes among those who wait, and nobody's colours yet.
pub(crate) type Couple = (usize, usize);

#[derive(Clone)]
pub(crate) enum Matcher {
    /// Waves of this crate: at once when somebody comes, and when a window opens, in the next whole second.
    Waves(Policy),
    /// First come, first served: who comes gets the one who has waited longest of all who are acceptable.
    FirstCome,
    /// All who wait, every so many milliseconds: again and again the two whose ratings are nearest.
    NearestEvery { ms: u64 },
}

impl Matcher {
    /// Pairs some of those who wait, who are in the order in which they came. The baselines obey the hard rules and know no
    /// windows.
    pub(crate) fn pair(
        &self,
        waiting: &[Seeker],
        relation: impl Fn(usize, usize) -> Relation,
        seed: u64,
    ) -> Vec<Couple> {
        match self {
            Self::Waves(policy) => wave(waiting, relation, policy, seed)
                .into_iter()
                .map(|pair| (pair.white, pair.black))
                .collect(),
            Self::FirstCome => first_come(waiting, relation),
            Self::NearestEvery { .. } => nearest(waiting, relation),
        }
    }

    /// When two who wait, of whom one has just come, have to be looked at again, counted from now; if ever.
    pub(crate) fn looks_again_in_ms(&self, one: &Seeker, other: &Seeker, relation: Relation) -> Option<u64> {
        match self {
            Self::Waves(policy) if relation != Relation::Never => policy.opens_in_ms(one, other),
            _ => None,
        }
    }
}

fn acceptable(one: &Seeker, other: &Seeker) -> bool {
    let accepts = |own: &Seeker, opponent: &Seeker| {
        let lead = opponent.rating - own.rating;
        own.above.is_none_or(|above| lead <= above) && own.below.is_none_or(|below| -lead <= below)
    };
    accepts(one, other) && accepts(other, one)
}

/// Only the last can be new; all others have not found each other acceptable before.
fn first_come(waiting: &[Seeker], relation: impl Fn(usize, usize) -> Relation) -> Vec<Couple> {
    let Some(newest) = waiting.len().checked_sub(1) else {
        return Vec::new();
    };
    let with = |wanted: fn(Relation) -> bool| {
        let good = |other: usize| acceptable(&waiting[other], &waiting[newest]);
        (0..newest).find(|&other| good(other) && wanted(relation(other, newest)))
    };
    let fresh = with(|relation| !matches!(relation, Relation::Never | Relation::Last));
    let found = fresh.or_else(|| with(|relation| relation == Relation::Last));
    found.map(|other| (other, newest)).into_iter().collect()
}

fn nearest(waiting: &[Seeker], relation: impl Fn(usize, usize) -> Relation) -> Vec<Couple> {
    let mut couples = Vec::new();
    for other in 1..waiting.len() {
        for one in (0..other).filter(|&one| acceptable(&waiting[one], &waiting[other])) {
            let relation = relation(one, other);
            if relation != Relation::Never {
                let distance = (waiting[one].rating - waiting[other].rating).abs();
                couples.push((relation == Relation::Last, distance, (one, other)));
            }
        }
    }
    couples.sort_by(|one, other| {
        one.0
            .cmp(&other.0)
            .then(one.1.total_cmp(&other.1))
            .then(one.2.cmp(&other.2))
    });
    let mut taken = vec![false; waiting.len()];
    let mut chosen = Vec::new();
    for (_, _, (one, other)) in couples {
        if !taken[one] && !taken[other] {
            (taken[one], taken[other]) = (true, true);
            chosen.push((one, other));
        }
    }
    chosen
}
