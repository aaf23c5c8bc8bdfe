//! Reading games and lists of games.

use corners_archive::domain::Game;
use corners_proto::archive::v1::{
    ExportGamesRequest, GameFilter, GetGameRequest, ListGamesRequest, ListGamesResponse, StreamResultsRequest,
};
use corners_proto::error::{metadata_of, reason_of};
use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_proto::ids::TableId;
use corners_proto::time::timestamp;
use corners_rules::Variant;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::rig::{End, Finished, OPERATOR, Rig, finished_table, new_game};

/// Games of all sorts, those that ended last first.
async fn all_sorts(rig: &Rig) -> Vec<Game> {
    let mut games = Vec::new();
    for seed in 0..120_u64 {
        let wanted = Finished {
            variant: &Variant::all()[seed as usize % 2],
            end: End::ALL[seed as usize % End::ALL.len()],
            seed,
            set_up: seed.is_multiple_of(5),
        };
        games.push(new_game(&finished_table(wanted)));
    }
    rig.store.inner().record(games.clone(), 1_000).await.unwrap();
    let mut games: Vec<_> = games.into_iter().map(|new| new.game).collect();
    games.sort_by_key(|game| std::cmp::Reverse((game.finished_at_ms, game.table)));
    games
}

async fn list(rig: &Rig, request: ListGamesRequest) -> Result<ListGamesResponse, Status> {
    rig.games().list_games(request).await.map(tonic::Response::into_inner)
}

/// All tables that a filter lists, page by page.
async fn listed(rig: &Rig, filter: Option<GameFilter>, page_size: i32) -> Vec<String> {
    let (mut tables, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = ListGamesRequest {
            page_size,
            page_token,
            filter: filter.clone(),
        };
        let page = list(rig, request).await.unwrap();
        assert!(page.games.len() <= page_size as usize);
        assert!(page.games.iter().all(|game| game.moves.is_empty()));
        tables.extend(page.games.into_iter().map(|game| game.table));
        if page.next_page_token.is_empty() {
            return tables;
        }
        page_token = page.next_page_token;
    }
}

fn holds(game: &Game, filter: &GameFilter) -> bool {
    let accounts: Vec<_> = [game.white, game.black]
        .iter()
        .flatten()
        .map(|player| player.account.to_string())
        .collect();
    let plays = |account: &String| account.is_empty() || accounts.contains(account);
    let is_at = |moment: Option<prost_types::Timestamp>| moment.map(|moment| moment.seconds as u64 * 1_000);
    plays(&filter.player)
        && plays(&filter.opponent)
        && (filter.variant.is_empty() || filter.variant == game.variant.id())
        && filter.rated.is_none_or(|rated| rated == game.rated)
        && filter
            .result
            .is_none_or(|result| result == i32::from(game.ending.result))
        && (filter.reason == 0 || filter.reason == i32::from(game.ending.reason))
        && is_at(filter.finished_from).is_none_or(|from| game.finished_at_ms >= from)
        && is_at(filter.finished_until).is_none_or(|until| game.finished_at_ms < until)
}

