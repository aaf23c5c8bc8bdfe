//! Whom a player does not want to meet.

use corners_proto::matchmaking::v1::{BlockPlayerRequest, ListBlockedPlayersRequest, UnblockPlayerRequest};

use super::{Identified, call};
use crate::{Error, Session};

impl Session {
    /// Blocks a player: neither is paired with the other or can challenge the other.
    ///
    /// # Errors
    /// [`Error::Refused`] with `ACCOUNT_NOT_FOUND`, `OWN_OFFER` or `TOO_MANY`, [`Error::Unreachable`].
    pub async fn block_player(&self, account: &str) -> Result<(), Error> {
        let request = BlockPlayerRequest {
            account: account.to_owned(),
            ..BlockPlayerRequest::default()
        };
        call!(self, "BlockPlayer", block_player, request.identified()).map(drop)
    }

    /// Blocks a player no longer.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn unblock_player(&self, account: &str) -> Result<(), Error> {
        let request = UnblockPlayerRequest {
            account: account.to_owned(),
            ..UnblockPlayerRequest::default()
        };
        call!(self, "UnblockPlayer", unblock_player, request.identified()).map(drop)
    }

    /// The accounts that this one blocks, the first one blocked first.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn blocked_players(&self) -> Result<Vec<String>, Error> {
        let request = ListBlockedPlayersRequest {};
        Ok(call!(self, "ListBlockedPlayers", list_blocked_players, request)?.accounts)
    }
}
