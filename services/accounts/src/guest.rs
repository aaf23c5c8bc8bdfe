//! A guest, and the memory of the call that made it.

use std::time::Duration;

use corners_proto::ids::{AccountId, RequestId};
use sha2::{Digest, Sha256};

/// How long a call is remembered: repeated within this time it answers the same account.
pub const REMEMBERED: Duration = Duration::from_secs(60 * 60);

/// A guest's account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The account's id.
    pub account: AccountId,
    /// When it was made, in milliseconds since 1970.
    pub created_at_ms: u64,
}

/// Stands for a request id in the store. Who knows a request id can ask for the account's token, so that the id itself is
/// kept nowhere: neither the file nor a backup of it gives anything away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestDigest([u8; 32]);

impl RequestDigest {
    /// The digest of a request id.
    #[must_use]
    pub fn of(request: RequestId) -> Self {
        Self(Sha256::digest(request.as_bytes()).into())
    }

    /// The digest's bytes, as stores keep it.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}
