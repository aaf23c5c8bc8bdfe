//! Calls that are remembered, so that repeating one is answered and not done again.

use corners_proto::ids::AccountId;

use super::{Digest, RequestDigest};

/// A call that is remembered, with what is needed to answer it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// Stands for the caller and the request id.
    pub request: RequestDigest,
    /// Stands for the method and the message, so that another call under the same id is told apart.
    pub body: Digest,
    /// The account that the call made or changed.
    pub account: AccountId,
    /// What else it made: the id of a session, a token, a bot; zeros if nothing.
    pub subject: [u8; 16],
    /// Whether it made the account.
    pub created: bool,
    /// Until when it is remembered.
    pub forget_at_ms: u64,
}
