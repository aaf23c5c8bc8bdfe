//! How much of the platform one caller may use.
//!
//! A public server counts, for each account and for each address that calls, the calls, the moves, the open streams and
//! the connections. Whoever goes beyond is refused with RESOURCE_EXHAUSTED `RATE_LIMITED`, the name of the setting, and
//! how long to wait. The address is counted before the token is looked at, so that forged tokens cost little.
//!
//! Every replica counts for itself: an account that spreads its calls over several may make as many more. What must hold
//! over all replicas, such as the tables of an account, is counted in the store that they share.
//!
//! Calls from the loopback have no address to be limited by: they are the operator's own, or come through a proxy that
//! `server.trusted_proxies` should name. Internal servers and health have no limits.

mod config;
mod key;
mod open;
mod rate;
mod recent;

use std::net::IpAddr;
use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::AccountId;

pub use config::{LimitsConfig, Rate};
pub use key::AddressKey;
use open::{OpenPlaces, Place};
use rate::RateLimit;

/// When to try again to open something: nobody knows when something else of the caller's ends.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// A setting of `[limits]`, as refusals and metrics name it.
pub(crate) type LimitName = &'static str;

const CALLS_BY_ADDRESS: LimitName = "calls_per_second_by_address";
const CALLS_BY_ACCOUNT: LimitName = "calls_per_second_by_account";
const MOVES_BY_ACCOUNT: LimitName = "moves_per_second_by_account";
const STREAMS_BY_ADDRESS: LimitName = "streams_by_address";
const STREAMS_BY_ACCOUNT: LimitName = "streams_by_account";
const CONNECTIONS_BY_ADDRESS: LimitName = "connections_by_address";

/// A caller went beyond a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// The setting.
    pub limit: LimitName,
    /// When to try again.
    pub retry_after: Duration,
}

impl From<Exceeded> for Refusal {
    fn from(exceeded: Exceeded) -> Self {
        let message = format!(
            "the limit {} is reached; try again after the delay in RetryInfo",
            exceeded.limit
        );
        Self::new(Reason::RateLimited, message)
            .with("limit", exceeded.limit)
            .retry_after(exceeded.retry_after)
    }
}

/// What a caller's stream occupies until it is dropped.
#[derive(Debug)]
pub struct StreamPlace {
    _of_address: Option<Place<AddressKey>>,
    _of_account: Option<Place<AccountId>>,
}

/// The limits of one server, and who has used how much of them.
#[derive(Debug)]
pub struct Limits {
    calls_by_address: RateLimit<AddressKey>,
    calls_by_account: RateLimit<AccountId>,
    moves_by_account: RateLimit<AccountId>,
    streams_by_address: OpenPlaces<AddressKey>,
    streams_by_account: OpenPlaces<AccountId>,
    connections_by_address: OpenPlaces<AddressKey>,
}

impl Limits {
    /// Nobody has used anything yet.
    #[must_use]
    pub fn new(config: &LimitsConfig) -> Self {
        Self {
            calls_by_address: RateLimit::new(CALLS_BY_ADDRESS, config.calls_by_address),
            calls_by_account: RateLimit::new(CALLS_BY_ACCOUNT, config.calls_by_account),
            moves_by_account: RateLimit::new(MOVES_BY_ACCOUNT, config.moves_by_account),
            streams_by_address: OpenPlaces::new(config.streams_by_address),
            streams_by_account: OpenPlaces::new(config.streams_by_account),
            connections_by_address: OpenPlaces::new(config.connections_by_address),
        }
    }

    /// Counts a call from an address, whatever it is.
    ///
    /// # Errors
    ///
    /// When the address has made too many.
    pub fn call_from(&self, address: IpAddr) -> Result<(), Exceeded> {
        AddressKey::of(address).map_or(Ok(()), |key| self.calls_by_address.count(&key))
    }

    /// Counts a call of an account.
    ///
    /// # Errors
    ///
    /// When the account has made too many.
    pub fn call_of(&self, account: AccountId) -> Result<(), Exceeded> {
        self.calls_by_account.count(&account)
    }

    /// Counts a move of an account.
    ///
    /// # Errors
    ///
    /// When the account has made too many.
    pub fn move_of(&self, account: AccountId) -> Result<(), Exceeded> {
        self.moves_by_account.count(&account)
    }

    /// A place for a stream.
    ///
    /// # Errors
    ///
    /// When the address or the account has as many open as it may have.
    pub fn stream(&self, address: Option<IpAddr>, account: Option<AccountId>) -> Result<StreamPlace, Exceeded> {
        let full = |limit| Exceeded {
            limit,
            retry_after: RETRY_AFTER,
        };
        let address = address.and_then(AddressKey::of);
        let of_address = address.map(|key| {
            self.streams_by_address
                .take(key)
                .ok_or_else(|| full(STREAMS_BY_ADDRESS))
        });
        let of_account = account.map(|key| {
            self.streams_by_account
                .take(key)
                .ok_or_else(|| full(STREAMS_BY_ACCOUNT))
        });
        Ok(StreamPlace {
            _of_address: of_address.transpose()?,
            _of_account: of_account.transpose()?,
        })
    }

    /// A place for a connection of an address, which may need none.
    ///
    /// # Errors
    ///
    /// When the address has as many as it may have.
    pub(crate) fn connection(&self, peer: IpAddr) -> Result<Option<ConnectionPlace>, Exceeded> {
        let Some(key) = AddressKey::of(peer) else {
            return Ok(None);
        };
        let full = Exceeded {
            limit: CONNECTIONS_BY_ADDRESS,
            retry_after: RETRY_AFTER,
        };
        self.connections_by_address.take(key).map(Some).ok_or(full)
    }
}

/// What a connection occupies until it is dropped.
pub(crate) type ConnectionPlace = Place<AddressKey>;

#[cfg(test)]
mod tests;
