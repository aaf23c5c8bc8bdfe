//! Bad input: each kind is refused with a reason of its own, names the field or the square, and changes nothing.

use std::fmt::Debug;

use corners_client::proto::game::v1::{
    CreateTableRequest, PlayMoveRequest, ResignRequest, Side, Table, Turn, WatchedTable,
};
use corners_client::{Error, Session};
use corners_platform_tests::untimed;
use corners_proto::ids::RequestId;
use corners_rules::{IllegalMove, Position, Square, Variant};
use prost_types::Duration;
use tonic::Code;

use crate::support::{Running, alone, as_stored, real_time, running, vectors};

/// A table that nobody made.
const NO_TABLE: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaa";

/// Holds a refusal to its reason, and to the fields that it names.
pub(crate) fn assert_refused<T: Debug>(what: &str, outcome: Result<T, Error>, reason: &str, fields: &[&str]) -> Error {
    let error = outcome.expect_err(what);
    assert_eq!(error.reason(), Some(reason), "{what}: {error}");
    let violations = &error.refused().unwrap().violations;
    let named: Vec<_> = violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(named, fields, "{what}: {error}");
    assert!(!error.refused().unwrap().message.is_empty(), "{what}");
    error
}

pub(crate) fn assert_metadata(what: &str, error: &Error, expected: &[(&str, &str)]) {
    for (key, value) in expected {
        assert_eq!(error.metadata(key), Some(*value), "{what}: {error}");
    }
}

fn squares(path: &str) -> Vec<String> {
    path.split('-').map(str::to_owned).collect()
}

/// White and Black at a table before their first moves, and somebody who has no seat.
struct Seated {
    running: Running,
    white: Session,
    black: Session,
    stranger: Session,
    table: Table,
}

async fn seated() -> Seated {
    let running = running().await;
    let (white, black, table) = running.two_at_a_table(untimed()).await;
    let stranger = running.platform.guest().await;
    Seated {
        running,
        white,
        black,
        stranger,
        table: as_stored(table),
    }
}

impl Seated {
    fn play(&self, path: &str) -> PlayMoveRequest {
        PlayMoveRequest {
            table: self.table.id.clone(),
            path: squares(path),
            ..Default::default()
        }
    }

    async fn assert_unchanged(&self, what: &str) {
        let table = self.black.get_table(&self.table.id).await.unwrap();
        assert_eq!(as_stored(table), self.table, "{what}");
    }
}

