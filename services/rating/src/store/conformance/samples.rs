//! Games to rate, and a feed that tells of them.

use std::sync::Arc;

use corners_proto::game::v1::AccountKind;
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Side;

use crate::domain::{FinishedGame, Player, PlayerIn, Policy, Told};
use crate::store::{Place, RatingStore, Results, StoreError, Taken};

/// A day, in milliseconds.
pub const DAY_MS: u64 = 86_400_000;

/// When the games of the samples end, but for their number: the 13th of December 2026.
pub const THEN_MS: u64 = 20_800 * DAY_MS;

/// A variant that has ratings.
pub const CLASSIC: &str = "classic-3x3";

/// The table of this number; tables are in no order.
#[must_use]
pub fn table(number: u32) -> TableId {
    let mut bytes = [3; 16];
    bytes[..4].copy_from_slice(&number.wrapping_mul(0x9E37_79B9).to_be_bytes());
    TableId::from_bytes(bytes)
}

/// The account of this number.
#[must_use]
pub fn account(number: u32) -> AccountId {
    let mut bytes = [7; 16];
    bytes[..4].copy_from_slice(&number.wrapping_mul(0x85EB_CA6B).to_be_bytes());
    AccountId::from_bytes(bytes)
}

/// A person who has registered.
#[must_use]
pub fn person(number: u32) -> Player {
    Player {
        account: account(number),
        kind: AccountKind::Player,
    }
}

/// A program.
#[must_use]
pub fn bot(number: u32) -> Player {
    Player {
        kind: AccountKind::Bot,
        ..person(number)
    }
}

/// A person in the variant of the samples.
#[must_use]
pub fn in_classic(number: u32) -> PlayerIn {
    PlayerIn {
        player: account(number),
        variant: CLASSIC.to_owned(),
    }
}

/// A game between two people that White won.
#[must_use]
pub fn game(number: u32, white: u32, black: u32) -> FinishedGame {
    FinishedGame {
        table: table(number),
        variant: CLASSIC.to_owned(),
        white: Some(person(white)),
        black: Some(person(black)),
        finished_at_ms: THEN_MS + u64::from(number) * 1000,
        set_up: false,
        plies: 40,
        winner: Some(Some(Side::White)),
    }
}

/// What tells that it is over.
#[must_use]
pub fn finished(number: u32, white: u32, black: u32) -> Told {
    Told::Finished(game(number, white, black))
}

/// So many games of four people, so that the players of one are those of the next ones as well.
#[must_use]
pub fn games_of_few(count: u32) -> Vec<Told> {
    let mut dice = Dice::new(29);
    let mut game = |number| {
        let white = 1 + dice.below(4);
        finished(number, white, 1 + (white + dice.below(3)) % 4)
    };
    (1..=count).map(&mut game).collect()
}

/// The place behind this event of the feed.
#[must_use]
pub fn place(sequence: u64) -> Place {
    Place {
        cursor: format!("cursor-{sequence}"),
        sequence,
    }
}

/// Results that come behind this event of the feed; one that is none says nothing to ratings.
#[must_use]
pub fn results(behind: u64, told: Vec<Option<Told>>) -> Results {
    Results {
        behind: (behind > 0).then(|| place(behind)),
        results: (behind + 1..).map(place).zip(told).collect(),
    }
}

/// One that takes a feed into a store, from the feed's beginning.
pub struct Taker {
    /// The store.
    pub store: Arc<dyn RatingStore>,
    /// How many events of the feed it has taken.
    pub reached: u64,
}

impl Taker {
    /// One for a store in which this policy is put in force.
    ///
    /// # Errors
    /// When the store cannot be reached.
    pub async fn new(store: &Arc<dyn RatingStore>, policy: &Policy) -> Result<Self, StoreError> {
        store.adopt(policy).await?;
        Ok(Self {
            store: Arc::clone(store),
            reached: 0,
        })
    }

    /// Takes what comes next; answers how many events were recorded.
    ///
    /// # Errors
    /// When the store cannot be reached.
    ///
    /// # Panics
    /// When the store is elsewhere.
    pub async fn take(&mut self, told: &[Told], now_ms: u64) -> Result<u64, StoreError> {
        let results = results(self.reached, told.iter().cloned().map(Some).collect());
        let taken = self.store.take(results, now_ms).await?;
        self.reached += u64::try_from(told.len()).unwrap_or(u64::MAX);
        let Taken::Done(events) = taken else {
            assert_eq!(taken, Taken::Done(0), "the store is where this one has left it");
            return Ok(0);
        };
        Ok(events)
    }
}

/// Numbers that are the same in every run.
pub struct Dice(u64);

impl Dice {
    /// Those of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below another one, by SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators").
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let upper = (mixed ^ (mixed >> 31)) >> 32;
        u32::try_from((upper * u64::from(bound)) >> 32).unwrap_or(0)
    }
}

/// Takes a feed from wherever the store is to the feed's end, in batches of a size; answers how many events it has recorded.
///
/// # Errors
/// When the store cannot be reached.
pub async fn follow(store: &dyn RatingStore, feed: &[Told], size: usize) -> Result<u64, StoreError> {
    let sequence = |place: Option<Place>| place.map_or(0, |place| place.sequence);
    let (mut reached, mut recorded) = (sequence(store.place().await?), 0);
    let rest = |reached: u64| {
        feed.get(usize::try_from(reached).unwrap_or(usize::MAX)..)
            .unwrap_or_default()
    };
    while !rest(reached).is_empty() {
        let batch: Vec<_> = rest(reached).iter().take(size).cloned().map(Some).collect();
        let end = reached + batch.len() as u64;
        match store.take(results(reached, batch), 1).await? {
            Taken::Done(events) => {
                recorded += events;
                reached = end;
            }
            Taken::Elsewhere(there) => reached = sequence(there),
        }
        // A store in memory answers at once.
        tokio::task::yield_now().await;
    }
    Ok(recorded)
}
