use std::collections::HashMap;

use corners_proto::game::v1::AccountKind;
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Side;
use proptest::prelude::*;

use super::*;

const DAY_MS: u64 = 86_400_000;
const START_MS: u64 = 20_000 * DAY_MS;

fn rulebook() -> Rulebook {
    Rulebook::new(Policy::default()).unwrap()
}

fn account(number: u8) -> AccountId {
    AccountId::from_bytes([number; 16])
}

fn table(number: u32) -> TableId {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    TableId::from_bytes(bytes)
}

fn person(number: u8) -> Player {
    Player {
        account: account(number),
        kind: AccountKind::Player,
    }
}

/// White wins against Black, a minute later for each number.
fn game(number: u32, white: u8, black: u8) -> FinishedGame {
    FinishedGame {
        table: table(number),
        variant: "classic-3x3".to_owned(),
        white: Some(person(white)),
        black: Some(person(black)),
        finished_at_ms: START_MS + u64::from(number) * 60_000,
        set_up: false,
        plies: 60,
        winner: Some(Some(Side::White)),
    }
}

fn fold_all(told: &[Told]) -> (Known, Vec<Happened>) {
    let mut known = Known::default();
    let happened = fold(told, &mut known, &rulebook());
    (known, happened.into_iter().map(|(_, happened)| happened).collect())
}

fn standing(known: &Known, number: u8) -> Standing {
    let player = PlayerIn {
        player: account(number),
        variant: "classic-3x3".to_owned(),
    };
    known.standings[&player]
}

fn unrated(game: FinishedGame) -> Option<UnratedReason> {
    match fold_all(&[Told::Finished(game)]).1.pop() {
        Some(Happened::Unrated(reason)) => Some(reason),
        _ => None,
    }
}

#[test]
fn a_game_changes_both_ratings_once_however_often_it_is_told() {
    let told = Told::Finished(game(1, 1, 2));
    let (once, happened) = fold_all(std::slice::from_ref(&told));
    let (thrice, _) = fold_all(&[told.clone(), told.clone(), told]);
    assert_eq!(once, thrice);
    let [white, black] = happened[0].changes() else {
        panic!("{happened:?}")
    };
    assert_eq!(
        (white.side, white.score, black.side, black.score),
        (Side::White, 1.0, Side::Black, 0.0)
    );
    assert_eq!((white.opponent, black.opponent), (account(2), account(1)));
    // The vector of glicko.json for two who start.
    assert_eq!(
        format!("{:.4} {:.4}", white.after.rating, white.after.deviation),
        "1741.4759 396.6898"
    );
    assert_eq!(format!("{:.4}", black.after.rating), "1258.5241");
    assert_eq!(standing(&once, 1).rating, white.after);
    assert_eq!((standing(&once, 2).games, standing(&once, 2).changes), (1, 1));
}

#[test]
fn what_is_not_rated_has_a_reason_and_changes_nothing() {
    use UnratedReason as Why;
    let base = game(1, 1, 2);
    let cases = [
        (
            Why::NoResult,
            FinishedGame {
                winner: None,
                ..base.clone()
            },
        ),
        (
            Why::Variant,
            FinishedGame {
                variant: "triangle".to_owned(),
                ..base.clone()
            },
        ),
        (
            Why::Variant,
            FinishedGame {
                variant: "of tomorrow".to_owned(),
                ..base.clone()
            },
        ),
        (
            Why::SetUp,
            FinishedGame {
                set_up: true,
                ..base.clone()
            },
        ),
        (
            Why::NoOpponent,
            FinishedGame {
                black: None,
                ..base.clone()
            },
        ),
        (Why::NoOpponent, game(1, 1, 1)),
        (
            Why::NotBothMoved,
            FinishedGame {
                plies: 1,
                ..base.clone()
            },
        ),
        (
            Why::TooShort,
            FinishedGame {
                plies: 5,
                ..base.clone()
            },
        ),
    ];
    for (reason, game) in cases {
        let (known, happened) = fold_all(&[Told::Finished(game.clone())]);
        assert_eq!(happened, [Happened::Unrated(reason)], "{game:?}");
        assert!(known.standings.is_empty(), "{game:?}");
        // Nor does annulling it.
        let (_, happened) = fold_all(&[Told::Finished(game.clone()), Told::Annulled(game, START_MS)]);
        assert_eq!(happened.len(), 1);
    }
    assert_eq!(unrated(FinishedGame { plies: 6, ..base }), None);
}

