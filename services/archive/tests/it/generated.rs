//! What the generator makes are games.

use std::collections::{BTreeMap, HashMap};

use corners_archive::convert::game_of;
use corners_archive::domain::Game;
use corners_proto::game::v1::EndReason;

use crate::generator::{Generator, Plan, table};

#[test]
fn games_end_for_every_reason_in_every_variant_between_many_people() {
    let (mut reasons, mut variants, mut seats) = (BTreeMap::new(), BTreeMap::new(), HashMap::new());
    let generator = Generator::new(Plan::of(20_000));
    let people = *generator.people();
    for game in generator {
        *reasons.entry(game.ending.reason as i32).or_insert(0) += 1;
        *variants.entry(game.variant.id()).or_insert(0) += 1;
        for player in [game.white, game.black].into_iter().flatten() {
            *seats.entry(player.account).or_insert(0) += 1;
        }
    }
    let every: Vec<i32> = (1..=EndReason::Closed as i32).collect();
    assert_eq!(reasons.keys().copied().collect::<Vec<_>>(), every, "{reasons:?}");
    assert_eq!(variants.len(), 7, "{variants:?}");
    let [light, heavy, another]: [u32; 3] =
        [people.light(), people.heavy(), people.another_heavy()].map(|account| seats[&account]);
    assert!(
        (5..30).contains(&light) && heavy > 300 && another > 300,
        "{light}, {heavy}, {another} games"
    );
    let lighter = seats.values().filter(|seats| **seats <= light).count();
    let half = seats.len() / 4..seats.len() * 3 / 4;
    assert!(half.contains(&lighter), "{lighter} of {}", seats.len());
}

#[test]
fn the_same_plan_makes_the_same_games_in_the_order_of_their_ends() {
    let games: Vec<Game> = Generator::new(Plan::of(500)).collect();
    let again: Vec<Game> = Generator::new(Plan::of(500)).collect();
    assert!(games == again);
    assert!(games.is_sorted_by_key(|game| game.finished_at_ms));
    let lengths: usize = games.iter().map(|game| game.moves.len()).sum();
    let mean = lengths / games.len();
    assert!((30..150).contains(&mean), "{mean} plies");
}

#[test]
fn every_game_is_one_that_the_archive_takes() {
    for game in Generator::new(Plan::of(2000)) {
        assert_eq!(game_of(&table(&game)), Ok(game));
    }
}
