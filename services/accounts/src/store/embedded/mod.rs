//! The store in one file, or in memory.

mod access;
mod accounts;
mod commit;
mod ledger;
mod schema;
mod values;

use async_trait::async_trait;
use corners_embedded::{Database, Durability, Location};
use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};
use rusqlite::Connection;

use super::{AccountsQuery, AccountsStore, AuditQuery, Commit, Committed, Identity, RevocationsQuery, StoreError};
use crate::domain::{
    Account, AuditEvent, MeterKey, MeterRule, NameKey, PersonalToken, Remembered, RequestDigest, Revocation,
    RevocationSubject, Session, Verdict,
};
use commit::{Undone, apply};
use schema::SCHEMA;

/// The store of accounts in one file (or in memory), for one process. What it answered survives a power cut.
#[derive(Debug)]
pub struct EmbeddedAccountsStore {
    database: Database,
}

impl EmbeddedAccountsStore {
    /// Opens the store.
    ///
    /// # Errors
    /// When the file cannot be opened or migrated, or another process has it open.
    pub fn open(location: Location) -> Result<Self, StoreError> {
        let database =
            Database::open(location, SCHEMA, Durability::Full).map_err(|error| StoreError::new("open", error))?;
        Ok(Self { database })
    }

    async fn read<R: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, StoreError> {
        let answer = self.database.read(job).await;
        answer.map_err(|error| StoreError::new("read", error))
    }

    async fn write<R: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, StoreError> {
        let answer = self.database.write(job).await;
        answer.map_err(|error| StoreError::new("write to", error))
    }
}

#[async_trait]
impl AccountsStore for EmbeddedAccountsStore {
    async fn secret(&self) -> Result<[u8; 32], StoreError> {
        let fresh = rand::random();
        self.write(move |connection| ledger::secret(connection, fresh)).await
    }

    async fn accounts(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let ids = ids.to_vec();
        self.read(move |connection| {
            let found = ids.into_iter().map(|id| accounts::by_id(connection, id));
            found.filter_map(Result::transpose).collect()
        })
        .await
    }

    async fn account_by_name(&self, name: NameKey) -> Result<Option<Account>, StoreError> {
        self.read(move |connection| accounts::by_name(connection, name)).await
    }

    async fn account_by_identity(&self, identity: &Identity) -> Result<Option<Account>, StoreError> {
        let identity = identity.clone();
        self.read(move |connection| accounts::by_identity(connection, &identity))
            .await
    }

    async fn bots(&self, owner: AccountId) -> Result<Vec<Account>, StoreError> {
        self.read(move |connection| accounts::bots(connection, owner)).await
    }

    async fn list_accounts(&self, query: AccountsQuery) -> Result<Vec<Account>, StoreError> {
        self.read(move |connection| accounts::list(connection, &query)).await
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>, StoreError> {
        self.read(move |connection| accounts::identities(connection, account))
            .await
    }

    async fn session(&self, id: SessionId) -> Result<Option<Session>, StoreError> {
        self.read(move |connection| access::session(connection, id)).await
    }

    async fn sessions(&self, account: AccountId) -> Result<Vec<Session>, StoreError> {
        self.read(move |connection| access::sessions(connection, account)).await
    }

    async fn personal_token(&self, id: PersonalTokenId) -> Result<Option<PersonalToken>, StoreError> {
        self.read(move |connection| access::token(connection, id)).await
    }

    async fn personal_tokens(&self, owner: AccountId) -> Result<Vec<PersonalToken>, StoreError> {
        self.read(move |connection| access::tokens(connection, owner)).await
    }

    async fn remembered(&self, request: RequestDigest, now_ms: u64) -> Result<Option<Remembered>, StoreError> {
        self.read(move |connection| ledger::remembered(connection, request, now_ms))
            .await
    }

    async fn revocation(&self, subject: RevocationSubject) -> Result<Option<Revocation>, StoreError> {
        self.read(move |connection| access::revocation(connection, subject))
            .await
    }

    async fn revocations(&self, query: RevocationsQuery) -> Result<Vec<Revocation>, StoreError> {
        self.read(move |connection| access::revocations(connection, query))
            .await
    }

    async fn audit_events(&self, query: AuditQuery) -> Result<Vec<AuditEvent>, StoreError> {
        self.read(move |connection| ledger::events(connection, &query)).await
    }

    async fn commit(&self, commit: Commit) -> Result<Committed, StoreError> {
        self.write(move |connection| in_savepoint(connection, &commit)).await
    }

    async fn count(&self, key: MeterKey, rule: MeterRule, now_ms: u64) -> Result<Verdict, StoreError> {
        self.write(move |connection| ledger::count(connection, key, rule, now_ms))
            .await
    }

    async fn clear(&self, key: MeterKey) -> Result<(), StoreError> {
        self.write(move |connection| ledger::clear(connection, key)).await
    }

    async fn prune(&self, now_ms: u64, audit_before_ms: u64, most: u32) -> Result<bool, StoreError> {
        self.write(move |connection| ledger::prune(connection, now_ms, audit_before_ms, most))
            .await
    }
}

/// A commit that is answered without being stored leaves nothing behind, though its job succeeds.
fn in_savepoint(connection: &Connection, commit: &Commit) -> rusqlite::Result<Committed> {
    let run = |statement| connection.prepare_cached(statement)?.execute([]).map(drop);
    // What is deleted is overwritten: a deleted account's name and password are nowhere in the file.
    connection.pragma_update(None, "secure_delete", true)?;
    run("SAVEPOINT commit_of_accounts")?;
    match apply(connection, commit) {
        Ok(()) => {
            run("RELEASE commit_of_accounts")?;
            Ok(Committed::Done)
        }
        Err(Undone::Answered(answer)) => {
            run("ROLLBACK TO commit_of_accounts")?;
            run("RELEASE commit_of_accounts")?;
            Ok(answer)
        }
        Err(Undone::Failed(error)) => Err(error),
    }
}
