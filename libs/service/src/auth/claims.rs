//! What a token says.

use serde::{Deserialize, Serialize};

/// The issuer of the platform's own tokens.
pub const ISSUER: &str = "corners";

/// Whom the platform's tokens are for.
pub const AUDIENCE: &str = "corners";

/// The claims of a token, as they stand in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Who issued it: [`ISSUER`].
    pub iss: String,
    /// Whom it is for: [`AUDIENCE`].
    pub aud: String,
    /// The account's id.
    pub sub: String,
    /// What sort of account it is: `guest`, `player` or `bot`.
    pub kind: String,
    /// The scopes, separated by spaces.
    pub scope: String,
    /// When it was issued, in seconds since 1970.
    pub iat: u64,
    /// When it expires, in seconds since 1970.
    pub exp: u64,
    /// The token's own id.
    pub jti: String,
    /// What it was made from: `session`, `personal` or `operator`.
    pub src: String,
    /// The id of that session or personal access token, which can be revoked; absent for `operator`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
}
