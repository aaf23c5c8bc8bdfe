//! What analysts may rely on.

use corners_rating::domain::Told;
use corners_rating::store::conformance::samples::{THEN_MS, finished, follow, game};
use sqlx::{Connection, PgConnection};

use super::samples::{open, replicas};

#[tokio::test]
async fn analysts_find_ratings_their_changes_and_what_became_of_games() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = replicas(&database, 1).await.remove(0);
    let mut short = game(3, 1, 2);
    short.plies = 4;
    let annulled = Told::Annulled(game(2, 1, 3), THEN_MS + 5000);
    let feed = [finished(1, 1, 2), finished(2, 1, 3), Told::Finished(short), annulled];
    follow(&*store, &feed, 10).await.unwrap();
    let mut connection = PgConnection::connect_with(&database.connect_options()).await.unwrap();
    for (question, answer) in [
        (
            "SELECT string_agg(outcome, ' ' ORDER BY number) FROM analysis.rating_events",
            "rated rated unrated annulled",
        ),
        (
            "SELECT unrated_reason FROM analysis.rating_events WHERE outcome = 'unrated'",
            "too-short",
        ),
        (
            "SELECT string_agg(cause, ' ' ORDER BY number) FROM analysis.rating_changes \
          WHERE account = (SELECT account FROM analysis.ratings WHERE changes = 3)",
            "game game annulment",
        ),
        (
            "SELECT count(*)::text FROM analysis.ratings JOIN analysis.rating_changes USING (account, variant) \
          WHERE number = changes AND rating = after_rating AND deviation = after_deviation",
            "3",
        ),
        (
            "SELECT to_char(min(changed_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') FROM analysis.rating_changes",
            "2026-12-13 00:00:01",
        ),
        (
            "SELECT to_char(max(last_game_at) AT TIME ZONE 'UTC', 'SS') FROM analysis.ratings",
            "02",
        ),
    ] {
        let found: String = sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap();
        assert_eq!(found, answer, "{question}");
    }
}

#[tokio::test]
async fn every_view_and_every_column_says_what_it_is() {
    let database = corners_test_postgres::database().await.unwrap();
    open(&database).await;
    let silent = database.uncommented("analysis").await.unwrap();
    assert_eq!(silent, [""; 0]);
}
