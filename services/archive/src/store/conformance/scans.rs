//! Pages whose filter lets few games through: each looks at a bounded number of games, and together they find all.

use std::sync::Arc;

use corners_proto::game::v1::{EndReason, Result as Outcome};

use super::lists::listed;
use super::samples::{account, game, player, record_at, table};
use crate::domain::{Filter, Game};
use crate::store::{ArchiveStore, GamesQuery, SCANNED_AT_MOST, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn ArchiveStore>, StoreError>,
{
    a_page_ends_where_enough_was_looked_at(&*open().await?).await?;
    games_against_oneself_do_not_hide_what_is_behind_them(&*open().await?).await
}

/// So many games that two pages end at the bound.
const GAMES: u32 = 2 * SCANNED_AT_MOST + 50;

async fn record_all(store: &dyn ArchiveStore, change: impl Fn(u32, &mut Game)) -> Result<(), StoreError> {
    let games: Vec<_> = (1..=GAMES)
        .map(|number| {
            let mut game = game(number);
            game.moves.clear();
            change(number, &mut game);
            game
        })
        .collect();
    for batch in games.chunks(256) {
        record_at(store, batch, 50).await?;
    }
    Ok(())
}

/// The numbers of games that the pages have, each page's place told by the number of the game it ended at.
async fn pages(store: &dyn ArchiveStore, filter: &Filter) -> Result<Vec<(usize, Option<u64>)>, StoreError> {
    let mut query = GamesQuery {
        filter: filter.clone(),
        after: None,
        limit: 10,
    };
    let mut pages = Vec::new();
    loop {
        let page = store.list(&query).await?;
        pages.push((page.games.len(), page.next.map(|next| next.finished_at_ms - 10_000)));
        query.after = match page.next {
            Some(next) => Some(next),
            None => return Ok(pages),
        };
    }
}

async fn a_page_ends_where_enough_was_looked_at(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    // Two unrated draws, one near each end; all others are rated.
    let rare = [3, GAMES - 2];
    record_all(store, |number, game| {
        if rare.contains(&number) {
            game.rated = false;
            game.ending.result = Outcome::Draw;
        }
    })
    .await?;
    let bound = u64::from(SCANNED_AT_MOST);
    let ends = |page: u64| Some(u64::from(GAMES) + 1 - bound * page);
    // What leads has them all, what is looked at game by game has two.
    let few = [
        Filter {
            reason: Some(EndReason::Timeout),
            result: Some(Outcome::Draw),
            ..Filter::default()
        },
        Filter {
            player: Some(account(1)),
            rated: Some(false),
            ..Filter::default()
        },
        Filter {
            player: Some(account(2)),
            opponent: Some(account(1)),
            rated: Some(false),
            ..Filter::default()
        },
    ];
    for filter in few {
        assert_eq!(
            pages(store, &filter).await?,
            [(1, ends(1)), (0, ends(2)), (1, None)],
            "{filter:?}"
        );
        let found: Vec<_> = listed(store, &filter, 1).await?.iter().map(|game| game.table).collect();
        assert_eq!(found, [GAMES - 2, 3].map(table));
    }
    // What leads has two.
    let rare = Filter {
        reason: None,
        result: Some(Outcome::Draw),
        rated: Some(false),
        ..Filter::default()
    };
    assert_eq!(pages(store, &rare).await?, [(2, None)]);
    // Nothing matches: the list comes to its end all the same.
    let none = Filter {
        reason: Some(EndReason::Timeout),
        result: Some(Outcome::WhiteWins),
        ..Filter::default()
    };
    assert_eq!(pages(store, &none).await?, [(0, ends(1)), (0, ends(2)), (0, None)]);
    Ok(())
}

async fn games_against_oneself_do_not_hide_what_is_behind_them(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_all(store, |number, game| {
        if number != 1 && number != GAMES {
            game.black = Some(player(1));
        }
        if number % 2 == 0 {
            game.ending.result = Outcome::Draw;
        }
    })
    .await?;
    let filter = Filter {
        player: Some(account(1)),
        ..Filter::default()
    };
    let all: Vec<_> = (1..=GAMES).rev().map(table).collect();
    for limit in [199, 200] {
        let games: Vec<_> = listed(store, &filter, limit)
            .await?
            .iter()
            .map(|game| game.table)
            .collect();
        assert!(games == all, "each is there, once, in order");
    }
    // A page ends after an odd number of games that are looked at, between the two sides of one.
    let rare = Filter {
        result: Some(Outcome::Draw),
        ..filter
    };
    let games: Vec<_> = listed(store, &rare, 10).await?.iter().map(|game| game.table).collect();
    let draws: Vec<_> = (1..=GAMES).rev().filter(|number| number % 2 == 0).map(table).collect();
    assert!(games == draws, "each draw is there, once, in order");
    let other = Filter {
        player: Some(account(2)),
        ..Filter::default()
    };
    let games: Vec<_> = listed(store, &other, 200)
        .await?
        .iter()
        .map(|game| game.table)
        .collect();
    assert_eq!(games, [GAMES, 1].map(table));
    Ok(())
}
