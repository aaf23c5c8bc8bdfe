//! The account's stream and the lobby, on any replica.

use std::time::Duration;

use corners_proto::error::{Reason, reason_of};
use corners_proto::matchmaking::v1::watch_account_response::Message as News;
use corners_proto::matchmaking::v1::watch_lobby_response::Message as Told;
use corners_proto::matchmaking::v1::{FindMatchRequest, WatchLobbyRequest, WatchLobbyResponse};
use tonic::{Code, Status, Streaming};

use crate::rig::{Client, RATED, Rig, account, is_refused, request_id, terms};

struct Lobby {
    stream: Streaming<WatchLobbyResponse>,
    mark: String,
}

impl Lobby {
    async fn open(client: &mut Client, mark: &str) -> Result<Self, Status> {
        let resume_after = mark.to_owned();
        let stream = client
            .calls
            .watch_lobby(WatchLobbyRequest { resume_after })
            .await?
            .into_inner();
        Ok(Self {
            stream,
            mark: String::new(),
        })
    }

    async fn next(&mut self) -> Told {
        loop {
            let told = self.stream.message().await.unwrap().unwrap();
            if !told.mark.is_empty() {
                self.mark = told.mark;
            }
            match told.message.unwrap() {
                Told::Pulse(_) => {}
                message => return message,
            }
        }
    }
}

#[tokio::test]
async fn a_client_that_stops_reading_leaves_no_call_of_the_store_under_way() {
    let rig = Rig::redis().await;
    let mut unread = Vec::new();
    for number in 0..20 {
        // Nobody is paired.
        rig.people().is_rated(account(number), 1_000.0 + 50.0 * number as f64);
        let mut player = rig.one.player(number);
        let alone = FindMatchRequest {
            request_id: request_id(1),
            terms: Some(terms(RATED)),
            most_below: Some(0),
            most_above: Some(0),
            ..FindMatchRequest::default()
        };
        let mut waiting = player.find_by(alone).await.unwrap();
        waiting.waits().await;
        let mut news = player.watch("").await.unwrap();
        news.next().await;
        unread.push((waiting, news));
    }
    let none_under_way = rig.one.life.until_no_call_is_under_way();
    tokio::time::timeout(Duration::from_secs(10), none_under_way)
        .await
        .expect("calls of streams that nobody reads are under way");
    drop(unread);
}

#[tokio::test]
async fn who_watches_an_empty_lobby_is_told_of_the_first_seek_and_not_of_the_lobby_again() {
    let rig = Rig::embedded().await;
    let mut lobby = Lobby::open(&mut rig.one.player(2), "").await.unwrap();
    assert!(matches!(lobby.next().await, Told::Snapshot(snapshot) if snapshot.seeks.is_empty()));
    let seek = rig.one.player(1).seek(RATED, 1).await.unwrap();
    assert_eq!(lobby.next().await, Told::Added(seek));
}

