//! Hazards 23 to 27 on two replicas over one Redis.

use std::collections::HashSet;

use corners_proto::error::{Reason, reason_of};
use corners_proto::matchmaking::v1::offer_rematch_response::Outcome;
use corners_proto::matchmaking::v1::{ChallengeStatus, Origin};
use futures::future::join_all;

use crate::rig::{Does, Life, RATED, Rig, account, is_refused};

#[tokio::test(flavor = "multi_thread")]
async fn a_player_in_two_sessions_is_never_paired_with_itself_nor_at_two_tables() {
    let rig = Rig::redis().await;
    let (mut here, mut there, mut rival) = (rig.one.player(1), rig.other.player(1), rig.one.player(2));
    let seek = here.seek(RATED, 1).await.unwrap();
    is_refused(there.accept_seek(&seek.id, 2).await, Reason::OwnOffer, &[]);
    let mut first = here.find(RATED, 3).await.unwrap();
    first.waits().await;
    // The same pool from another session: one ticket, which takes the place of the first.
    let mut second = there.find(RATED, 4).await.unwrap();
    second.waits().await;
    assert_eq!(
        is_refused::<()>(Err(first.end().await), Reason::TicketEnded, &["why"])["why"],
        "REPLACED"
    );

    // The seek and the ticket are both to be had at once: one of them is.
    let mut taker = rig.other.player(3);
    let (mut waiting, accepted) = tokio::join!(rival.find(RATED, 5), taker.accept_seek(&seek.id, 6));
    let tables = match accepted {
        Ok(game) => {
            let why = is_refused::<()>(Err(second.end().await), Reason::TicketEnded, &["why"]);
            assert_eq!(why["why"], "GAME_STARTED");
            vec![game.table]
        }
        Err(status) => {
            assert!(["SEEK_NOT_FOUND", "PLAYER_NOT_AVAILABLE"].contains(&&*reason_of(&status).unwrap()));
            let game = second.game().await;
            assert_eq!(waiting.as_mut().unwrap().game().await.table, game.table);
            vec![game.table]
        }
    };
    let made: Vec<_> = rig.tables().of(account(1)).into_iter().map(|made| made.table).collect();
    assert_eq!(made, tables);
    for made in rig.tables().made() {
        assert_ne!(made.accounts()[0], made.accounts()[1]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_that_was_cut_before_the_reply_goes_on_as_one_ticket() {
    let rig = Rig::redis().await;
    let mut player = rig.one.player(1);
    // The reply never comes.
    drop(player.find(RATED, 1).await.unwrap());
    let mut again = rig.other.player(1).find(RATED, 1).await.unwrap();
    let ticket = again.waits().await.ticket;
    let tickets: Vec<_> = rig
        .other
        .player(1)
        .snapshot()
        .await
        .tickets
        .into_iter()
        .map(|ticket| ticket.id)
        .collect();
    assert_eq!(tickets, [ticket]);
    again.meets(&mut rig.one.player(2)).await;
    assert_eq!(rig.tables().made().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn late_copies_of_a_wait_that_was_cancelled_wait_no_more() {
    let rig = Rig::redis().await;
    let mut player = rig.one.player(1);
    let mut waiting = player.find(RATED, 1).await.unwrap();
    waiting.waits().await;
    rig.other.player(1).cancel(1).await.unwrap();
    assert_eq!(
        is_refused::<()>(Err(waiting.end().await), Reason::TicketEnded, &["why"])["why"],
        "CANCELLED"
    );
    // This one was cancelled before it came.
    player.cancel(2).await.unwrap();
    let copies = (0..20).map(|number| {
        let mut copy = if number % 2 == 0 {
            rig.one.player(1)
        } else {
            rig.other.player(1)
        };
        async move { copy.find(RATED, 1 + number / 10).await }
    });
    for copy in join_all(copies).await {
        assert_eq!(is_refused(copy, Reason::TicketEnded, &["why"])["why"], "CANCELLED");
    }
    assert!(player.snapshot().await.tickets.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_connection_is_lost_is_out_of_the_pool_and_comes_back_with_the_same_id() {
    let rig = Rig::redis().await;
    let mut waiting = rig.one.player(1).find(RATED, 1).await.unwrap();
    let ticket = waiting.waits().await;
    drop(waiting);
    rig.until_nobody_waits(RATED).await;
    // Others meet without it.
    let mut second = rig.one.player(2).find(RATED, 1).await.unwrap();
    second.meets(&mut rig.other.player(3)).await;
    assert!(rig.tables().of(account(1)).is_empty());
    let mut back = rig.other.player(1).find(RATED, 1).await.unwrap();
    let word = back.waits().await;
    assert_eq!((word.ticket, word.since), (ticket.ticket, ticket.since));
    back.meets(&mut rig.one.player(4)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tickets_of_a_replica_that_died_go_on_on_another_one() {
    let rig = Rig::redis().await;
    let dying = rig.another(Life::default()).await;
    let mut waiting = dying.player(1).find(RATED, 1).await.unwrap();
    let ticket = waiting.waits().await.ticket;
    dying.life.kill();
    let mut back = rig.other.player(1).find(RATED, 1).await.unwrap();
    assert_eq!(back.waits().await.ticket, ticket);
    back.meets(&mut rig.one.player(2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_accepts_a_challenge_while_it_is_paired_begins_one_game() {
    let rig = Rig::redis().await;
    // No table is made before all is decided.
    rig.tables().does(|_| Does::IsUnderWay);
    for round in 0..4 {
        let (number, rival, challenger) = (3 * round, 3 * round + 1, 3 * round + 2);
        let (mut one, mut other) = (rig.one.player(number), rig.other.player(rival));
        let challenge = rig
            .other
            .player(challenger)
            .challenge(Some(account(number)), RATED, 1)
            .await
            .unwrap();
        let mut waiting = one.find(RATED, 1).await.unwrap();
        waiting.waits().await;
        let (others, accepted) = tokio::join!(other.find(RATED, 1), one.accept(&challenge.id, 2));
        let begun = rig.tables().until_asked_for(account(number)).await;
        assert_eq!(begun.len(), 1, "{begun:?}");
        assert!(one.snapshot().await.tickets.is_empty());
        let reason = reason_of(&accepted.unwrap_err()).unwrap();
        let is_accepted = begun[0].contains(&account(challenger).to_string());
        assert_eq!(
            reason,
            if is_accepted {
                "TABLES_UNAVAILABLE"
            } else {
                "GAME_STARTING"
            }
        );
        drop(others);
        rig.other.player(rival).cancel(1).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_is_accepted_ends_all_else_of_both() {
    let rig = Rig::redis().await;
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    // Nobody else waits in these pools: both stay.
    let mut waiting = one.find(RATED, 1).await.unwrap();
    waiting.waits().await;
    let seek = other.seek(RATED, 2).await.unwrap();
    let (to_third, link) = (
        other.challenge(Some(account(3)), RATED, 3).await.unwrap(),
        other.challenge(None, RATED, 4).await.unwrap(),
    );
    let challenge = other.challenge(Some(account(1)), RATED, 5).await.unwrap();
    let game = one.accept(&challenge.id, 6).await.unwrap();
    let why = is_refused::<()>(Err(waiting.end().await), Reason::TicketEnded, &["why"]);
    assert_eq!(why["why"], "GAME_STARTED");
    is_refused(
        rig.one.player(4).accept_seek(&seek.id, 7).await,
        Reason::SeekNotFound,
        &[],
    );
    let accepted = rig.one.player(3).accept(&to_third.id, 8).await;
    assert_eq!(
        is_refused(accepted, Reason::ChallengeOver, &["status"])["status"],
        "CANCELLED"
    );
    is_refused(rig.one.player(5).accept(&link.id, 9).await, Reason::ChallengeOver, &[]);
    assert_eq!(
        one.get_challenge(&challenge.id).await.unwrap().status(),
        ChallengeStatus::Accepted
    );
    let left = other.snapshot().await;
    assert!(left.tickets.is_empty() && left.seeks.is_empty() && left.challenges.is_empty());
    assert_eq!(
        left.games.iter().map(|game| &game.table).collect::<Vec<_>>(),
        [&game.table]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_press_rematch_at_the_same_instant_are_at_one_table_with_colours_swapped() {
    let rig = Rig::redis().await;
    for round in 0..20 {
        let (white, black) = (2 * round, 2 * round + 1);
        let (mut one, mut other) = (rig.one.player(white), rig.other.player(black));
        let challenge = one.challenge(Some(account(black)), RATED, 1).await.unwrap();
        let first = other.accept(&challenge.id, 2).await.unwrap();
        rig.tables().finish(&first.table);
        let mut news = one.watch("").await.unwrap();
        news.next().await;
        let both = tokio::join!(one.rematch(&first.table, 3), other.rematch(&first.table, 3));
        let games: Vec<_> = [both.0.unwrap(), both.1.unwrap()]
            .into_iter()
            .filter_map(|outcome| match outcome {
                Outcome::Game(game) => Some(game),
                Outcome::Offer(_) => None,
            })
            .collect();
        assert!(!games.is_empty());
        let started = news.game().await;
        assert_eq!(started.origin(), Origin::Rematch);
        assert_eq!(started.source, first.table);
        assert!(games.iter().all(|game| game.table == started.table));
        // The other one saw the first game, this one sees the second.
        assert_eq!(started.side(), first.side());
        let tables: HashSet<_> = rig
            .tables()
            .of(account(white))
            .into_iter()
            .map(|made| made.table)
            .collect();
        assert_eq!(tables, HashSet::from([first.table.clone(), started.table.clone()]));
        is_refused(one.rematch(&first.table, 4).await, Reason::RematchOver, &["table"]);
        // The same call again has the same answer.
        let again = one.rematch(&first.table, 3).await.unwrap();
        match again {
            Outcome::Game(game) => assert_eq!(game.table, started.table),
            Outcome::Offer(offer) => assert_eq!(offer.table, first.table),
        }
    }
}
