//! A verification finds what somebody has changed in the database.

use corners_rating::domain::Policy;
use sqlx::{Connection, PgConnection};

use super::samples::replicas;
use crate::rig::{FakeArchive, Rig, table, won};
use crate::verify::verdict;

const KEEP: &str = "CREATE TABLE kept AS TABLE rating.standing";
const PUT_BACK: &str = "TRUNCATE rating.standing; INSERT INTO rating.standing TABLE kept";

#[tokio::test]
async fn a_standing_that_was_changed_or_taken_away_is_found() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = replicas(&database, 1).await.remove(0);
    let rig = Rig::over(store, FakeArchive::default(), Policy::default()).await;
    rig.taking();
    for number in 1..=20 {
        rig.archive.finish(&won(number, 1, (number % 3 + 2) as u8));
    }
    rig.until(table(20)).await;
    let mut connection = PgConnection::connect_with(&database.connect_options()).await.unwrap();
    sqlx::raw_sql(KEEP).execute(&mut connection).await.unwrap();
    assert!(verdict(&rig).await.identical);
    for change in [
        "UPDATE rating.standing SET rating = rating + 1e-9",
        "UPDATE rating.standing SET deviation = deviation - 1",
        "UPDATE rating.standing SET games = games + 1",
        "UPDATE rating.standing SET last_game_ms = last_game_ms - 1",
        "UPDATE rating.standing SET changes = changes - 1",
        "DELETE FROM rating.standing WHERE changes > 10",
    ] {
        sqlx::raw_sql(change).execute(&mut connection).await.unwrap();
        let found = verdict(&rig).await;
        assert!(
            !found.identical && found.difference.starts_with("the rating of"),
            "{change}"
        );
        sqlx::raw_sql(PUT_BACK).execute(&mut connection).await.unwrap();
    }
    assert!(verdict(&rig).await.identical);
}
