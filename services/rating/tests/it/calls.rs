//! The calls, as clients make them.

use corners_proto::archive::v1::GameFinished;
use corners_proto::error::{Reason, reason_of};
use corners_proto::game::v1::{AccountKind, Result as Outcome, Side};
use corners_proto::rating::v1::rating_event::Outcome as Became;
use corners_proto::rating::v1::*;
use corners_proto::time::timestamp;
use corners_rating::domain::{PlayerIn, Policy};
use corners_service::time::wall_clock_ms;
use tonic::Code;
use tonic_types::StatusExt;

use crate::rig::{Rig, START_MS, account, table, won};

const VARIANT: &str = "classic-3x3";
const HOURS_2_MS: u64 = 2 * 60 * 60 * 1000;
const ROUNDS: u64 = 60;

/// Players from 1 on, the higher number the stronger, who have played until their deviations are low; and a bot, 40.
async fn club() -> Rig {
    let rig = Rig::start().await;
    let first_ms = wall_clock_ms() - ROUNDS * HOURS_2_MS;
    let mut number = 0;
    for round in 0..ROUNDS {
        for (one, other) in [(1, 2), (3, 4), (5, 6), (2, 3), (4, 5), (6, 1)] {
            number += 1;
            // The stronger one wins two of three.
            let (stronger, weaker) = if one > other { (one, other) } else { (other, one) };
            let game = if round % 3 == 0 {
                won(number, weaker, stronger)
            } else {
                won(number, stronger, weaker)
            };
            rig.archive.finish(&GameFinished {
                finish_time: Some(timestamp(first_ms + round * HOURS_2_MS)),
                ..game
            });
        }
        number += 1;
        let mut with_bot = won(number, 40, 30);
        with_bot.finish_time = Some(timestamp(first_ms + round * HOURS_2_MS));
        with_bot.seats[0].kind = AccountKind::Bot.into();
        rig.archive.finish(&with_bot);
    }
    rig.until(table(number)).await;
    rig
}

fn is_refused(status: &tonic::Status, reason: Reason, field: &str) {
    assert_eq!(reason_of(status).as_deref(), Some(reason.as_str()), "{status:?}");
    assert_eq!(status.code(), Code::InvalidArgument);
    let fields = status.get_details_bad_request().unwrap().field_violations;
    assert!(
        fields.iter().any(|violation| violation.field == field),
        "{field}: {fields:?}"
    );
}

#[tokio::test]
async fn the_system_is_told_as_it_is_in_force() {
    let rig = Rig::start().await;
    let system = rig
        .ratings()
        .get_rating_system(GetRatingSystemRequest {})
        .await
        .unwrap()
        .into_inner();
    let start = system.start.unwrap();
    assert_eq!((start.rating, start.deviation, start.volatility), (1500.0, 500.0, 0.09));
    assert_eq!(
        (system.tau, system.provisional_from, system.listed_to),
        (0.75, 110.0, 65.0)
    );
    let variants: Vec<_> = system.variants.iter().map(|rated| rated.variant.as_str()).collect();
    assert_eq!(variants, ["classic-3x3", "classic-3x4", "diagonal-3x3"]);
}

#[tokio::test]
async fn ratings_of_many_players_come_in_the_order_of_the_question() {
    let rig = club().await;
    let asked: Vec<String> = [9, 6, 1].map(|number| account(number).to_string()).into();
    let request = GetRatingsRequest {
        players: asked.clone(),
        variant: String::new(),
    };
    let answer = rig.ratings().get_ratings(request).await.unwrap().into_inner();
    let players: Vec<_> = answer.players.iter().map(|player| player.player.clone()).collect();
    assert_eq!(players, asked);
    for player in &answer.players {
        let variants: Vec<_> = player.ratings.iter().map(|rating| rating.variant.as_str()).collect();
        assert_eq!(variants, ["classic-3x3", "classic-3x4", "diagonal-3x3"]);
    }
    let fresh = &answer.players[0].ratings[0];
    assert_eq!(
        (fresh.rating.unwrap().rating, fresh.games, fresh.provisional),
        (1500.0, 0, true)
    );
    assert_eq!(fresh.last_game_time, None);
    let played = &answer.players[1].ratings[0];
    assert_eq!(played.games, 120);
    assert!(played.last_game_time.is_some());
    // The last game was two hours ago: what is told has grown since.
    let member = PlayerIn {
        player: account(6),
        variant: VARIANT.to_owned(),
    };
    let (_, kept) = rig.store.standings(&[member]).await.unwrap().pop().unwrap();
    assert!(played.rating.unwrap().deviation > kept.rating.deviation);
}

