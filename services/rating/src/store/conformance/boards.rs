//! Leaderboards: they say what a recount of all players would.

use std::sync::Arc;

use corners_rules::Side;

use super::Replicas;
use super::model::Model;
use super::samples::{CLASSIC, DAY_MS, Dice, THEN_MS, Taker, account, bot, finished, game, in_classic, person};
use crate::domain::{Board, FinishedGame, Player, Policy, Told};
use crate::store::{RatingStore, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    nobody_is_listed_who_is_uncertain(&open().await?[0]).await?;
    equal_ratings_are_in_the_order_of_ids(&open().await?[0]).await?;
    programs_have_a_board_of_their_own_and_accounts_can_move(&open().await?[0]).await?;
    who_has_not_played_for_long_is_taken_off(&open().await?[0]).await?;
    boards_are_what_a_recount_says_after_anything(&open().await?[0]).await
}

/// A policy by which a few games are enough to be listed, and pairs can play all day.
fn readily() -> Policy {
    Policy {
        listed_to: 300.0,
        pair_games_a_day: 1000,
        ..Policy::default()
    }
}

fn people() -> Board {
    Board {
        variant: CLASSIC.to_owned(),
        bots: false,
    }
}

async fn nobody_is_listed_who_is_uncertain(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy::default();
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let told = [finished(1, 1, 2), finished(2, 2, 3)];
    taker.take(&told, THEN_MS).await?;
    model.take(&told, THEN_MS);
    model.compare(&**store).await?;
    let leaders = store.leaders(&people(), None, 10).await?;
    assert_eq!((leaders.players, leaders.first_rank, leaders.leaders.len()), (0, 1, 0));
    assert_eq!(store.rank(&people(), account(1), 5).await?, None);
    let steps = store.distribution(&people()).await?;
    assert_eq!(steps.iter().map(|step| step.all).sum::<u64>(), 3);
    assert!(steps.iter().all(|step| step.listed == 0));
    Ok(())
}

async fn equal_ratings_are_in_the_order_of_ids(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = readily();
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    // Ten pairs play the same games at the same moments.
    let told: Vec<_> = (0..60)
        .map(|number| {
            let (round, pair) = (number / 10, number % 10);
            let mut game = game(number, 1 + 2 * pair, 2 + 2 * pair);
            game.finished_at_ms = THEN_MS + u64::from(round) * 1000;
            Told::Finished(game)
        })
        .collect();
    taker.take(&told, THEN_MS).await?;
    model.take(&told, THEN_MS);
    let leaders = store.leaders(&people(), None, 100).await?;
    assert_eq!(leaders.players, 20);
    let tied = leaders
        .leaders
        .iter()
        .filter(|(_, standing)| standing.rating == leaders.leaders[0].1.rating);
    assert_eq!(tied.count(), 10);
    model.compare(&**store).await
}

async fn programs_have_a_board_of_their_own_and_accounts_can_move(
    store: &Arc<dyn RatingStore>,
) -> Result<(), StoreError> {
    let policy = readily();
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let with = |number: u32, black: Player| {
        let mut game = game(number, 1, 2);
        game.black = Some(black);
        Told::Finished(game)
    };
    let told: Vec<_> = (1..=12).map(|number| with(number, bot(2))).collect();
    taker.take(&told, THEN_MS).await?;
    model.take(&told, THEN_MS);
    model.compare(&**store).await?;
    let programs = Board { bots: true, ..people() };
    assert!(store.rank(&programs, account(2), 0).await?.is_some());
    assert_eq!(store.rank(&people(), account(2), 0).await?, None);
    // An account that was a program and is none any more.
    let told = [with(13, person(2))];
    taker.take(&told, THEN_MS).await?;
    model.take(&told, THEN_MS);
    model.compare(&**store).await?;
    assert_eq!(store.rank(&programs, account(2), 0).await?, None);
    assert!(store.rank(&people(), account(2), 0).await?.is_some());
    assert_eq!(store.distribution(&programs).await?, []);
    Ok(())
}

