//! Seeks and challenges, as clients see them.

use std::time::Duration;

use corners_proto::error::Reason;
use corners_proto::game::v1::Side;
use corners_proto::matchmaking::v1::watch_account_response::Message as News;
use corners_proto::matchmaking::v1::{
    Challenge, ChallengeStatus, ColourWish, CreateChallengeRequest, CreateSeekRequest, DeclineReason, Origin,
};
use corners_service::auth::AccountKind;
use tonic_types::StatusExt;

use crate::rig::{CASUAL, Does, RATED, Rig, account, is_refused, request_id, terms};

fn ended(news: News) -> Option<Challenge> {
    match news {
        News::ChallengeEnded(challenge) => Some(challenge),
        _ => None,
    }
}

#[tokio::test]
async fn a_seek_is_taken_by_the_first_who_accepts_it() {
    let rig = Rig::embedded().await;
    let seek = rig.one.player(1).seek(RATED, 1).await.unwrap();
    let mut takers: Vec<_> = (2..8).map(|number| rig.other.player(number)).collect();
    let accepting = takers.iter_mut().map(|taker| taker.accept_seek(&seek.id, 2));
    let answers = futures::future::join_all(accepting).await;
    let games: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().ok()).collect();
    assert_eq!(games.len(), 1);
    assert_eq!((games[0].origin(), &games[0].source), (Origin::Seek, &seek.id));
    for answer in answers.into_iter().filter(Result::is_err) {
        let reason = corners_proto::error::reason_of(&answer.unwrap_err()).unwrap();
        assert!(
            ["SEEK_NOT_FOUND", "PLAYER_NOT_AVAILABLE"].contains(&&*reason),
            "{reason}"
        );
    }
    assert_eq!(rig.tables().made().len(), 1);
}

#[tokio::test]
async fn a_call_again_has_the_first_answer_and_another_body_is_refused() {
    let rig = Rig::embedded().await;
    let mut one = rig.one.player(1);
    let seek = one.seek(RATED, 1).await.unwrap();
    assert_eq!(rig.other.player(1).seek(RATED, 1).await.unwrap(), seek);
    is_refused(one.seek(CASUAL, 1).await, Reason::RequestIdReused, &[]);
    is_refused(one.challenge(None, RATED, 1).await, Reason::RequestIdReused, &[]);
    let mut other = rig.one.player(2);
    let game = other.accept_seek(&seek.id, 2).await.unwrap();
    assert_eq!(rig.other.player(2).accept_seek(&seek.id, 2).await.unwrap(), game);
    assert_eq!(rig.tables().made().len(), 1);
}

#[tokio::test]
async fn a_seek_says_who_may_accept_it_and_which_side_its_owner_has() {
    let rig = Rig::embedded().await;
    rig.people().is_rated(account(2), 1300.0);
    let wanted = CreateSeekRequest {
        request_id: request_id(1),
        terms: Some(terms(RATED)),
        colour: ColourWish::Black.into(),
        lowest_rating: Some(1400),
        highest_rating: Some(1600),
    };
    let mut one = rig.one.player(1);
    let seek = one
        .calls
        .create_seek(wanted.clone())
        .await
        .unwrap()
        .into_inner()
        .seek
        .unwrap();
    let refused = rig.one.player(2).accept_seek(&seek.id, 2).await;
    let metadata = is_refused(refused, Reason::RatingOutOfRange, &["lowest", "highest", "rating"]);
    assert_eq!((&*metadata["lowest"], &*metadata["rating"]), ("1400", "1300"));
    is_refused(
        rig.one.client(3, AccountKind::Guest).accept_seek(&seek.id, 2).await,
        Reason::GuestNotAllowed,
        &[],
    );
    assert_eq!(
        rig.one.player(4).accept_seek(&seek.id, 2).await.unwrap().side(),
        Side::White
    );

    let status = one
        .calls
        .create_seek(CreateSeekRequest {
            request_id: String::new(),
            colour: 9,
            lowest_rating: Some(-10_001),
            highest_rating: Some(-20_000),
            terms: None,
        })
        .await
        .unwrap_err();
    let fields: Vec<_> = status.get_details_bad_request().unwrap().field_violations;
    let fields: Vec<_> = fields.into_iter().map(|violation| violation.field).collect();
    let all = [
        "request_id",
        "colour",
        "lowest_rating",
        "highest_rating",
        "highest_rating",
        "terms",
    ];
    assert_eq!(fields, all);
}

