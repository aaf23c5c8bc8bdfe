//! How the moves of the records are chosen.

use corners_rules::{Directions, Game, Move, Position, Square, Variant};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// A way to play.
#[derive(Clone, Copy, Debug)]
pub(super) enum Style {
    /// Nearly always the move that comes nearest to the goal.
    Keen,
    /// Often any move.
    Casual,
    /// Mostly any move.
    Dreamy,
    /// Keen for some time, then both go back and forth.
    Stubborn,
    /// Keen until all pieces have left home, then any move.
    Lost,
}

impl Style {
    pub(super) const ALL: [Self; 5] = [Self::Keen, Self::Casual, Self::Dreamy, Self::Stubborn, Self::Lost];

    pub(super) const fn share(self) -> u32 {
        match self {
            Self::Keen => 60,
            Self::Casual => 27,
            Self::Dreamy => 4,
            Self::Stubborn => 4,
            Self::Lost => 5,
        }
    }

    fn keenness(self, position: &Position) -> f64 {
        match self {
            Self::Lost if has_left(position) => 0.1,
            Self::Keen | Self::Stubborn | Self::Lost => 0.95,
            Self::Casual => 0.85,
            Self::Dreamy => 0.3,
        }
    }

    /// A game from the start to an end by the rules, which the move limit brings at the latest.
    pub(super) fn play(self, variant: &'static Variant, random: &mut StdRng) -> Game {
        let mut game = Game::new(variant);
        let stubborn_from = random.random_range(10..50);
        while game.ending().is_none() {
            let is_stubborn = matches!(self, Self::Stubborn) && game.plies().len() >= stubborn_from;
            let back = move_back(&game).filter(|_| is_stubborn);
            let chosen = back.unwrap_or_else(|| choose(game.position(), self.keenness(game.position()), random));
            game.play(&[chosen.from, chosen.to]).unwrap();
        }
        game
    }
}

/// Whether the side to move has no piece at home.
fn has_left(position: &Position) -> bool {
    let side = position.side_to_move();
    let mut home = position.variant().home(side);
    home.all(|square| position.piece_at(square) != Some(side))
}

/// The mover's last move the other way, where it is legal.
fn move_back(game: &Game) -> Option<Move> {
    let [.., last, _] = game.plies() else {
        return None;
    };
    let Move { from, to } = last.as_move();
    let back = Move { from: to, to: from };
    game.position().legal_moves().contains(&back).then_some(back)
}

fn choose(position: &Position, keenness: f64, random: &mut StdRng) -> Move {
    let legal = position.legal_moves();
    let sane: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|candidate| !position.returns_home(*candidate))
        .collect();
    let moves = if sane.is_empty() { &legal } else { &sane };
    if !random.random_bool(keenness) {
        return *moves.choose(random).unwrap();
    }
    let aim = Aim::of(position);
    let gains: Vec<f64> = moves.iter().map(|candidate| aim.gain(*candidate)).collect();
    let best = gains.iter().copied().fold(f64::MIN, f64::max);
    let equals = moves.iter().zip(gains).filter(|(_, gain)| *gain >= best - 0.01);
    let equals: Vec<Move> = equals.map(|(equal, _)| *equal).collect();
    *equals.choose(random).unwrap()
}

/// Where the pieces of the side to move should go.
struct Aim {
    directions: Directions,
    goal: Vec<Square>,
    /// Squares of the goal that are free.
    open: Vec<Square>,
    /// The corner of the goal.
    corner: Square,
    /// Squares that it is time to leave.
    home: Vec<Square>,
}

impl Aim {
    fn of(position: &Position) -> Self {
        let (variant, side) = (position.variant(), position.side_to_move());
        let goal: Vec<Square> = variant.goal(side).collect();
        let last = Square::new(variant.files() - 1, variant.ranks() - 1).unwrap();
        let is_late = 3 * position.move_number() > variant.home_deadline();
        Self {
            directions: variant.directions(),
            open: goal
                .iter()
                .copied()
                .filter(|square| position.piece_at(*square).is_none())
                .collect(),
            corner: if goal.contains(&last) { last } else { Square::A1 },
            goal,
            home: variant.home(side).filter(|_| is_late).collect(),
        }
    }

    fn gain(&self, candidate: Move) -> f64 {
        self.cost(candidate.from) - self.cost(candidate.to)
    }

    /// How far a piece is from where it should be: outside the goal from the nearest square of it that is free, inside from
    /// its corner, which counts less.
    fn cost(&self, square: Square) -> f64 {
        if self.goal.contains(&square) {
            return 0.3 * self.distance(square, self.corner);
        }
        let nearest = self
            .open
            .iter()
            .map(|goal| self.distance(square, *goal))
            .reduce(f64::min);
        let at_home = if self.home.contains(&square) { 3.0 } else { 0.0 };
        5.0 + at_home + nearest.unwrap_or(0.0) + 0.05 * self.distance(square, self.corner)
    }

    fn distance(&self, from: Square, to: Square) -> f64 {
        let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
        match self.directions {
            Directions::Orthogonal => f64::from(files + ranks),
            Directions::Eight => f64::from(files.max(ranks)) + 0.1 * f64::from(files.min(ranks)),
        }
    }
}