#[test]
fn two_players_have_so_many_rated_games_of_a_variant_a_day() {
    let limit = rulebook().policy().pair_games_a_day;
    let mut told: Vec<_> = (0..limit).map(|number| Told::Finished(game(number, 1, 2))).collect();
    let extra = |number, game: FinishedGame| {
        Told::Finished(FinishedGame {
            table: table(number),
            ..game
        })
    };
    // Colours do not matter; another variant, another opponent and the next day do.
    told.push(extra(1000, game(30, 2, 1)));
    told.push(extra(
        1001,
        FinishedGame {
            variant: "classic-3x4".to_owned(),
            ..game(31, 1, 2)
        },
    ));
    told.push(extra(1002, game(32, 1, 3)));
    told.push(extra(
        1003,
        FinishedGame {
            finished_at_ms: START_MS + DAY_MS,
            ..game(33, 1, 2)
        },
    ));
    let (_, happened) = fold_all(&told);
    let rest: Vec<_> = happened[limit as usize..]
        .iter()
        .map(|happened| happened.changes().len())
        .collect();
    assert_eq!(rest, [0, 2, 2, 2]);
    assert_eq!(happened[limit as usize], Happened::Unrated(UnratedReason::PairLimit));
}

#[test]
fn a_game_against_a_bot_counts_half_for_a_person_and_whole_for_the_bot() {
    let bot = Player {
        kind: AccountKind::Bot,
        ..person(2)
    };
    let (_, with_bot) = fold_all(&[Told::Finished(FinishedGame {
        black: Some(bot),
        ..game(1, 1, 2)
    })]);
    let (_, with_person) = fold_all(&[Told::Finished(game(1, 1, 2))]);
    let gained = |happened: &[Happened], seat: usize| {
        let change = &happened[0].changes()[seat];
        change.after.rating - change.before.rating
    };
    assert_eq!(gained(&with_bot, 0), gained(&with_person, 0) / 2.0);
    assert_eq!(gained(&with_bot, 1), gained(&with_person, 1));
    let both = [
        Some(Player {
            kind: AccountKind::Bot,
            ..person(1)
        }),
        Some(bot),
    ];
    let (_, of_bots) = fold_all(&[Told::Finished(FinishedGame {
        white: both[0],
        black: both[1],
        ..game(1, 1, 2)
    })]);
    assert_eq!(gained(&of_bots, 0), gained(&with_person, 0));
}

#[test]
fn an_annulled_game_gives_back_its_points_to_its_two_players_only() {
    let annulled = game(1, 1, 2);
    let before: Vec<_> = [annulled.clone(), game(2, 1, 3), game(3, 3, 2)]
        .map(Told::Finished)
        .into();
    let mut told = before.clone();
    told.push(Told::Annulled(annulled.clone(), START_MS + DAY_MS));
    told.push(Told::Annulled(annulled, START_MS + DAY_MS));
    let (known_before, happened) = fold_all(&before);
    let (known, all) = fold_all(&told);
    assert_eq!(all.len(), 4, "the second annulment is none");
    let Happened::Annulled(changes) = &all[3] else {
        panic!("{all:?}")
    };
    for (number, change) in [1, 2].into_iter().zip(&**changes) {
        let (was, is) = (standing(&known_before, number), standing(&known, number));
        let game = happened[0]
            .changes()
            .iter()
            .find(|game| game.player == account(number))
            .unwrap();
        assert_eq!(
            is.rating.rating,
            was.rating.rating - (game.after.rating - game.before.rating)
        );
        assert_eq!(
            (is.rating.deviation, is.rating.volatility),
            (was.rating.deviation, was.rating.volatility)
        );
        assert_eq!(
            (is.games, is.changes, is.last_game_ms),
            (was.games - 1, was.changes + 1, was.last_game_ms)
        );
        assert_eq!(
            (change.before, change.after, change.cause),
            (was.rating, is.rating, Cause::Annulment)
        );
    }
    assert_eq!(standing(&known_before, 3), standing(&known, 3));
}

