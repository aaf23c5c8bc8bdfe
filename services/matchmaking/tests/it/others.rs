//! Rematches, blocks, and what comes of spoiling games, as clients see them.

use std::time::Duration;

use corners_proto::error::Reason;
use corners_proto::game::v1::{EndReason, Side};
use corners_proto::matchmaking::v1::offer_rematch_response::Outcome;
use corners_proto::matchmaking::v1::watch_account_response::Message as News;
use corners_proto::matchmaking::v1::{ListBlockedPlayersRequest, OffenceKind, StartedGame, UnblockPlayerRequest};

use crate::rig::archive::spoilt;
use crate::rig::{CASUAL, RATED, Rig, account, is_refused, request_id};

/// A game of these two: the first one has the side that is told.
async fn game(rig: &Rig, one: u64, other: u64, request: u64) -> StartedGame {
    let challenge = rig
        .one
        .player(one)
        .challenge(Some(account(other)), RATED, request)
        .await
        .unwrap();
    rig.one
        .player(other)
        .accept(&challenge.id, request + 1_000)
        .await
        .unwrap();
    let games = rig.one.player(one).snapshot().await.games;
    games.into_iter().next().unwrap()
}

#[tokio::test]
async fn a_rematch_is_offered_declined_and_then_over() {
    let rig = Rig::embedded().await;
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    let first = game(&rig, 1, 2, 1).await;
    is_refused(one.rematch(&first.table, 10).await, Reason::GameNotOver, &[]);
    rig.tables().finish(&first.table);
    is_refused(
        rig.one.player(3).rematch(&first.table, 10).await,
        Reason::NotSeated,
        &[],
    );
    is_refused(one.rematch(&"a".repeat(26), 10).await, Reason::TableNotLive, &[]);
    is_refused(one.no_rematch(&first.table, 11).await, Reason::NoOffer, &[]);
    let mut news = other.watch("").await.unwrap();
    news.next().await;
    let Outcome::Offer(offer) = one.rematch(&first.table, 12).await.unwrap() else {
        panic!("nobody has accepted it");
    };
    assert_eq!(news.next().await, News::RematchOffered(offer));
    other.no_rematch(&first.table, 13).await.unwrap();
    assert_eq!(news.next().await, News::RematchEnded(first.table.clone()));
    is_refused(one.rematch(&first.table, 14).await, Reason::RematchOver, &[]);
    is_refused(other.rematch(&first.table, 15).await, Reason::RematchOver, &[]);
}

#[tokio::test]
async fn a_casual_game_is_played_again_without_ratings_although_its_players_have_some() {
    let rig = Rig::embedded().await;
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    let challenge = one.challenge(Some(account(2)), CASUAL, 1).await.unwrap();
    let first = other.accept(&challenge.id, 2).await.unwrap();
    rig.tables().finish(&first.table);
    one.rematch(&first.table, 3).await.unwrap();
    let Outcome::Game(_) = other.rematch(&first.table, 4).await.unwrap() else {
        panic!("both want it");
    };
    let made = rig.tables().made();
    assert_eq!(made.len(), 2);
    let seats = made.iter().flat_map(|made| &made.request.seats);
    assert_eq!(seats.filter(|seat| seat.rating.is_some()).count(), 0);
}

#[tokio::test]
async fn an_offer_to_play_again_ends_after_a_minute_and_can_be_made_again() {
    let rig = Rig::embedded().await;
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    let first = game(&rig, 1, 2, 1).await;
    rig.tables().finish(&first.table);
    let mut news = one.watch("").await.unwrap();
    news.next().await;
    one.rematch(&first.table, 2).await.unwrap();
    assert!(matches!(news.next().await, News::RematchOffered(_)));
    rig.pass(Duration::from_secs(61));
    assert_eq!(news.next().await, News::RematchEnded(first.table.clone()));
    one.rematch(&first.table, 3).await.unwrap();
    let Outcome::Game(second) = other.rematch(&first.table, 4).await.unwrap() else {
        panic!("both want it");
    };
    assert_eq!(second.side(), first.side());
    assert_eq!(rig.tables().made().len(), 2);
}

