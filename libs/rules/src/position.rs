//! A position: placement, side to move and move number of one variant.

use std::ops::ControlFlow;

use crate::board::Bits;
use crate::illegal::IllegalMove;
use crate::moves::View;
use crate::path::{Move, Path};
use crate::placement::{Pieces, Placement};
use crate::side::Side;
use crate::square::Square;
use crate::variant::{Directions, Enclosing, Variant};

/// A position of a variant: where the pieces stand, who moves, and the number of that move.
///
/// Its text (`Display`, [`Position::parse`]) is the canonical position text of rules.md, without the variant.
///
/// ```
/// use corners_rules::{Position, Variant};
/// let variant = Variant::find("classic-3x3").ok_or("unknown variant")?;
/// let start = Position::start(variant);
/// assert_eq!(start.to_string(), "5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1");
/// assert_eq!(start.legal_moves().len(), 12);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    variant: &'static Variant,
    placement: Placement,
    side_to_move: Side,
    move_number: u16,
}

/// Runs an expression on the view of the side to move, whatever the board and the directions.
macro_rules! with_view {
    ($position:expr, $view:ident => $body:expr) => {{
        let position: &Position = $position;
        match (&position.placement, position.variant.directions()) {
            (Placement::Small(pieces), Directions::Orthogonal) => {
                let $view = view_of::<_, false>(position, pieces);
                $body
            }
            (Placement::Small(pieces), Directions::Eight) => {
                let $view = view_of::<_, true>(position, pieces);
                $body
            }
            (Placement::Large(pieces), Directions::Orthogonal) => {
                let $view = view_of::<_, false>(position, pieces);
                $body
            }
            (Placement::Large(pieces), Directions::Eight) => {
                let $view = view_of::<_, true>(position, pieces);
                $body
            }
        }
    }};
}

#[inline]
fn view_of<B: Bits, const DIAGONAL: bool>(position: &Position, pieces: &Pieces<B>) -> View<B, DIAGONAL> {
    View {
        own: pieces.of(position.side_to_move),
        rival: pieces.of(position.side_to_move.other()),
        empty: B::grounds(position.variant).board & !(pieces.white | pieces.black),
        enclosing_forbidden: position.variant.enclosing() == Enclosing::Forbidden,
    }
}

impl Position {
    /// The start position of a variant.
    #[must_use]
    pub fn start(variant: &'static Variant) -> Position {
        Position {
            variant,
            placement: Placement::start(variant),
            side_to_move: Side::White,
            move_number: 1,
        }
    }

    pub(crate) fn new(
        variant: &'static Variant,
        placement: Placement,
        side_to_move: Side,
        move_number: u16,
    ) -> Position {
        Position {
            variant,
            placement,
            side_to_move,
            move_number,
        }
    }

    /// The variant it belongs to.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The side to move.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// The number of the move to be made: it covers White's ply and Black's.
    #[must_use]
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Whose piece stands on a square; `None` if it is empty or not on the board.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Side> {
        if self.variant.contains(square) {
            self.placement.piece_at(square)
        } else {
            None
        }
    }

    /// The squares of a side's pieces, by file, then rank.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = Square> + use<> {
        self.placement.pieces(side)
    }

    /// Calls back with every legal move, by origin, then destination. Nothing is allocated.
    pub fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        with_view!(self, view => {
            let _ = view.try_for_each_piece(|piece, destinations| {
                if let Some(from) = piece.first() {
                    destinations.squares().for_each(|to| visit(Move { from, to }));
                }
                ControlFlow::Continue(())
            });
        });
    }

    /// All legal moves, by origin, then destination.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_move(|legal| moves.push(legal));
        moves
    }

    /// All legal moves with their canonical paths (ruling 2), by origin, then destination.
    #[must_use]
    pub fn legal_paths(&self) -> Vec<Path> {
        let mut paths = Vec::with_capacity(64);
        with_view!(self, view => view.for_each_path(|path| paths.push(path)));
        paths
    }

    /// Whether the side to move has a legal move. A move that would lose by returning home counts (ruling 8).
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        with_view!(self, view => view.has_legal_move())
    }

    /// The canonical path of the move that these squares describe: two squares are origin and destination, three or
    /// more the whole path.
    ///
    /// ```
    /// use corners_rules::{Position, Variant};
    /// let start = Position::start(Variant::find("classic-3x3").ok_or("unknown variant")?);
    /// let squares = ["c1".parse()?, "c3".parse()?];
    /// let refused = start.resolve(&squares).expect_err("c3 is occupied");
    /// assert_eq!(refused.code(), "OCCUPIED");
    /// assert_eq!(refused.squares(), [squares[1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the move is not legal, the first along the path. An illegal path is refused even if its ends
    /// would be legal.
    pub fn resolve(&self, squares: &[Square]) -> Result<Path, IllegalMove> {
        with_view!(self, view => view.resolve(self.variant, self.side_to_move, squares))
    }

    /// Whether this move of the side to move would lose at once by returning home: it goes from outside its own home
    /// into it, after the deadline (ruling 8).
    #[must_use]
    pub fn returns_home(&self, candidate: Move) -> bool {
        self.move_number > self.variant.home_deadline() && self.enters_home(self.side_to_move, candidate)
    }

    pub(crate) fn enters_home(&self, side: Side, candidate: Move) -> bool {
        let home = self.variant.large.home(side);
        home.contains(candidate.to) && !home.contains(candidate.from)
    }

    /// Whether a side stands on every square of its goal.
    #[must_use]
    pub fn fills_goal(&self, side: Side) -> bool {
        self.placement.fills_goal(self.variant, side)
    }

    /// How many pieces a side has in its goal.
    #[must_use]
    pub fn count_in_goal(&self, side: Side) -> u32 {
        self.placement.count_in_goal(self.variant, side)
    }

    /// Whether a side has a late piece (ruling 7): one in its own home, unless enclosing is allowed and the piece is
    /// enclosed with the rival taking part.
    #[must_use]
    pub fn has_late_piece(&self, side: Side) -> bool {
        let seen_by_side = Position {
            side_to_move: side,
            ..*self
        };
        with_view!(&seen_by_side, view => {
            let at_home = view.own & Bits::grounds(self.variant).home(side);
            let exempt = match self.variant.enclosing() {
                Enclosing::Forbidden => Bits::NONE,
                Enclosing::Allowed => view.enclosed_with_rival(),
            };
            !(at_home & !exempt).is_empty()
        })
    }

    pub(crate) fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Plays a move that is known to fit the board, and passes the turn.
    #[inline]
    pub(crate) fn advance(&mut self, played: Move) {
        self.placement.relocate(self.side_to_move, played.from, played.to);
        self.move_number += u16::from(self.side_to_move == Side::Black);
        self.side_to_move = self.side_to_move.other();
    }

    /// Takes back the move that was played last.
    #[inline]
    pub(crate) fn retreat(&mut self, played: Move) {
        self.side_to_move = self.side_to_move.other();
        self.move_number -= u16::from(self.side_to_move == Side::Black);
        self.placement.relocate(self.side_to_move, played.to, played.from);
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        with_view!(self, view => view.perft(depth))
    }

    pub(crate) fn piece_count(&self, side: Side) -> u32 {
        self.placement.count(side)
    }
}
