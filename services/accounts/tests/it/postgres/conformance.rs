//! The suite that every store passes.

use std::sync::Arc;

use corners_accounts::store::{AccountsStore, PostgresAccountsStore, StoreError, conformance};
use corners_postgres::PostgresConfig;
use corners_test_postgres::{Database, Durability, Server};

async fn open(database: &Database) -> Result<Arc<dyn AccountsStore>, StoreError> {
    let store = PostgresAccountsStore::open(&PostgresConfig::of(&database.url())).await;
    Ok(Arc::new(store.map_err(|error| StoreError::new("open", error))?))
}

#[tokio::test(flavor = "multi_thread")]
async fn in_postgres_it_conforms() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let open = async || open(&server.database().await.unwrap()).await;
    conformance::run(open).await.unwrap();
}

/// Texts are found and sorted by code point, whatever order the database was made with.
#[tokio::test(flavor = "multi_thread")]
async fn in_a_database_with_an_order_of_its_own_it_conforms() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let open = async || {
        let database = server
            .database_like("TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'")
            .await
            .unwrap();
        open(&database).await
    };
    conformance::run(open).await.unwrap();
}