#[tokio::test]
async fn a_player_has_five_seeks_at_most_and_each_ends_after_ten_minutes() {
    let rig = Rig::embedded().await;
    let mut one = rig.one.player(1);
    let mut news = one.watch("").await.unwrap();
    news.next().await;
    for number in 0..5 {
        one.seek(RATED, number).await.unwrap();
    }
    let metadata = is_refused(one.seek(RATED, 5).await, Reason::TooMany, &["limit", "most"]);
    assert_eq!(metadata["most"], "5");
    rig.pass(Duration::from_secs(601));
    for _ in 0..5 {
        assert!(matches!(news.next().await, News::SeekEnded(_)));
    }
    assert!(one.snapshot().await.seeks.is_empty());
    one.seek(RATED, 6).await.unwrap();
}

#[tokio::test]
async fn a_challenge_is_heard_by_both_and_declined_with_a_reason() {
    let rig = Rig::embedded().await;
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    let (mut ones, mut others) = (one.watch("").await.unwrap(), other.watch("").await.unwrap());
    ones.next().await;
    others.next().await;
    let challenge = one.challenge(Some(account(2)), RATED, 1).await.unwrap();
    assert_eq!(others.next().await, News::ChallengeOpened(challenge.clone()));
    assert_eq!(ones.next().await, News::ChallengeOpened(challenge.clone()));
    is_refused(
        one.challenge(Some(account(2)), CASUAL, 2).await,
        Reason::ChallengePending,
        &[],
    );
    is_refused(one.accept(&challenge.id, 3).await, Reason::OwnOffer, &[]);
    is_refused(
        rig.one.player(3).get_challenge(&challenge.id).await,
        Reason::ChallengeNotFound,
        &[],
    );
    is_refused(
        rig.one.player(3).accept(&challenge.id, 1).await,
        Reason::ChallengeNotFound,
        &[],
    );
    is_refused(
        one.decline(&challenge.id, DeclineReason::Later, 4).await,
        Reason::ChallengeNotFound,
        &[],
    );
    other.decline(&challenge.id, DeclineReason::TooFast, 5).await.unwrap();
    for watching in [&mut ones, &mut others] {
        let challenge = watching.until(ended).await;
        assert_eq!(
            (challenge.status(), challenge.decline_reason()),
            (ChallengeStatus::Declined, DeclineReason::TooFast)
        );
    }
    let metadata = is_refused(other.accept(&challenge.id, 6).await, Reason::ChallengeOver, &["status"]);
    assert_eq!(metadata["status"], "DECLINED");
}

#[tokio::test]
async fn a_challenge_is_countered_taken_back_and_expires() {
    let rig = Rig::embedded().await;
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    let first = one.challenge(Some(account(2)), RATED, 1).await.unwrap();
    let counter = |whom: u64, request: u64| CreateChallengeRequest {
        request_id: request_id(request),
        challenged: account(whom).to_string(),
        terms: Some(terms(CASUAL)),
        counters: first.id.clone(),
        ..CreateChallengeRequest::default()
    };
    is_refused(other.challenge_by(counter(3, 1)).await, Reason::InvalidArgument, &[]);
    let second = other.challenge_by(counter(1, 2)).await.unwrap();
    assert_eq!(second.countered, first.id);
    assert_eq!(
        one.get_challenge(&first.id).await.unwrap().status(),
        ChallengeStatus::Countered
    );
    is_refused(one.take_back(&second.id, 2).await, Reason::ChallengeNotFound, &[]);
    other.take_back(&second.id, 3).await.unwrap();
    let third = one.challenge(Some(account(2)), RATED, 4).await.unwrap();
    let mut news = other.watch("").await.unwrap();
    assert!(matches!(news.next().await, News::Snapshot(snapshot) if snapshot.challenges == [third]));
    rig.pass(Duration::from_secs(3_601));
    assert_eq!(news.until(ended).await.status(), ChallengeStatus::Expired);
}

#[tokio::test]
async fn a_link_is_good_for_whoever_opens_it_first() {
    let rig = Rig::embedded().await;
    let mut one = rig.one.player(1);
    let link = one.challenge(None, RATED, 1).await.unwrap();
    assert_eq!(rig.one.player(5).get_challenge(&link.id).await.unwrap(), link);
    is_refused(
        rig.one.player(5).decline(&link.id, DeclineReason::Later, 1).await,
        Reason::ChallengeNotFound,
        &[],
    );
    let (mut second, mut third) = (rig.one.player(2), rig.other.player(3));
    let both = tokio::join!(second.accept(&link.id, 1), third.accept(&link.id, 1));
    let games: Vec<_> = [both.0, both.1].into_iter().filter_map(Result::ok).collect();
    assert_eq!(games.len(), 1);
    assert_eq!((games[0].origin(), &games[0].source), (Origin::Challenge, &link.id));
    assert_eq!(one.get_challenge(&link.id).await.unwrap().table, games[0].table);
}

