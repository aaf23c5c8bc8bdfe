//! Things to store, and stores for them.

use std::sync::Arc;
use std::time::Duration;

use corners_accounts::domain::{Account, Digest, NameKey, Origin, Remembered, RequestDigest, Session};
use corners_accounts::store::{AccountsStore, Commit, Committed, PostgresAccountsStore, StoreError, Write};
use corners_postgres::PostgresConfig;
use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::AccountKind;
use corners_test_postgres::Database;

pub type Store = Arc<dyn AccountsStore>;

/// Connections of one replica.
pub const CONNECTIONS: u32 = 4;

pub const NOW_MS: u64 = 1_800_000_000_000;

/// Settings of some patience with a machine that has other things to do, too.
pub fn config(database: &Database) -> PostgresConfig {
    PostgresConfig {
        max_connections: CONNECTIONS,
        acquire_timeout: Duration::from_secs(10),
        statement_timeout: Duration::from_secs(20),
        lock_timeout: Duration::from_secs(10),
        ..PostgresConfig::of(&database.url())
    }
}

/// So many replicas over one database.
pub async fn replicas(database: &Database, count: usize) -> Vec<Store> {
    let mut stores: Vec<Store> = Vec::new();
    for _ in 0..count {
        stores.push(Arc::new(PostgresAccountsStore::open(&config(database)).await.unwrap()));
    }
    stores
}

/// A guest, as the service makes it.
pub fn guest() -> Account {
    Account {
        id: AccountId::random(),
        revision: 1,
        kind: AccountKind::Guest,
        display_name: "Quiet Otter 1234".to_owned(),
        folded_name: "quiet otter 1234".to_owned(),
        name_key: None,
        password: None,
        recovery: None,
        owner: None,
        operator: false,
        created_at_ms: NOW_MS,
        renamed_at_ms: None,
        ban: None,
        deleted_at_ms: None,
    }
}

/// A player of this name.
pub fn player(name: &str) -> Account {
    Account {
        kind: AccountKind::Player,
        display_name: name.to_owned(),
        folded_name: name.to_owned(),
        name_key: Some(name_key(name)),
        ..guest()
    }
}

pub fn name_key(name: &str) -> NameKey {
    let mut bytes = [b' '; 32];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    NameKey::from_bytes(bytes)
}

pub fn digest(number: u32) -> Digest {
    let mut bytes = [7; 32];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    Digest::from_bytes(bytes)
}

/// A session whose newest refresh token is that of this number.
pub fn session(account: AccountId, secret: u32) -> Session {
    Session {
        id: SessionId::random(),
        account,
        origin: Origin::SignIn,
        secret: digest(secret),
        previous: None,
        request: None,
        created_at_ms: NOW_MS,
        refreshed_at_ms: NOW_MS,
        expires_at_ms: NOW_MS + 1_000_000,
        access_until_ms: NOW_MS + 1000,
    }
}

pub fn remembered(request: u32, account: AccountId) -> Remembered {
    Remembered {
        request: RequestDigest::from_bytes(*digest(request).as_bytes()),
        body: digest(0),
        account,
        subject: [0; 16],
        created: true,
        forget_at_ms: NOW_MS + 1000,
    }
}

pub fn commit(request: Option<Remembered>, writes: Vec<Write>) -> Commit {
    Commit {
        now_ms: NOW_MS,
        request,
        writes,
    }
}

/// Commits what nothing stands against.
pub async fn store_all(store: &Store, writes: Vec<Write>) {
    assert_eq!(store.commit(commit(None, writes)).await.unwrap(), Committed::Done);
}

/// Makes all commits at once, each on another replica than the one before.
pub async fn at_once(stores: &[Store], commits: Vec<Commit>) -> Vec<Committed> {
    let calls: Vec<_> = stores
        .iter()
        .cycle()
        .zip(commits)
        .map(|(store, commit)| {
            let store = Arc::clone(store);
            tokio::spawn(async move { store.commit(commit).await })
        })
        .collect();
    let mut outcomes = Vec::new();
    for call in calls {
        let outcome: Result<Committed, StoreError> = call.await.unwrap();
        outcomes.push(outcome.unwrap());
    }
    outcomes
}

pub fn count(outcomes: &[Committed], expected: &Committed) -> usize {
    outcomes.iter().filter(|outcome| *outcome == expected).count()
}
