//! Rated games that matchmaking has started end up rated.

use corners_client::proto::game::v1::Side;
use corners_client::proto::matchmaking::v1::Terms;
use corners_client::proto::rating::v1::RatingEvent;
use corners_client::proto::rating::v1::rating_event::Outcome;
use corners_client::{FeedFrom, FeedUpdate, Options};
use corners_platform_tests::minutes_and_seconds;

use super::support::{Matchers, Seeker, assert_one_game, game, patiently};
use crate::rating::play;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_of_a_pool_has_the_ratings_at_its_seats_and_changes_both() {
    let matchers = Matchers::start().await;
    let players = matchers.stage.registered(["Ada", "Grace"]).await;
    let [one, other] = [&players[0], &players[1]].map(|player| matchers.seeker(player));
    let terms = Terms {
        variant: "classic-3x3".to_owned(),
        time_control: Some(minutes_and_seconds(3, 2)),
        rated: true,
    };
    let (mut ones, mut others) = (one.queue(0, terms.clone()).await, other.queue(1, terms).await);
    let (mine, theirs) = (game(&mut ones).await, game(&mut others).await);
    assert_one_game(&mine, &theirs);
    let opponent = mine.opponent.clone().unwrap();
    assert_eq!(opponent.account, other.account());
    assert_eq!(opponent.rating.unwrap().rating, 1500.0);

    let table = one.session.get_table(&mine.table).await.unwrap();
    assert!(table.rated);
    let seats = table.state.unwrap().seats;
    assert!(seats.len() == 2 && seats.iter().all(|seat| seat.rating.is_some()));
    let (white, black) = match mine.side() {
        Side::White => (&one, &other),
        _ => (&other, &one),
    };
    play(&mine.table, &white.session, &black.session).await.unwrap();
    one.resign(&mine).await;

    let event = event(&matchers, &one, &mine.table).await;
    let Some(Outcome::Rated(changes)) = event.outcome else {
        panic!("the game is not rated: {event:?}");
    };
    let of = |account: &str| {
        let changes = [changes.white.clone().unwrap(), changes.black.clone().unwrap()];
        let change = changes.into_iter().find(|change| change.player == account).unwrap();
        (change.before.unwrap().rating, change.after.unwrap().rating)
    };
    let ((before, lost), (_, won)) = (of(one.account()), of(other.account()));
    assert!(lost < before && before < won);
}

/// What became of a game in the ratings.
async fn event(matchers: &Matchers, reader: &Seeker, table: &str) -> RatingEvent {
    let corners = matchers.stage.connect_to_all(Options::default()).await;
    let reader = reader.player.over(&corners);
    let mut stream = reader.rating_events(FeedFrom::Beginning);
    let reading = async {
        loop {
            if let FeedUpdate::Events(events) = stream.next().await.unwrap().unwrap()
                && let Some(event) = events.into_iter().find(|event| event.table == table)
            {
                return event;
            }
        }
    };
    patiently("rating the game", reading).await
}