/// Games of twelve people who are about equally good, with numbers from this one on.
fn many_games(first: u32, from_ms: u64) -> Vec<Told> {
    let told = |number| {
        let mut game = game(first + number, 1 + number % 5, 6 + number % 7);
        game.winner = Some([None, Some(Side::White), Some(Side::Black)][number as usize % 3]);
        game.finished_at_ms = from_ms + u64::from(number) * 60_000;
        Told::Finished(game)
    };
    (0..200).map(told).collect()
}

async fn who_has_not_played_for_long_is_taken_off(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy {
        listed_to: 180.0,
        ..readily()
    };
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let told = many_games(0, THEN_MS);
    taker.take(&told, THEN_MS).await?;
    model.take(&told, THEN_MS);
    let listed = store.leaders(&people(), None, 100).await?.players;
    assert!(listed >= 10, "{listed}");
    assert_eq!(store.unlist(THEN_MS, 100).await?, 0, "nobody's time is over");
    // Far away everybody's is; a sweep takes a few at a time.
    let late_ms = THEN_MS + 36_500 * DAY_MS;
    for limit in [3, 1, 100, 100] {
        let unlisted = store.unlist(late_ms, limit).await?;
        assert_eq!(unlisted, model.unlist(late_ms, limit as usize));
        model.compare(&**store).await?;
    }
    assert_eq!(store.leaders(&people(), None, 100).await?.players, 0);
    assert_eq!(store.standings(&[in_classic(1)]).await?.len(), 1, "the rating stays");
    // Whoever plays again is listed again.
    let told = many_games(300, late_ms);
    taker.take(&told, late_ms).await?;
    model.take(&told, late_ms);
    model.compare(&**store).await?;
    assert!(store.rank(&people(), account(1), 0).await?.is_some());
    Ok(())
}

/// A game of which nothing is certain.
fn any_game(dice: &mut Dice, number: u32, now_ms: u64) -> FinishedGame {
    let players = [person, bot, person];
    let mut player = || players[dice.below(3) as usize](dice.below(9));
    let (white, black) = (player(), player());
    let mut game = game(number, 0, 0);
    game.white = (dice.below(20) > 0).then_some(white);
    game.black = Some(black);
    let variants = [CLASSIC, CLASSIC, "diagonal-3x3", "triangle"];
    variants[dice.below(4) as usize].clone_into(&mut game.variant);
    let winners = [Some(Some(Side::White)), Some(Some(Side::Black)), Some(None), None];
    game.winner = winners[dice.below(16).min(3) as usize];
    game.plies = dice.below(60);
    game.finished_at_ms = now_ms - u64::from(dice.below(1000)) * 1000;
    game
}

async fn boards_are_what_a_recount_says_after_anything(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy {
        pair_games_a_day: 5,
        ..readily()
    };
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let mut dice = Dice::new(7);
    let (mut games, mut now_ms) = (Vec::new(), THEN_MS);
    for round in 0..20 {
        let told: Vec<_> = (0..1 + dice.below(40))
            .map(|_| {
                if dice.below(8) == 0 && !games.is_empty() {
                    let game: &FinishedGame = &games[dice.below(u32::try_from(games.len()).unwrap_or(1)) as usize];
                    return Told::Annulled(game.clone(), now_ms);
                }
                let game = any_game(&mut dice, u32::try_from(games.len()).unwrap_or(0), now_ms);
                games.push(game.clone());
                Told::Finished(game)
            })
            .collect();
        assert_eq!(taker.take(&told, now_ms).await?, model.take(&told, now_ms));
        now_ms += u64::from(dice.below(200)) * DAY_MS;
        let limit = 1 + dice.below(5);
        assert_eq!(store.unlist(now_ms, limit).await?, model.unlist(now_ms, limit as usize));
        if round % 5 == 4 {
            model.compare(&**store).await?;
        }
    }
    Ok(())
}
