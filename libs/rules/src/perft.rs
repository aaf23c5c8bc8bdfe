//! Counting the game tree, the usual check of a move generator.

use crate::position::Position;

/// How many sequences of `depth` legal moves lead on from a position. Moves are told apart by origin and destination,
/// the enclosing rule holds, endings of games are ignored, and the last ply is counted in bulk.
///
/// ```
/// use corners_rules::{Position, Variant, perft};
/// let start = Position::start(Variant::find("diagonal-3x3").ok_or("unknown variant")?);
/// assert_eq!(perft(&start, 2), 677);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    position.perft(depth)
}
