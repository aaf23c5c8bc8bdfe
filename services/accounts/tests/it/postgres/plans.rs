//! With a hundred thousand accounts no question reads more than it answers, or a few times that.

use std::sync::Arc;

use corners_accounts::domain::RevocationSubject;
use corners_accounts::store::{AccountsQuery, AuditQuery, Identity, PostgresAccountsStore, RevocationsQuery};
use corners_postgres::PostgresConfig;
use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};
use corners_test_postgres::{Database, Durability, Options, Server};
use sqlx::{Connection, PgConnection};

use super::samples::{NOW_MS, Store, name_key};

/// Accounts whose ids are their numbers; one in a thousand is banned. Everybody has a session, two events and a call; one
/// in ten has a bot and a token.
const FILL: &str = "
    SET search_path = accounts;
    INSERT INTO account (id, revision, kind, display_name, folded_name, name_key, owner, operator, created_at_ms,
                         ban_until_ms, ban_note)
        SELECT lpad(to_hex(n), 32, '0')::uuid, 1, 'player', 'Player ' || n, 'player ' || n,
               convert_to(rpad('player-' || n, 32), 'UTF8'),
               CASE WHEN n % 10 = 9 THEN lpad(to_hex(n - 1), 32, '0')::uuid END, FALSE, 1700000000000 + n,
               CASE WHEN n % 1000 = 0 THEN 9000000000000 END, CASE WHEN n % 1000 = 0 THEN 'rude' END
        FROM generate_series(1, 100000) AS n;
    INSERT INTO session SELECT gen_random_uuid(), id, 'sign-in', decode(repeat('07', 32), 'hex'), NULL, NULL, created_at_ms,
               created_at_ms, 9000000000000, created_at_ms FROM account;
    INSERT INTO personal_token SELECT gen_random_uuid(), id, 'label', 'bot', decode(repeat('07', 32), 'hex'), created_at_ms,
               9000000000000, NULL FROM account WHERE owner IS NOT NULL;
    INSERT INTO identity SELECT 'https://issuer.example', id::text, id FROM account;
    INSERT INTO request SELECT sha256(convert_to(id::text, 'UTF8')), decode(repeat('07', 32), 'hex'), id, id, TRUE,
               9000000000000 FROM account;
    INSERT INTO revocation SELECT gen_random_uuid(), created_at_ms, 9000000000000 FROM account;
    INSERT INTO audit (at_ms, action, actor, account, subject, address, note)
        SELECT created_at_ms, CASE WHEN n = 1 THEN 'sign-in' ELSE 'guest.create' END, id, id, '', '192.0.2.1', ''
        FROM account, generate_series(1, 2) AS n ORDER BY created_at_ms;
    INSERT INTO audit (at_ms, action, actor, account, subject, address, note)
        SELECT 1800000000000, 'admin.ban', NULL, id, '', '192.0.2.1', '' FROM account WHERE ban_note IS NOT NULL;
    ANALYZE;
";

fn id(number: u128) -> AccountId {
    AccountId::from_bytes(number.to_be_bytes())
}

/// Connections that have used up their time with plans made for known values: from the sixth time on Postgres may choose
/// one that is good for all.
const TIMES: u32 = 8;

/// Asks several times on one connection, which is closed after that; answers how many rows each time took.
async fn cost(database: &Database, question: impl AsyncFn(&Store)) -> i64 {
    let config = PostgresConfig {
        max_connections: 1,
        ..super::samples::config(database)
    };
    let store: Store = Arc::new(PostgresAccountsStore::open(&config).await.unwrap());
    let asking = async move {
        for _ in 0..TIMES {
            question(&store).await;
        }
    };
    database.rows_read("accounts", asking).await.unwrap() / i64::from(TIMES)
}

#[track_caller]
fn assert_within(rows: i64, expected: std::ops::RangeInclusive<i64>) {
    assert!(expected.contains(&rows), "{rows} rows were read");
}

#[tokio::test]
async fn no_question_reads_much_more_than_it_answers() {
    let options = Options::of(Durability::Unsynced).set("maintenance_work_mem", "128MB");
    let server = Server::with(options).await.unwrap();
    let database = server.database().await.unwrap();
    super::samples::replicas(&database, 1).await;
    let mut connection = PgConnection::connect_with(&database.connect_options()).await.unwrap();
    sqlx::raw_sql(FILL).execute(&mut connection).await.unwrap();

    let some: Vec<_> = (1..=500).map(|number| id(number * 150)).collect();
    let accounts = cost(&database, async |store| {
        assert_eq!(store.accounts(&some).await.unwrap().len(), 500);
    });
    assert_within(accounts.await, 500..=1000);

    let one = cost(&database, async |store| {
        let found = store.account_by_name(name_key("player-77777")).await.unwrap();
        assert_eq!(found.unwrap().id, id(77_777));
        let identity = Identity {
            issuer: "https://issuer.example".to_owned(),
            subject: "00000000-0000-0000-0000-00000000002a".to_owned(),
        };
        assert!(store.account_by_identity(&identity).await.unwrap().is_some());
        assert_eq!(store.identities(id(42)).await.unwrap().len(), 1);
        assert_eq!(store.bots(id(8)).await.unwrap().len(), 1);
        assert_eq!(store.sessions(id(8)).await.unwrap().len(), 1);
        assert_eq!(store.personal_tokens(id(8)).await.unwrap().len(), 1);
        assert!(store.session(SessionId::random()).await.unwrap().is_none());
        assert!(store.personal_token(PersonalTokenId::random()).await.unwrap().is_none());
        let nobody = RevocationSubject([0; 16]);
        assert!(store.revocation(nobody).await.unwrap().is_none());
    });
    assert_within(one.await, 0..=20);

    let lists = cost(&database, async |store| {
        let page = |folded_prefix: &str, banned_at_ms, after| AccountsQuery {
            folded_prefix: folded_prefix.to_owned(),
            banned_at_ms,
            after,
            most: 50,
        };
        for asked in [
            page("", None, None),
            page("", None, Some((1_700_000_050_000, id(50_000)))),
            page("player", None, None),
            page("player 777", None, None),
            page("", Some(NOW_MS), None),
        ] {
            assert_eq!(store.list_accounts(asked).await.unwrap().len(), 50);
        }
    });
    // All hundred who are banned, and all hundred and eleven whose names begin like that.
    assert_within(lists.await, 0..=1000);

    let events = cost(&database, async |store| {
        let page = |account, action: &str, before| AuditQuery {
            account,
            action: action.to_owned(),
            before,
            most: 50,
        };
        for (asked, expected) in [
            (page(None, "", None), 50),
            (page(None, "", Some(100_000)), 50),
            (page(None, "sign-in", None), 50),
            (page(None, "guest.", None), 50),
            (page(None, "admin.", Some(100_000)), 0),
            (page(Some(id(3000)), "", None), 3),
            (page(Some(id(3000)), "admin.", None), 1),
        ] {
            assert_eq!(store.audit_events(asked).await.unwrap().len(), expected);
        }
    });
    assert_within(events.await, 0..=2000);

    let revocations = cost(&database, async |store| {
        let asked = RevocationsQuery {
            since_ms: 1_700_000_050_000,
            now_ms: NOW_MS,
            after: None,
            most: 500,
        };
        assert_eq!(store.revocations(asked).await.unwrap().len(), 500);
    });
    assert_within(revocations.await, 0..=1000);

    let forgotten = cost(&database, async |store| {
        assert!(!store.prune(NOW_MS, 1_700_000_000_000, 1000).await.unwrap());
    });
    assert_within(forgotten.await, 0..=10);
}
