//! Games as a whole: the verdicts of the oracle, taking back, replaying a log, and that every game ends (hazards 5 to 7).

use corners_rules::{Game, GameResult, GameText, IllegalMove, Move, Position, Side, Square, Variant};
use proptest::prelude::*;

use crate::oracle::NaiveGame;
use crate::strategies::{set_ups, variants};

/// A small generator, so that a whole game follows from one shrinkable number.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub(crate) fn below(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// A legal move, every other time one into the goal if there is one; `None` if there is no move at all.
fn random_move(game: &Game, dice: &mut Dice) -> Option<Move> {
    let mut legal = game.position().legal_moves();
    let goal: Vec<Square> = game.position().variant().goal(game.position().side_to_move()).collect();
    let arrives = |candidate: &Move| goal.contains(&candidate.to) && !goal.contains(&candidate.from);
    if dice.below(2) == 0 && legal.iter().any(arrives) {
        legal.retain(arrives);
    }
    (!legal.is_empty()).then(|| legal[dice.below(legal.len())])
}

/// Plays legal moves at random until the game ends, at most so many plies.
pub(crate) fn play_at_random(game: &mut Game, dice: &mut Dice, most_plies: usize) {
    for _ in 0..most_plies {
        if game.ending().is_some() {
            return;
        }
        let played = random_move(game, dice).expect("a game without moves has ended");
        game.play(&[played.from, played.to]).unwrap();
    }
}

/// As many plies as a game can have.
fn all_plies(variant: &Variant) -> usize {
    2 * usize::from(variant.move_limit())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn self_play_of_any_variant_ends_with_a_named_reason(variant in variants(), seed in any::<u64>()) {
        let mut game = Game::new(variant);
        play_at_random(&mut game, &mut Dice::new(seed), all_plies(variant));
        let ending = game.ending();
        prop_assert!(ending.is_some(), "{} has not ended after {} plies", variant, game.plies().len());
        prop_assert!(!GameText::of(&game).termination.unwrap().as_str().is_empty());
    }

    #[test]
    fn verdicts_are_those_of_the_oracle(start in set_ups(), seed in any::<u64>()) {
        let mut game = Game::from_set_up(start).unwrap();
        let mut oracle = NaiveGame::start(&start);
        let mut dice = Dice::new(seed);
        for _ in 0..all_plies(start.variant()) {
            let Some(chosen) = random_move(&game, &mut dice) else { break };
            let returns_home = game.position().returns_home(chosen);
            let played = game.play(&[chosen.from, chosen.to]).unwrap();
            let verdict = oracle.play(chosen);
            let reason = played.ending.map(|ending| (ending.reason.as_str(), ending.winner));
            prop_assert_eq!(reason, verdict, "{} after {}", game.position(), chosen);
            prop_assert_eq!(returns_home, reason.is_some_and(|(name, _)| name == "returned-home"));
            if verdict.is_some() {
                break;
            }
        }
    }

    #[test]
    fn taking_back_restores_exactly(start in set_ups(), seed in any::<u64>()) {
        let mut game = Game::from_set_up(start).unwrap();
        let mut dice = Dice::new(seed);
        let mut before = Vec::new();
        while let (None, Some(chosen)) = (game.ending(), random_move(&game, &mut dice)) {
            before.push(game.clone());
            game.play(&[chosen.from, chosen.to]).unwrap();
        }
        while let Some(earlier) = before.pop() {
            let path = *game.plies().last().unwrap();
            prop_assert_eq!(game.take_back(), Some(path));
            prop_assert_eq!(&game, &earlier);
        }
        prop_assert_eq!(game.take_back(), None);
        prop_assert_eq!(game.position(), &start);
    }

    #[test]
    fn a_replayed_log_is_the_game_that_was_played(start in set_ups(), seed in any::<u64>()) {
        let mut game = Game::from_set_up(start).unwrap();
        play_at_random(&mut game, &mut Dice::new(seed), 60);
        let mut replayed = Game::from_set_up(start).unwrap();
        for path in game.plies() {
            replayed.replay(path).unwrap();
        }
        prop_assert_eq!(replayed.judge(), game.ending());
        prop_assert_eq!(replayed.position(), game.position());
        prop_assert_eq!(replayed.plies(), game.plies());
    }
}

fn squares(text: &str) -> Vec<Square> {
    text.split('-').map(|square| square.parse().unwrap()).collect()
}

#[test]
fn a_record_that_does_not_fit_the_board_is_refused_and_changes_nothing() {
    let mut game = Game::new(Variant::find("classic-3x3").unwrap());
    let untouched = game.clone();
    for record in ["e5-e6", "f8-f7", "c3-b3", "c3-c3", "c3-c9", "i1-c4"] {
        let refused = game.replay(&record.parse().unwrap()).unwrap_err();
        assert_eq!(
            (refused.path.to_string(), refused.ply, refused.side),
            (record.to_owned(), 0, Side::White)
        );
        assert_eq!(game, untouched);
    }
}

#[test]
fn after_the_end_every_move_is_refused_until_it_is_taken_back() {
    let variant = Variant::find("classic-3x3").unwrap();
    let start = Position::parse(variant, "8/8/8/7b/8/w7/8/4w3 w 41").unwrap();
    let mut game = Game::from_set_up(start).unwrap();
    let played = game.play(&squares("a3-a4")).unwrap();
    assert_eq!(played.ending, None);
    game.play(&squares("h5-h4")).unwrap();
    game.play(&squares("a4-a3")).unwrap();
    assert_eq!(GameResult::of(game.ending()), GameResult::BlackWins);
    let ended = game.clone();
    assert_eq!(game.play(&squares("h4-h5")), Err(IllegalMove::GameOver));
    assert_eq!(game.resolve(&squares("h4-h5")), Err(IllegalMove::GameOver));
    assert_eq!(game, ended);
    game.take_back();
    assert!(game.play(&squares("a4-b4")).is_ok());
}