#[tokio::test]
async fn a_malformed_move_names_every_field_that_is_wrong() {
    let seated = seated().await;
    let id = seated.table.id.clone();
    let good = || seated.play("c2-c4");
    let ends = |from: &str, to: &str| PlayMoveRequest {
        path: vec![],
        from: from.to_owned(),
        to: to.to_owned(),
        ..good()
    };
    let think = |seconds, nanos| PlayMoveRequest {
        think_time: Some(Duration { seconds, nanos }),
        ..good()
    };
    let turn = |event_id: &str| PlayMoveRequest {
        expected_turn: Some(Turn {
            number: 0,
            event_id: event_id.to_owned(),
        }),
        ..good()
    };
    let mut cases: Vec<(PlayMoveRequest, Vec<&str>)> = vec![
        (PlayMoveRequest { path: vec![], ..good() }, vec!["from"]),
        (
            PlayMoveRequest {
                from: "c2".to_owned(),
                ..good()
            },
            vec!["path"],
        ),
        (
            PlayMoveRequest {
                to: "c4".to_owned(),
                ..good()
            },
            vec!["path"],
        ),
        (
            PlayMoveRequest {
                path: squares("c2"),
                ..good()
            },
            vec!["path"],
        ),
        (
            PlayMoveRequest {
                path: vec!["c2".to_owned(); 257],
                ..good()
            },
            vec!["path"],
        ),
        (seated.play("c2-c2x-c4-"), vec!["path[1]", "path[3]"]),
        (ends("c2", ""), vec!["to"]),
        (ends("", "c4"), vec!["from"]),
        (think(-1, 0), vec!["think_time"]),
        (think(24 * 3600, 1), vec!["think_time"]),
        (think(i64::MAX, i32::MAX), vec!["think_time"]),
        (
            PlayMoveRequest {
                request_id: "17".to_owned(),
                ..good()
            },
            vec!["request_id"],
        ),
        (
            PlayMoveRequest {
                table: "17".to_owned(),
                ..good()
            },
            vec!["table"],
        ),
        (
            PlayMoveRequest {
                table: id.to_uppercase(),
                ..good()
            },
            vec!["table"],
        ),
    ];
    for square in [
        "a0",
        "a17",
        "q1",
        "A1",
        "a01",
        "a1 ",
        "1a",
        "\u{e9}1",
        "a\u{ff11}",
        "a1\0",
        "a-1",
        "a4294967297",
    ] {
        cases.push((ends(square, square), vec!["from", "to"]));
    }
    for event_id in ["", "17", "0123456789ABCDEF", "0123456789abcdef0", "+123456789abcdef"] {
        cases.push((turn(event_id), vec!["expected_turn.event_id"]));
    }
    let all = PlayMoveRequest {
        table: String::new(),
        request_id: "17".to_owned(),
        ..ends("z9", "c4")
    };
    cases.push((all, vec!["from", "table", "request_id"]));
    for (request, fields) in cases {
        let what = format!("{request:?}");
        assert_refused(
            &what,
            seated.white.play_move(request).await,
            "INVALID_ARGUMENT",
            &fields,
        );
        seated.assert_unchanged(&what).await;
    }
}

#[tokio::test]
async fn an_illegal_move_says_why_and_names_the_squares() {
    let seated = seated().await;
    for (path, why, squares) in [
        ("d4-d5", "NO_PIECE", "d4"),
        ("f6-e6", "NOT_YOUR_PIECE", "f6"),
        ("c3-i9", "OUT_OF_BOARD", "i9"),
        ("c3-c2", "OCCUPIED", "c2"),
        ("c3-c3", "RETURNS_TO_ORIGIN", "c3"),
        ("c3-d5", "BLOCKED_PATH", "c3 d5"),
        // The ends are those of the legal jump c2-c4.
        ("c2-d2-c4", "MIXED_STEP_AND_JUMP", "c2 d2"),
        ("c2-c4-c2-c4", "RETURNS_TO_ORIGIN", "c2"),
        ("c2-e2-c4", "NOTHING_TO_JUMP", "c2 d2 e2"),
    ] {
        let error = assert_refused(
            path,
            seated.white.play_move(seated.play(path)).await,
            "ILLEGAL_MOVE",
            &[],
        );
        assert_eq!(error.code(), Some(Code::FailedPrecondition));
        assert_metadata(path, &error, &[("why", why), ("squares", squares)]);
        seated.assert_unchanged(path).await;
    }
}

#[tokio::test]
async fn a_chain_that_lands_twice_names_the_square() {
    let running = running().await;
    let guest = running.platform.guest().await;
    let table = guest
        .create_table(alone("classic-3x3", "8/8/8/8/8/8/8/wb1b4 w 3"))
        .await
        .unwrap();
    let refused = guest.play(&table.id, "a1-c1-e1-c1", None).await;
    let error = assert_refused("a1-c1-e1-c1", refused, "ILLEGAL_MOVE", &[]);
    assert_metadata("a1-c1-e1-c1", &error, &[("why", "LANDS_TWICE"), ("squares", "c1")]);
    assert_eq!(as_stored(guest.get_table(&table.id).await.unwrap()), as_stored(table));
}

