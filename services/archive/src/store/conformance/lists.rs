//! Lists: what was asked for, in order, each game once, page by page.

use std::sync::Arc;

use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_proto::ids::TableId;
use corners_rules::Variant;

use super::samples::{aborted, account, casual, game, player, record_at, table};
use crate::domain::{Filter, Game, GamePoint};
use crate::store::{Annul, ArchiveStore, GamesQuery, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn ArchiveStore>, StoreError>,
{
    an_empty_store_lists_nothing(&*open().await?).await?;
    each_filter_lists_what_it_says_and_all_together_too(&*open().await?).await?;
    pages_of_any_size_make_one_list(&*open().await?).await?;
    who_sits_on_both_sides_counts_once(&*open().await?).await?;
    a_game_in_a_list_is_the_game_without_its_moves(&*open().await?).await
}

pub(super) async fn listed(store: &dyn ArchiveStore, filter: &Filter, limit: u32) -> Result<Vec<Game>, StoreError> {
    let mut query = GamesQuery {
        filter: filter.clone(),
        after: None,
        limit,
    };
    let mut games = Vec::new();
    loop {
        let page = store.list(&query).await?;
        assert!(page.games.len() <= usize::try_from(limit).unwrap_or(0));
        games.extend(page.games.into_iter().map(|game| game.game));
        query.after = match page.next {
            Some(next) => Some(next),
            None => return Ok(games),
        };
    }
}

async fn an_empty_store_lists_nothing(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    for filter in filters() {
        assert_eq!(listed(store, &filter, 10).await?, []);
    }
    Ok(())
}

/// Each setting alone, and some together.
fn filters() -> Vec<Filter> {
    let none = Filter::default;
    let mut filters = vec![none()];
    for number in [1, 2, 3, 9] {
        let player = Some(account(number));
        filters.push(Filter { player, ..none() });
        for other in [1, 2, 4] {
            let opponent = Some(account(other));
            filters.push(Filter {
                player,
                opponent,
                ..none()
            });
        }
    }
    filters.extend(Variant::all().iter().map(|variant| Filter {
        variant: Some(variant),
        ..none()
    }));
    filters.extend([true, false].map(|rated| Filter {
        rated: Some(rated),
        ..none()
    }));
    let results = [
        Outcome::Unspecified,
        Outcome::WhiteWins,
        Outcome::BlackWins,
        Outcome::Draw,
    ];
    filters.extend(results.map(|result| Filter {
        result: Some(result),
        ..none()
    }));
    let reasons = [
        EndReason::Timeout,
        EndReason::DrawAgreement,
        EndReason::Aborted,
        EndReason::Goal,
    ];
    filters.extend(reasons.map(|reason| Filter {
        reason: Some(reason),
        ..none()
    }));
    let ranges = [
        (Some(10_005), None),
        (None, Some(10_005)),
        (Some(10_004), Some(10_009)),
        (Some(u64::MAX), None),
        (Some(0), Some(u64::MAX)),
    ];
    filters.extend(ranges.map(|(finished_from_ms, finished_until_ms)| Filter {
        finished_from_ms,
        finished_until_ms,
        ..none()
    }));
    filters.extend(together());
    filters
}

fn together() -> Vec<Filter> {
    let alone = [Some(account(1)), None].map(|player| Filter {
        player,
        rated: Some(true),
        result: Some(Outcome::BlackWins),
        reason: Some(EndReason::Timeout),
        variant: Variant::find("classic-3x3"),
        finished_from_ms: Some(10_003),
        finished_until_ms: Some(10_016),
        ..Filter::default()
    });
    let mut filters = alone.to_vec();
    filters.push(Filter {
        opponent: Some(account(2)),
        ..alone[0].clone()
    });
    filters.push(Filter {
        result: Some(Outcome::Draw),
        ..alone[0].clone()
    });
    filters
}

/// Twenty games; some end at the same moment.
fn games() -> Vec<Game> {
    let mut games: Vec<_> = (1..=20)
        .map(|number| match number % 5 {
            0 => aborted(number),
            1 => casual(number),
            _ => game(number),
        })
        .collect();
    for game in &mut games[2..=5] {
        game.finished_at_ms = 10_004;
    }
    games[6].white = Some(player(2));
    games[6].black = Some(player(1));
    games[7].black = Some(player(1));
    games[8].white = Some(player(4));
    // One account on both sides, rated and not; one on one side only.
    games[10].black = games[10].white;
    games[11].black = games[11].white;
    games[14].white = Some(player(2));
    games
}

fn matches(filter: &Filter, game: &Game) -> bool {
    let seats = [&game.white, &game.black].map(|seat| seat.as_ref().map(|player| player.account));
    let sit = |player, opponent| seats == [Some(player), Some(opponent)] || seats == [Some(opponent), Some(player)];
    let plays = match (filter.player, filter.opponent) {
        (Some(player), Some(opponent)) => sit(player, opponent),
        (Some(player), None) => seats.contains(&Some(player)),
        _ => true,
    };
    plays
        && filter.variant.is_none_or(|variant| variant == game.variant)
        && filter.rated.is_none_or(|rated| rated == game.rated)
        && filter.result.is_none_or(|result| result == game.ending.result)
        && filter.reason.is_none_or(|reason| reason == game.ending.reason)
        && filter
            .finished_from_ms
            .is_none_or(|from_ms| from_ms <= game.finished_at_ms)
        && filter
            .finished_until_ms
            .is_none_or(|until_ms| game.finished_at_ms < until_ms)
}

fn expected(filter: &Filter) -> Vec<Game> {
    let mut games: Vec<_> = games().into_iter().filter(|game| matches(filter, game)).collect();
    games.sort_by_key(|game| std::cmp::Reverse((game.finished_at_ms, game.table.to_string())));
    for game in &mut games {
        game.moves.clear();
    }
    games
}

fn tables(games: &[Game]) -> Vec<TableId> {
    games.iter().map(|game| game.table).collect()
}

async fn each_filter_lists_what_it_says_and_all_together_too(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_at(store, &games(), 50).await?;
    for filter in filters() {
        assert_eq!(
            tables(&listed(store, &filter, 200).await?),
            tables(&expected(&filter)),
            "{filter:?}"
        );
    }
    Ok(())
}

async fn pages_of_any_size_make_one_list(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_at(store, &games(), 50).await?;
    for filter in filters() {
        for limit in [1, 2, 7, 20] {
            let listed = listed(store, &filter, limit).await?;
            assert_eq!(tables(&listed), tables(&expected(&filter)), "{limit} {filter:?}");
            assert!(listed == expected(&filter), "they are the games that were recorded");
        }
    }
    Ok(())
}

async fn who_sits_on_both_sides_counts_once(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    let mut games: Vec<_> = (1..=10).map(game).collect();
    for game in &mut games[3..] {
        game.black = game.white;
    }
    record_at(store, &games, 50).await?;
    let mut filter = Filter {
        player: Some(account(1)),
        ..Filter::default()
    };
    for limit in [1, 3, 10, 100] {
        let tables: Vec<_> = listed(store, &filter, limit)
            .await?
            .iter()
            .map(|game| game.table)
            .collect();
        assert_eq!(tables, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map(table), "{limit}");
    }
    filter.opponent = filter.player;
    for limit in [1, 3, 10, 100] {
        let tables: Vec<_> = listed(store, &filter, limit)
            .await?
            .iter()
            .map(|game| game.table)
            .collect();
        assert_eq!(tables, [10, 9, 8, 7, 6, 5, 4].map(table), "{limit}");
    }
    Ok(())
}

async fn a_game_in_a_list_is_the_game_without_its_moves(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_at(store, &[game(1), game(2)], 50).await?;
    let annul = Annul {
        table: table(1),
        now_ms: 70,
        by: account(9),
        note: "no".to_owned(),
        told: "{}".to_owned(),
    };
    let annulled = store.annul(annul).await?;
    let query = GamesQuery {
        filter: Filter::default(),
        after: Some(GamePoint {
            finished_at_ms: 10_002,
            table: table(2),
        }),
        limit: 5,
    };
    let page = store.list(&query).await?;
    assert_eq!(page.games.len(), 1);
    assert_eq!(page.games.first(), annulled.as_ref());
    assert_eq!((page.games[0].plies, page.games[0].game.moves.len()), (3, 0));
    assert_eq!(page.next, None);
    Ok(())
}
