//! What was revoked, for those who verify tokens by themselves.

use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};

/// The id of what was revoked: a session's, a personal token's or an account's. They are random and never the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RevocationSubject(pub [u8; 16]);

impl From<SessionId> for RevocationSubject {
    fn from(id: SessionId) -> Self {
        Self(*id.as_bytes())
    }
}

impl From<PersonalTokenId> for RevocationSubject {
    fn from(id: PersonalTokenId) -> Self {
        Self(*id.as_bytes())
    }
}

impl From<AccountId> for RevocationSubject {
    fn from(id: AccountId) -> Self {
        Self(*id.as_bytes())
    }
}

/// A revocation: access tokens made for its subject up to its moment are good no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revocation {
    /// What was revoked.
    pub subject: RevocationSubject,
    /// When.
    pub at_ms: u64,
    /// When the last of those tokens has expired.
    pub forget_at_ms: u64,
}
