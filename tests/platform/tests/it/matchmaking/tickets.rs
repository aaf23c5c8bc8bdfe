//! One player is one player, one request is one ticket, and a ticket lives as long as its client.

use std::time::Duration;

use corners_client::proto::matchmaking::v1::{
    AcceptSeekRequest, CancelTicketRequest, CreateSeekRequest, FindMatchRequest, StartedGame,
};
use corners_platform_tests::Proxy;
use futures::future::join_all;
use tokio::sync::Barrier;
use tokio::time::timeout;

use super::support::{
    Matchers, Seeker, again_until_answered, assert_one_game, blitz, ended, game, patiently, reason, request_id,
};

/// How often a race is run.
const RACES: usize = 12;

/// How many copies of a call come late.
const LATE_COPIES: usize = 20;

/// When a client that has gone without a word is out of its pool, at the latest.
const GONE_WITHIN: Duration = Duration::from_secs(15);

/// Longer than anything takes that was sent.
const LONG: Duration = Duration::from_secs(2);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_player_in_two_sessions_a_pool_and_a_seek_plays_one_game_with_somebody_else() {
    let matchers = Matchers::start().await;
    for number in 0..RACES {
        let [one, rival, other] = matchers.seekers().await;
        let seek = seek(&one, number).await;
        let mut first = one.queue(number, blitz()).await;
        // The same player in another session, at the other replica: the newer ticket takes the older one's place.
        let mut second = one.queue(number + 1, blitz()).await;
        assert_eq!(ended(&mut first).await, "REPLACED");
        let own = accept(&one, number, &seek).await.unwrap_err();
        assert_eq!(reason(&own), "OWN_OFFER");

        // Somebody queues and somebody accepts the seek, at the same moment.
        let barrier = Barrier::new(2);
        let queued = async {
            barrier.wait().await;
            rival.queue(number, blitz()).await
        };
        let accepted = async {
            barrier.wait().await;
            accept(&other, number + 1, &seek).await
        };
        let (mut rivals, accepted) = tokio::join!(queued, accepted);
        if let Ok(theirs) = accepted {
            assert_eq!(ended(&mut second).await, "GAME_STARTED");
            assert_eq!(theirs.opponent.unwrap().account, one.account());
            assert_eq!(one.tables().await, [theirs.table.as_str()]);
            assert_eq!(other.tables().await, [theirs.table]);
            rivals.cancel().await.unwrap();
            assert_eq!(ended(&mut rivals).await, "CANCELLED");
            assert!(rival.tables().await.is_empty());
        } else {
            let (mine, theirs) = (game(&mut second).await, game(&mut rivals).await);
            assert_one_game(&mine, &theirs);
            assert_eq!(one.tables().await, [mine.table]);
            assert!(other.tables().await.is_empty());
        }
    }
}

async fn seek(player: &Seeker, replica: usize) -> String {
    let request = CreateSeekRequest {
        request_id: request_id(),
        terms: Some(blitz()),
        ..Default::default()
    };
    let made = player.at(replica).create_seek(request).await.unwrap();
    made.into_inner().seek.unwrap().id
}

async fn accept(player: &Seeker, replica: usize, seek: &str) -> Result<StartedGame, tonic::Status> {
    let request = AcceptSeekRequest {
        request_id: request_id(),
        seek: seek.to_owned(),
    };
    let accepted = again_until_answered(async || player.at(replica).accept_seek(request.clone()).await).await?;
    Ok(accepted.into_inner().game.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_that_was_cut_before_its_answer_and_begun_again_is_one_ticket() {
    let matchers = Matchers::start().await;
    let [one, rival] = matchers.seekers().await;
    let way = Proxy::start([matchers.stage.matchmaker_address(0)]);
    let mut lost = one
        .search(0, blitz())
        .over(one.player.matchmaking(matchers.stage.lazily(way.address())));
    // The answer is on its way for long after the ticket is there.
    way.delay(LONG);
    let again = lost.twin().over(one.at(1));
    let waiting = tokio::spawn(async move { lost.next().await });
    let ticket = one.until(1, |snapshot| !snapshot.tickets.is_empty()).await.tickets[0]
        .id
        .clone();
    way.cut().await;
    waiting.abort();

    let mut again = again;
    let first = patiently("queueing again", again.until(|_| true)).await.unwrap();
    assert_eq!(first.ticket, ticket);
    let held = one.until(0, |snapshot| !snapshot.tickets.is_empty()).await.tickets;
    assert_eq!(held.iter().map(|held| &held.id).collect::<Vec<_>>(), [&ticket]);
    let mut rivals = rival.queue(1, blitz()).await;
    let (mine, theirs) = (game(&mut again).await, game(&mut rivals).await);
    assert_one_game(&mine, &theirs);
    assert_eq!(mine.source, ticket);
    assert_eq!(one.tables().await, [mine.table]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_copies_of_a_wait_that_was_taken_back_make_no_ticket() {
    let matchers = Matchers::start().await;
    let [one, other] = matchers.seekers().await;
    let mut taken_back = one.queue(0, blitz()).await;
    taken_back.cancel().await.unwrap();
    assert_eq!(ended(&mut taken_back).await, "CANCELLED");
    assert_no_copy_waits(&one, taken_back.request()).await;

    // Nor do those of a wait that was taken back before it was begun.
    let never_begun = other.search(0, blitz());
    let request = CancelTicketRequest {
        request_id: never_begun.request().request_id.clone(),
    };
    other.at(1).cancel_ticket(request).await.unwrap();
    assert_no_copy_waits(&other, never_begun.request()).await;
    assert!(one.tables().await.is_empty() && other.tables().await.is_empty());
}

async fn assert_no_copy_waits(player: &Seeker, request: &FindMatchRequest) {
    let copies = (0..LATE_COPIES).map(|number| {
        let mut calls = player.at(number);
        let request = request.clone();
        async move { calls.find_match(request).await.map(drop) }
    });
    for copy in patiently("late copies", join_all(copies)).await {
        assert_eq!(reason(&copy.unwrap_err()), "TICKET_ENDED");
    }
    for replica in 0..2 {
        assert!(player.snapshot(replica).await.tickets.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_goes_without_a_word_is_out_of_its_pool_within_fifteen_seconds() {
    let matchers = Matchers::start().await;
    let [ghost, one, other] = matchers.seekers().await;
    let way = Proxy::start([matchers.stage.matchmaker_address(0)]);
    let calls = ghost.player.matchmaking(matchers.stage.lazily(way.address()));
    let mut unheard = ghost.search(0, blitz()).over(calls);
    patiently("queueing", unheard.until(|_| true)).await.unwrap();
    assert!(!ghost.snapshot(1).await.tickets.is_empty());
    // Counts of pools are a second old: that it is gone is told only after it was told to be there.
    let counted = async { while one.waiting(1, &blitz()).await == 0 {} };
    patiently("being counted", counted).await;

    way.black_hole();
    let gone = async { while one.waiting(1, &blitz()).await > 0 {} };
    assert!(timeout(GONE_WITHIN, gone).await.is_ok(), "it is still in its pool");
    // Who comes now meets who is there.
    let (mut ones, mut others) = (one.queue(0, blitz()).await, other.queue(1, blitz()).await);
    assert_one_game(&game(&mut ones).await, &game(&mut others).await);
    assert!(ghost.tables().await.is_empty());
}
