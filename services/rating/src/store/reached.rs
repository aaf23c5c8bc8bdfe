//! Which of the results that a store is given it has not taken yet.

use super::{Place, Results};
use crate::domain::Told;

/// What is to be taken: what says something to ratings, and the place behind all of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rest {
    pub(super) told: Vec<Told>,
    pub(super) place: Option<Place>,
}

/// What is left of results for a store that has taken the feed up to a place; none when this is neither where they come
/// behind nor among them.
pub(super) fn rest(results: &Results, reached: Option<&Place>) -> Option<Rest> {
    let rest = if reached == results.behind.as_ref() {
        &results.results[..]
    } else {
        let last = results.results.iter().rposition(|(place, _)| Some(place) == reached)?;
        &results.results[last + 1..]
    };
    Some(Rest {
        told: rest.iter().filter_map(|(_, told)| told.clone()).collect(),
        place: rest.last().map(|(place, _)| place.clone()),
    })
}
