//! Questions that are answered by the page.

use corners_proto::ids::AccountId;

use crate::domain::RevocationSubject;

/// Asks for accounts, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountsQuery {
    /// Only accounts whose `folded_name` begins like this, code point for code point; empty for all.
    pub folded_prefix: String,
    /// Only accounts whose own ban is not over at this moment.
    pub banned_at_ms: Option<u64>,
    /// Only accounts after this one in the list: older (`created_at_ms`), or equally old with a lower id.
    pub after: Option<(u64, AccountId)>,
    /// How many at most.
    pub most: u32,
}

/// Asks for revocations, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevocationsQuery {
    /// Only those of this moment (`at_ms`) or later.
    pub since_ms: u64,
    /// Only those whose `forget_at_ms` is later than this moment.
    pub now_ms: u64,
    /// Only those after this one in the list: later, or at the same moment with a higher subject.
    pub after: Option<(u64, RevocationSubject)>,
    /// How many at most.
    pub most: u32,
}

/// Asks for audit events, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditQuery {
    /// Only events done by or to this account.
    pub account: Option<AccountId>,
    /// Only this action, or all that begin with it when it ends with a dot; empty for all.
    pub action: String,
    /// Only events with lower numbers.
    pub before: Option<u64>,
    /// How many at most.
    pub most: u32,
}
