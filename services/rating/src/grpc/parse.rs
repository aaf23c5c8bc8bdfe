//! What requests say.

use std::collections::HashSet;

use corners_glicko::System;
use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::game::v1::AccountKind;
use corners_proto::ids::AccountId;
use corners_proto::rating::v1 as proto;
use corners_rules::Variant;

use crate::domain::{Board, Policy, Rulebook};

/// Players that are asked for at once.
const MOST_PLAYERS: usize = 200;

/// A variant that has ratings.
#[derive(Clone, Copy)]
pub(super) struct Rated<'a> {
    pub(super) variant: &'static str,
    pub(super) system: &'a System,
    pub(super) policy: &'a Policy,
}

/// The variant of a request, which has to have ratings.
pub(super) fn rated<'a>(violations: Violations, rulebook: &'a Rulebook, id: &str) -> Result<Rated<'a>, Refusal> {
    match all(rulebook).find(|rated| rated.variant == id) {
        Some(rated) => violations.into_result().map(|()| rated),
        None => Err(no_such_variant(violations, rulebook, id)),
    }
}

/// The variants of a request: one, or all that have ratings.
pub(super) fn one_or_all<'a>(
    violations: Violations,
    rulebook: &'a Rulebook,
    id: &str,
) -> Result<Vec<Rated<'a>>, Refusal> {
    if !id.is_empty() {
        return Ok(vec![rated(violations, rulebook, id)?]);
    }
    violations.into_result()?;
    Ok(all(rulebook).collect())
}

fn all(rulebook: &Rulebook) -> impl Iterator<Item = Rated<'_>> {
    rulebook.systems().map(|(variant, system)| Rated {
        variant: variant.id(),
        system,
        policy: rulebook.policy(),
    })
}

fn no_such_variant(mut violations: Violations, rulebook: &Rulebook, id: &str) -> Refusal {
    let problem = match Variant::find(id) {
        Some(_) => "has no ratings",
        None => "is unknown",
    };
    if !violations.is_empty() {
        violations.add("variant", problem);
        return violations.refusal();
    }
    let rated: Vec<_> = all(rulebook).map(|rated| rated.variant).collect();
    let message = format!("the variant {id:?} {problem}: expected one of {}", rated.join(", "));
    Refusal::new(Reason::UnknownVariant, message).violation("variant", problem)
}

/// The players of a request.
pub(super) fn players(violations: &mut Violations, texts: &[String]) -> Vec<AccountId> {
    if texts.is_empty() || texts.len() > MOST_PLAYERS {
        let count = texts.len();
        violations.add(
            "players",
            format_args!("has {count} players: expected 1 to {MOST_PLAYERS}"),
        );
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut players = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let field = format!("players[{index}]");
        if let Some(player) = violations.check(&field, text.parse()) {
            if !seen.insert(player) {
                violations.add(field, "is there twice");
            }
            players.push(player);
        }
    }
    players
}

/// A number of things that is asked for: `default` for 0, and no more than `most`.
pub(super) fn count(violations: &mut Violations, field: &str, asked: i32, default: u32, most: u32) -> u32 {
    match u32::try_from(asked) {
        Ok(0) => default,
        Ok(asked) => asked.min(most),
        Err(_) => {
            violations.add(field, "is negative");
            default
        }
    }
}

/// Whether the board of a request is that of programs.
pub(super) fn bots(violations: &mut Violations, board: i32) -> bool {
    let board = proto::Board::try_from(board).map_err(|_| "is no leaderboard");
    violations.check("board", board) == Some(proto::Board::Bots)
}

/// The kind of account of a request; none when it is left open.
pub(super) fn kind(violations: &mut Violations, field: &str, kind: i32) -> Option<AccountKind> {
    let kind = AccountKind::try_from(kind).map_err(|_| "is no kind of account");
    let kind = violations.check(field, kind)?;
    (kind != AccountKind::Unspecified).then_some(kind)
}

/// A leaderboard as the contract names it.
pub(super) fn board_message(board: &Board) -> proto::Board {
    if board.bots {
        proto::Board::Bots
    } else {
        proto::Board::People
    }
}