#[tokio::test]
async fn a_history_has_everything_in_pages() {
    let rig = club().await;
    let mut request = ListRatingChangesRequest {
        player: account(3).to_string(),
        variant: VARIANT.to_owned(),
        page_size: 50,
        page_token: String::new(),
    };
    let mut changes = Vec::new();
    let mut sizes = Vec::new();
    loop {
        let page = rig
            .ratings()
            .list_rating_changes(request.clone())
            .await
            .unwrap()
            .into_inner();
        sizes.push(page.changes.len());
        changes.extend(page.changes);
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    assert_eq!(sizes, [50, 50, 20]);
    assert!(changes.iter().map(|change| change.number).eq((1..=120).rev()));
    assert!(changes.windows(2).all(|two| two[0].before == two[1].after));
    request.player = account(4).to_string();
    let other = rig.ratings().list_rating_changes(request).await.unwrap_err();
    is_refused(&other, Reason::InvalidPageToken, "page_token");
}

#[tokio::test]
async fn what_became_of_a_game_is_told_by_its_table() {
    let rig = Rig::start().await;
    rig.archive.finish(&won(1, 1, 2));
    rig.until(table(1)).await;
    let ask = async |number| {
        let request = GetGameRatingRequest {
            table: table(number).to_string(),
        };
        rig.ratings().get_game_rating(request).await
    };
    let found = ask(1).await.unwrap().into_inner();
    let Some(Became::Rated(changes)) = found.event.unwrap().outcome else {
        panic!()
    };
    assert_eq!(changes.white.unwrap().side(), Side::White);
    assert_eq!(found.annulment, None);
    let unknown = ask(2).await.unwrap_err();
    assert_eq!(reason_of(&unknown).as_deref(), Some("GAME_NOT_FOUND"));
    rig.archive.annul(&won(1, 1, 2), timestamp(START_MS));
    rig.events().await.until_there_are(2).await;
    assert!(ask(1).await.unwrap().into_inner().annulment.is_some());
}

#[tokio::test]
async fn the_leaderboard_is_in_order_and_ranks_are_places_on_it() {
    let rig = club().await;
    let ask = async |board: Board, page_size, page_token| {
        let request = ListLeadersRequest {
            variant: VARIANT.to_owned(),
            board: board.into(),
            page_size,
            page_token,
        };
        rig.ratings().list_leaders(request).await.unwrap().into_inner()
    };
    let whole = ask(Board::People, 0, String::new()).await;
    assert_eq!(whole.players, whole.leaders.len() as u64);
    assert!(whole.players >= 6, "{whole:?}");
    assert!(whole.leaders.iter().map(|leader| leader.rank).eq(1..=whole.players));
    let rating = |leader: &Leader| leader.rating.as_ref().unwrap().rating.unwrap().rating;
    assert!(whole.leaders.is_sorted_by(|one, next| rating(one) >= rating(next)));

    let mut paged = Vec::new();
    let mut token = String::new();
    loop {
        let page = ask(Board::People, 2, token).await;
        paged.extend(page.leaders);
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    let places = |leaders: &[Leader]| {
        leaders
            .iter()
            .map(|leader| (leader.rank, leader.player.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&paged), places(&whole.leaders));

    for leader in &whole.leaders {
        let request = GetRankRequest {
            variant: VARIANT.to_owned(),
            player: String::new(),
            neighbours: 1,
        };
        let own = rig.ratings_of(leader.player.parse().unwrap());
        let answer = { own }.get_rank(request).await.unwrap().into_inner();
        assert_eq!((answer.rank, answer.players), (Some(leader.rank), whole.players));
        let from = leader.rank.saturating_sub(2) as usize;
        let until = (leader.rank as usize + 1).min(whole.leaders.len());
        assert_eq!(places(&answer.neighbours), places(&whole.leaders[from..until]));
    }
    let bots = ask(Board::Bots, 0, String::new()).await;
    assert!(
        bots.leaders
            .iter()
            .all(|leader| leader.player == account(40).to_string())
    );
    let request = GetRankRequest {
        variant: VARIANT.to_owned(),
        player: account(99).to_string(),
        neighbours: 3,
    };
    let nobody = rig.ratings().get_rank(request).await.unwrap().into_inner();
    assert_eq!(
        (nobody.rank, nobody.players, nobody.neighbours.len()),
        (None, whole.players, 0)
    );
}

#[tokio::test]
async fn the_distribution_counts_everybody_once() {
    let rig = club().await;
    let ask = async |step| {
        let request = GetDistributionRequest {
            variant: VARIANT.to_owned(),
            board: Board::People.into(),
            step,
        };
        rig.ratings().get_distribution(request).await.unwrap().into_inner()
    };
    for step in [0, 1, 100, 500] {
        let answer = ask(step).await;
        assert_eq!(answer.step, if step == 0 { 25 } else { step });
        // Six members, and the person who played the bot.
        assert_eq!(answer.steps.iter().map(|step| step.all_players).sum::<u64>(), 7);
        assert!(answer.steps.iter().all(|one| one.from % answer.step == 0));
    }
}

#[tokio::test]
async fn an_expectation_tells_what_each_result_would_do() {
    let rig = club().await;
    let ask = async |white: u8, black: u8, black_kind: AccountKind| {
        let request = GetExpectedScoreRequest {
            variant: VARIANT.to_owned(),
            white: account(white).to_string(),
            black: account(black).to_string(),
            black_kind: black_kind.into(),
            ..Default::default()
        };
        rig.ratings().get_expected_score(request).await.unwrap().into_inner()
    };
    let answer = ask(6, 1, AccountKind::Unspecified).await;
    let turned = ask(1, 6, AccountKind::Unspecified).await;
    assert!(answer.expected_score > 0.5);
    assert!((answer.expected_score + turned.expected_score - 1.0).abs() < 1e-6);
    let results: Vec<_> = answer.prospects.iter().map(Prospect::result).collect();
    assert_eq!(results, [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins]);
    let white: Vec<_> = answer
        .prospects
        .iter()
        .map(|prospect| prospect.white_after.unwrap().rating)
        .collect();
    assert!(white[0] > white[1] && white[1] > white[2]);
    let before = answer.white.unwrap().rating.unwrap().rating;
    let with_bot = ask(6, 1, AccountKind::Bot).await;
    let half = with_bot.prospects[0].white_after.unwrap().rating;
    assert!(((half - before) * 2.0 - (white[0] - before)).abs() < 1e-6);
}

#[tokio::test]
async fn a_first_move_advantage_is_in_the_expectation() {
    let policy = Policy {
        first_move_advantage: [(VARIANT.to_owned(), 35.0)].into(),
        ..Policy::default()
    };
    let base = Rig::start().await;
    let rig = Rig::over(base.store.clone(), base.archive.clone(), policy).await;
    let request = GetExpectedScoreRequest {
        variant: VARIANT.to_owned(),
        white: account(1).to_string(),
        black: account(2).to_string(),
        ..Default::default()
    };
    let with = rig
        .ratings()
        .get_expected_score(request.clone())
        .await
        .unwrap()
        .into_inner();
    let without = base.ratings().get_expected_score(request).await.unwrap().into_inner();
    assert!(with.expected_score > 0.5);
    assert_eq!(without.expected_score, 0.5);
}

#[tokio::test]
async fn what_cannot_be_answered_is_refused_with_its_field() {
    let rig = Rig::start().await;
    let mut ratings = rig.ratings();
    let player = account(1).to_string();
    for variant in ["triangle", "of tomorrow", ""] {
        let request = ListLeadersRequest {
            variant: variant.to_owned(),
            ..Default::default()
        };
        is_refused(
            &ratings.list_leaders(request).await.unwrap_err(),
            Reason::UnknownVariant,
            "variant",
        );
    }
    let request = |players: Vec<String>| GetRatingsRequest {
        players,
        variant: String::new(),
    };
    let many = (0..201).map(|number: u32| table(number).to_string()).collect();
    for (players, field) in [
        (vec![], "players"),
        (many, "players"),
        (vec!["nobody".to_owned()], "players[0]"),
        (vec![player.clone(), player.clone()], "players[1]"),
    ] {
        is_refused(
            &ratings.get_ratings(request(players)).await.unwrap_err(),
            Reason::InvalidArgument,
            field,
        );
    }
    let request = |page_size, board, page_token: &str| ListLeadersRequest {
        variant: VARIANT.to_owned(),
        board,
        page_size,
        page_token: page_token.to_owned(),
    };
    for (request, reason, field) in [
        (request(-1, 0, ""), Reason::InvalidArgument, "page_size"),
        (request(0, 9, ""), Reason::InvalidArgument, "board"),
        (request(0, 0, "behind"), Reason::InvalidPageToken, "page_token"),
    ] {
        is_refused(&ratings.list_leaders(request).await.unwrap_err(), reason, field);
    }
    for step in [-1, 501] {
        let request = GetDistributionRequest {
            variant: VARIANT.to_owned(),
            board: 0,
            step,
        };
        is_refused(
            &ratings.get_distribution(request).await.unwrap_err(),
            Reason::InvalidArgument,
            "step",
        );
    }
    let request = GetExpectedScoreRequest {
        variant: VARIANT.to_owned(),
        white: player.clone(),
        black: player,
        ..Default::default()
    };
    is_refused(
        &ratings.get_expected_score(request).await.unwrap_err(),
        Reason::InvalidArgument,
        "black",
    );
    let request = StreamRatingEventsRequest {
        start: Some(stream_rating_events_request::Start::Cursor("behind".to_owned())),
    };
    is_refused(
        &ratings.stream_rating_events(request).await.unwrap_err(),
        Reason::InvalidCursor,
        "cursor",
    );
}
