//! How a list is made, in whatever store: one index leads through the games, and what else is asked is looked at game by
//! game, a bounded number of them for one page.

use corners_proto::ids::{AccountId, TableId};
use corners_proto::stored::{Unknown, from_sql, id, to_sql};

use super::{GamesPage, GamesQuery, words};
use crate::domain::{ArchivedGame, Filter, GamePoint};

/// How many games are looked at for one page at most. A page whose filter lets few games through ends there, and the next
/// one goes on behind.
pub const SCANNED_AT_MOST: u32 = 1000;

/// The index that leads through the games: that of what few games have, of all that is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// Games of two accounts against each other.
    Pair(String, String),
    /// Games of one account.
    Player(String),
    Reason,
    Variant,
    Result,
    Rated,
    /// All games.
    Everything,
}

/// What is asked, as values of columns.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) lead: Lead,
    pub(super) variant: Option<String>,
    pub(super) rated: Option<bool>,
    pub(super) result: Option<String>,
    pub(super) reason: Option<String>,
    /// Only games that ended then or later.
    pub(super) from_ms: i64,
    /// Only games behind this place.
    pub(super) before_ms: i64,
    pub(super) before: String,
    /// So many games that match as make a page and one more, when each is there twice.
    pub(super) most: i64,
}

impl Asked {
    pub(super) fn of(query: &GamesQuery) -> Self {
        let filter = &query.filter;
        let (before_ms, before) = before(filter, query.after);
        Self {
            lead: lead(filter),
            variant: filter.variant.map(|variant| variant.id().to_owned()),
            rated: filter.rated,
            result: filter.result.map(|result| words::of_result(result).to_owned()),
            reason: filter.reason.map(words::of_reason),
            from_ms: filter.finished_from_ms.map_or(0, to_sql),
            before_ms,
            before,
            most: i64::from(query.limit) * 2 + 1,
        }
    }
}

fn lead(filter: &Filter) -> Lead {
    let account = |account: AccountId| account.to_string();
    match (filter.player, filter.opponent) {
        (Some(player), Some(opponent)) => return Lead::Pair(account(player), account(opponent)),
        (Some(player), None) | (None, Some(player)) => return Lead::Player(account(player)),
        (None, None) => {}
    }
    if filter.reason.is_some() {
        return Lead::Reason;
    }
    if filter.variant.is_some() {
        return Lead::Variant;
    }
    if filter.result.is_some() {
        return Lead::Result;
    }
    filter.rated.map_or(Lead::Everything, |_| Lead::Rated)
}

/// The place that all games of the page are behind. Every id is behind the empty text.
fn before(filter: &Filter, after: Option<GamePoint>) -> (i64, String) {
    let until_ms = filter.finished_until_ms.map_or(i64::MAX, to_sql);
    let until = (until_ms, String::new());
    match after {
        Some(point) => until.min((to_sql(point.finished_at_ms), point.table.to_string())),
        None => until,
    }
}

/// A game that was looked at: one that matches, or the last one of a page.
#[derive(Clone, Debug)]
pub(super) struct Looked {
    pub(super) table_id: String,
    pub(super) finished_at_ms: i64,
    /// The how manieth it was, from 1.
    pub(super) number: i64,
    pub(super) matches: bool,
}

impl Looked {
    fn place(&self) -> Result<GamePoint, Unknown> {
        Ok(GamePoint {
            finished_at_ms: from_sql(self.finished_at_ms),
            table: id(&self.table_id)?,
        })
    }
}

/// What a page is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) places: Vec<GamePoint>,
    pub(super) next: Option<GamePoint>,
}

/// Makes a page of what was looked at, in order: games that match, of which the same may be there twice, until there is one
/// more than fits; and the game that is [the last one to be looked at](SCANNED_AT_MOST), if it was reached.
pub(super) fn found(looked: &[Looked], limit: u32) -> Result<Found, Unknown> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut places = looked
        .iter()
        .filter(|game| game.matches)
        .map(Looked::place)
        .collect::<Result<Vec<_>, _>>()?;
    places.dedup();
    let next = if places.len() > limit {
        places.truncate(limit);
        places.last().copied()
    } else {
        let bound = looked.iter().find(|game| game.number == i64::from(SCANNED_AT_MOST));
        bound.map(Looked::place).transpose()?
    };
    Ok(Found { places, next })
}

