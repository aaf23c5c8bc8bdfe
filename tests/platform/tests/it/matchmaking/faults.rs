//! What players of two matchers notice when something is away.

use corners_client::proto::matchmaking::v1::FindMatchResponse;
use corners_client::proto::matchmaking::v1::find_match_response::Message;
use futures::future::join_all;

use super::support::{Matchers, Seeker, assert_one_game, blitz, game, patiently, reason};

/// How many queue while Redis dies.
const PLAYERS: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis_can_die_while_everybody_queues() {
    let mut matchers = Matchers::start().await;
    let players = matchers.stage.players(PLAYERS).await;
    let seekers: Vec<Seeker> = players.iter().map(|player| matchers.seeker(player)).collect();
    let waiting = seekers.iter().enumerate().map(|(number, seeker)| {
        let mut search = seeker.search(number, blitz());
        tokio::spawn(async move { game(&mut search).await })
    });
    let waiting: Vec<_> = waiting.collect();
    // Some wait, and some are still to come.
    let somebody =
        async { while seekers[0].snapshot(0).await.tickets.is_empty() && seekers[0].tables().await.is_empty() {} };
    patiently("the first ticket", somebody).await;
    matchers.stage.redis_mut().kill();
    matchers.stage.redis_mut().restart().await.unwrap();

    let mut games = Vec::new();
    for found in join_all(waiting).await {
        games.push(found.unwrap());
    }
    for (seeker, game) in seekers.iter().zip(&games) {
        assert_eq!(seeker.tables().await, [game.table.as_str()]);
        let same: Vec<_> = games.iter().filter(|other| other.table == game.table).collect();
        assert_eq!(same.len(), 2);
        assert_one_game(same[0], same[1]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_no_table_can_be_made_a_pair_is_told_that_its_game_starts_and_it_does() {
    let matchers = Matchers::start().await;
    let [one, other, rival] = matchers.seekers().await;
    for way in &matchers.stage.links.to_authorities {
        way.refuse().await;
    }
    let (mut ones, mut others) = (one.queue(0, blitz()).await, other.queue(1, blitz()).await);
    for search in [&mut ones, &mut others] {
        let starting = patiently("a pair", search.until(|waiting| waiting.starting)).await;
        assert!(starting.unwrap().starting);
    }
    // Meanwhile neither can be had for another game.
    let mut elsewhere = one.search(1, blitz());
    let refused = patiently("queueing", elsewhere.next()).await.unwrap_err();
    assert_eq!(reason(&refused), "GAME_STARTING");
    let mut rivals = rival.queue(0, blitz()).await;
    for way in &matchers.stage.links.to_authorities {
        way.accept().await;
    }
    let (mine, theirs) = (game(&mut ones).await, game(&mut others).await);
    assert_one_game(&mine, &theirs);
    assert_eq!(one.tables().await, [mine.table.as_str()]);
    assert_eq!(other.tables().await, [mine.table]);
    rivals.cancel().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_at_a_replica_that_stops_goes_on_at_the_other_with_the_same_ticket() {
    let mut matchers = Matchers::start().await;
    let [one, other] = matchers.seekers().await;
    let search = one.search(0, blitz());
    let opened = one.at(0).find_match(search.request().clone()).await;
    let mut stream = opened.unwrap().into_inner();
    let first = patiently("queueing", stream.message()).await.unwrap().unwrap();
    let Some(Message::Waiting(waiting)) = first.message else {
        panic!("the first message is {first:?}");
    };

    matchers.stage.matchmakers[0].terminate();
    let (mut ending, mut status) = (None, None);
    while status.is_none() {
        match patiently("the end of a stream", stream.message()).await {
            Ok(Some(FindMatchResponse {
                message: Some(Message::Ending(why)),
            })) => ending = Some(why.reason),
            Ok(Some(_)) => {}
            Ok(None) => panic!("a stream that ends on purpose has a status"),
            Err(error) => status = Some(error),
        }
    }
    assert_eq!(ending.as_deref(), Some("DRAINING"));
    assert_eq!(reason(&status.unwrap()), "DRAINING");
    let mut search = search.over(one.at(1));
    let again = patiently("going on", search.until(|_| true)).await.unwrap();
    assert_eq!((again.ticket, again.since), (waiting.ticket, waiting.since));
    assert!(matchers.stage.matchmakers[0].gone().await.success());
    let mut others = other.queue(1, blitz()).await;
    assert_one_game(&game(&mut search).await, &game(&mut others).await);
}
