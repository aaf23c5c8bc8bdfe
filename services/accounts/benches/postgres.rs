//! Guests and refreshes a second on Postgres, which syncs every commit, beside what the same server does at most: rows
//! inserted and committed one by one, over as many connections, just before and just after.
//!
//! `cargo bench -p corners-accounts --bench postgres -- [SECONDS] [CALLERS] [CONNECTIONS]`: for so long each (5), with so
//! many calls at any moment (64), over so many connections (10).

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use corners_accounts::domain::{
    Account, AuditRecord, Digest, MeterKey, MeterRule, Origin, Remembered, RequestDigest, Session,
};
use corners_accounts::store::{AccountsStore, Commit, Committed, PostgresAccountsStore, Write};
use corners_postgres::{Database, PostgresConfig};
use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::AccountKind;
use corners_test_postgres::{Durability, Server};
use sqlx::migrate::Migrator;

type Failure = Box<dyn Error + Send + Sync>;

const NOW_MS: u64 = 1_800_000_000_000;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let number = |position: usize, default| numbers.get(position).copied().unwrap_or(default);
    let (seconds, callers, connections) = (number(0, 5), number(1, 64), number(2, 10));
    let server = Server::start(Durability::Synced).await?;
    let place = server.database().await?;
    let config = PostgresConfig {
        max_connections: u32::try_from(connections)?,
        acquire_timeout: Duration::from_secs(10),
        statement_timeout: Duration::from_secs(10),
        ..PostgresConfig::of(&place.url())
    };
    let store: Arc<dyn AccountsStore> = Arc::new(PostgresAccountsStore::open(&config).await?);
    let ceiling = Database::connect(&config, "ceiling", &Migrator::DEFAULT).await?;
    ceiling
        .run(async |connection| {
            let table =
                "CREATE TABLE line (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text TEXT NOT NULL)";
            sqlx::query(table).execute(connection).await
        })
        .await?;
    let span = Duration::from_secs(seconds);
    say(&format!(
        "{callers} callers, {connections} connections, {seconds} s each"
    ));
    let before = measure(callers, span, || insert(&ceiling)).await?;
    say(&format!("rows inserted and committed one by one, before: {before}/s"));
    let counts = measure(callers, span, || count(&store)).await?;
    say(&format!("counts under one key (not synced): {counts}/s"));
    let guests = measure(callers, span, || make_guest(&store)).await?;
    say(&format!(
        "guests (call remembered, account, session, audit): {guests}/s"
    ));
    let refreshes = measure_refreshes(callers, span, &store).await?;
    say(&format!(
        "refreshes (session and account read, session refreshed over both): {refreshes}/s"
    ));
    let after = measure(callers, span, || insert(&ceiling)).await?;
    say(&format!("rows inserted and committed one by one, after: {after}/s"));
    Ok(())
}

#[allow(clippy::print_stdout, reason = "a bench prints what it has measured")]
fn say(line: &str) {
    println!("{line}");
}

/// Calls a second, of so many callers that call again as soon as they are answered.
async fn measure<F>(callers: u64, span: Duration, call: impl Fn() -> F) -> Result<u64, Failure>
where
    F: Future<Output = Result<(), Failure>>,
{
    let (begun, answered) = (Instant::now(), AtomicU64::new(0));
    let calling = (0..callers).map(|_| async {
        while begun.elapsed() < span {
            call().await?;
            answered.fetch_add(1, Ordering::Relaxed);
        }
        Ok::<_, Failure>(())
    });
    futures::future::try_join_all(calling).await?;
    Ok(per_second(answered.into_inner(), begun))
}

fn per_second(count: u64, begun: Instant) -> u64 {
    count * 1000 / u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX).max(1)
}

async fn insert(ceiling: &Database) -> Result<(), Failure> {
    let inserting = ceiling.run(async |connection| {
        let row =
            "INSERT INTO line (text) VALUES ('a hundred bytes or so, which is about what a row of an account has')";
        sqlx::query(row).execute(connection).await
    });
    inserting.await?;
    Ok(())
}

async fn count(store: &Arc<dyn AccountsStore>) -> Result<(), Failure> {
    let key = MeterKey::from_bytes([1; 32]);
    store.count(key, MeterRule::PerHour(1_000_000_000), NOW_MS).await?;
    Ok(())
}

async fn make_guest(store: &Arc<dyn AccountsStore>) -> Result<(), Failure> {
    let account = guest();
    let id = account.id;
    let record = AuditRecord {
        at_ms: NOW_MS,
        action: "guest.create".to_owned(),
        actor: Some(id),
        account: Some(id),
        subject: String::new(),
        address: "192.0.2.1".to_owned(),
        note: String::new(),
    };
    let commit = Commit {
        now_ms: NOW_MS,
        request: Some(remembered(id)),
        writes: vec![
            Write::InsertAccount(account),
            Write::InsertSession(session(id)),
            Write::Record(record),
        ],
    };
    expect_done(&store.commit(commit).await?)
}

/// Every caller refreshes a session of its own.
async fn measure_refreshes(callers: u64, span: Duration, store: &Arc<dyn AccountsStore>) -> Result<u64, Failure> {
    let (begun, answered) = (Instant::now(), AtomicU64::new(0));
    let calling = (0..callers).map(|_| async {
        let account = guest();
        let first = session(account.id);
        let id = first.id;
        let inserts = vec![Write::InsertAccount(account), Write::InsertSession(first)];
        expect_done(&store.commit(writes(inserts)).await?)?;
        while begun.elapsed() < span {
            let stored = store.session(id).await?.ok_or("the session is gone")?;
            let next = Session {
                secret: digest(),
                previous: Some(stored.secret),
                request: Some(RequestDigest::from_bytes(*digest().as_bytes())),
                ..stored
            };
            let account = store
                .accounts(&[stored.account])
                .await?
                .pop()
                .ok_or("the account is gone")?;
            let expect = Write::Expect {
                account: account.id,
                revision: account.revision,
            };
            let refresh = Write::RefreshSession {
                session: next,
                from: stored.secret,
            };
            expect_done(&store.commit(writes(vec![expect, refresh])).await?)?;
            answered.fetch_add(1, Ordering::Relaxed);
        }
        Ok::<_, Failure>(())
    });
    futures::future::try_join_all(calling).await?;
    Ok(per_second(answered.into_inner(), begun))
}

fn expect_done(outcome: &Committed) -> Result<(), Failure> {
    match outcome {
        Committed::Done => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

fn writes(writes: Vec<Write>) -> Commit {
    Commit {
        now_ms: NOW_MS,
        request: None,
        writes,
    }
}

fn guest() -> Account {
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

fn session(account: AccountId) -> Session {
    Session {
        id: SessionId::random(),
        account,
        origin: Origin::Guest,
        secret: digest(),
        previous: None,
        request: None,
        created_at_ms: NOW_MS,
        refreshed_at_ms: NOW_MS,
        expires_at_ms: NOW_MS + 1_000_000,
        access_until_ms: NOW_MS + 1000,
    }
}

fn remembered(account: AccountId) -> Remembered {
    Remembered {
        request: RequestDigest::from_bytes(*digest().as_bytes()),
        body: digest(),
        account,
        subject: [0; 16],
        created: true,
        forget_at_ms: NOW_MS + 1_000_000,
    }
}

fn digest() -> Digest {
    Digest::from_bytes(rand::random())
}
