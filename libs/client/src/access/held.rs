//! A session's token at a moment.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use corners_proto::accounts::v1::Tokens;
use tokio::time::Instant;
use tonic::metadata::{Ascii, MetadataValue};

use crate::Error;

/// How long before it expires an access token is renewed.
const BEFORE_EXPIRY: Duration = Duration::from_secs(60);

/// An access token as calls carry it.
#[derive(Clone, Debug)]
pub(crate) struct Bearer {
    pub(super) header: MetadataValue<Ascii>,
    /// The how-manieth token of the session it is.
    pub(super) generation: u64,
}

impl Bearer {
    pub(crate) fn new(token: &str, generation: u64) -> Result<Self, Error> {
        let mut header: MetadataValue<Ascii> = format!("Bearer {token}").parse().map_err(|_| Error::BadToken)?;
        header.set_sensitive(true);
        Ok(Self { header, generation })
    }
}

/// What a session holds.
#[derive(Clone)]
pub(crate) struct Held {
    pub(super) bearer: Bearer,
    /// Whole, for a session that has a refresh token.
    pub(super) tokens: Option<Arc<Tokens>>,
    /// Renewals that did not succeed, and why the last one did not.
    pub(super) failures: u64,
    pub(super) trouble: Option<Error>,
}

impl Held {
    pub(crate) fn new(bearer: Bearer, tokens: Option<Tokens>) -> Self {
        Self {
            bearer,
            tokens: tokens.map(Arc::new),
            failures: 0,
            trouble: None,
        }
    }

    /// The number of the token, from 1.
    pub(crate) fn generation(&self) -> u64 {
        self.bearer.generation
    }

    /// Whether no other token will come.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.trouble, Some(Error::SessionOver { .. }))
    }

    /// The session's newest tokens.
    pub(crate) fn tokens(&self) -> Option<Tokens> {
        self.tokens.as_deref().cloned()
    }
}

impl fmt::Debug for Held {
    /// Without the secrets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Held")
            .field("generation", &self.bearer.generation)
            .field("failures", &self.failures)
            .field("trouble", &self.trouble)
            .finish_non_exhaustive()
    }
}

/// When a token that is received now and expires at `expires` (seconds and nanoseconds since 1970) is to be renewed: a
/// minute before, or at half of what is left if that is not two minutes. None when it has expired by this machine's
/// clock: that clock may be wrong, and the server will say.
pub(crate) fn renewal_due(expires: Option<prost_types::Timestamp>) -> Option<Instant> {
    let left = left(expires)?;
    (!left.is_zero()).then(|| Instant::now() + left.saturating_sub(BEFORE_EXPIRY).max(left / 2))
}

/// The same for tokens that were kept: what expires within a minute is renewed at once.
pub(crate) fn renewal_of_kept_due(expires: Option<prost_types::Timestamp>) -> Option<Instant> {
    match left(expires) {
        Some(left) if left > BEFORE_EXPIRY => Some(Instant::now() + (left - BEFORE_EXPIRY)),
        _ => Some(Instant::now()),
    }
}

fn left(expires: Option<prost_types::Timestamp>) -> Option<Duration> {
    let expires = SystemTime::try_from(expires?).ok()?;
    Some(expires.duration_since(wall_clock()).unwrap_or_default())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the contract gives the end of a token as a date; whoever is wrong about it renews at another moment, no more"
)]
fn wall_clock() -> SystemTime {
    SystemTime::now()
}