#[tokio::test]
async fn a_move_that_encloses_names_the_piece_it_would_enclose() {
    let running = running().await;
    let guest = running.platform.guest().await;
    let (variant, position, path, enclosed) = an_enclosing_move();
    let table = guest.create_table(alone(&variant, &position)).await.unwrap();
    let refused = guest.play(&table.id, &path, None).await;
    let error = assert_refused(&path, refused, "ILLEGAL_MOVE", &[]);
    assert_metadata(&path, &error, &[("why", "ENCLOSES"), ("squares", &enclosed)]);
    assert_eq!(as_stored(guest.get_table(&table.id).await.unwrap()), as_stored(table));
}

/// A variant, one of its positions in the vectors, a move there that would enclose a piece, and that piece.
fn an_enclosing_move() -> (String, String, String, String) {
    let lines = vectors("positions.jsonl");
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    for line in lines {
        let (variant, text) = (line["variant"].as_str().unwrap(), line["position"].as_str().unwrap());
        let position = Position::parse(Variant::find(variant).unwrap(), text).unwrap();
        if position.check_set_up().is_err() {
            continue;
        }
        let board: Vec<Square> = all_squares(position.variant());
        for from in position.pieces(position.side_to_move()) {
            for to in &board {
                if let Err(IllegalMove::Encloses { square }) = position.resolve(&[from, *to]) {
                    return (
                        variant.to_owned(),
                        text.to_owned(),
                        format!("{from}-{to}"),
                        square.to_string(),
                    );
                }
            }
        }
    }
    panic!("the vectors hold no move that is forbidden because it encloses");
}

/// The squares of a variant's board, by file, then rank.
pub(crate) fn all_squares(variant: &Variant) -> Vec<Square> {
    let files = ('a'..='p').take(usize::from(variant.files()));
    files
        .flat_map(|file| (1..=variant.ranks()).map(move |rank| format!("{file}{rank}").parse().unwrap()))
        .collect()
}

#[tokio::test]
async fn returning_home_waits_for_a_confirmation() {
    let running = running().await;
    let guest = running.platform.guest().await;
    let table = guest
        .create_table(alone("classic-3x3", "5b2/8/8/8/8/3w4/8/8 w 50"))
        .await
        .unwrap();
    let refused = guest.play(&table.id, "d3-c3", None).await;
    assert_refused("d3-c3", refused, "CONFIRM_RETURN_HOME", &[]);
    assert_eq!(as_stored(guest.get_table(&table.id).await.unwrap()), as_stored(table));
}

#[tokio::test]
async fn a_move_out_of_turn_is_refused() {
    let mut seated = seated().await;
    let early = seated.black.play_move(seated.play("f6-e6")).await;
    assert_refused("Black first", early, "NOT_YOUR_TURN", &[]);
    seated.assert_unchanged("Black first").await;

    let first_turn = seated.table.state.clone().unwrap().turn;
    let now = seated
        .white
        .play_move(seated.play("c3-d3"))
        .await
        .unwrap()
        .state
        .unwrap();
    seated.table = as_stored(seated.black.get_table(&seated.table.id).await.unwrap());
    let again = seated.white.play_move(seated.play("c2-c3")).await;
    assert_refused("White twice", again, "NOT_YOUR_TURN", &[]);

    let turn = now.turn.unwrap();
    let other_event = Turn {
        event_id: "0123456789abcdef".to_owned(),
        ..turn.clone()
    };
    let future = Turn {
        number: u32::MAX,
        ..turn.clone()
    };
    for stale in [first_turn.unwrap(), other_event, future] {
        let what = format!("{stale:?} in place of {turn:?}");
        let request = PlayMoveRequest {
            expected_turn: Some(stale),
            ..seated.play("f6-e6")
        };
        let error = assert_refused(&what, seated.black.play_move(request).await, "STALE_TURN", &[]);
        assert_eq!(error.code(), Some(Code::Aborted));
        let current = [
            ("turn_number", turn.number.to_string()),
            ("turn_event_id", turn.event_id.clone()),
        ];
        current
            .iter()
            .for_each(|(key, value)| assert_metadata(&what, &error, &[(key, value)]));
        seated.assert_unchanged(&what).await;
    }
}