#[tokio::test]
async fn who_is_challenged_has_to_be_there_and_to_have_ratings_for_a_rated_game() {
    let rig = Rig::embedded().await;
    let mut one = rig.one.player(1);
    rig.people().world().gone.push(account(2).to_string());
    rig.people()
        .is_a(account(3), corners_proto::game::v1::AccountKind::Guest);
    is_refused(
        one.challenge(Some(account(2)), CASUAL, 1).await,
        Reason::AccountNotFound,
        &["account"],
    );
    is_refused(
        one.challenge(Some(account(3)), RATED, 2).await,
        Reason::GuestNotAllowed,
        &[],
    );
    one.challenge(Some(account(3)), CASUAL, 3).await.unwrap();
    is_refused(one.challenge(Some(account(1)), CASUAL, 4).await, Reason::OwnOffer, &[]);
    rig.people().world().accounts_are_away = true;
    is_refused(
        one.challenge(Some(account(4)), CASUAL, 5).await,
        Reason::AccountsUnavailable,
        &[],
    );
}

#[tokio::test]
async fn a_table_that_is_refused_is_called_off_and_both_are_free() {
    let rig = Rig::embedded().await;
    rig.tables().does(|_| Does::TooMany(account(1)));
    let (mut one, mut other) = (rig.one.player(1), rig.other.player(2));
    let mut news = one.watch("").await.unwrap();
    news.next().await;
    let challenge = one.challenge(Some(account(2)), RATED, 1).await.unwrap();
    is_refused(other.accept(&challenge.id, 1).await, Reason::TooMany, &["limit"]);
    let off = news
        .until(|news| match news {
            News::GameCalledOff(off) => Some(off),
            _ => None,
        })
        .await;
    assert_eq!(off.reason, "TOO_MANY");
    rig.tables().does(|_| Does::Makes);
    let challenge = one.challenge(Some(account(2)), RATED, 2).await.unwrap();
    let game = other.accept(&challenge.id, 2).await.unwrap();
    assert_eq!(rig.tables().made()[0].table, game.table);
    assert_eq!(one.snapshot().await.games.len(), 1);
}

#[tokio::test]
async fn who_has_a_hundred_open_challenges_gets_no_more() {
    let rig = Rig::embedded().await;
    for challenger in 100..200 {
        let made = rig.one.player(challenger).challenge(Some(account(1)), CASUAL, 1).await;
        made.unwrap();
    }
    let refused = rig.one.player(200).challenge(Some(account(1)), CASUAL, 1).await;
    is_refused(refused, Reason::TooMany, &["limit", "most"]);
    assert_eq!(rig.one.player(1).snapshot().await.challenges.len(), 100);
}

#[tokio::test]
async fn a_challenge_that_was_made_is_answered_again_though_its_player_gets_no_more_by_now_or_is_gone() {
    let rig = Rig::embedded().await;
    let mut made = Vec::new();
    for challenger in 100..200 {
        let challenge = rig.one.player(challenger).challenge(Some(account(1)), CASUAL, 1).await;
        made.push(challenge.unwrap());
    }
    let mut last = rig.one.player(199);
    assert_eq!(last.challenge(Some(account(1)), CASUAL, 1).await.unwrap(), made[99]);
    rig.people().world().gone.push(account(1).to_string());
    assert_eq!(last.challenge(Some(account(1)), CASUAL, 1).await.unwrap(), made[99]);
    is_refused(
        last.challenge(Some(account(1)), RATED, 1).await,
        Reason::RequestIdReused,
        &[],
    );
    is_refused(
        last.challenge(Some(account(1)), CASUAL, 2).await,
        Reason::AccountNotFound,
        &["account"],
    );
}

#[tokio::test]
async fn what_was_done_is_answered_again_while_those_who_were_asked_then_are_away() {
    let rig = Rig::embedded().await;
    let (mut one, mut other) = (rig.one.player(1), rig.one.player(2));
    let seek = one.seek(RATED, 1).await.unwrap();
    let game = other.accept_seek(&seek.id, 1).await.unwrap();
    one.block(account(3), 2).await.unwrap();
    rig.people().world().ratings_are_away = true;
    rig.people().world().accounts_are_away = true;
    assert_eq!(one.seek(RATED, 1).await.unwrap().id, seek.id);
    assert_eq!(other.accept_seek(&seek.id, 1).await.unwrap(), game);
    one.block(account(3), 2).await.unwrap();
    is_refused(one.seek(RATED, 3).await, Reason::RatingsUnavailable, &[]);
}
