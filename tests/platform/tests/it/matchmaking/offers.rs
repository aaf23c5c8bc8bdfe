//! Whatever starts a game ends what else could start one, in the same step.

use corners_client::proto::game::v1::Side;
use corners_client::proto::matchmaking::v1::offer_rematch_response::Outcome;
use corners_client::proto::matchmaking::v1::{
    AcceptChallengeRequest, ChallengeStatus, CreateChallengeRequest, GetChallengeRequest, OfferRematchRequest, Origin,
    StartedGame,
};
use tokio::sync::Barrier;

use super::support::{Matchers, Seeker, again_until_answered, assert_one_game, blitz, ended, game, reason, request_id};

/// How often a race is run.
const RACES: usize = 12;

async fn challenge(challenger: &Seeker, replica: usize, challenged: &Seeker) -> String {
    let request = CreateChallengeRequest {
        request_id: request_id(),
        challenged: challenged.account().to_owned(),
        terms: Some(blitz()),
        ..Default::default()
    };
    let made = challenger.at(replica).create_challenge(request).await.unwrap();
    made.into_inner().challenge.unwrap().id
}

async fn accept(player: &Seeker, replica: usize, challenge: &str) -> Result<StartedGame, tonic::Status> {
    let request = AcceptChallengeRequest {
        request_id: request_id(),
        challenge: challenge.to_owned(),
    };
    let answered = again_until_answered(async || player.at(replica).accept_challenge(request.clone()).await).await?;
    Ok(answered.into_inner().game.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accepting_a_challenge_while_queued_ends_the_ticket_in_the_same_step() {
    let matchers = Matchers::start().await;
    let [one, challenger, rival] = matchers.seekers().await;
    let mut waiting = one.queue(0, blitz()).await;
    let challenge = challenge(&challenger, 1, &one).await;
    let accepted = accept(&one, 1, &challenge).await.unwrap();
    // By the time of the answer nothing is left, at either replica.
    for replica in 0..2 {
        let left = one.snapshot(replica).await;
        assert!(left.tickets.is_empty() && left.challenges.is_empty());
    }
    assert_eq!(ended(&mut waiting).await, "GAME_STARTED");
    // Nobody who comes to the pool now meets a player who plays.
    let mut rivals = rival.queue(0, blitz()).await;
    rivals.cancel().await.unwrap();
    assert_eq!(ended(&mut rivals).await, "CANCELLED");
    assert_eq!(one.tables().await, [accepted.table.as_str()]);
    assert_eq!(challenger.tables().await, [accepted.table]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pair_in_the_pool_and_an_accepted_challenge_at_one_moment_are_one_game() {
    let matchers = Matchers::start().await;
    for number in 0..RACES {
        let [one, challenger, rival] = matchers.seekers().await;
        let mut waiting = one.queue(number, blitz()).await;
        let challenge = challenge(&challenger, number, &one).await;
        let barrier = Barrier::new(2);
        let queued = async {
            barrier.wait().await;
            rival.queue(number + 1, blitz()).await
        };
        let accepted = async {
            barrier.wait().await;
            accept(&one, number, &challenge).await
        };
        let (mut rivals, accepted) = tokio::join!(queued, accepted);
        match accepted {
            Ok(theirs) => {
                assert_eq!(ended(&mut waiting).await, "GAME_STARTED");
                rivals.cancel().await.unwrap();
                assert_eq!(ended(&mut rivals).await, "CANCELLED");
                assert_eq!(one.tables().await, [theirs.table]);
                assert!(rival.tables().await.is_empty());
            }
            Err(refused) => {
                assert!(
                    ["GAME_STARTING", "CHALLENGE_OVER"].contains(&reason(&refused).as_str()),
                    "{refused}"
                );
                let (mine, theirs) = (game(&mut waiting).await, game(&mut rivals).await);
                assert_one_game(&mine, &theirs);
                assert_eq!(one.tables().await, [mine.table]);
                assert!(challenger.tables().await.is_empty());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_of_who_begins_another_game_is_taken_back_in_the_same_step() {
    let matchers = Matchers::start().await;
    let [one, challenged, rival] = matchers.seekers().await;
    let challenge = challenge(&one, 0, &challenged).await;
    let (mut ones, mut rivals) = (one.queue(0, blitz()).await, rival.queue(1, blitz()).await);
    let mine = game(&mut ones).await;
    assert_one_game(&mine, &game(&mut rivals).await);
    let request = GetChallengeRequest {
        challenge: challenge.clone(),
    };
    let told = challenged.at(1).get_challenge(request).await.unwrap().into_inner();
    assert_eq!(told.challenge.unwrap().status(), ChallengeStatus::Cancelled);
    let late = accept(&challenged, 0, &challenge).await.unwrap_err();
    assert_eq!(reason(&late), "CHALLENGE_OVER");
    assert_eq!(one.tables().await, [mine.table]);
    assert!(challenged.tables().await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_offer_to_play_again_at_one_instant_and_play_once_with_colours_swapped() {
    let matchers = Matchers::start().await;
    for number in 0..RACES {
        let [one, other] = matchers.seekers().await;
        let challenge = challenge(&other, number, &one).await;
        let first = accept(&one, number, &challenge).await.unwrap();
        one.resign(&first).await;
        let ((mut ones, _), (mut others, _)) = (one.news(number).await, other.news(number + 1).await);

        let barrier = Barrier::new(2);
        let (mine, theirs) = tokio::join!(
            again(&one, number, &first.table, &barrier),
            again(&other, number + 1, &first.table, &barrier)
        );
        let games: Vec<_> = [&mine, &theirs].into_iter().filter_map(Option::as_ref).collect();
        assert!(!games.is_empty(), "one of the two was second");
        let (mine, theirs) = (ones.started().await, others.started().await);
        assert!(games.iter().all(|game| game.table == mine.table));
        assert_one_game(&mine, &theirs);
        assert_eq!(
            (mine.origin(), mine.source.as_str()),
            (Origin::Rematch, first.table.as_str())
        );
        let swapped = if first.side() == Side::White {
            Side::Black
        } else {
            Side::White
        };
        assert_eq!(mine.side(), swapped);
        assert_ne!(mine.table, first.table);
        for player in [&one, &other] {
            assert_eq!(player.tables().await, [mine.table.clone(), first.table.clone()]);
            let left = player.snapshot(number).await;
            assert!(left.rematches.is_empty());
        }
    }
}

/// Offers to play again. Answers the game, if the other one had offered it.
async fn again(player: &Seeker, replica: usize, table: &str, barrier: &Barrier) -> Option<StartedGame> {
    let request = OfferRematchRequest {
        request_id: request_id(),
        table: table.to_owned(),
    };
    barrier.wait().await;
    let offered = again_until_answered(async || player.at(replica).offer_rematch(request.clone()).await).await;
    match offered.unwrap().into_inner().outcome.unwrap() {
        Outcome::Offer(_) => None,
        Outcome::Game(game) => Some(game),
    }
}
