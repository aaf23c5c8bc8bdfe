//! Calls that meet at one table, through different replicas.

use std::collections::BTreeMap;
use std::sync::Arc;

use corners_client::Error;
use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::table_event::Kind;
use corners_client::proto::game::v1::{
    AcceptDrawRequest, DeclineDrawRequest, EndReason, OfferDrawRequest, OfferTakebackRequest, PlayMoveRequest,
    PlayMoveResponse, Side, TableStatus,
};
use corners_client::proto::ids::RequestId;
use corners_platform_tests::{seed, size};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::Barrier;

use super::support::{Replicas, log, paths, playing, version};

/// Turns that fifty calls want.
const TURNS: usize = 20;

/// Draws that meet a move, unless the environment says so (`CORNERS_TEST_DRAWS`).
const DRAWS: usize = 200;

/// Calls that are cancelled.
const CANCELLED: usize = 200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_fifty_calls_for_one_turn_through_all_replicas_one_is_played() {
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let table = player.table().await;
    let mut state = table.state.clone().unwrap();
    for turn in 1..=TURNS {
        let offered = paths(&state);
        let barrier = Arc::new(Barrier::new(50));
        let calls: Vec<_> = (0..25)
            .map(|call| PlayMoveRequest {
                request_id: RequestId::random().to_string(),
                ..playing(&table.id, &state, offered[call % offered.len()])
            })
            // Each call is sent twice, to different replicas.
            .flat_map(|request| [request.clone(), request])
            .enumerate()
            .map(|(number, request)| {
                let (session, barrier) = (player.at(number).clone(), Arc::clone(&barrier));
                tokio::spawn(async move {
                    barrier.wait().await;
                    (request.request_id.clone(), session.play_move(request).await)
                })
            })
            .collect();
        let mut played: BTreeMap<String, Vec<PlayMoveResponse>> = BTreeMap::new();
        for call in calls {
            match call.await.unwrap() {
                (request, Ok(answer)) => played.entry(request).or_default().push(answer),
                (_, Err(error)) => assert!(error.is(Reason::StaleTurn), "turn {turn}: {error}"),
            }
        }
        assert_eq!(played.len(), 1, "one call is played");
        let answers = played.into_values().next().unwrap();
        assert_eq!(answers.len(), 2, "and its copy gets the answer");
        assert_eq!(answers[0], answers[1]);
        assert_eq!(replicas.agreed(&player, &table.id).await.moves.len(), turn);
        state = player.at(turn).get_table(&table.id).await.unwrap().state.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_accepted_and_a_move_played_at_once_have_one_outcome_that_all_see() {
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let rounds = size("CORNERS_TEST_DRAWS").unwrap_or(DRAWS);
    let mut draws = 0;
    for round in 0..rounds {
        let table = player.table().await;
        let offer = OfferDrawRequest {
            table: table.id.clone(),
            side: Side::Black.into(),
            ..Default::default()
        };
        player.at(round).offer_draw(offer).await.unwrap();
        let barrier = Arc::new(Barrier::new(2));
        let accepting = {
            let (session, barrier) = (player.at(round).clone(), Arc::clone(&barrier));
            let accept = AcceptDrawRequest {
                table: table.id.clone(),
                side: Side::White.into(),
                ..Default::default()
            };
            tokio::spawn(async move {
                barrier.wait().await;
                session.accept_draw(accept).await
            })
        };
        let moving = {
            let (session, id) = (player.at(round + 1).clone(), table.id.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                session.play(&id, "c3-d3", None).await
            })
        };
        let (accepted, moved) = (accepting.await.unwrap(), moving.await.unwrap());
        let after = replicas.agreed(&player, &table.id).await;
        let head = version(after.state.as_ref()).number;
        let ends = log(player.at(round), &table, head).await.into_iter();
        let ends: Vec<_> = ends
            .filter(|event| matches!(event.kind, Some(Kind::GameEnded(_))))
            .collect();
        match (accepted, moved) {
            (Ok(_), Err(error)) if error.is(Reason::GameOver) => {
                let ending = after.state.unwrap().ending.unwrap();
                assert_eq!(ending.reason(), EndReason::DrawAgreement);
                assert_eq!((after.moves.len(), ends.len()), (0, 1));
                draws += 1;
            }
            (Err(error), Ok(_)) if error.is(Reason::NoOffer) => {
                assert_eq!(after.state.unwrap().status(), TableStatus::Playing);
                assert_eq!((after.moves.len(), ends.len()), (1, 0));
            }
            other => panic!("two outcomes in round {round}: {other:?}"),
        }
    }
    assert!(
        (1..rounds).contains(&draws),
        "{draws} of {rounds} were drawn: nothing met"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offer_is_bound_to_its_turn_whichever_replica_is_asked() {
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let table = player.table().await.id;
    let mut at = 0;
    let mut next = || {
        at += 1;
        player.at(at).clone()
    };
    let side = Side::White.into();
    let offer = || OfferDrawRequest {
        table: table.clone(),
        side,
        ..Default::default()
    };
    let side = Side::Black.into();
    let accept = || AcceptDrawRequest {
        table: table.clone(),
        side,
        ..Default::default()
    };
    let decline = || DeclineDrawRequest {
        table: table.clone(),
        side,
        ..Default::default()
    };
    let no_offer = |answer: Result<_, Error>| assert!(answer.unwrap_err().is(Reason::NoOffer));

    // A move of either side clears it.
    for path in ["c3-d3", "f6-e6"] {
        next().offer_draw(offer()).await.unwrap();
        next().play(&table, path, None).await.unwrap();
        no_offer(next().accept_draw(accept()).await);
        no_offer(next().decline_draw(decline()).await);
    }
    // So does a decline, after which the turn has no second offer.
    next().offer_draw(offer()).await.unwrap();
    next().decline_draw(decline()).await.unwrap();
    no_offer(next().accept_draw(accept()).await);
    assert!(next().offer_draw(offer()).await.unwrap_err().is(Reason::AlreadyOffered));
    // So does a takeback.
    next().play(&table, "d3-e3", None).await.unwrap();
    next().offer_draw(offer()).await.unwrap();
    let takeback = |side: Side| OfferTakebackRequest {
        table: table.clone(),
        side: side.into(),
        ..Default::default()
    };
    next().offer_takeback(takeback(Side::White)).await.unwrap();
    let agreed = corners_client::proto::game::v1::AcceptTakebackRequest {
        table: table.clone(),
        side: Side::Black.into(),
        ..Default::default()
    };
    next().accept_takeback(agreed).await.unwrap();
    no_offer(next().accept_draw(accept()).await);
    // In its own turn it is accepted, anywhere.
    next().offer_draw(offer()).await.unwrap();
    let state = next().accept_draw(accept()).await.unwrap();
    assert_eq!(state.ending.unwrap().reason(), EndReason::DrawAgreement);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_cancelled_at_any_moment_has_happened_whole_or_not_at_all() {
    let seed = seed().unwrap_or_else(|| rand::rng().random());
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let mut happened = 0;
    for round in 0..CANCELLED {
        let table = player.table().await;
        let request = PlayMoveRequest {
            request_id: RequestId::random().to_string(),
            ..playing(&table.id, table.state.as_ref().unwrap(), "c3-d3")
        };
        let call = tokio::spawn({
            let (session, request) = (player.at(round).clone(), request.clone());
            async move { session.play_move(request).await }
        });
        // Some at once: the timer's shortest pause is enough for a quiet machine to play the move.
        let pause = random.random_range(0..6_000);
        if pause > 600 {
            tokio::time::sleep(std::time::Duration::from_micros(pause)).await;
        }
        call.abort();
        // What was not cancelled in time may be happening still.
        let after = player.at(round).get_table(&table.id).await.unwrap();
        let (moves, head) = (after.moves.len(), version(after.state.as_ref()).number);
        let before = version(table.state.as_ref()).number;
        assert!(
            (moves, head) == (0, before) || (moves, head) == (1, before + 1),
            "{moves} moves at version {head}"
        );
        happened += moves;
        // The same call again settles what became of it, and is the same move either way.
        player.at(round + 1).play_move(request).await.unwrap();
        assert_eq!(replicas.agreed(&player, &table.id).await.moves.len(), 1);
    }
    assert!(
        (1..CANCELLED).contains(&happened),
        "{happened} of {CANCELLED} happened: seed {seed}"
    );
}
