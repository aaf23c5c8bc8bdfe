//! Where the pieces stand, read from a table's messages: drawing needs no rules.

use corners_client::proto::game::v1::Side;
use corners_rules::{Path, Square};

/// The pieces of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    size: u8,
    /// By rank, then file.
    pieces: Vec<Side>,
}

impl Board {
    /// An empty board.
    pub(crate) fn empty(size: u32) -> Self {
        let size = u8::try_from(size.clamp(1, 16)).unwrap_or(16);
        Self {
            size,
            pieces: vec![Side::Unspecified; usize::from(size) * usize::from(size)],
        }
    }

    /// The pieces of a position text. Whatever does not fit the board is left out.
    pub(crate) fn read(size: u32, position: &str) -> Self {
        let mut board = Self::empty(size);
        let rows = position.split(' ').next().unwrap_or_default();
        for (row, rank) in rows.split('/').zip((0..board.size).rev()) {
            let (mut file, mut run) = (0_usize, 0_usize);
            for character in row.chars() {
                let side = match character {
                    'w' => Side::White,
                    'b' => Side::Black,
                    _ => {
                        run = (run * 10 + character.to_digit(10).unwrap_or_default() as usize).min(100);
                        continue;
                    }
                };
                file += run;
                run = 0;
                board.put(file, rank, side);
                file += 1;
            }
        }
        board
    }

    fn put(&mut self, file: usize, rank: u8, side: Side) {
        let index = usize::from(rank) * usize::from(self.size) + file;
        if let Some(place) = self.pieces.get_mut(index).filter(|_| file < usize::from(self.size)) {
            *place = side;
        }
    }

    /// Files and ranks.
    pub(crate) fn size(&self) -> u8 {
        self.size
    }

    /// Whose piece stands there.
    pub(crate) fn at(&self, square: Square) -> Side {
        let index = usize::from(square.rank()) * usize::from(self.size) + usize::from(square.file());
        let place = self.pieces.get(index).filter(|_| square.file() < self.size);
        place.copied().unwrap_or(Side::Unspecified)
    }

    /// The squares as they are drawn, row by row from the top left, with `bottom` nearest.
    pub(crate) fn rows(&self, bottom: Side) -> Vec<Vec<Square>> {
        let mut rows: Vec<Vec<Square>> = (0..self.size)
            .rev()
            .map(|rank| (0..self.size).filter_map(|file| Square::new(file, rank)).collect())
            .collect();
        if bottom == Side::Black {
            rows.reverse();
            rows.iter_mut().for_each(|row| row.reverse());
        }
        rows
    }
}

/// The squares of a path in movetext; none if it is no path.
pub(crate) fn squares(path: &str) -> Vec<Square> {
    path.parse::<Path>().map(|path| path.to_vec()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn pieces_stand_where_the_text_says() {
        let board = Board::read(8, "5bbb/5bbb/5bbb/8/8/www5/www5/ww1w4 b 1");
        assert_eq!(board.at(square("h8")), Side::Black);
        assert_eq!(board.at(square("e8")), Side::Unspecified);
        assert_eq!(board.at(square("c1")), Side::Unspecified);
        assert_eq!(board.at(square("d1")), Side::White);
        let halma = Board::read(16, "15b/16/16/16/16/16/16/16/16/16/16/16/16/16/16/10w5 w 1");
        assert_eq!(
            (halma.at(square("p16")), halma.at(square("k1"))),
            (Side::Black, Side::White)
        );
    }

    #[test]
    fn a_text_that_does_not_fit_is_drawn_as_far_as_it_does() {
        let board = Board::read(8, "wwwwwwwwwwww/x/99999999999b//w w 1");
        assert_eq!(board.at(square("h8")), Side::White);
        assert_eq!(board.at(square("a4")), Side::White);
        assert_eq!(board.at(square("i1")), Side::Unspecified);
    }

    #[test]
    fn the_board_is_turned_for_black() {
        let board = Board::empty(8);
        assert_eq!(board.rows(Side::White)[0][0], square("a8"));
        assert_eq!(board.rows(Side::White)[7][7], square("h1"));
        assert_eq!(board.rows(Side::Black)[0][0], square("h1"));
        assert_eq!(board.rows(Side::Black)[7][7], square("a8"));
    }

    #[test]
    fn a_path_is_its_squares() {
        assert_eq!(squares("c3-e3-e5"), [square("c3"), square("e3"), square("e5")]);
        assert_eq!(squares("castle"), []);
    }
}
