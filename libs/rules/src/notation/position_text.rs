//! Position text: `5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1`. It is canonical (ruling 13): each position has one text.

use std::fmt;

use crate::placement::Placement;
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;

/// Why a text is no position of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PositionError {
    /// Not rows, side and number with one space between.
    #[error(
        "a position is rows, side to move and move number with one space between, such as \"8/8/8/8/8/8/8/w6b w 1\""
    )]
    Parts,
    /// Another number of rows than the board has ranks.
    #[error("there are {found} rows: this board has {expected}")]
    RowCount {
        /// How many rows the text has.
        found: usize,
        /// How many ranks the board has.
        expected: u8,
    },
    /// A row of another length than the board has files.
    #[error("the row of rank {rank} covers {found} squares: this board has {expected} files")]
    RowLength {
        /// The rank, counted from one.
        rank: u8,
        /// How many squares the row covers (counting stops soon after the board's edge).
        found: usize,
        /// How many files the board has.
        expected: u8,
    },
    /// A character that has no place in a row.
    #[error("{character:?} in the row of rank {rank} is neither w, b nor a number")]
    Character {
        /// The rank, counted from one.
        rank: u8,
        /// The character.
        character: char,
    },
    /// A zero, or a number that begins with one.
    #[error("a number in the row of rank {rank} begins with zero: runs of empty squares count from 1")]
    Zero {
        /// The rank, counted from one.
        rank: u8,
    },
    /// A side that is neither `w` nor `b`.
    #[error("the side to move is w or b")]
    SideToMove,
    /// A move number that is not a number from 1 to 65535 without leading zeros.
    #[error("the move number is a whole number from 1 up, without leading zeros")]
    MoveNumber,
}

impl Position {
    /// Reads a position text of a variant. Only the canonical text is read (ruling 13).
    ///
    /// Whether a game can start there is another question: [`Position::check_set_up`].
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(variant: &'static Variant, text: &str) -> Result<Position, PositionError> {
        let mut parts = text.split(' ');
        let (Some(rows), Some(side), Some(number), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(PositionError::Parts);
        };
        let placement = parse_rows(variant, rows)?;
        let side_to_move = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(PositionError::SideToMove),
        };
        let move_number = parse_number(number).ok_or(PositionError::MoveNumber)?;
        Ok(Position::new(variant, placement, side_to_move, move_number))
    }
}

/// A whole number from 1 up in its only decimal form.
pub(super) fn parse_number(text: &str) -> Option<u16> {
    let is_canonical = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_canonical { text.parse().ok() } else { None }
}

fn parse_rows(variant: &'static Variant, rows: &str) -> Result<Placement, PositionError> {
    let found = rows.split('/').count();
    if found != usize::from(variant.ranks()) {
        return Err(PositionError::RowCount {
            found,
            expected: variant.ranks(),
        });
    }
    let mut placement = Placement::empty(variant);
    for (row, rank) in rows.split('/').zip((0..variant.ranks()).rev()) {
        parse_row(variant, row, rank, &mut placement)?;
    }
    Ok(placement)
}

fn parse_row(variant: &Variant, row: &str, rank: u8, placement: &mut Placement) -> Result<(), PositionError> {
    let wrong_length = |found| PositionError::RowLength {
        rank: rank + 1,
        found,
        expected: variant.files(),
    };
    let mut file: usize = 0;
    let mut run: usize = 0;
    for character in row.chars() {
        match character {
            '0' if run == 0 => return Err(PositionError::Zero { rank: rank + 1 }),
            '0'..='9' => run = run * 10 + usize::from(character as u8 - b'0'),
            'w' | 'b' => {
                file += run;
                run = 0;
                let side = if character == 'w' { Side::White } else { Side::Black };
                let square = u8::try_from(file).ok().and_then(|file| Square::new(file, rank));
                match square.filter(|square| variant.contains(*square)) {
                    Some(square) => placement.put(side, square),
                    None => return Err(wrong_length(file + 1)),
                }
                file += 1;
            }
            _ => {
                return Err(PositionError::Character {
                    rank: rank + 1,
                    character,
                });
            }
        }
        if file + run > usize::from(variant.files()) {
            return Err(wrong_length(file + run));
        }
    }
    if file + run != usize::from(variant.files()) {
        return Err(wrong_length(file + run));
    }
    Ok(())
}

impl fmt::Display for Position {
    /// Writes the canonical position text.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.variant();
        for rank in (0..variant.ranks()).rev() {
            let mut run = 0;
            for file in 0..variant.files() {
                let Some(side) = self.piece_at(Square::from_file_rank(file, rank)) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    write!(formatter, "{run}")?;
                    run = 0;
                }
                formatter.write_str(letter(side))?;
            }
            if run > 0 {
                write!(formatter, "{run}")?;
            }
            if rank > 0 {
                formatter.write_str("/")?;
            }
        }
        write!(formatter, " {} {}", letter(self.side_to_move()), self.move_number())
    }
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}
