//! What lists are asked for.

use corners_proto::archive::v1::GameFilter;
use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_proto::time::timestamp;

use crate::filling::Filled;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A filter and what it is called.
#[derive(Clone, Debug)]
pub struct Question {
    pub name: String,
    pub filter: GameFilter,
    /// Whether its plan is written down.
    pub is_shown: bool,
}

/// Each filter alone, and each with a player who plays much and with one who plays little.
pub fn questions(filled: &Filled) -> Vec<Question> {
    let (heavy, light) = (filled.people.heavy().to_string(), filled.people.light().to_string());
    let mut questions = vec![question("no filter", GameFilter::default(), true)];
    for (name, filter, is_shown) in filters(filled) {
        questions.push(question(name, filter, is_shown));
    }
    for (who, player) in [("heavy player", &heavy), ("light player", &light)] {
        let of = |filter: GameFilter| GameFilter {
            player: player.clone(),
            ..filter
        };
        questions.push(question(who, of(GameFilter::default()), true));
        for (name, filter, is_shown) in filters(filled) {
            let is_shown = is_shown && who == "heavy player";
            questions.push(question(&format!("{who}, {name}"), of(filter), is_shown));
        }
    }
    let against = |opponent: &str| GameFilter {
        player: heavy.clone(),
        opponent: opponent.to_owned(),
        ..GameFilter::default()
    };
    let other = filled.people.another_heavy().to_string();
    questions.push(question("heavy player against another", against(&other), true));
    questions.push(question("heavy player against the light one", against(&light), false));
    questions
}

fn question(name: &str, filter: GameFilter, is_shown: bool) -> Question {
    Question {
        name: name.to_owned(),
        filter,
        is_shown,
    }
}

fn filters(filled: &Filled) -> Vec<(&'static str, GameFilter, bool)> {
    let variant = |id: &str| GameFilter {
        variant: id.to_owned(),
        ..GameFilter::default()
    };
    let rated = |rated| GameFilter {
        rated: Some(rated),
        ..GameFilter::default()
    };
    let result = |result: Outcome| GameFilter {
        result: Some(result.into()),
        ..GameFilter::default()
    };
    let reason = |reason: EndReason| GameFilter {
        reason: reason.into(),
        ..GameFilter::default()
    };
    let middle_ms = filled.plan.from_ms + filled.plan.span_ms / 2;
    let day = GameFilter {
        finished_from: Some(timestamp(middle_ms)),
        finished_until: Some(timestamp(middle_ms + DAY_MS)),
        ..GameFilter::default()
    };
    vec![
        ("variant classic-3x3 (45 %)", variant("classic-3x3"), true),
        ("variant halma-16x16 (2 %)", variant("halma-16x16"), true),
        ("rated", rated(true), true),
        ("not rated", rated(false), false),
        ("result 1-0", result(Outcome::WhiteWins), false),
        ("result 1/2-1/2", result(Outcome::Draw), false),
        ("result * (6 %)", result(Outcome::Unspecified), true),
        ("reason goal", reason(EndReason::Goal), false),
        ("reason closed (0.1 %)", reason(EndReason::Closed), true),
        ("reason no-move (0.1 %)", reason(EndReason::NoMove), false),
        ("a day", day, true),
    ]
}