impl Found {
    pub(super) fn tables(&self) -> impl Iterator<Item = TableId> {
        self.places.iter().map(|place| place.table)
    }

    /// The page with these games, whatever their order.
    pub(super) fn page(self, mut games: Vec<ArchivedGame>) -> GamesPage {
        let place_of = |game: &ArchivedGame| {
            let table = game.game.table;
            self.places.iter().position(|place| place.table == table)
        };
        games.sort_by_cached_key(place_of);
        GamesPage { games, next: self.next }
    }
}

#[cfg(test)]
mod tests {
    use corners_proto::game::v1::EndReason;

    use super::*;

    fn looked(number: i64, matches: bool) -> Looked {
        ended(5000 - number, number, matches)
    }

    fn ended(finished_at_ms: i64, number: i64, matches: bool) -> Looked {
        Looked {
            table_id: TableId::from_bytes([7; 16]).to_string(),
            finished_at_ms,
            number,
            matches,
        }
    }

    fn next_ms(games: &[Looked], limit: u32) -> (usize, Option<u64>) {
        let found = found(games, limit).unwrap();
        (found.places.len(), found.next.map(|place| place.finished_at_ms))
    }

    #[test]
    fn a_page_that_is_full_goes_on_behind_its_last_game() {
        assert_eq!(
            next_ms(&[looked(1, true), looked(2, true), looked(3, true)], 2),
            (2, Some(4998))
        );
    }

    #[test]
    fn a_page_that_found_all_there_is_is_the_last() {
        assert_eq!(next_ms(&[looked(1, true), looked(2, true)], 2), (2, None));
        assert_eq!(next_ms(&[], 2), (0, None));
    }

    #[test]
    fn a_page_that_looked_at_enough_games_goes_on_behind_them() {
        let bound = i64::from(SCANNED_AT_MOST);
        assert_eq!(next_ms(&[looked(1, true), looked(bound, false)], 2), (1, Some(4000)));
        assert_eq!(next_ms(&[looked(1, true), looked(bound, true)], 2), (2, Some(4000)));
        assert_eq!(next_ms(&[looked(bound, false)], 2), (0, Some(4000)));
        let full = [looked(1, true), looked(2, true), looked(bound, false)];
        assert_eq!(next_ms(&full, 2), (2, Some(4000)));
    }

    #[test]
    fn a_game_that_is_there_twice_counts_once() {
        let bound = i64::from(SCANNED_AT_MOST);
        let twins = |number| [ended(4900, number, true), ended(4900, number + 1, true)];
        assert_eq!(next_ms(&twins(1), 1), (1, None));
        assert_eq!(next_ms(&[twins(1)[0].clone(), looked(200, true)], 1), (1, Some(4900)));
        assert_eq!(next_ms(&[twins(bound)[0].clone()], 1), (1, Some(4900)));
        assert_eq!(next_ms(&twins(bound - 1), 1), (1, Some(4900)));
    }

    #[test]
    fn the_rarest_of_what_is_asked_leads() {
        let mut filter = Filter {
            rated: Some(true),
            ..Filter::default()
        };
        assert_eq!(lead(&filter), Lead::Rated);
        filter.reason = Some(EndReason::Goal);
        assert_eq!(lead(&filter), Lead::Reason);
        let player = AccountId::from_bytes([1; 16]);
        filter.player = Some(player);
        assert_eq!(lead(&filter), Lead::Player(player.to_string()));
    }

    #[test]
    fn the_end_of_the_time_asked_for_and_the_place_of_the_page_both_bound_it() {
        let place = |finished_at_ms| GamePoint {
            finished_at_ms,
            table: TableId::from_bytes([7; 16]),
        };
        let filter = Filter {
            finished_until_ms: Some(100),
            ..Filter::default()
        };
        assert_eq!(before(&filter, Some(place(100))).0, 100);
        assert_eq!(before(&filter, Some(place(100))).1, "");
        assert_eq!(before(&filter, Some(place(99))).0, 99);
        assert_eq!(before(&Filter::default(), None), (i64::MAX, String::new()));
    }
}
