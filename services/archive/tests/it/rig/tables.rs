//! Finished tables, as game-authority hands them out: random legal games with every ending there is.

use std::time::Duration;

use corners_proto::game::v1::{self as proto, time_control::Kind};
use corners_proto::ids::{AccountId, TableId};
use corners_proto::time::{duration, timestamp};
use corners_rules::{EndReason as Rules, Ending, Game, Side, Square, Variant};

/// A small generator, so that a whole game follows from one number.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub fn below(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As the rules say.
    ByTheRules,
    Resignation,
    Timeout,
    DrawAgreement,
    Abandonment,
    Aborted,
    Closed,
}

impl End {
    pub const ALL: [Self; 7] = [
        Self::ByTheRules,
        Self::Resignation,
        Self::Timeout,
        Self::DrawAgreement,
        Self::Abandonment,
        Self::Aborted,
        Self::Closed,
    ];
}

/// What a table is to be.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    pub variant: &'static Variant,
    pub end: End,
    pub seed: u64,
    /// Whether it starts in the middle of another game.
    pub set_up: bool,
}

impl Finished {
    /// A game of a few moves that White resigned.
    pub fn short(seed: u64) -> Self {
        Self {
            variant: &Variant::all()[0],
            end: End::Resignation,
            seed,
            set_up: false,
        }
    }
}

/// A finished table. Its id follows from the seed.
pub fn finished_table(wanted: Finished) -> proto::Table {
    let Finished {
        variant,
        end,
        seed,
        set_up,
    } = wanted;
    let mut dice = Dice::new(seed);
    let mut game = Game::new(variant);
    if set_up {
        play_at_random(&mut game, &mut dice, 9);
        game = Game::from_set_up(*game.position()).unwrap();
    }
    let most = match end {
        End::ByTheRules => usize::MAX,
        End::Aborted => dice.below(2),
        _ => 2 + dice.below(12),
    };
    play_at_random(&mut game, &mut dice, most);
    table_of(&game, end, seed, &mut dice)
}

/// The game with the most plies that a variant can have, by chains as long as come by chance.
pub fn longest_table(variant: &'static Variant, seed: u64) -> proto::Table {
    let plies = 2 * usize::from(variant.move_limit());
    (seed << 16..)
        .find_map(|seed| {
            let mut dice = Dice::new(seed);
            let mut game = Game::new(variant);
            wander(&mut game, &mut dice, plies);
            (game.plies().len() == plies).then(|| table_of(&game, End::ByTheRules, seed, &mut dice))
        })
        .unwrap()
}

/// Plays legal moves at random, every other time one into the goal if there is one.
fn play_at_random(game: &mut Game, dice: &mut Dice, most_plies: usize) {
    for _ in 0..most_plies {
        if game.ending().is_some() {
            return;
        }
        let mut legal = game.position().legal_moves();
        let goal: Vec<Square> = game.position().variant().goal(game.position().side_to_move()).collect();
        let arrives = |candidate: &corners_rules::Move| goal.contains(&candidate.to) && !goal.contains(&candidate.from);
        if dice.below(2) == 0 && legal.iter().any(arrives) {
            legal.retain(arrives);
        }
        let played = legal[dice.below(legal.len())];
        game.play(&[played.from, played.to]).unwrap();
    }
}

/// Leaves home in time, and then wanders about by long chains until the limit.
fn wander(game: &mut Game, dice: &mut Dice, most_plies: usize) {
    for _ in 0..most_plies {
        let position = game.position();
        let home: Vec<Square> = position.variant().home(position.side_to_move()).collect();
        let is_home = |square: Square| home.contains(&square);
        let mut paths = position.legal_paths();
        // Never back home; out of it first, then within it, so that those behind come out, too.
        paths.retain(|path| is_home(path.origin()) || !is_home(path.destination()));
        let turn = dice.below(paths.len().max(1));
        paths.rotate_left(turn);
        paths.sort_by_key(|path| match (is_home(path.origin()), is_home(path.destination())) {
            (true, false) => 0,
            (true, true) => 1,
            _ => 1000 - path.len(),
        });
        // The first that does not end the game.
        let goes_on = paths.iter().any(|path| {
            let ending = game.play(path).unwrap().ending;
            let is_over = ending.is_some_and(|ending| ending.reason != Rules::MoveLimit);
            if is_over {
                game.take_back();
            }
            !is_over
        });
        if !goes_on || game.ending().is_some() {
            return;
        }
    }
}

