//! The verdict after a ply, in the order of rules.md.

use crate::ending::{EndReason, Ending};
use crate::path::Move;
use crate::position::Position;
use crate::side::Side;

const fn won_by(side: Side, reason: EndReason) -> Option<Ending> {
    Some(Ending {
        reason,
        winner: Some(side),
    })
}

const fn drawn(reason: EndReason) -> Option<Ending> {
    Some(Ending { reason, winner: None })
}

/// A side that the rule speaks against loses; if it speaks against both, the game is drawn.
fn lost_by(white: bool, black: bool, reason: EndReason) -> Option<Ending> {
    match (white, black) {
        (true, true) => drawn(reason),
        (true, false) => won_by(Side::Black, reason),
        (false, true) => won_by(Side::White, reason),
        (false, false) => None,
    }
}

/// Judges a ply that has been played: `mover` is who played it, `number` its move number, `after` the position that it
/// led to. `is_third_time` is asked only if no earlier rule ends the game.
pub(crate) fn judge(
    after: &Position,
    mover: Side,
    number: u16,
    played: Move,
    is_third_time: impl FnOnce() -> bool,
) -> Option<Ending> {
    let variant = after.variant();
    if number > variant.home_deadline() && after.enters_home(mover, played) {
        return won_by(mover.other(), EndReason::ReturnedHome);
    }
    let white_filled = after.fills_goal(Side::White);
    match mover {
        // Black has its move of the same number, unless it has none (ruling 9).
        Side::White if white_filled => {
            return if after.has_legal_move() {
                None
            } else {
                won_by(Side::White, EndReason::Goal)
            };
        }
        Side::White => {}
        Side::Black => {
            let verdict = judge_pair(after, number, white_filled);
            if verdict.is_some() {
                return verdict;
            }
        }
    }
    if is_third_time() {
        return drawn(EndReason::Repetition);
    }
    if !after.has_legal_move() {
        return drawn(EndReason::NoMove);
    }
    None
}

/// The rules that are judged when both sides have made their move of a number.
fn judge_pair(after: &Position, number: u16, white_filled: bool) -> Option<Ending> {
    let variant = after.variant();
    match (white_filled, after.fills_goal(Side::Black)) {
        (true, true) => return drawn(EndReason::BothGoals),
        (true, false) => return won_by(Side::White, EndReason::Goal),
        (false, true) => return won_by(Side::Black, EndReason::Goal),
        (false, false) => {}
    }
    if number == variant.home_deadline() {
        let late = lost_by(
            after.has_late_piece(Side::White),
            after.has_late_piece(Side::Black),
            EndReason::HomeDeadline,
        );
        if late.is_some() {
            return late;
        }
    }
    if number >= variant.move_limit() {
        let (white, black) = (after.count_in_goal(Side::White), after.count_in_goal(Side::Black));
        return match white.cmp(&black) {
            std::cmp::Ordering::Greater => won_by(Side::White, EndReason::MoveLimit),
            std::cmp::Ordering::Less => won_by(Side::Black, EndReason::MoveLimit),
            std::cmp::Ordering::Equal => drawn(EndReason::MoveLimit),
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    /// No game is known to lead there (ruling 9), so this board has more white pieces than any game.
    #[test]
    fn white_has_won_when_it_has_filled_and_black_cannot_reply() {
        let variant = Variant::find("diagonal-3x3").unwrap();
        let text = "wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/www1wwww/wwwwwwww/wwwwwwww/bwwwwwww b 20";
        let after = Position::parse(variant, text).unwrap();
        let played = Move {
            from: "d4".parse().unwrap(),
            to: "f6".parse().unwrap(),
        };
        assert!(!after.has_legal_move());
        assert_eq!(
            judge(&after, Side::White, 20, played, || true),
            won_by(Side::White, EndReason::Goal)
        );
        let open = Position::parse(variant, &text.replace("www1wwww/wwwwwwww", "www1wwww/1wwwwwww")).unwrap();
        assert_eq!(
            judge(&open, Side::White, 20, played, || true),
            None,
            "Black's reply is pending"
        );
    }
}
