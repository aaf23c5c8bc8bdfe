//! A game in progress.

use crate::ending::Ending;
use crate::illegal::IllegalMove;
use crate::judge::judge;
use crate::path::Path;
use crate::position::Position;
use crate::set_up::SetUpError;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;

/// A game in progress: its position, its plies, and the memory that the rules need.
///
/// ```
/// use corners_rules::{Game, Variant};
/// let mut game = Game::new(Variant::find("classic-3x3").ok_or("unknown variant")?);
/// let played = game.play(&["c1".parse()?, "c3".parse()?, "c5".parse()?]);
/// assert_eq!(played.map_err(|refusal| refusal.code()), Err("BLOCKED_PATH"));
/// let played = game.play(&["b2".parse()?, "b4".parse()?])?;
/// assert_eq!(played.path.to_string(), "b2-b4");
/// assert_eq!(game.take_back(), Some(played.path));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    plies: Vec<Path>,
    /// Digests of the start position and of the position after each ply.
    digests: Vec<u64>,
    ending: Option<Ending>,
}

/// A ply that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The canonical path, which is what the table records.
    pub path: Path,
    /// The end of the game, if this ply brought it.
    pub ending: Option<Ending>,
}

/// A recorded path that does not fit the position it is replayed on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the record does not fit: {path} at ply {ply} needs a piece of {side} on its origin and an empty destination")]
pub struct ReplayError {
    /// The path that does not fit.
    pub path: Path,
    /// How many plies were played before it.
    pub ply: usize,
    /// The side to move.
    pub side: Side,
}

impl Game {
    /// A game from the start position of a variant.
    #[must_use]
    pub fn new(variant: &'static Variant) -> Game {
        Game::starting_at(Position::start(variant))
    }

    /// A game from a set-up position.
    ///
    /// # Errors
    /// Why no game can start there (ruling 12).
    pub fn from_set_up(position: Position) -> Result<Game, SetUpError> {
        position.check_set_up()?;
        Ok(Game::starting_at(position))
    }

    fn starting_at(start: Position) -> Game {
        let digests = vec![start.placement().digest(start.side_to_move())];
        Game {
            start,
            position: start,
            plies: Vec::new(),
            digests,
            ending: None,
        }
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position the game started from.
    #[must_use]
    pub fn start_position(&self) -> &Position {
        &self.start
    }

    /// The canonical paths played so far.
    #[must_use]
    pub fn plies(&self) -> &[Path] {
        &self.plies
    }

    /// How the game ended by the rules; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The canonical path of the move that these squares describe; nothing is played.
    ///
    /// # Errors
    /// Why it cannot be played: see [`Position::resolve`]; after the end always [`IllegalMove::GameOver`].
    pub fn resolve(&self, squares: &[Square]) -> Result<Path, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::GameOver);
        }
        self.position.resolve(squares)
    }

    /// Plays the move that these squares describe, and judges it in the order of rules.md.
    ///
    /// # Errors
    /// As for [`Game::resolve`]; the game is then unchanged.
    pub fn play(&mut self, squares: &[Square]) -> Result<Played, IllegalMove> {
        let path = self.resolve(squares)?;
        self.append(path);
        self.ending = self.judge();
        Ok(Played {
            path,
            ending: self.ending,
        })
    }

    /// Applies a path that a log has recorded, quickly: neither legality nor endings are looked at. [`Game::judge`]
    /// gives the verdict on the last ply where it is wanted.
    ///
    /// # Errors
    /// [`ReplayError`] if the path does not fit the board; the game is then unchanged.
    pub fn replay(&mut self, path: &Path) -> Result<(), ReplayError> {
        let (from, to) = (path.origin(), path.destination());
        let side = self.position.side_to_move();
        let fits = self.position.piece_at(from) == Some(side)
            && self.position.variant().contains(to)
            && self.position.piece_at(to).is_none();
        if !fits {
            return Err(ReplayError {
                path: *path,
                ply: self.plies.len(),
                side,
            });
        }
        self.append(*path);
        Ok(())
    }

    fn append(&mut self, path: Path) {
        self.position.advance(path.as_move());
        self.digests
            .push(self.position.placement().digest(self.position.side_to_move()));
        self.plies.push(path);
    }

    /// The verdict of the rules on the last ply: `None` while the game goes on or has not begun.
    #[must_use]
    pub fn judge(&self) -> Option<Ending> {
        let played = self.plies.last()?.as_move();
        let mover = self.position.side_to_move().other();
        let number = self.position.move_number() - u16::from(mover == Side::Black);
        judge(&self.position, mover, number, played, || {
            self.stands_for_the_third_time()
        })
    }

    /// Takes back the last ply and with it the end of the game; answers its path, or `None` at the start.
    pub fn take_back(&mut self) -> Option<Path> {
        let path = self.plies.pop()?;
        self.digests.pop();
        self.position.retreat(path.as_move());
        self.ending = None;
        Some(path)
    }

    /// Whether the placement on the board, with this side to move, has stood at least twice before (ruling 10).
    fn stands_for_the_third_time(&self) -> bool {
        let Some((&now, before)) = self.digests.split_last() else {
            return false;
        };
        before.iter().filter(|digest| **digest == now).count() >= 2 && self.count_of_earlier_stands(now) >= 2
    }

    /// How often it has stood before for certain: digests only say where to look.
    fn count_of_earlier_stands(&self, now: u64) -> usize {
        let mut past = self.position;
        let mut count = 0;
        for (path, digest) in self.plies.iter().zip(&self.digests).rev() {
            past.retreat(path.as_move());
            let stood = *digest == now
                && past.side_to_move() == self.position.side_to_move()
                && past.placement() == self.position.placement();
            count += usize::from(stood);
        }
        count
    }
}
