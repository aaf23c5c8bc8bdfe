//! The store in Postgres, for any number of replicas.

mod access;
mod accounts;
mod commit;
mod ledger;
mod meters;
mod prune;
mod turns;
mod values;

use std::sync::Arc;

use async_trait::async_trait;
use corners_postgres::{ConnectError, Database, PostgresConfig, PostgresFault, Reason};
use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};
use sqlx::PgConnection;
use sqlx::migrate::Migrator;

use super::{AccountsQuery, AccountsStore, AuditQuery, Commit, Committed, Identity, RevocationsQuery, StoreError};
use crate::domain::{
    Account, AuditEvent, MeterKey, MeterRule, NameKey, PersonalToken, Remembered, RequestDigest, Revocation,
    RevocationSubject, Session, Verdict,
};
use turns::Turns;
use values::uuid;

/// The schema of the database that the tables are in.
const SCHEMA: &str = "accounts";

/// A released migration never changes; the schema grows by appending another.
static MIGRATIONS: Migrator = sqlx::migrate!("src/store/postgres/migrations");

/// The store of accounts in Postgres. What it answered survives what the database survives.
#[derive(Clone, Debug)]
pub struct PostgresAccountsStore {
    database: Database,
    turns: Arc<Turns>,
}

impl PostgresAccountsStore {
    /// Connects to the database, and brings the schema up to date.
    ///
    /// # Errors
    /// One sentence that says what is wrong with Postgres or with the settings, and what to do.
    pub async fn open(config: &PostgresConfig) -> Result<Self, ConnectError> {
        let database = Database::connect(config, SCHEMA, &MIGRATIONS).await?;
        let turns = Arc::new(Turns::new());
        Ok(Self { database, turns })
    }

    async fn read<R>(&self, work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<R>) -> Result<R, StoreError> {
        let answer = self.database.run(work).await;
        answer.map_err(|error| StoreError::new("read", error))
    }

    async fn write<R>(&self, work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<R>) -> Result<R, StoreError> {
        let answer = self.database.run(work).await;
        answer.map_err(|error| StoreError::new("write to", error))
    }
}

#[async_trait]
impl AccountsStore for PostgresAccountsStore {
    async fn secret(&self) -> Result<[u8; 32], StoreError> {
        let fresh = rand::random();
        self.write(async |connection| ledger::secret(connection, fresh).await)
            .await
    }

    async fn accounts(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let ids: Vec<_> = ids.iter().map(|id| uuid(id.as_bytes())).collect();
        self.read(async |connection| accounts::by_ids(connection, &ids).await)
            .await
    }

    async fn account_by_name(&self, name: NameKey) -> Result<Option<Account>, StoreError> {
        self.read(async |connection| accounts::by_name(connection, name).await)
            .await
    }

    async fn account_by_identity(&self, identity: &Identity) -> Result<Option<Account>, StoreError> {
        self.read(async |connection| accounts::by_identity(connection, identity).await)
            .await
    }

    async fn bots(&self, owner: AccountId) -> Result<Vec<Account>, StoreError> {
        self.read(async |connection| accounts::bots(connection, owner).await)
            .await
    }

    async fn list_accounts(&self, query: AccountsQuery) -> Result<Vec<Account>, StoreError> {
        let listing = self
            .database
            .transaction(async |connection| accounts::list(connection, &query).await);
        listing.await.map_err(|error| StoreError::new("read", error))
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>, StoreError> {
        self.read(async |connection| accounts::identities(connection, account).await)
            .await
    }

    async fn session(&self, id: SessionId) -> Result<Option<Session>, StoreError> {
        self.read(async |connection| access::session(connection, id).await)
            .await
    }

    async fn sessions(&self, account: AccountId) -> Result<Vec<Session>, StoreError> {
        self.read(async |connection| access::sessions(connection, account).await)
            .await
    }

    async fn personal_token(&self, id: PersonalTokenId) -> Result<Option<PersonalToken>, StoreError> {
        self.read(async |connection| access::token(connection, id).await).await
    }

    async fn personal_tokens(&self, owner: AccountId) -> Result<Vec<PersonalToken>, StoreError> {
        self.read(async |connection| access::tokens(connection, owner).await)
            .await
    }

    async fn remembered(&self, request: RequestDigest, now_ms: u64) -> Result<Option<Remembered>, StoreError> {
        self.read(async |connection| ledger::remembered(connection, request, now_ms).await)
            .await
    }

    async fn revocation(&self, subject: RevocationSubject) -> Result<Option<Revocation>, StoreError> {
        self.read(async |connection| access::revocation(connection, subject).await)
            .await
    }

    async fn revocations(&self, query: RevocationsQuery) -> Result<Vec<Revocation>, StoreError> {
        self.read(async |connection| access::revocations(connection, query).await)
            .await
    }

    async fn audit_events(&self, query: AuditQuery) -> Result<Vec<AuditEvent>, StoreError> {
        let listing = self
            .database
            .transaction(async |connection| ledger::events(connection, &query).await);
        listing.await.map_err(|error| StoreError::new("read", error))
    }

    async fn commit(&self, commit: Commit) -> Result<Committed, StoreError> {
        let committing = self
            .database
            .transaction_unless(async |connection| commit::apply(connection, &commit).await);
        match committing.await {
            Ok(Ok(())) => Ok(Committed::Done),
            Ok(Err(answer)) => Ok(answer),
            Err(error) => Err(StoreError::new("write to", error)),
        }
    }

    async fn count(&self, key: MeterKey, rule: MeterRule, now_ms: u64) -> Result<Verdict, StoreError> {
        let _turn = self
            .turns
            .wait(key)
            .await
            .ok_or_else(|| crowded("wait for a turn at"))?;
        let alone = self
            .write(async |connection| meters::count_alone(connection, key, rule, now_ms).await)
            .await?;
        if let Some(verdict) = alone {
            return Ok(verdict);
        }
        let counting = self
            .database
            .transaction(async |connection| meters::count_in_turn(connection, key, rule, now_ms).await);
        let counted = counting.await.map_err(|error| StoreError::new("write to", error))?;
        counted.ok_or_else(|| crowded("write to"))
    }

    async fn clear(&self, key: MeterKey) -> Result<(), StoreError> {
        self.write(async |connection| meters::clear(connection, key).await)
            .await
    }

    async fn prune(&self, now_ms: u64, audit_before_ms: u64, most: u32) -> Result<bool, StoreError> {
        let pruning = self
            .database
            .transaction(async |connection| prune::prune(connection, now_ms, audit_before_ms, most).await);
        pruning.await.map_err(|error| StoreError::new("write to", error))
    }
}

/// Too many count under one key.
fn crowded(attempt: &'static str) -> StoreError {
    let reason = Reason::Conflict;
    let detail = "too many calls count the same".to_owned();
    StoreError::new(attempt, PostgresFault::Unavailable { reason, detail })
}
