//! Games by the rules, played once.

use corners_archive::domain::Ending;
use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_rules::{Game, Side, Variant};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::scripts;
use super::styles::Style;

/// How many of a hundred games are of this variant, and how many move lists they share.
const VARIANTS: [(&str, u32, u32); 7] = [
    ("classic-3x3", 45, 90),
    ("classic-3x4", 20, 50),
    ("diagonal-3x3", 15, 50),
    ("diagonal-3x4", 8, 30),
    ("triangle", 5, 30),
    ("square-4x4", 5, 30),
    ("halma-16x16", 2, 20),
];

/// A game by the rules.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) variant: &'static Variant,
    pub(super) is_set_up: bool,
    pub(super) paths: Vec<String>,
    /// The position at the start and after each ply.
    pub(super) positions: Vec<String>,
    pub(super) ending: Ending,
}

impl Record {
    /// The record of a game that has ended.
    pub(super) fn of(game: &Game) -> Self {
        let start = game.start_position();
        let variant = start.variant();
        let mut again = Game::from_set_up(*start).unwrap();
        let mut positions = vec![start.to_string()];
        for path in game.plies() {
            again.replay(path).unwrap();
            positions.push(again.position().to_string());
        }
        Self {
            variant,
            is_set_up: *start != corners_rules::Position::start(variant),
            paths: game.plies().iter().map(ToString::to_string).collect(),
            positions,
            ending: ending(game.ending().unwrap()),
        }
    }

    /// Whose turn it is after so many plies.
    pub(super) fn to_move(&self, plies: usize) -> Side {
        let white_is_first = self.positions[0].contains(" w ");
        if white_is_first == plies.is_multiple_of(2) {
            Side::White
        } else {
            Side::Black
        }
    }
}

/// Games of all variants.
#[derive(Clone, Debug)]
pub(super) struct Records {
    played: Vec<(u32, Vec<Record>)>,
    scripted: Vec<Record>,
}

impl Records {
    pub(super) fn play(random: &mut StdRng) -> Self {
        let played = VARIANTS.map(|(id, share, count)| {
            let variant = Variant::find(id).unwrap();
            let games = (0..count).map(|_| {
                let style = *Style::ALL.choose_weighted(random, |style| style.share()).unwrap();
                Record::of(&style.play(variant, random))
            });
            (share, games.collect())
        });
        Self {
            played: played.into(),
            scripted: scripts::games().iter().map(Record::of).collect(),
        }
    }

    pub(super) fn pick(&self, is_scripted: bool, random: &mut StdRng) -> &Record {
        if is_scripted {
            return self.scripted.choose(random).unwrap();
        }
        let (_, records) = self.played.choose_weighted(random, |(share, _)| *share).unwrap();
        &records[random.random_range(0..records.len())]
    }
}

fn ending(ending: corners_rules::Ending) -> Ending {
    let name = ending.reason.as_str().to_ascii_uppercase().replace('-', "_");
    Ending {
        reason: EndReason::from_str_name(&format!("END_REASON_{name}")).unwrap(),
        result: match ending.winner {
            Some(Side::White) => Outcome::WhiteWins,
            Some(Side::Black) => Outcome::BlackWins,
            None => Outcome::Draw,
        },
        blame: None,
    }
}
