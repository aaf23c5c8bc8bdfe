//! The account that calls, and its rights.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use corners_proto::access::v1 as access;
use corners_proto::error::{Reason, Refusal};
use corners_proto::game::v1 as game;
use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};
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
    /// All scopes there are.
    pub const ALL: [Self; 5] = [Self::Play, Self::Watch, Self::Bot, Self::Feed, Self::Admin];

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

impl Scope {
    /// The scope that the contract names; none for a number that stands for nothing.
    #[must_use]
    pub const fn of(scope: access::Scope) -> Option<Self> {
        match scope {
            access::Scope::Unspecified => None,
            access::Scope::Play => Some(Self::Play),
            access::Scope::Watch => Some(Self::Watch),
            access::Scope::Bot => Some(Self::Bot),
            access::Scope::Feed => Some(Self::Feed),
            access::Scope::Admin => Some(Self::Admin),
        }
    }
}

impl From<Scope> for access::Scope {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Play => Self::Play,
            Scope::Watch => Self::Watch,
            Scope::Bot => Self::Bot,
            Scope::Feed => Self::Feed,
            Scope::Admin => Self::Admin,
        }
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

    /// The scopes of the set.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.contains(*scope))
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
        let names: Vec<_> = self.iter().map(Scope::as_str).collect();
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

/// What a token was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A session: the account's holder has signed in.
    Session(SessionId),
    /// A personal access token: a program that the holder gave it to.
    Personal(PersonalTokenId),
    /// The operator's token of the configuration.
    Operator,
}

impl Source {
    /// Reads a token's claims `src` and `sid`.
    pub(super) fn parse(source: &str, id: Option<&str>) -> Option<Self> {
        match (source, id) {
            ("session", Some(id)) => Some(Self::Session(id.parse().ok()?)),
            ("personal", Some(id)) => Some(Self::Personal(id.parse().ok()?)),
            ("operator", None) => Some(Self::Operator),
            _ => None,
        }
    }

    /// The bytes by which it is revoked.
    pub(super) const fn id(&self) -> Option<&[u8; 16]> {
        match self {
            Self::Session(id) => Some(id.as_bytes()),
            Self::Personal(id) => Some(id.as_bytes()),
            Self::Operator => None,
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
    /// What the token was made from.
    pub source: Source,
    /// When the token was issued, by the machine's clock.
    pub issued_at: SystemTime,
    /// When the token expires, by the machine's clock; streams end then.
    pub expires_at: SystemTime,
}

impl Caller {
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
    let caller = request.extensions().get::<Caller>().copied();
    caller.ok_or_else(|| token_missing().into())
}

pub(super) fn token_missing() -> Refusal {
    Refusal::new(
        Reason::TokenMissing,
        "the call needs a token: send `authorization: Bearer <token>`; \
         corners.accounts.v1.AccountsService.CreateGuest gives one",
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use corners_proto::error::reason_of;

    /// A guest with a session.
    pub(in super::super) fn a_caller(scopes: Scopes) -> Caller {
        Caller {
            account: AccountId::random(),
            kind: AccountKind::Guest,
            scopes,
            source: Source::Session(SessionId::random()),
            issued_at: SystemTime::UNIX_EPOCH,
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
    fn a_source_is_what_its_claims_say_and_nothing_else() {
        let id = SessionId::random();
        let text = id.to_string();
        assert_eq!(Source::parse("session", Some(&text)), Some(Source::Session(id)));
        let personal = PersonalTokenId::from_bytes(*id.as_bytes());
        assert_eq!(Source::parse("personal", Some(&text)), Some(Source::Personal(personal)));
        assert_eq!(Source::parse("operator", None), Some(Source::Operator));
        for (source, id) in [
            ("session", None),
            ("session", Some("x")),
            ("operator", Some(&*text)),
            ("king", Some(&*text)),
        ] {
            assert_eq!(Source::parse(source, id), None, "{source} {id:?}");
        }
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
