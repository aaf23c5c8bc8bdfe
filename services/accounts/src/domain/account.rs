//! An account.

use std::fmt;

use corners_proto::ids::AccountId;
use corners_service::auth::AccountKind;

use super::NameKey;

/// An account, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Counts the changes of the account: a change is stored only over the revision that it was decided on.
    pub revision: u64,
    /// What sort of account it is.
    pub kind: AccountKind,
    /// What to call it; empty once it was deleted.
    pub display_name: String,
    /// The name as lists are searched for it: in NFKC and folded case; empty once it was deleted.
    pub folded_name: String,
    /// What the name is found by, and taken for others; guests and the deleted have none.
    pub name_key: Option<NameKey>,
    /// The password's hash, of players that have one.
    pub password: Option<PasswordHash>,
    /// The SHA-256 of the recovery code, of players that have one.
    pub recovery: Option<super::Digest>,
    /// Whose bot it is; `None` for people.
    pub owner: Option<AccountId>,
    /// Whether it may make tokens with the scope `admin`.
    pub operator: bool,
    /// When it was made.
    pub created_at_ms: u64,
    /// When its name was last changed; `None` if never.
    pub renamed_at_ms: Option<u64>,
    /// Its ban, which may be over.
    pub ban: Option<Ban>,
    /// When it was deleted.
    pub deleted_at_ms: Option<u64>,
}

/// An account closed to further play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// When it ends.
    pub until_ms: u64,
    /// Why, in an operator's words.
    pub note: String,
}

impl Account {
    /// Whether the account itself is banned at the moment. A bot is closed with its owner, too.
    #[must_use]
    pub fn is_banned(&self, now_ms: u64) -> bool {
        self.ban.as_ref().is_some_and(|ban| now_ms < ban.until_ms)
    }

    /// Whether it was deleted.
    #[must_use]
    pub const fn is_deleted(&self) -> bool {
        self.deleted_at_ms.is_some()
    }
}

/// A password's hash, as a PHC string. It is shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// The hash with this text.
    #[must_use]
    pub const fn new(phc: String) -> Self {
        Self(phc)
    }

    /// The text, as stores keep it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PasswordHash")
    }
}
