use std::cmp::Reverse;
use std::ops::Range;

use crate::field::Field;
use crate::mates::Mates;
use crate::wave::EXACT_UP_TO;
use crate::{Relation, exact};

/// So many neighbours in the order of ratings are paired exactly at a time.
const PIECE: usize = 24;

/// How often those who are left over are paired among each other in pieces.
const ROUNDS: usize = 3;

/// How many pairs the last look at those who are left over considers, in all.
const LOOKS: usize = 1_000_000;

/// Pairs a part of the field that is too large to be paired exactly.
///
/// 1. Pieces of neighbours by rating, each exactly.
/// 2. Pieces that lie across the seams of the first ones: the pairs that are wholly inside one are dissolved, and it is
///    paired exactly. What was there before is one of the possibilities, so the sum of the weights never falls.
/// 3. Those who are left over move together and are paired in pieces again, a few times, exactly once they are few.
/// 4. Whoever is left then takes the best of all others who are left, those who have waited longest first, as long as the
///    budget of looks lasts: it does for a thousand who are left.
pub(crate) fn pair<R: Fn(usize, usize) -> Relation>(field: &Field<'_, R>, part: Range<usize>, mates: &mut Mates) {
    let places: Vec<usize> = part.collect();
    pair_in_pieces(field, &places, mates);
    pair_in_pieces(field, &places[PIECE / 2..], mates);
    for _ in 0..ROUNDS {
        let left = left_over(&places, mates);
        if left.len() <= EXACT_UP_TO {
            exact::pair(field, &left, mates);
            return;
        }
        pair_in_pieces(field, &left, mates);
    }
    take_the_best(field, &left_over(&places, mates), mates);
}

fn left_over(places: &[usize], mates: &Mates) -> Vec<usize> {
    places
        .iter()
        .copied()
        .filter(|&place| mates.of(place).is_none())
        .collect()
}

fn pair_in_pieces<R: Fn(usize, usize) -> Relation>(field: &Field<'_, R>, places: &[usize], mates: &mut Mates) {
    for piece in places.chunks(PIECE) {
        let inside = piece[0]..=piece[piece.len() - 1];
        let free: Vec<usize> = piece
            .iter()
            .copied()
            .filter(|&place| mates.of(place).is_none_or(|mate| inside.contains(&mate)))
            .collect();
        free.iter().for_each(|&place| mates.part(place));
        exact::pair(field, &free, mates);
    }
}

fn take_the_best<R: Fn(usize, usize) -> Relation>(field: &Field<'_, R>, left: &[usize], mates: &mut Mates) {
    let mut by_waiting = left.to_owned();
    by_waiting.sort_by_key(|&place| Reverse(field.standing(place).waited_ms));
    let mut looks = LOOKS;
    for place in by_waiting {
        if mates.of(place).is_some() {
            continue;
        }
        let mut best: Option<(i64, usize)> = None;
        for &other in left.iter().filter(|&&other| other != place) {
            if looks == 0 {
                return;
            }
            looks -= 1;
            if mates.of(other).is_none() {
                best = best.max(field.weight(place, other).map(|weight| (weight, other)));
            }
        }
        if let Some((_, other)) = best {
            mates.join(place, other);
        }
    }
}