#[tokio::test(start_paused = true)]
async fn a_list_has_the_games_that_match_page_by_page() {
    let rig = Rig::new();
    let games = all_sorts(&rig).await;
    let player = games[3].black.unwrap().account.to_string();
    let opponent = games[3].white.unwrap().account.to_string();
    let any = GameFilter::default;
    let from = timestamp(games[100].finished_at_ms);
    let until = timestamp(games[20].finished_at_ms);
    let filters = [
        any(),
        GameFilter {
            player: player.clone(),
            ..any()
        },
        GameFilter {
            player: player.clone(),
            opponent: opponent.clone(),
            ..any()
        },
        GameFilter {
            variant: "classic-3x4".to_owned(),
            ..any()
        },
        GameFilter {
            rated: Some(true),
            ..any()
        },
        GameFilter {
            rated: Some(false),
            ..any()
        },
        GameFilter {
            result: Some(Outcome::Unspecified.into()),
            ..any()
        },
        GameFilter {
            result: Some(Outcome::WhiteWins.into()),
            ..any()
        },
        GameFilter {
            reason: EndReason::DrawAgreement.into(),
            ..any()
        },
        GameFilter {
            finished_from: Some(from),
            ..any()
        },
        GameFilter {
            finished_until: Some(until),
            ..any()
        },
        GameFilter {
            finished_from: Some(from),
            finished_until: Some(until),
            ..any()
        },
        GameFilter {
            player,
            rated: Some(true),
            variant: "classic-3x3".to_owned(),
            finished_from: Some(from),
            ..any()
        },
    ];
    for filter in filters {
        let matching = games.iter().filter(|game| holds(game, &filter));
        let expected: Vec<_> = matching.map(|game| game.table.to_string()).collect();
        assert!(!expected.is_empty(), "{filter:?}");
        for page_size in [1, 7, 200] {
            assert_eq!(
                listed(&rig, Some(filter.clone()), page_size).await,
                expected,
                "{filter:?}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn pages_have_fifty_games_unless_asked_otherwise_and_no_more_than_200() {
    let rig = Rig::new();
    let games: Vec<_> = (0..230)
        .map(|seed| new_game(&finished_table(Finished::short(seed))))
        .collect();
    rig.store.inner().record(games, 1_000).await.unwrap();
    for (page_size, count) in [(0, 50), (3, 3), (200, 200), (201, 200), (i32::MAX, 200)] {
        let request = ListGamesRequest {
            page_size,
            ..ListGamesRequest::default()
        };
        let page = list(&rig, request).await.unwrap();
        assert_eq!(page.games.len(), count);
        assert!(!page.next_page_token.is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn a_page_token_is_good_for_its_list_only() {
    let rig = Rig::new();
    all_sorts(&rig).await;
    let of = |filter: Option<GameFilter>, page_token: &str| ListGamesRequest {
        page_size: 5,
        page_token: page_token.to_owned(),
        filter,
    };
    let rated = Some(GameFilter {
        rated: Some(true),
        ..GameFilter::default()
    });
    let token = list(&rig, of(None, "")).await.unwrap().next_page_token;
    assert!(list(&rig, of(None, &token)).await.is_ok());
    assert!(
        list(&rig, of(Some(GameFilter::default()), &token)).await.is_ok(),
        "the same filter"
    );
    for (filter, token) in [
        (rated, token.as_str()),
        (None, "rubbish"),
        (None, &token[1..]),
        (None, &token.repeat(9)),
    ] {
        let status = list(&rig, of(filter, token)).await.unwrap_err();
        assert_eq!(reason_of(&status).as_deref(), Some("INVALID_PAGE_TOKEN"));
    }
    let export = ExportGamesRequest {
        page_token: token,
        ..ExportGamesRequest::default()
    };
    let status = rig.games().export_games(export).await.err().unwrap();
    assert_eq!(reason_of(&status).as_deref(), Some("INVALID_PAGE_TOKEN"));
}

fn violated(status: &Status) -> Vec<String> {
    let bad = status.get_details_bad_request().unwrap();
    bad.field_violations
        .into_iter()
        .map(|violation| violation.field)
        .collect()
}

#[tokio::test(start_paused = true)]
async fn everything_that_is_wrong_with_a_list_is_named_at_once() {
    let rig = Rig::new();
    let request = ListGamesRequest {
        page_size: -1,
        page_token: String::new(),
        filter: Some(GameFilter {
            player: "somebody".to_owned(),
            opponent: "nobody".to_owned(),
            variant: "chess".to_owned(),
            rated: None,
            result: Some(9),
            reason: 99,
            finished_from: Some(prost_types::Timestamp { seconds: -1, nanos: 0 }),
            finished_until: Some(prost_types::Timestamp { seconds: 0, nanos: -1 }),
        }),
    };
    let status = list(&rig, request).await.unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some("INVALID_ARGUMENT"));
    let named = [
        "page_size",
        "filter.player",
        "filter.opponent",
        "filter.result",
        "filter.reason",
        "filter.finished_from",
        "filter.finished_until",
        "filter.variant",
    ];
    assert_eq!(violated(&status), named);
}

#[tokio::test(start_paused = true)]
async fn each_bad_filter_is_refused() {
    let rig = Rig::new();
    let any = GameFilter::default;
    let account = OPERATOR.to_string();
    let at = |seconds, nanos| Some(prost_types::Timestamp { seconds, nanos });
    let cases = [
        (
            GameFilter {
                opponent: account,
                ..any()
            },
            "INVALID_ARGUMENT",
            "filter.opponent",
        ),
        (
            GameFilter {
                variant: "chess".to_owned(),
                ..any()
            },
            "UNKNOWN_VARIANT",
            "filter.variant",
        ),
        (
            GameFilter {
                result: Some(-1),
                ..any()
            },
            "INVALID_ARGUMENT",
            "filter.result",
        ),
        (GameFilter { reason: -1, ..any() }, "INVALID_ARGUMENT", "filter.reason"),
        (
            GameFilter {
                finished_from: at(253_402_300_800, 0),
                ..any()
            },
            "INVALID_ARGUMENT",
            "filter.finished_from",
        ),
        (
            GameFilter {
                finished_until: at(1, 1_000_000_000),
                ..any()
            },
            "INVALID_ARGUMENT",
            "filter.finished_until",
        ),
        (
            GameFilter {
                finished_from: at(5, 0),
                finished_until: at(5, 0),
                ..any()
            },
            "INVALID_ARGUMENT",
            "filter.finished_until",
        ),
        (
            GameFilter {
                finished_from: at(6, 0),
                finished_until: at(5, 0),
                ..any()
            },
            "INVALID_ARGUMENT",
            "filter.finished_until",
        ),
    ];
    for (filter, reason, field) in cases {
        let request = ListGamesRequest {
            filter: Some(filter.clone()),
            ..ListGamesRequest::default()
        };
        let status = list(&rig, request).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_eq!(reason_of(&status).as_deref(), Some(reason), "{filter:?}");
        assert_eq!(violated(&status), [field], "{filter:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_not_there_is_not_found_and_a_store_that_is_away_is_unavailable() {
    let rig = Rig::new();
    let table = TableId::from_bytes([9; 16]).to_string();
    let status = rig
        .games()
        .get_game(GetGameRequest { table: table.clone() })
        .await
        .unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some("GAME_NOT_FOUND"));
    assert_eq!(metadata_of(&status, "table"), Some(table.clone()));
    let status = rig
        .games()
        .get_game(GetGameRequest { table: "x".to_owned() })
        .await
        .unwrap_err();
    assert_eq!(violated(&status), ["table"]);
    rig.store.set_away(true);
    let status = rig.games().get_game(GetGameRequest { table }).await.unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some("STORE_UNAVAILABLE"));
    assert_eq!(status.code(), Code::Unavailable);
    let status = rig
        .games()
        .stream_results(StreamResultsRequest { start: None })
        .await
        .err()
        .unwrap();
    assert_eq!(reason_of(&status).as_deref(), Some("STORE_UNAVAILABLE"));
}