#[tokio::test]
async fn players_of_whom_one_blocks_the_other_never_meet_and_hold_up_nobody() {
    let rig = Rig::embedded().await;
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    let open = other.challenge(Some(account(1)), RATED, 1).await.unwrap();
    one.block(account(2), 3).await.unwrap();
    let mut ones = one.find(RATED, 2).await.unwrap();
    ones.waits().await;
    let ended = other.get_challenge(&open.id).await.unwrap();
    assert_eq!(
        ended.status(),
        corners_proto::matchmaking::v1::ChallengeStatus::Cancelled
    );
    let mut others = other.find(RATED, 4).await.unwrap();
    others.waits().await;
    is_refused(
        other.challenge(Some(account(1)), RATED, 5).await,
        Reason::PlayerNotAvailable,
        &[],
    );
    is_refused(
        one.challenge(Some(account(2)), RATED, 5).await,
        Reason::PlayerNotAvailable,
        &[],
    );
    // Two more are enough for all.
    let mut third = rig.one.player(3).find(RATED, 1).await.unwrap();
    let mut fourth = rig.one.player(4).find(RATED, 1).await.unwrap();
    ones.game().await;
    others.game().await;
    third.game().await;
    fourth.game().await;
    let blocked = account(2).to_string();
    assert!(
        rig.tables()
            .of(account(1))
            .iter()
            .all(|made| !made.accounts().contains(&&*blocked))
    );
}

#[tokio::test]
async fn a_block_that_comes_after_both_tickets_counts() {
    let rig = Rig::embedded().await;
    // The ratings are too far apart at first.
    rig.people().is_rated(account(1), 1500.0);
    rig.people().is_rated(account(2), 1800.0);
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    let mut ones = one.find(RATED, 1).await.unwrap();
    let mut others = other.find(RATED, 1).await.unwrap();
    ones.waits().await;
    others.waits().await;
    other.block(account(1), 2).await.unwrap();
    rig.pass(Duration::from_secs(5));
    // Somebody whom both may meet.
    rig.people().is_rated(account(3), 1650.0);
    let game = rig.one.player(3).find(RATED, 1).await.unwrap().game().await;
    let met = rig.tables().made().remove(0);
    assert_eq!(met.table, game.table);
    assert_eq!(rig.tables().made().len(), 1);
}

#[tokio::test]
async fn a_list_of_blocks_is_kept() {
    let rig = Rig::embedded().await;
    let mut one = rig.one.player(1);
    rig.people().world().gone.push(account(9).to_string());
    is_refused(one.block(account(9), 1).await, Reason::AccountNotFound, &["account"]);
    is_refused(one.block(account(1), 1).await, Reason::OwnOffer, &[]);
    one.block(account(3), 2).await.unwrap();
    one.block(account(2), 3).await.unwrap();
    one.block(account(3), 4).await.unwrap();
    let listed = one
        .calls
        .list_blocked_players(ListBlockedPlayersRequest {})
        .await
        .unwrap()
        .into_inner();
    assert_eq!(listed.accounts, [account(3).to_string(), account(2).to_string()]);
    for (request, whom) in [(5, 3), (6, 3), (7, 8)] {
        let request = UnblockPlayerRequest {
            request_id: request_id(request),
            account: account(whom).to_string(),
        };
        one.calls.unblock_player(request).await.unwrap();
    }
    let listed = one
        .calls
        .list_blocked_players(ListBlockedPlayersRequest {})
        .await
        .unwrap()
        .into_inner();
    assert_eq!(listed.accounts, [account(2).to_string()]);
}

#[tokio::test]
async fn who_spoils_three_games_waits_before_the_next_one() {
    let rig = Rig::embedded().await;
    let mut one = rig.one.player(1);
    let players = |game: &StartedGame| match game.side() {
        Side::White => [account(1), account(2)],
        _ => [account(2), account(1)],
    };
    let mut watching = one.watch("").await.unwrap();
    let reasons = [EndReason::Aborted, EndReason::Abandonment, EndReason::Aborted];
    for (number, reason) in reasons.into_iter().enumerate() {
        let game = game(&rig, 1, 2, number as u64 + 1).await;
        let result = spoilt(&game.table, game.side(), reason, players(&game));
        // Twice the same, and one at a table that nobody here knows.
        rig.neighbours.archive.finish(result.clone());
        rig.neighbours.archive.finish(result.clone());
        let elsewhere = spoilt(&"b".repeat(26), game.side(), reason, players(&game));
        rig.neighbours.archive.finish(elsewhere);
    }
    // Whatever is told of the account wakes its stream, and so do signs of life.
    let delay = loop {
        if let Some(delay) = one.snapshot().await.delay {
            break delay;
        }
        watching.told().await.unwrap();
    };
    let kinds: Vec<_> = delay.offences.iter().map(|offence| offence.kind()).collect();
    assert_eq!(kinds, [OffenceKind::Abort, OffenceKind::WalkedAway, OffenceKind::Abort]);
    let metadata = is_refused(one.find(RATED, 50).await, Reason::QueueDelayed, &["again_at_ms", "why"]);
    assert_eq!(metadata["why"], "ABORTS");
    is_refused(one.seek(RATED, 51).await, Reason::QueueDelayed, &["again_at_ms", "why"]);
    // The other one has done nothing.
    rig.one.player(2).find(RATED, 50).await.unwrap().waits().await;
    rig.pass(Duration::from_secs(61));
    one.find(RATED, 52).await.unwrap();
}
