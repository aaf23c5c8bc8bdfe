use corners_postgres::{ConnectError, Database, PostgresConfig};
use sqlx::{Connection, PgConnection};

use crate::support::{BROKEN, NEWER, NOTES, counted, quick};

async fn config() -> PostgresConfig {
    quick(&corners_test_postgres::database().await.unwrap().url())
}

#[tokio::test]
async fn many_that_start_at_once_on_an_empty_database_all_find_the_schema() {
    let config = config().await;
    let starting: Vec<_> = (0..10)
        .map(|number| {
            let config = config.clone();
            let schema = ["notes", "others"][number % 2];
            tokio::spawn(async move { Database::connect(&config, schema, &NEWER).await })
        })
        .collect();
    for one in starting {
        let database = one.await.unwrap().unwrap();
        database
            .run(async |connection| sqlx::query("SELECT author FROM note").execute(connection).await)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_schema_grows_by_what_is_missing_and_keeps_its_rows() {
    let config = config().await;
    let older = Database::connect(&config, "notes", &NOTES).await.unwrap();
    counted(&older, "a").await.unwrap();
    let newer = Database::connect(&config, "notes", &NEWER).await.unwrap();
    let found: (i64, Option<String>) = newer
        .run(async |connection| {
            sqlx::query_as("SELECT value, author FROM note")
                .fetch_one(connection)
                .await
        })
        .await
        .unwrap();
    assert_eq!(found, (1, None));
    assert!(counted(&older, "b").await.is_ok(), "who is still there goes on");
}

#[tokio::test]
async fn an_older_program_does_not_touch_a_newer_schema() {
    let config = config().await;
    Database::connect(&config, "notes", &NEWER).await.unwrap();
    let refused = Database::connect(&config, "notes", &NOTES).await.unwrap_err();
    assert!(
        matches!(refused, ConnectError::NewerSchema { found: 2, .. }),
        "{refused}"
    );
}

#[tokio::test]
async fn a_migration_that_fails_leaves_nothing_and_lets_others_go_on() {
    let config = config().await;
    let refused = Database::connect(&config, "notes", &BROKEN).await.unwrap_err();
    assert!(refused.to_string().contains("migration 2 failed: 42P01"), "{refused}");
    let database = Database::connect(&config, "notes", &NEWER).await.unwrap();
    let authors: Result<Option<String>, _> = database
        .run(async |connection| {
            sqlx::query_scalar("SELECT to_regclass('author')::text")
                .fetch_one(connection)
                .await
        })
        .await;
    assert_eq!(authors, Ok(None));
}

#[tokio::test]
async fn who_may_not_make_schemas_may_use_one_that_is_there() {
    let place = corners_test_postgres::database().await.unwrap();
    let mut owner = PgConnection::connect(&place.url()).await.unwrap();
    let role = format!("guest_of_{}", place.name());
    let prepare = format!(
        "CREATE ROLE {role} LOGIN; CREATE SCHEMA notes AUTHORIZATION {role}; REVOKE CREATE ON DATABASE {} FROM PUBLIC",
        place.name()
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(prepare))
        .execute(&mut owner)
        .await
        .unwrap();
    let (_, address) = place
        .url()
        .split_once('@')
        .map(|(user, at)| (user.to_owned(), at.to_owned()))
        .unwrap();
    let config = quick(&format!("postgres://{role}@{address}"));
    let database = Database::connect(&config, "notes", &NOTES).await.unwrap();
    assert_eq!(counted(&database, "a").await, Ok(1));
    let refused = Database::connect(&config, "others", &NOTES).await.unwrap_err();
    assert!(refused.to_string().contains("42501"), "{refused}");
}
