//! What matchmaking knows of an account: one record, which is changed with everything that the account has here.

use std::collections::VecDeque;

use corners_proto::ids::{AccountId, OfferId, TableId};
use serde::{Deserialize, Serialize};

use super::ledger::Offence;
use super::matched::Game;
use super::person::AccountKind;
use super::terms::Pool;

/// How many of the last opponents are remembered.
const OPPONENTS: usize = 8;

/// How many of the last games are remembered.
const GAMES: usize = 8;

/// How much one colour can be ahead of the other.
const COLOURS: i8 = 5;

/// How many players one account can block.
pub const MOST_BLOCKED: usize = 500;

/// Something of an account's that can start a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Live {
    /// A ticket in a pool.
    Ticket {
        /// Its id.
        id: OfferId,
        /// The pool.
        pool: Pool,
    },
    /// A seek in the lobby.
    Seek(OfferId),
    /// A challenge that it has made.
    Challenge {
        /// Its id.
        id: OfferId,
        /// Whom it challenges; nobody for a link.
        to: Option<AccountId>,
    },
    /// Its offer to play again at this table.
    Rematch {
        /// The table.
        table: TableId,
        /// Whom it is made to.
        to: AccountId,
    },
}

/// An account in matchmaking.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Player {
    /// What sort of account it is, as it was last seen.
    pub kind: AccountKind,
    /// What of it can start a game. All of it ends when one starts.
    pub live: Vec<Live>,
    /// The game that is recorded, and whose table is not known to be made yet.
    pub starting: Option<TableId>,
    /// The last opponents, the last one in front.
    pub opponents: VecDeque<AccountId>,
    /// Games as White less games as Black, lately.
    pub colour_balance: i8,
    /// The last games, the last one in front.
    pub games: VecDeque<Game>,
    /// Whom it blocks, the first one blocked first.
    pub blocked: Vec<AccountId>,
    /// What it has spoilt lately, the last one in front.
    pub offences: VecDeque<Offence>,
}

impl Player {
    /// Notes a game that starts.
    pub fn plays(&mut self, game: Game) {
        self.opponents.retain(|opponent| *opponent != game.opponent.account);
        self.opponents.push_front(game.opponent.account);
        self.opponents.truncate(OPPONENTS);
        let step = if game.is_white { 1 } else { -1 };
        self.colour_balance = self.colour_balance.saturating_add(step).clamp(-COLOURS, COLOURS);
        self.games.retain(|other| other.table != game.table);
        self.games.push_front(game);
        self.games.truncate(GAMES);
    }

    /// Forgets a game that does not start after all.
    pub fn does_not_play(&mut self, table: TableId) {
        let Some(index) = self.games.iter().position(|game| game.table == table) else {
            return;
        };
        if let Some(game) = self.games.remove(index) {
            let step = if game.is_white { -1 } else { 1 };
            self.colour_balance = self.colour_balance.saturating_add(step).clamp(-COLOURS, COLOURS);
        }
    }

    /// Whether it blocks the account.
    #[must_use]
    pub fn blocks(&self, account: AccountId) -> bool {
        self.blocked.contains(&account)
    }

    /// The ticket that it has in the pool.
    #[must_use]
    pub fn ticket_in(&self, pool: Pool) -> Option<OfferId> {
        self.live.iter().find_map(|live| match live {
            Live::Ticket { id, pool: of } if *of == pool => Some(*id),
            _ => None,
        })
    }

    /// Whether the ticket is one of its live ones.
    #[must_use]
    pub fn has_ticket(&self, ticket: OfferId) -> bool {
        let is_it = |live: &Live| matches!(live, Live::Ticket { id, .. } if *id == ticket);
        self.live.iter().any(is_it)
    }

    /// Takes something from what is live; answers whether it was there.
    pub fn drop_live(&mut self, is_it: impl Fn(&Live) -> bool) -> bool {
        let before = self.live.len();
        self.live.retain(|live| !is_it(live));
        self.live.len() < before
    }
}
