//! What accounts keeps.
//!
//! Reading is by [`AccountsStore`]'s questions. What is to change is decided outside, on what was read, and handed over
//! as a [`Commit`]: a list of [`Write`]s that are stored together or not at all, over the
//! [revisions](crate::domain::Account::revision) that they were decided on. So a race that was lost is told
//! ([`Committed::Stale`]), read again and decided again.
//!
//! How things are kept: ids as their 16 bytes, digests and keys as their 32, moments as milliseconds since 1970 in signed
//! 64 bits, kinds, scopes, origins and actions as the texts that clients see.

mod commit;
mod embedded;
mod open;
mod postgres;
mod query;

pub mod conformance;

use std::error::Error;

use async_trait::async_trait;
use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};

use crate::domain::{
    Account, AuditEvent, MeterKey, MeterRule, NameKey, PersonalToken, Remembered, RequestDigest, Revocation,
    RevocationSubject, Session, Verdict,
};

pub use commit::{Commit, Committed, Identity, Write};
pub use embedded::EmbeddedAccountsStore;
pub use open::{OpenError, open};
pub use postgres::PostgresAccountsStore;
pub use query::{AccountsQuery, AuditQuery, RevocationsQuery};

/// The store of accounts. Several replicas may share one. Every call is atomic, and sees what was answered before.
#[async_trait]
pub trait AccountsStore: Send + Sync + 'static {
    /// The secret that all replicas derive secrets from: random, made by the first call ever, and the same from then on.
    async fn secret(&self) -> Result<[u8; 32], StoreError>;

    /// The accounts with these ids, in any order; ids without an account are left out. At most 500.
    async fn accounts(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError>;

    /// The account that has this name now. Reserved names are nobody's.
    async fn account_by_name(&self, name: NameKey) -> Result<Option<Account>, StoreError>;

    /// The account that an outside identity signs in to.
    async fn account_by_identity(&self, identity: &Identity) -> Result<Option<Account>, StoreError>;

    /// The account's bots that are not deleted, oldest first (equally old ones by id).
    async fn bots(&self, owner: AccountId) -> Result<Vec<Account>, StoreError>;

    /// A page of accounts, newest first (equally old ones by id, downwards).
    async fn list_accounts(&self, query: AccountsQuery) -> Result<Vec<Account>, StoreError>;

    /// The outside identities of an account, in order of issuer and subject.
    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>, StoreError>;

    /// A session, until it is ended or [pruned](Self::prune), expired or not.
    async fn session(&self, id: SessionId) -> Result<Option<Session>, StoreError>;

    /// The account's sessions, newest first (equally old ones by id, downwards).
    async fn sessions(&self, account: AccountId) -> Result<Vec<Session>, StoreError>;

    /// A personal access token, until it is revoked or pruned, expired or not.
    async fn personal_token(&self, id: PersonalTokenId) -> Result<Option<PersonalToken>, StoreError>;

    /// The personal access tokens that act for the account or one of its bots, newest first (equally old ones by id,
    /// downwards).
    async fn personal_tokens(&self, owner: AccountId) -> Result<Vec<PersonalToken>, StoreError>;

    /// A call that is still remembered at the moment `now_ms`: that moment is before the call's `forget_at_ms`.
    async fn remembered(&self, request: RequestDigest, now_ms: u64) -> Result<Option<Remembered>, StoreError>;

    /// The revocation of this subject, until it is pruned.
    async fn revocation(&self, subject: RevocationSubject) -> Result<Option<Revocation>, StoreError>;

    /// A page of revocations, oldest first (equally old ones by subject).
    async fn revocations(&self, query: RevocationsQuery) -> Result<Vec<Revocation>, StoreError>;

    /// A page of the audit log, newest first.
    async fn audit_events(&self, query: AuditQuery) -> Result<Vec<AuditEvent>, StoreError>;

    /// Stores all of a commit, or nothing.
    ///
    /// # Errors
    ///
    /// When the store cannot be reached; the commit may then be stored or not.
    async fn commit(&self, commit: Commit) -> Result<Committed, StoreError>;

    /// Counts one more under a key, if the [rule](MeterRule::judge) permits it: reads the meter, judges and stores what is
    /// admitted, as one step.
    async fn count(&self, key: MeterKey, rule: MeterRule, now_ms: u64) -> Result<Verdict, StoreError>;

    /// Forgets what was counted under a key.
    async fn clear(&self, key: MeterKey) -> Result<(), StoreError>;

    /// Deletes what means nothing any more at the moment `now_ms`: expired sessions and tokens, calls, revocations,
    /// meters and reserved names whose time is over (their moment is `now_ms` or earlier), audit events before
    /// `audit_before_ms`. At most `most` rows of each; answers whether there may be more.
    async fn prune(&self, now_ms: u64, audit_before_ms: u64, most: u32) -> Result<bool, StoreError>;
}

/// The store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[error("cannot {attempt} the store of accounts")]
pub struct StoreError {
    attempt: &'static str,
    source: Box<dyn Error + Send + Sync>,
}

impl StoreError {
    /// An error of an attempt, as in "cannot open the store of accounts", with its cause.
    pub fn new(attempt: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            attempt,
            source: source.into(),
        }
    }
}