#[tokio::test]
async fn nobody_acts_for_a_seat_of_somebody_else() {
    let seated = seated().await;
    let seat = |session: &Session, side| session.seat(&seated.table.id).playing(side);
    let stranger = seat(&seated.stranger, Side::Unspecified);
    let white_as_black = seat(&seated.white, Side::Black);
    for (who, seat) in [("a stranger", &stranger), ("White as Black", &white_as_black)] {
        for (call, refused) in [
            ("Resign", seat.resign().await),
            ("OfferDraw", seat.offer_draw().await),
            ("AcceptDraw", seat.accept_draw().await),
            ("DeclineDraw", seat.decline_draw().await),
            ("OfferTakeback", seat.offer_takeback().await),
            ("AcceptTakeback", seat.accept_takeback().await),
            ("DeclineTakeback", seat.decline_takeback().await),
        ] {
            let what = format!("{call} by {who}");
            let error = assert_refused(&what, refused, "NOT_SEATED", &[]);
            assert_eq!(error.code(), Some(Code::PermissionDenied));
            seated.assert_unchanged(&what).await;
        }
    }
    assert_refused("PlayMove", stranger.play("c3-d3", None).await, "NOT_SEATED", &[]);
    assert_refused("AbortTable", stranger.abort().await, "NOT_SEATED", &[]);
    seated.assert_unchanged("moves and aborts of a stranger").await;
    let resign = ResignRequest {
        table: seated.table.id.clone(),
        side: 3,
        ..Default::default()
    };
    assert_refused(
        "no side",
        seated.white.resign(resign).await,
        "INVALID_ARGUMENT",
        &["side"],
    );
    seated.assert_unchanged("no side").await;
}

#[tokio::test]
async fn a_table_that_does_not_exist_is_not_found_by_any_call() {
    let running = running().await;
    let guest = running.platform.guest().await;
    let seat = guest.seat(NO_TABLE);
    let join = corners_client::proto::game::v1::JoinTableRequest {
        table: NO_TABLE.to_owned(),
        ..Default::default()
    };
    let not_found = [
        ("GetTable", guest.get_table(NO_TABLE).await.err()),
        ("JoinTable", guest.join_table(join).await.err()),
        ("PlayMove", seat.play("c3-d3", None).await.err()),
        ("Resign", seat.resign().await.err()),
        ("OfferDraw", seat.offer_draw().await.err()),
        ("AcceptDraw", seat.accept_draw().await.err()),
        ("OfferTakeback", seat.offer_takeback().await.err()),
        ("AbortTable", seat.abort().await.err()),
        ("WatchTables", guest.watch([NO_TABLE]).next().await.unwrap().err()),
    ];
    for (call, error) in not_found {
        let error = assert_refused(call, error.map_or(Ok(()), Err), "TABLE_NOT_LIVE", &[]);
        assert_eq!(error.code(), Some(Code::NotFound), "{call}");
    }
}

#[tokio::test]
async fn a_watch_of_what_cannot_be_watched_names_the_field() {
    let seated = seated().await;
    let watched = |table: &str| WatchedTable {
        table: table.to_owned(),
        resume_after: None,
    };
    let id = &seated.table.id;
    for (what, tables, field) in [
        ("nothing", vec![], "tables"),
        ("no table", vec![watched(id), watched("17")], "tables[1].table"),
    ] {
        let refused = seated.stranger.watch_from(tables).next().await.unwrap();
        assert_refused(what, refused, "INVALID_ARGUMENT", &[field]);
    }
}