#[tokio::test]
async fn the_lobby_is_told_as_it_is_and_then_what_changes_on_every_replica() {
    for rig in [Rig::embedded().await, Rig::redis().await] {
        let mut owner = rig.one.player(1);
        let first = owner.seek(RATED, 1).await.unwrap();
        let mut here = Lobby::open(&mut rig.other.player(2), "").await.unwrap();
        let snapshot = loop {
            match here.next().await {
                Told::Snapshot(snapshot) if snapshot.seeks.is_empty() => {}
                Told::Snapshot(snapshot) => break snapshot.seeks,
                Told::Added(seek) => break vec![seek],
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(snapshot, std::slice::from_ref(&first));
        let second = rig.other.player(3).seek(RATED, 1).await.unwrap();
        assert_eq!(here.next().await, Told::Added(second.clone()));
        let mark = here.mark.clone();
        rig.one.player(4).accept_seek(&first.id, 1).await.unwrap();
        assert_eq!(here.next().await, Told::Removed(first.id.clone()));
        // Another replica goes on behind the mark.
        let mut there = Lobby::open(&mut rig.one.player(2), &mark).await.unwrap();
        match there.next().await {
            Told::Removed(id) => assert_eq!(id, first.id),
            Told::Snapshot(snapshot) => {
                // Its own reading began later.
                let last = snapshot.seeks.last().cloned();
                assert_eq!(last, Some(second));
            }
            other => panic!("{other:?}"),
        }
        let mut foreign = Lobby::open(&mut rig.one.player(2), "7-00000000000000ff").await.unwrap();
        assert!(matches!(foreign.next().await, Told::Snapshot(_)));
        is_refused(rig.one.player(2).watch("seven").await, Reason::InvalidCursor, &[]);
        let wrong = Lobby::open(&mut rig.one.player(2), "seven").await;
        is_refused(wrong.map(|_| ()), Reason::InvalidCursor, &[]);
    }
}

#[tokio::test]
async fn the_account_is_told_everything_once_and_in_order_on_any_replica() {
    for rig in [Rig::embedded().await, Rig::redis().await] {
        let mut watching = rig.one.player(1).watch("").await.unwrap();
        assert!(matches!(watching.next().await, News::Snapshot(_)));
        let start = watching.mark.clone();
        let mut heard = Vec::new();
        for number in 0..20 {
            let challenger = if number % 2 == 0 { &rig.one } else { &rig.other };
            let challenge = challenger
                .player(10 + number)
                .challenge(Some(account(1)), RATED, 1)
                .await
                .unwrap();
            heard.push((News::ChallengeOpened(challenge), String::new()));
        }
        for (news, mark) in &mut heard {
            assert_eq!(watching.next().await, *news);
            mark.clone_from(&watching.mark);
        }
        // Marks are dense.
        let number = |mark: &str| u64::from_str_radix(mark.split_once('-').unwrap().0, 16).unwrap();
        for (place, (_, mark)) in heard.iter().enumerate() {
            assert_eq!(number(mark), number(&start) + place as u64 + 1);
        }
        // Any mark is gone on from, on the other replica.
        for place in [0, 7, 19] {
            let mut again = rig.other.player(1).watch(&heard[place].1).await.unwrap();
            for (news, mark) in &heard[place + 1..] {
                assert_eq!(again.next().await, *news);
                assert_eq!(again.mark, *mark);
            }
        }
        let mut from_start = rig.other.player(1).watch(&start).await.unwrap();
        assert_eq!(from_start.next().await, heard[0].0);
        // A mark that is none of this account's.
        for foreign in ["5-00000000000000ff", "ffff-00000000000000ff"] {
            let mut again = rig.other.player(1).watch(foreign).await.unwrap();
            assert!(matches!(again.next().await, News::Snapshot(snapshot) if snapshot.challenges.len() == 20));
        }
    }
}

#[tokio::test]
async fn a_drain_says_where_to_go_on() {
    let rig = Rig::embedded().await;
    let mut watching = rig.one.player(1).watch("").await.unwrap();
    watching.next().await;
    rig.other.player(2).challenge(Some(account(1)), RATED, 1).await.unwrap();
    watching.next().await;
    rig.one.drain.start();
    let ending = match watching.next().await {
        News::Ending(ending) => ending,
        other => panic!("{other:?}"),
    };
    assert_eq!((&*ending.reason, &ending.resume_after), ("DRAINING", &watching.mark));
    let status = watching.told().await.unwrap_err();
    assert_eq!(
        (status.code(), reason_of(&status).as_deref()),
        (Code::Unavailable, Some("DRAINING"))
    );
    let third = rig.other.player(3).challenge(Some(account(1)), RATED, 1).await.unwrap();
    let mut again = rig.other.player(1).watch(&ending.resume_after).await.unwrap();
    assert_eq!(again.next().await, News::ChallengeOpened(third));
}

#[tokio::test]
async fn a_stream_without_news_has_signs_of_life() {
    let rig = Rig::embedded().await;
    let mut watching = rig.one.player(1).watch("").await.unwrap();
    watching.next().await;
    for _ in 0..3 {
        assert!(matches!(watching.told().await, Ok(News::Pulse(_))));
    }
}
