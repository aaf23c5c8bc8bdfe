//! Guests and refreshes a second on Postgres, which syncs every commit, beside what the same server does at most: rows
//! inserted and committed one by one, over as many connections, just before and just after. The calls are those of the
//! service, without network: limits, secrets and signatures are in them.
//!
//! `cargo bench -p corners-accounts --bench postgres -- [SECONDS] [CALLERS] [CONNECTIONS]`: for so long each (5), with so
//! many calls at any moment (64), over so many connections (10).

use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use corners_accounts::domain::{MeterKey, MeterRule};
use corners_accounts::signing::Signer;
use corners_accounts::store::{AccountsStore, PostgresAccountsStore};
use corners_accounts::{Accounts, Options};
use corners_postgres::{Database, PostgresConfig};
use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::{CreateGuestRequest, CreateGuestResponse, RefreshTokenRequest};
use corners_proto::ids::RequestId;
use corners_service::server::ClientAddress;
use corners_service::time::wall_clock;
use corners_test_postgres::{Durability, Server};
use futures::future::try_join_all;
use sqlx::migrate::Migrator;
use tonic::Request;

type Failure = Box<dyn Error + Send + Sync>;

const TABLE: &str = "CREATE TABLE line (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text TEXT NOT NULL)";
const ROW: &str =
    "INSERT INTO line (text) VALUES ('a hundred bytes or so, which is about what a row of an account has')";

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
    let ceiling = Database::connect(&config, "ceiling", &Migrator::DEFAULT).await?;
    let making = ceiling.run(async |connection| sqlx::query(TABLE).execute(connection).await);
    making.await?;
    let store = PostgresAccountsStore::open(&config).await?;
    let folder = tempfile::tempdir()?;
    let signer = Signer::open(folder.path(), wall_clock())?;
    let accounts = Accounts::new(std::sync::Arc::new(store.clone()), signer, Options::default());

    let span = Duration::from_secs(seconds);
    say(&format!(
        "{callers} callers, {connections} connections, {seconds} s each"
    ));
    let before = measure(callers, span, || insert(&ceiling)).await?;
    say(&format!("rows inserted and committed one by one, before: {before}/s"));
    let counts = measure(callers, span, || count(&store)).await?;
    say(&format!("counts under one key, not synced: {counts}/s"));
    let guests = measure(callers, span, async || make_guest(&accounts).await.map(drop)).await?;
    say(&format!("guests: {guests}/s"));
    let refreshes = measure_refreshes(callers, span, &accounts).await?;
    say(&format!("refreshes: {refreshes}/s"));
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
    try_join_all(calling).await?;
    Ok(per_second(answered.into_inner(), begun))
}

fn per_second(count: u64, begun: Instant) -> u64 {
    count * 1000 / u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX).max(1)
}

async fn insert(ceiling: &Database) -> Result<(), Failure> {
    let inserting = ceiling.run(async |connection| sqlx::query(ROW).execute(connection).await);
    inserting.await?;
    Ok(())
}

async fn count(store: &PostgresAccountsStore) -> Result<(), Failure> {
    let key = MeterKey::from_bytes([1; 32]);
    store.count(key, MeterRule::PerHour(1_000_000_000), 0).await?;
    Ok(())
}

async fn make_guest(accounts: &Accounts) -> Result<CreateGuestResponse, Failure> {
    let request = CreateGuestRequest {
        request_id: RequestId::random().to_string(),
    };
    Ok(AccountsService::create_guest(accounts, call(request)?)
        .await?
        .into_inner())
}

/// Every caller refreshes a session of its own.
async fn measure_refreshes(callers: u64, span: Duration, accounts: &Accounts) -> Result<u64, Failure> {
    let guests = try_join_all((0..callers).map(|_| make_guest(accounts))).await?;
    let (begun, answered) = (Instant::now(), AtomicU64::new(0));
    let calling = guests.into_iter().map(|guest| async {
        let mut tokens = guest.tokens.ok_or("a guest without tokens")?;
        while begun.elapsed() < span {
            let request = RefreshTokenRequest {
                request_id: RequestId::random().to_string(),
                refresh_token: tokens.refresh_token,
            };
            let answer = AccountsService::refresh_token(accounts, call(request)?).await?;
            tokens = answer.into_inner().tokens.ok_or("an answer without tokens")?;
            answered.fetch_add(1, Ordering::Relaxed);
        }
        Ok::<_, Failure>(())
    });
    try_join_all(calling).await?;
    Ok(per_second(answered.into_inner(), begun))
}

/// From this machine, which has no limit of its own.
fn call<M>(message: M) -> Result<Request<M>, Failure> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(ClientAddress("127.0.0.1".parse()?));
    Ok(request)
}