#[tokio::test]
async fn a_finished_table_answers_game_over_to_everything_and_stays_as_it_is() {
    let mut seated = seated().await;
    seated.white.seat(&seated.table.id).resign().await.unwrap();
    seated.table = as_stored(seated.black.get_table(&seated.table.id).await.unwrap());
    for session in [&seated.white, &seated.black] {
        let seat = session.seat(&seated.table.id);
        for (call, refused) in [
            ("PlayMove", seat.play("c3-d3", None).await.map(|_| ())),
            ("Resign", seat.resign().await.map(|_| ())),
            ("OfferDraw", seat.offer_draw().await.map(|_| ())),
            ("AcceptDraw", seat.accept_draw().await.map(|_| ())),
            ("DeclineDraw", seat.decline_draw().await.map(|_| ())),
            ("OfferTakeback", seat.offer_takeback().await.map(|_| ())),
            ("AcceptTakeback", seat.accept_takeback().await.map(|_| ())),
            ("DeclineTakeback", seat.decline_takeback().await.map(|_| ())),
            ("AbortTable", seat.abort().await.map(|_| ())),
        ] {
            assert_refused(call, refused, "GAME_OVER", &[]);
            seated.assert_unchanged(call).await;
        }
    }
}

#[tokio::test]
async fn a_request_id_is_for_one_request() {
    let mut seated = seated().await;
    let request_id = RequestId::random().to_string();
    let first = PlayMoveRequest {
        request_id: request_id.clone(),
        ..seated.play("c3-d3")
    };
    let answer = seated.white.play_move(first.clone()).await.unwrap();
    seated.table = as_stored(seated.black.get_table(&seated.table.id).await.unwrap());

    let other_move = PlayMoveRequest {
        path: squares("c2-c4"),
        ..first.clone()
    };
    let resign = ResignRequest {
        table: seated.table.id.clone(),
        request_id: request_id.clone(),
        ..Default::default()
    };
    assert_refused(
        "another move",
        seated.white.play_move(other_move).await,
        "REQUEST_ID_REUSED",
        &[],
    );
    assert_refused(
        "another call",
        seated.white.resign(resign).await,
        "REQUEST_ID_REUSED",
        &[],
    );
    seated.assert_unchanged("a request id used again").await;

    assert_eq!(
        seated.white.play_move(first).await.unwrap(),
        answer,
        "the same request has the same answer"
    );
    seated.assert_unchanged("the same request again").await;

    let table = CreateTableRequest {
        request_id,
        ..alone("triangle", "")
    };
    let made = seated.stranger.create_table(table.clone()).await.unwrap();
    let other = CreateTableRequest {
        time_control: Some(real_time(5, 3)),
        ..table
    };
    assert_refused(
        "another table",
        seated.stranger.create_table(other).await,
        "REQUEST_ID_REUSED",
        &[],
    );
    let stored = seated.stranger.get_table(&made.id).await.unwrap();
    assert_eq!(as_stored(stored), as_stored(made));
}

#[tokio::test]
async fn an_oversized_message_is_refused_and_the_connection_goes_on() {
    let seated = seated().await;
    let five_mebibytes = "x".repeat(5 << 20);
    let table = alone(&five_mebibytes, "");
    let play = PlayMoveRequest {
        path: vec![five_mebibytes.clone()],
        ..seated.play("c2-c4")
    };
    let position = seated
        .running
        .corners
        .list_legal_moves("classic-3x3", &five_mebibytes)
        .await;
    for (call, error) in [
        ("CreateTable", seated.white.create_table(table).await.err()),
        ("PlayMove", seated.white.play_move(play).await.err()),
        ("ListLegalMoves", position.err()),
    ] {
        let error = error.unwrap();
        assert!(
            matches!(error.code(), Some(Code::ResourceExhausted | Code::OutOfRange)),
            "{call}: {error}"
        );
        seated.assert_unchanged(call).await;
    }
    // Each of these goes over the connection that carried one of those.
    seated.white.play_move(seated.play("c2-c4")).await.unwrap();
    seated.running.corners.list_variants().await.unwrap();
}
