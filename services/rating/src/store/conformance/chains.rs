//! Chains: what a game leaves is what the next one begins with.

use std::sync::Arc;

use corners_proto::game::v1::AccountKind;
use corners_rules::Side;

use super::Replicas;
use super::model::Model;
use super::samples::{CLASSIC, DAY_MS, Taker, bot, finished, game, in_classic, table};
use crate::domain::{Cause, Happened, Player, PlayerIn, Policy, Told};
use crate::store::{Chain, RatingStore, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    an_empty_store_has_nothing(&open().await?[0]).await?;
    a_game_changes_both_ratings_once(&open().await?[0]).await?;
    games_of_one_player_make_one_chain_within_and_across_batches(&open().await?[0]).await?;
    variants_have_ratings_of_their_own(&open().await?[0]).await?;
    history_comes_in_pages(&open().await?[0]).await?;
    chains_come_in_pages(&open().await?[0]).await?;
    what_an_account_was_in_its_last_game_is_kept(&open().await?[0]).await
}

async fn an_empty_store_has_nothing(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    Model::new(&Policy::default())?.compare(&**store).await?;
    assert_eq!(store.place().await?, None);
    assert_eq!(store.standings(&[in_classic(1)]).await?, []);
    assert_eq!(store.standings(&[]).await?, []);
    assert_eq!(store.changes(&in_classic(1), None, 10).await?, []);
    assert_eq!(store.game(table(1)).await?, []);
    Ok(())
}

async fn a_game_changes_both_ratings_once(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy::default();
    let mut taker = Taker::new(store, &policy).await?;
    assert_eq!(taker.take(&[finished(1, 1, 2)], 5).await?, 1);
    let events = store.events_after(0, 10).await?;
    let Happened::Rated(changes) = &events[0].happened else {
        assert_eq!(events, [], "the game is rated");
        return Ok(());
    };
    let [white, black] = &**changes;
    assert_eq!((white.number, black.number), (1, 1));
    assert_eq!((white.side, black.side), (Side::White, Side::Black));
    assert_eq!((white.cause, white.score, black.score), (Cause::Game, 1.0, 0.0));
    assert_eq!(white.before.rating, 1500.0);
    assert!(white.after.rating > 1500.0 && black.after.rating < 1500.0);
    assert_eq!(store.game(events[0].table).await?, events);
    let standings = store.standings(&[in_classic(1), in_classic(2), in_classic(3)]).await?;
    assert_eq!(standings.len(), 2, "nobody else has a standing");
    Ok(())
}

async fn games_of_one_player_make_one_chain_within_and_across_batches(
    store: &Arc<dyn RatingStore>,
) -> Result<(), StoreError> {
    let policy = Policy::default();
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let batches = [
        vec![finished(1, 1, 2), finished(2, 1, 3), finished(3, 4, 1)],
        vec![finished(4, 1, 2)],
        // Three days later, so that deviations have grown.
        (0..5)
            .map(|number| {
                let mut later = game(10 + number, 1 + number % 2, 5 + number);
                later.finished_at_ms += 3 * DAY_MS + 1;
                later.winner = Some([None, Some(Side::Black)][number as usize % 2]);
                Told::Finished(later)
            })
            .collect(),
        // The feed tells of it later than of others that ended later.
        vec![finished(5, 3, 1)],
    ];
    for (batch, now_ms) in batches.iter().zip(100..) {
        assert_eq!(taker.take(batch, now_ms).await?, model.take(batch, now_ms));
        model.compare(&**store).await?;
    }
    Ok(())
}

async fn variants_have_ratings_of_their_own(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy::default();
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let told: Vec<_> = ["classic-3x4", CLASSIC, "diagonal-3x3", "classic-3x4"]
        .into_iter()
        .zip(1..)
        .map(|(variant, number)| {
            let mut game = game(number, 1, 2);
            variant.clone_into(&mut game.variant);
            Told::Finished(game)
        })
        .collect();
    assert_eq!(taker.take(&told, 1).await?, model.take(&told, 1));
    model.compare(&**store).await?;
    let diagonal = PlayerIn {
        variant: "diagonal-3x3".to_owned(),
        ..in_classic(1)
    };
    assert_eq!(store.changes(&diagonal, None, 10).await?.len(), 1);
    Ok(())
}

async fn history_comes_in_pages(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut taker = Taker::new(store, &Policy::default()).await?;
    let told: Vec<_> = (1..=7).map(|number| finished(number, 1, 1 + number)).collect();
    taker.take(&told, 1).await?;
    let numbers = async |before, limit| {
        let changes = store.changes(&in_classic(1), before, limit).await?;
        Ok::<Vec<u64>, StoreError>(changes.iter().map(|change| change.number).collect())
    };
    assert_eq!(numbers(None, 3).await?, [7, 6, 5]);
    assert_eq!(numbers(Some(5), 3).await?, [4, 3, 2]);
    assert_eq!(numbers(Some(2), 3).await?, [1]);
    assert_eq!(numbers(Some(1), 3).await?, Vec::<u64>::new());
    assert_eq!(numbers(Some(u64::MAX), 1).await?, [7]);
    Ok(())
}

async fn chains_come_in_pages(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut taker = Taker::new(store, &Policy::default()).await?;
    let told: Vec<_> = (1..=6)
        .map(|number| {
            let mut game = game(number, number, number + 1);
            if number % 2 == 0 {
                "diagonal-3x3".clone_into(&mut game.variant);
            }
            Told::Finished(game)
        })
        .collect();
    taker.take(&told, 1).await?;
    let all = store.chains(None, 100).await?;
    assert_eq!(all.len(), 12);
    for size in [1, 5, 12] {
        let mut paged = Vec::new();
        loop {
            let after = paged.last().map(|chain: &Chain| chain.player.clone());
            let page = store.chains(after.as_ref(), size).await?;
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        assert_eq!(paged, all);
    }
    Ok(())
}

async fn what_an_account_was_in_its_last_game_is_kept(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut taker = Taker::new(store, &Policy::default()).await?;
    let mut first = game(1, 1, 2);
    first.white = first.white.map(|player| Player {
        kind: AccountKind::Guest,
        ..player
    });
    let mut second = game(2, 1, 2);
    second.black = Some(bot(2));
    taker.take(&[Told::Finished(first), Told::Finished(second)], 1).await?;
    let kinds = async |number| {
        let changes = store.changes(&in_classic(number), None, 10).await?;
        let kinds = changes.iter().map(|change| (change.kind, change.opponent_kind));
        Ok::<Vec<_>, StoreError>(kinds.collect())
    };
    let (guest, player, bot) = (AccountKind::Guest, AccountKind::Player, AccountKind::Bot);
    assert_eq!(kinds(1).await?, [(player, bot), (guest, player)]);
    assert_eq!(kinds(2).await?, [(bot, player), (player, guest)]);
    let standings = store.standings(&[in_classic(2)]).await?;
    assert_eq!(standings[0].1.kind, bot);
    Ok(())
}
