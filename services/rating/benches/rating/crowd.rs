//! People and programs whose games are rated.

use std::collections::VecDeque;

use corners_proto::archive::v1::{GameAnnulled, GameFinished};
use corners_proto::game::v1::{AccountKind, EndReason, Ending, Result as Outcome, Seat, Side as SeatSide};
use corners_proto::ids::{AccountId, TableId};
use corners_proto::time::timestamp;
use corners_rating::domain::{FinishedGame, Player, Told};
use corners_rules::Side;
use corners_service::time::wall_clock_ms;
use prost::Message;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::filling::CLASSIC;

/// People of a crowd that is not given.
const PEOPLE: u32 = 20_000;

/// One in so many is a program.
const BOTS: usize = 50;

/// Games that are told between a game and its annulment.
const ANNULLED_AFTER: usize = 200;

/// One after the other, what the result feed tells of the games of a crowd: seven in eight are to be rated; of these one in
/// thirty is too short or has no result, and one in a hundred is annulled later.
pub struct Crowd {
    accounts: Vec<AccountId>,
    random: StdRng,
    told: u32,
    /// Games that may be annulled.
    past: VecDeque<FinishedGame>,
    from_ms: u64,
}

impl Crowd {
    /// One of 20,000.
    pub fn new(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let accounts = (0..PEOPLE).map(|_| AccountId::from_bytes(random.random())).collect();
        Self::of(accounts, seed)
    }

    /// One of these accounts, those that play most first.
    pub fn of(accounts: Vec<AccountId>, seed: u64) -> Self {
        Self {
            accounts,
            random: StdRng::seed_from_u64(seed),
            told: 0,
            past: VecDeque::new(),
            from_ms: wall_clock_ms(),
        }
    }

    /// Whoever comes earlier plays more: half of all seats are those of a quarter of the crowd.
    fn player(&mut self) -> (usize, Player) {
        let share: f64 = self.random.random();
        let number = (share * share * self.accounts.len() as f64) as usize;
        let kind = match number % BOTS {
            0 => AccountKind::Bot,
            1..10 => AccountKind::Guest,
            _ => AccountKind::Player,
        };
        let account = self.accounts[number];
        (number, Player { account, kind })
    }

    /// How well one of the crowd plays, in rating points.
    fn strength(number: usize) -> f64 {
        1000.0 + (number * 7919 % 1000) as f64
    }

    fn game(&mut self) -> FinishedGame {
        let (number, white) = self.player();
        let (opponent, black) = loop {
            let other = self.player();
            if other.0 != number {
                break other;
            }
        };
        let lead = Self::strength(number) - Self::strength(opponent);
        let wins = self.random.random_bool(1.0 / (1.0 + 10_f64.powf(-lead / 400.0)));
        let winner = match self.random.random_range(0..60) {
            0 => None,
            1..5 => Some(None),
            _ => Some(Some(if wins { Side::White } else { Side::Black })),
        };
        FinishedGame {
            table: TableId::from_bytes(self.random.random()),
            variant: CLASSIC.to_owned(),
            white: Some(white),
            black: Some(black),
            // Ten games a second.
            finished_at_ms: self.from_ms + 100 * u64::from(self.told),
            set_up: false,
            plies: if self.random.random_range(0..60) == 0 { 4 } else { 60 },
            winner,
        }
    }
}

/// What the feed tells next; none for a game that is not to be rated.
impl Iterator for Crowd {
    type Item = Option<Told>;

    fn next(&mut self) -> Option<Self::Item> {
        self.told += 1;
        if self.random.random_range(0..8) == 0 {
            return Some(None);
        }
        if self.past.len() > ANNULLED_AFTER
            && let Some(game) = self.past.pop_front()
            && self.random.random_range(0..100) == 0
        {
            let at_ms = self.from_ms + 100 * u64::from(self.told);
            return Some(Some(Told::Annulled(game, at_ms)));
        }
        let game = self.game();
        self.past.push_back(game.clone());
        Some(Some(Told::Finished(game)))
    }
}

/// The type and the data of the event that tells it.
pub fn event(told: Option<Told>) -> (String, Vec<u8>) {
    match told {
        Some(Told::Finished(game)) => ("corners.game.finished.v1".to_owned(), finished(&game).encode_to_vec()),
        Some(Told::Annulled(game, at_ms)) => {
            let annulled = GameAnnulled {
                game: Some(finished(&game)),
                finished_sequence: 0,
                annul_time: Some(timestamp(at_ms)),
            };
            ("corners.game.annulled.v1".to_owned(), annulled.encode_to_vec())
        }
        None => (
            "corners.game.finished.v1".to_owned(),
            GameFinished::default().encode_to_vec(),
        ),
    }
}

fn finished(game: &FinishedGame) -> GameFinished {
    let seat = |side: SeatSide, player: Option<Player>| {
        player.map(|player| Seat {
            side: side.into(),
            account: player.account.to_string(),
            kind: player.kind.into(),
            rating: None,
        })
    };
    let seats = [seat(SeatSide::White, game.white), seat(SeatSide::Black, game.black)];
    GameFinished {
        table: game.table.to_string(),
        variant: game.variant.clone(),
        rated: true,
        seats: seats.into_iter().flatten().collect(),
        finish_time: Some(timestamp(game.finished_at_ms)),
        plies: game.plies,
        ending: Some(Ending {
            reason: EndReason::Goal.into(),
            result: match game.winner {
                None => Outcome::Unspecified,
                Some(None) => Outcome::Draw,
                Some(Some(Side::White)) => Outcome::WhiteWins,
                Some(Some(Side::Black)) => Outcome::BlackWins,
            }
            .into(),
            ..Ending::default()
        }),
        ..GameFinished::default()
    }
}
