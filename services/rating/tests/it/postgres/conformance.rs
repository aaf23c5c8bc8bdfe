//! The suite that every store passes.

use corners_rating::store::conformance;
use corners_test_postgres::{Durability, Server};

use super::samples::open;

#[tokio::test(flavor = "multi_thread")]
async fn in_postgres_it_conforms() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let open = async || {
        let database = server.database().await.unwrap();
        Ok([open(&database).await, open(&database).await])
    };
    conformance::run(open).await.unwrap();
}

/// Ids are sorted by code point, whatever order the database was made with.
#[tokio::test(flavor = "multi_thread")]
async fn in_a_database_with_an_order_of_its_own_it_conforms() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let open = async || {
        let like = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";
        let database = server.database_like(like).await.unwrap();
        Ok([open(&database).await, open(&database).await])
    };
    conformance::run(open).await.unwrap();
}