fn table_of(game: &Game, end: End, seed: u64, dice: &mut Dice) -> proto::Table {
    let start = game.start_position();
    let variant = start.variant();
    let time_control = time_control(dice);
    let is_timed = !matches!(time_control.kind, Some(Kind::Untimed(_)));
    let is_rated = dice.below(2) == 0;
    let (mut side, mut number) = (start.side_to_move(), u32::from(start.move_number()));
    let mut moves = Vec::new();
    for path in game.plies() {
        moves.push(proto::PlayedMove {
            path: path.to_string(),
            side: side_of(side).into(),
            move_number: number,
            remaining_ms: is_timed.then(|| dice.below(400_000) as u64),
            elapsed_ms: dice.below(60_000) as u64,
            think_time: (dice.below(2) == 0).then(|| duration(Duration::from_millis(dice.below(9_000) as u64))),
            lag_credit_ms: dice.below(3) as u64 * 40,
        });
        number += u32::from(side == Side::Black);
        side = side.other();
    }
    let created_ms = 1_700_000_000_000 + seed % 100_000_000 * 1_000;
    let is_empty = end == End::Aborted && moves.is_empty() && dice.below(2) == 0;
    let seats = match is_empty {
        true => vec![seat(proto::Side::Black, seed, is_rated)],
        false => vec![
            seat(proto::Side::White, seed, is_rated),
            seat(proto::Side::Black, seed, is_rated),
        ],
    };
    proto::Table {
        id: TableId::from_bytes(id(seed)).to_string(),
        variant: Some(proto::Variant {
            id: variant.id().to_owned(),
            ..proto::Variant::default()
        }),
        time_control: Some(time_control),
        takebacks: proto::TakebackPolicy::Agreed.into(),
        rated: is_rated,
        creator: AccountId::from_bytes([1; 16]).to_string(),
        create_time: Some(timestamp(created_ms)),
        start_position: start.to_string(),
        moves,
        state: Some(proto::TableState {
            status: proto::TableStatus::Finished.into(),
            seats,
            position: game.position().to_string(),
            clocks: is_timed.then(|| proto::Clocks {
                white_ms: dice.below(100_000) as u64,
                black_ms: dice.below(100_000) as u64,
                ..proto::Clocks::default()
            }),
            ending: Some(ending(game, end, dice)),
            ..proto::TableState::default()
        }),
        start_time: (!is_empty).then(|| timestamp(created_ms + 500)),
        finish_time: Some(timestamp(created_ms + 60_000)),
        ..proto::Table::default()
    }
}

fn id(seed: u64) -> [u8; 16] {
    let mut id = [7; 16];
    id[..8].copy_from_slice(&seed.to_be_bytes());
    id
}

fn side_of(side: Side) -> proto::Side {
    match side {
        Side::White => proto::Side::White,
        Side::Black => proto::Side::Black,
    }
}

fn seat(side: proto::Side, seed: u64, is_rated: bool) -> proto::Seat {
    let number = u8::try_from(seed % 5).unwrap() * 2 + u8::from(side == proto::Side::Black) + 1;
    proto::Seat {
        side: side.into(),
        account: AccountId::from_bytes([number; 16]).to_string(),
        kind: if number.is_multiple_of(3) {
            proto::AccountKind::Bot
        } else {
            proto::AccountKind::Player
        }
        .into(),
        rating: is_rated.then(|| proto::SeatRating {
            rating: 1500.0 + f64::from(number) / 3.0,
            deviation: 350.0 / f64::from(number),
        }),
    }
}

fn time_control(dice: &mut Dice) -> proto::TimeControl {
    let kind = match dice.below(4) {
        0 => Kind::Untimed(proto::Untimed {}),
        1 => Kind::Correspondence(proto::Correspondence { days_per_move: 3 }),
        fischer => Kind::RealTime(proto::RealTime {
            reserve: Some(duration(Duration::from_millis(300_000 + fischer as u64 % 3 * 250))),
            increment: Some(duration(Duration::from_secs(fischer as u64 % 3 * 2))),
        }),
    };
    proto::TimeControl { kind: Some(kind) }
}

fn ending(game: &Game, end: End, dice: &mut Dice) -> proto::Ending {
    let decided = [proto::Result::WhiteWins, proto::Result::BlackWins][dice.below(2)];
    let (reason, result) = match end {
        End::ByTheRules => by_the_rules(game.ending().unwrap()),
        End::Resignation => (proto::EndReason::Resignation, decided),
        End::Timeout => (proto::EndReason::Timeout, decided),
        End::DrawAgreement => (proto::EndReason::DrawAgreement, proto::Result::Draw),
        End::Abandonment => (proto::EndReason::Abandonment, decided),
        End::Aborted => (proto::EndReason::Aborted, proto::Result::Unspecified),
        End::Closed => (proto::EndReason::Closed, proto::Result::Unspecified),
    };
    proto::Ending {
        reason: reason.into(),
        result: result.into(),
        ..proto::Ending::default()
    }
}

fn by_the_rules(ending: Ending) -> (proto::EndReason, proto::Result) {
    let reason = match ending.reason {
        Rules::ReturnedHome => proto::EndReason::ReturnedHome,
        Rules::Goal => proto::EndReason::Goal,
        Rules::BothGoals => proto::EndReason::BothGoals,
        Rules::HomeDeadline => proto::EndReason::HomeDeadline,
        Rules::MoveLimit => proto::EndReason::MoveLimit,
        Rules::Repetition => proto::EndReason::Repetition,
        Rules::NoMove => proto::EndReason::NoMove,
    };
    let result = match ending.winner {
        Some(Side::White) => proto::Result::WhiteWins,
        Some(Side::Black) => proto::Result::BlackWins,
        None => proto::Result::Draw,
    };
    (reason, result)
}
