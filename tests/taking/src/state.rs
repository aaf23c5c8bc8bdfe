//! Who takes part, and where each of them is.

use corners_matchmaking::acts::challenges;
use corners_matchmaking::acts::matches::Attempt;
use corners_matchmaking::acts::tickets::Wish;
use corners_matchmaking::domain::offers::{Challenge, ChallengeStatus};
use corners_matchmaking::domain::person::{AccountKind, ColourWish, Person, Rating};
use corners_matchmaking::domain::terms::Pool;
use corners_matchmaking::store::Commit;
use corners_proto::ids::{AccountId, OfferId, TableId};

use crate::Wrong;
use crate::kept::Kept;

/// What a run has.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// How many players look for a game.
    pub players: usize,
    /// How often a matcher may die.
    pub crashes: u8,
    /// How often a table may be refused.
    pub refusals: u8,
    /// How often time passes, in steps of two and a half seconds.
    pub passes: u8,
    /// How often a player may cancel or lose its connection.
    pub whims: u8,
    /// Whether the first player is challenged, and accepts.
    pub has_challenge: bool,
    /// What is wrong on purpose.
    pub wrong: Option<Wrong>,
}

/// A replica that pairs and completes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Matcher {
    Idle,
    /// It has decided on a pair.
    Decided {
        commit: Commit,
        table: TableId,
    },
    /// It is about to make the table, as the first one or after others.
    Makes {
        table: TableId,
        attempt: Attempt,
        since_ms: u64,
    },
    /// It waits for the answer to its call.
    Asks {
        table: TableId,
        attempt: Attempt,
    },
    /// It has the answer.
    Hears {
        table: TableId,
        attempt: Attempt,
        refused: bool,
    },
}

/// A call that makes a table, on its way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Call {
    pub table: TableId,
    pub by: usize,
    pub attempt: Attempt,
    pub asked_ms: u64,
    /// Whether somebody still waits for its answer.
    pub is_awaited: bool,
}

/// Everything at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub kept: Kept,
    pub matchers: [Matcher; 2],
    pub calls: Vec<Call>,
    pub made: Vec<TableId>,
    /// Who holds the stream of its ticket.
    pub streams: Vec<bool>,
    /// Who has begun to look for a game.
    pub began: Vec<bool>,
    /// The decision to accept the challenge, not stored yet; and whether it was tried.
    pub accepting: Option<Commit>,
    pub has_accepted: bool,
    pub crashes: u8,
    pub refusals: u8,
    pub passes: u8,
    pub whims: u8,
    /// Whether a matcher that died had recorded a match.
    pub has_left_a_match: bool,
}

pub(crate) fn player(number: usize) -> AccountId {
    AccountId::from_bytes([number as u8 + 1; 16])
}

pub(crate) fn pool() -> Pool {
    POOL.parse().unwrap()
}

pub(crate) fn person(account: AccountId) -> Person {
    Person {
        account,
        kind: AccountKind::Player,
        rating: Some(Rating {
            rating: 1500.0,
            deviation: 60.0,
        }),
    }
}

pub(crate) fn ticket(number: usize) -> OfferId {
    OfferId::from_bytes([number as u8 + 1; 16])
}

pub(crate) fn wish(number: usize) -> Wish {
    Wish {
        id: ticket(number),
        person: person(player(number)),
        pool: pool(),
        below: None,
        above: None,
    }
}

const POOL: &str = "classic-3x3/180000+2000/rated";

pub(crate) const CHALLENGE: OfferId = OfferId::from_bytes([99; 16]);
pub(crate) const CHALLENGER: usize = 9;

impl State {
    pub(crate) fn at_start(setting: &Setting) -> Self {
        let mut kept = Kept::empty(1_000_000);
        if setting.has_challenge {
            let challenge = Challenge {
                id: CHALLENGE,
                challenger: person(player(CHALLENGER)),
                challenged: Some(player(0)),
                terms: pool().terms,
                colour: ColourWish::Any,
                made_ms: 0,
                countered: None,
                status: ChallengeStatus::Open,
            };
            kept.change(|draft| challenges::create(draft, &challenge)).unwrap();
            kept.due.clear();
        }
        Self {
            kept,
            matchers: [Matcher::Idle, Matcher::Idle],
            calls: Vec::new(),
            made: Vec::new(),
            streams: vec![false; setting.players],
            began: vec![false; setting.players],
            accepting: None,
            has_accepted: false,
            crashes: setting.crashes,
            refusals: setting.refusals,
            passes: setting.passes,
            whims: setting.whims,
            has_left_a_match: false,
        }
    }
}
