//! Personal access tokens.

use corners_proto::ids::{AccountId, PersonalTokenId};
use corners_service::auth::Scopes;

use super::Digest;

/// A personal access token that has not been revoked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalToken {
    /// Its id.
    pub id: PersonalTokenId,
    /// The account that it acts for.
    pub account: AccountId,
    /// What its maker calls it.
    pub label: String,
    /// What it permits; kept as its text, such as `play watch`.
    pub scopes: Scopes,
    /// Of its secret.
    pub secret: Digest,
    /// When it was made.
    pub created_at_ms: u64,
    /// When it expires.
    pub expires_at_ms: u64,
    /// When it was last exchanged, to the hour; `None` if never.
    pub last_used_at_ms: Option<u64>,
}
