//! The account that calls, and its rights.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use corners_proto::error::{Reason, Refusal};
use corners_proto::game::v1 as game;
use corners_proto::ids::AccountId;
use tonic::Status;

use crate::time::wall_clock;

/// What a token permits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Make tables, sit down, act for the own seats.
    Play,
    /// Read and follow tables.
    Watch,
    /// Play as a program.
    Bot,
    /// Read the result feed.
    Feed,
    /// Operate the platform.
    Admin,
}

impl Scope {
    const ALL: [Self; 5] = [Self::Play, Self::Watch, Self::Bot, Self::Feed, Self::Admin];

    /// The scope as tokens spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Watch => "watch",
            Self::Bot => "bot",
            Self::Feed => "feed",
            Self::Admin => "admin",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A set of scopes. As text they are separated by spaces; names that this version does not know are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// Whether `scope` is in the set.
    #[must_use]
    pub const fn contains(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Reads a token's `scope` claim.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let known = |name: &str| Scope::ALL.into_iter().find(|scope| scope.as_str() == name);
        text.split_ascii_whitespace().filter_map(known).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Scope::ALL
            .into_iter()
            .filter(|scope| self.contains(*scope))
            .map(Scope::as_str)
            .collect();
        formatter.write_str(&names.join(" "))
    }
}

/// What sort of account it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountKind {
    /// A person without registration.
    Guest,
    /// A registered person.
    Player,
    /// A program, visible as one.
    Bot,
}

impl AccountKind {
    /// The kind as tokens spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Player => "player",
            Self::Bot => "bot",
        }
    }
}

/// A text that names no kind of account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a kind of account: expected guest, player or bot")]
pub struct UnknownAccountKind;

impl FromStr for AccountKind {
    type Err = UnknownAccountKind;

    fn from_str(text: &str) -> Result<Self, UnknownAccountKind> {
        let all = [Self::Guest, Self::Player, Self::Bot];
        all.into_iter()
            .find(|kind| kind.as_str() == text)
            .ok_or(UnknownAccountKind)
    }
}

impl From<AccountKind> for game::AccountKind {
    fn from(kind: AccountKind) -> Self {
        match kind {
            AccountKind::Guest => Self::Guest,
            AccountKind::Player => Self::Player,
            AccountKind::Bot => Self::Bot,
        }
    }
}

/// The account behind a verified token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The account.
    pub account: AccountId,
    /// What sort of account it is.
    pub kind: AccountKind,
    /// What the token permits.
    pub scopes: Scopes,
    /// When the token expires, by the machine's clock; streams end then.
    pub expires_at: SystemTime,
}

impl Caller {
    /// Passes when the token permits `scope`.
    ///
    /// # Errors
    ///
    /// PERMISSION_DENIED `SCOPE_MISSING`, with the scope in the metadata.
    pub fn require(&self, scope: Scope) -> Result<(), Status> {
        if self.scopes.contains(scope) {
            return Ok(());
        }
        let message = format!(
            "the call needs a token with the scope {scope}; this one has: {}",
            self.scopes
        );
        Err(Refusal::new(Reason::ScopeMissing, message).with("scope", scope).into())
    }

    /// How long the token is still valid.
    #[must_use]
    pub fn valid_for(&self) -> Duration {
        self.expires_at.duration_since(wall_clock()).unwrap_or(Duration::ZERO)
    }
}

/// The caller of a request.
///
/// # Errors
///
/// UNAUTHENTICATED `TOKEN_MISSING` when the request brought no token.
pub fn caller<T>(request: &tonic::Request<T>) -> Result<Caller, Status> {
    request.extensions().get::<Caller>().copied().ok_or_else(|| {
        let message = "the call needs a token: send `authorization: Bearer <token>`; \
                       corners.accounts.v1.AccountsService.CreateGuest gives one";
        Refusal::new(Reason::TokenMissing, message).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use corners_proto::error::reason_of;

    fn a_caller(scopes: Scopes) -> Caller {
        Caller {
            account: AccountId::random(),
            kind: AccountKind::Guest,
            scopes,
            expires_at: SystemTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn scopes_survive_their_text_and_unknown_ones_grant_nothing() {
        let scopes: Scopes = [Scope::Watch, Scope::Play].into_iter().collect();
        assert_eq!(scopes.to_string(), "play watch");
        assert_eq!(Scopes::parse("  watch play watch fly"), scopes);
        assert_eq!(Scopes::parse("admins PLAY"), Scopes::default());
    }

    #[test]
    fn a_scope_that_the_token_lacks_is_named() {
        let guest = a_caller(Scopes::parse("play watch"));
        assert!(guest.require(Scope::Play).is_ok());
        let refused = guest.require(Scope::Admin).unwrap_err();
        assert_eq!(reason_of(&refused).as_deref(), Some("SCOPE_MISSING"));
        assert_eq!(
            corners_proto::error::metadata_of(&refused, "scope").as_deref(),
            Some("admin")
        );
    }

    #[test]
    fn a_request_without_a_token_has_no_caller() {
        let mut request = tonic::Request::new(());
        assert_eq!(
            reason_of(&caller(&request).unwrap_err()).as_deref(),
            Some("TOKEN_MISSING")
        );
        let guest = a_caller(Scopes::default());
        request.extensions_mut().insert(guest);
        assert_eq!(caller(&request).unwrap(), guest);
        assert_eq!(guest.valid_for(), Duration::ZERO);
    }
}
