//! The example of a Debezium connector is one for this outbox.

use std::collections::BTreeMap;

use corners_test_postgres::{Durability, Options, Server, statements};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::samples::{connect, game, new, open, record, table};

const README: &str = include_str!("../../../../../deploy/debezium/README.md");
const CONNECTOR: &str = include_str!("../../../../../deploy/debezium/connector.json");

fn setting(name: &str) -> String {
    let connector: Value = serde_json::from_str(CONNECTOR).unwrap();
    connector["config"][name].as_str().unwrap().to_owned()
}

/// The columns that the router is to read, and what it makes of each.
fn columns_read() -> Vec<(String, &'static str)> {
    let mut columns = Vec::new();
    for (option, role) in [
        ("table.field.event.id", "text"),
        ("table.field.event.key", "text"),
        ("table.field.event.payload", "json"),
        ("route.by.field", "text"),
    ] {
        columns.push((setting(&format!("transforms.outbox.{option}")), role));
    }
    let placements = setting("transforms.outbox.table.fields.additional.placement");
    for placement in placements.split(',') {
        let (column, place) = placement.split_once(':').unwrap();
        assert!(place.starts_with("header:ce_"), "{place}");
        columns.push((column.to_owned(), "header"));
    }
    columns
}

#[tokio::test]
async fn every_column_that_the_connector_reads_is_there_and_of_a_type_that_it_takes() {
    let database = corners_test_postgres::database().await.unwrap();
    let _store = open(&database).await;
    let (schema, outbox) = setting("table.include.list")
        .split_once('.')
        .map(|(schema, table)| (schema.to_owned(), table.to_owned()))
        .unwrap();
    let question = "SELECT column_name::text, data_type::text FROM information_schema.columns \
                    WHERE table_schema = $1 AND table_name = $2";
    let asking = sqlx::query_as::<_, (String, String)>(question)
        .bind(schema)
        .bind(outbox);
    let types: BTreeMap<String, String> = asking
        .fetch_all(&mut connect(&database).await)
        .await
        .unwrap()
        .into_iter()
        .collect();
    for (column, role) in columns_read() {
        let fitting: &[&str] = match role {
            "text" => &["text"],
            "json" => &["jsonb"],
            _ => &["text", "bigint"],
        };
        let found = types.get(&column).map_or("missing", String::as_str);
        assert!(fitting.contains(&found), "{column} is {found}");
    }
}

#[tokio::test]
async fn what_the_page_says_lets_a_connector_read_results_and_nothing_else() {
    let options = Options::of(Durability::Unsynced)
        .set("wal_level", "logical")
        .set("max_wal_senders", "2");
    let server = Server::with(options).await.unwrap();
    let database = server.database().await.unwrap();
    let store = open(&database).await;
    record(&store, vec![new(game(1))]).await;

    let mut superuser = connect(&database).await;
    for shown in statements(README) {
        sqlx::raw_sql(shown.sql).execute(&mut superuser).await.unwrap();
    }
    let slot = setting("slot.name");
    for (name, plugin) in [(&*slot, &*setting("plugin.name")), ("plain", "test_decoding")] {
        let making = sqlx::query("SELECT pg_create_logical_replication_slot($1, $2)");
        making.bind(name).bind(plugin).execute(&mut superuser).await.unwrap();
    }
    record(&store, vec![new(game(2)), new(game(3))]).await;

    let user = database.connect_options().username(&setting("database.user"));
    let mut connector = PgConnection::connect_with(&user).await.unwrap();
    let snapshot = format!("SELECT count(*) FROM {}", setting("table.include.list"));
    let there: i64 = sqlx::query_scalar(AssertSqlSafe(snapshot))
        .fetch_one(&mut connector)
        .await
        .unwrap();
    assert_eq!(there, 3, "the snapshot has what was there before");
    assert!(
        sqlx::raw_sql("TABLE archive.game")
            .execute(&mut connector)
            .await
            .is_err()
    );

    let question = "SELECT data FROM pg_logical_slot_peek_binary_changes($1, NULL, NULL, \
                    'proto_version', '1', 'publication_names', $2)";
    let asking = sqlx::query_scalar::<_, Vec<u8>>(question)
        .bind(&slot)
        .bind(setting("publication.name"));
    let changes = asking.fetch_all(&mut connector).await.unwrap();
    let inserted = changes.iter().filter(|change| change[0] == b'I').count();
    assert_eq!(inserted, 2, "rows of games and moves are not published");

    let question =
        "SELECT data FROM pg_logical_slot_peek_changes('plain', NULL, NULL) WHERE data LIKE 'table archive.outbox%'";
    let rows: Vec<String> = sqlx::query_scalar(question).fetch_all(&mut superuser).await.unwrap();
    assert_eq!(rows.len(), 2, "{rows:?}");
    for (row, number) in rows.iter().zip([2, 3]) {
        let table = table(number);
        for part in [
            format!("\"position\"[bigint]:{number} "),
            format!("id[text]:'{table}'"),
            format!("aggregateid[text]:'{table}'"),
            "aggregatetype[text]:'game'".to_owned(),
            "type[text]:'corners.game.finished.v1'".to_owned(),
        ] {
            assert!(row.contains(&part), "{part} is not in {row}");
        }
    }
}