#[test]
fn idle_time_counts_once() {
    let late = FinishedGame {
        finished_at_ms: START_MS + 365 * DAY_MS,
        ..game(2, 1, 3)
    };
    let (known, happened) = fold_all(&[Told::Finished(game(1, 1, 2)), Told::Finished(late)]);
    let [first, _] = happened[0].changes() else { panic!() };
    let [second, _] = happened[1].changes() else { panic!() };
    assert_eq!(second.before, first.after, "what is kept has not grown");
    assert!(second.live_deviation > first.after.deviation, "what is rated has");
    let rulebook = rulebook();
    let system = rulebook.system("classic-3x3").unwrap();
    let now = standing(&known, 1);
    assert_eq!(now.live(system, START_MS + 365 * DAY_MS), now.rating);
    assert_eq!(
        now.live(system, 0),
        now.rating,
        "a clock that is behind takes nothing off"
    );
}

#[test]
fn whoever_is_certain_enough_is_listed_until_idling_has_made_them_uncertain() {
    let rulebook = rulebook();
    let system = rulebook.system("classic-3x3").unwrap();
    let of = |deviation| {
        let standing = Standing {
            rating: corners_glicko::Rating {
                rating: 1699.9,
                deviation,
                volatility: 0.06,
            },
            changes: 1,
            games: 1,
            last_game_ms: START_MS,
            kind: AccountKind::Player,
        };
        (standing, Placement::of(&standing, system, rulebook.policy()))
    };
    let (standing, placed) = of(60.0);
    assert_eq!((placed.points, placed.bots), (1699, false));
    let (until, limit) = (placed.listed_until_ms, rulebook.policy().listed_to);
    assert!(placed.is_listed(START_MS) && placed.is_listed(until) && !placed.is_listed(until + 1));
    assert!(standing.live(system, until).deviation <= limit && standing.live(system, until + 1).deviation > limit);
    assert!(!of(65.1).1.is_listed(START_MS));
    assert_eq!(points(-0.5), -1);
}

/// Games of six players in any order of moments, some unrated, some annulled later.
fn any_results() -> impl Strategy<Value = Vec<Told>> {
    let one = (0..6u8, 0..6u8, 0..3u8, 0..40u64, 3..60u32, prop::bool::weighted(0.1));
    prop::collection::vec(one, 1..80).prop_map(|games| {
        let mut told = Vec::new();
        for (number, (white, black, winner, day, plies, annulled)) in (0..).zip(games) {
            let winner = [Some(Side::White), Some(Side::Black), None][usize::from(winner)];
            let game = FinishedGame {
                finished_at_ms: START_MS + day * DAY_MS,
                plies,
                winner: Some(winner),
                ..game(number, white, black)
            };
            told.push(Told::Finished(game.clone()));
            if annulled {
                told.push(Told::Annulled(game, START_MS + 50 * DAY_MS));
            }
        }
        told
    })
}

proptest! {
    #[test]
    fn changes_are_chains_whatever_happens(told in any_results()) {
        let (known, happened) = fold_all(&told);
        let mut last: HashMap<AccountId, (u64, corners_glicko::Rating)> = HashMap::new();
        let start = rulebook().system("classic-3x3").unwrap().start();
        for change in happened.iter().flat_map(Happened::changes) {
            let (number, before) = last.get(&change.player).copied().unwrap_or((0, start));
            prop_assert_eq!((change.number, change.before), (number + 1, before));
            last.insert(change.player, (change.number, change.after));
        }
        for (player, standing) in &known.standings {
            prop_assert_eq!(last[&player.player], (standing.changes, standing.rating));
        }
        let finished = told.iter().filter(|told| matches!(told, Told::Finished(_))).count();
        let events = happened.iter().filter(|happened| !matches!(happened, Happened::Annulled(_))).count();
        prop_assert_eq!(finished, events, "every game has an event");
    }

    #[test]
    fn batches_make_no_difference(told in any_results(), cut in any::<prop::sample::Index>()) {
        let (whole, _) = fold_all(&told);
        let (first, second) = told.split_at(cut.index(told.len()));
        let mut known = Known::default();
        let _ = fold(first, &mut known, &rulebook());
        let _ = fold(second, &mut known, &rulebook());
        prop_assert_eq!(known, whole);
    }

    #[test]
    fn all_that_a_fold_needs_is_wanted(told in any_results()) {
        let rulebook = rulebook();
        let wanted = wanted(&told, &rulebook);
        let (known, _) = fold_all(&told);
        prop_assert!(known.standings.keys().all(|player| wanted.players.contains(player)));
        prop_assert!(known.games.keys().all(|table| wanted.tables.contains(table)));
        prop_assert!(known.pair_games.keys().all(|pair| wanted.pairs.contains(pair)));
    }
}
