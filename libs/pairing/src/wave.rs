use crate::field::Field;
use crate::mates::Mates;
use crate::mix::mix;
use crate::{Policy, Relation, Seeker, crowd, exact};

/// A wave of at most so many players is paired exactly; so is each part of a larger wave that no window connects with the
/// rest, if it is not larger.
pub const EXACT_UP_TO: usize = 128;

/// Two players who are to play each other, by their indexes in what was given to [`wave`].
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Pair {
    /// Who has White.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
}

/// Pairs the players who wait in a pool: those pairs that together are worth most, by the policy. Everybody is in one pair
/// at most; the pairs of those who have waited longest come first.
///
/// `relation` is asked for two indexes, the lower one first, any number of times and with the same answer. `seed` decides
/// who has White where neither is due it, and between pairings that are worth the same.
///
/// No pair is made that a window, a limit of a player or the relation forbids. While somebody is left who may play
/// somebody else who is left, they are paired. Up to [`EXACT_UP_TO`] players that is a maximum-weight matching; the work
/// for larger waves is bounded, and how near they come is measured (`docs/pairing.md`).
pub fn wave<R>(seekers: &[Seeker], relation: R, policy: &Policy, seed: u64) -> Vec<Pair>
where
    R: Fn(usize, usize) -> Relation,
{
    let field = Field::new(seekers, relation, policy, seed);
    let mut mates = Mates::none(field.len());
    for part in field.parts() {
        if part.len() <= EXACT_UP_TO {
            exact::pair(&field, &part.collect::<Vec<_>>(), &mut mates);
        } else {
            crowd::pair(&field, part, &mut mates);
        }
    }
    let mut pairs: Vec<(usize, usize)> = mates.pairs().collect();
    let waited = |place: usize| field.standing(place).waited_ms;
    pairs.sort_by_key(|&(one, other)| std::cmp::Reverse(waited(one).max(waited(other))));
    pairs.into_iter().map(|pair| coloured(&field, pair, seed)).collect()
}

/// Who has had White more has Black. Between two who have had it equally, a coin decides.
fn coloured<R: Fn(usize, usize) -> Relation>(field: &Field<'_, R>, pair: (usize, usize), seed: u64) -> Pair {
    let (one, other) = pair;
    let whiter = field.standing(one).whiter_than(field.standing(other));
    let heads = mix(seed ^ mix(field.key(one) ^ mix(field.key(other)))) & 1 == 0;
    let (white, black) = if whiter < 0 || (whiter == 0 && heads) {
        pair
    } else {
        (other, one)
    };
    Pair {
        white: field.index(white),
        black: field.index(black),
    }
}
