//! Who plays: a few bots that play most of the time, and many people, most of whom play now and then.

use corners_archive::domain::{Player, Rating};
use corners_proto::game::v1::AccountKind;
use corners_proto::ids::AccountId;
use corners_rules::Variant;
use rand::RngExt;
use rand::rngs::StdRng;

const BOTS: u32 = 8;

/// How many of a hundred seats are bots': with a million games each bot plays fifty thousand.
const BOTS_SHARE: u32 = 20;

/// Bots come first, then people by how much they play.
#[derive(Clone, Copy, Debug)]
pub struct People {
    seed: u64,
    count: u32,
}

impl People {
    /// Ten games for one of them.
    pub(super) fn of(seed: u64, games: u32) -> Self {
        Self {
            seed,
            count: (games / 10).max(10),
        }
    }

    /// Somebody who plays more than most others together.
    pub fn heavy(&self) -> AccountId {
        self.account(0)
    }

    /// Somebody else who does.
    pub fn another_heavy(&self) -> AccountId {
        self.account(1)
    }

    /// Somebody who plays a dozen games in all.
    pub fn light(&self) -> AccountId {
        self.account(BOTS + self.count / 2)
    }

    /// Two players, of whom neither has been told yet whether the game is rated.
    pub(super) fn pair(&self, variant: &Variant, alone: bool, random: &mut StdRng) -> (Player, Player) {
        let first = self.pick(random);
        let mut second = if alone { first } else { self.pick(random) };
        while !alone && second == first {
            second = self.pick(random);
        }
        (
            self.player(first, variant, random),
            self.player(second, variant, random),
        )
    }

    /// The share of each falls with the root of its number, so that half of all play fewer games than a dozen.
    fn pick(&self, random: &mut StdRng) -> u32 {
        if random.random_range(0..100) < BOTS_SHARE {
            return random.random_range(0..BOTS);
        }
        let share: f64 = random.random();
        let number = share * share * f64::from(self.count);
        BOTS + (number as u32).min(self.count - 1)
    }

    fn account(&self, number: u32) -> AccountId {
        let mut bytes = [0; 16];
        for (half, salt) in bytes.chunks_exact_mut(8).zip([1, 2]) {
            half.copy_from_slice(&mixed(self.seed ^ u64::from(number) << 2 ^ salt).to_be_bytes());
        }
        AccountId::from_bytes(bytes)
    }

    fn player(&self, number: u32, variant: &Variant, random: &mut StdRng) -> Player {
        let kind = match number {
            0..BOTS => AccountKind::Bot,
            _ if number.is_multiple_of(3) => AccountKind::Guest,
            _ => AccountKind::Player,
        };
        let strength = mixed(self.seed ^ u64::from(number)) % 1000 + u64::from(variant.pieces());
        Player {
            account: self.account(number),
            kind,
            rating: Some(Rating {
                rating: 1000.0 + strength as f64 + random.random_range(-60.0..60.0),
                deviation: random.random_range(45.0..180.0),
            }),
        }
    }
}

/// Guests play without ratings.
pub(super) fn are_members(white: &Player, black: &Player) -> bool {
    [white, black].iter().all(|player| player.kind != AccountKind::Guest)
}

/// Spreads numbers over all numbers (SplitMix64).
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
