//! Many callers at once, and the same caller twice.

use std::sync::Arc;
use std::time::Duration;

use corners_embedded::{Durability, Location};
use corners_game_authority::store::{EmbeddedTables, TableStore};
use corners_game_authority::table::{AccountKind, Action, Actor, CallMark, Command, EndReason, Rejection, Status};
use corners_game_authority::{AuthorityError, Options};
use corners_proto::error::{metadata_of, reason_of};
use corners_proto::game::v1 as proto;
use corners_proto::ids::RequestId;

use crate::rig::{BLACK, Client, Rig, WHITE, blitz, create_request, play, untimed};

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_calls_for_one_turn_one_succeeds_and_the_others_are_stale() {
    let rig = Arc::new(Rig::start().await);
    let table = rig.table(untimed()).await;
    let turn = rig.game.authority().table(table).await.unwrap().turn();
    let calls = (0..50).map(|_| {
        let rig = Arc::clone(&rig);
        tokio::spawn(async move { rig.act(table, WHITE, Some(turn), play("c3-d3")).await })
    });
    let calls: Vec<_> = calls.collect();
    let mut played = 0;
    for call in calls {
        match call.await.unwrap() {
            Ok(table) => {
                assert_eq!(table.plies().len(), 1);
                played += 1;
            }
            Err(AuthorityError::Rejected(Rejection::StaleTurn { current })) => assert_eq!(current.number, 1),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(played, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_copies_of_one_call_play_one_move_and_get_one_answer() {
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    let key = [7; 16];
    let by = Actor {
        account: WHITE,
        kind: AccountKind::Guest,
    };
    let copies = (0..50).map(|_| {
        let authority = Arc::clone(rig.game.authority());
        let command = Command {
            by,
            expected_turn: None,
            action: play("c3-d3"),
        };
        tokio::spawn(async move { authority.execute(table, CallMark { key, body: 1 }, command).await })
    });
    let copies: Vec<_> = copies.collect();
    for copy in copies {
        assert_eq!(copy.await.unwrap().unwrap().version().number, 3);
    }
    rig.play(table, "f6-e6").await.unwrap();
    let command = Command {
        by,
        expected_turn: None,
        action: play("c3-d3"),
    };
    let late = rig
        .game
        .authority()
        .execute(table, CallMark { key, body: 1 }, command.clone())
        .await
        .unwrap();
    assert_eq!(late.version().number, 3, "a late copy gets the first answer");
    let other = rig
        .game
        .authority()
        .execute(table, CallMark { key, body: 2 }, command)
        .await;
    assert!(matches!(other, Err(AuthorityError::RequestIdReused)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_accepted_and_a_move_played_at_once_have_one_outcome() {
    let rig = Arc::new(Rig::with(with_most_tables(10_000)).await);
    for _ in 0..2_000 {
        let table = rig.table(untimed()).await;
        rig.play(table, "c3-d3").await.unwrap();
        rig.act(table, WHITE, None, Action::OfferDraw { side: None })
            .await
            .unwrap();
        let barrier = Arc::new(tokio::sync::Barrier::new(2));
        let spawn = |action: Action| {
            let (rig, barrier) = (Arc::clone(&rig), Arc::clone(&barrier));
            tokio::spawn(async move {
                barrier.wait().await;
                rig.act(table, BLACK, None, action).await
            })
        };
        let accepted = spawn(Action::AcceptDraw { side: None });
        let moved = spawn(play("f6-e6"));
        let (accepted, moved) = (accepted.await.unwrap(), moved.await.unwrap());
        let after = rig.game.authority().table(table).await.unwrap();
        match (accepted, moved) {
            (Ok(_), Err(AuthorityError::Rejected(Rejection::GameOver))) => {
                assert_eq!(after.verdict().unwrap().reason, EndReason::DrawAgreement);
            }
            (Err(AuthorityError::Rejected(Rejection::NoOffer)), Ok(_)) => {
                assert_eq!((after.status(), after.plies().len()), (Status::Playing, 2));
            }
            other => panic!("two outcomes: {other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_dropped_at_any_moment_has_happened_whole_or_not_at_all() {
    let rig = Rig::start().await;
    for polls in 0..60 {
        let table = rig.table(untimed()).await;
        let mut client = rig.client(WHITE);
        let request = proto::PlayMoveRequest {
            table: table.to_string(),
            request_id: RequestId::random().to_string(),
            from: "c3".to_owned(),
            to: "d3".to_owned(),
            ..proto::PlayMoveRequest::default()
        };
        let mut call = Box::pin(client.play_move(request.clone()));
        for _ in 0..polls {
            if futures::poll!(call.as_mut()).is_ready() {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(call);
        // The same call again settles what became of it, and is the same move either way.
        let state = rig
            .client(WHITE)
            .play_move(request)
            .await
            .unwrap()
            .into_inner()
            .state
            .unwrap();
        assert_eq!(state.version.unwrap().number, 3);
        assert_eq!(rig.game.authority().log(table).await.unwrap().len(), 3);
    }
}

#[tokio::test]
async fn a_table_is_made_once_by_the_same_call() {
    let rig = Rig::start().await;
    let request = create_request();
    let make = |request: proto::CreateTableRequest| async { rig.client(WHITE).create_table(request).await };
    let first = make(request.clone()).await.unwrap().into_inner().table.unwrap();
    let join = proto::JoinTableRequest {
        table: first.id.clone(),
        request_id: RequestId::random().to_string(),
        ..Default::default()
    };
    rig.client(BLACK).join_table(join).await.unwrap();
    let again = make(request.clone()).await.unwrap().into_inner().table.unwrap();
    let at_the_same_time = proto::Table {
        game_time_ms: first.game_time_ms,
        ..again
    };
    assert_eq!(
        first, at_the_same_time,
        "the first answer, although the table has gone on"
    );
    let other = proto::CreateTableRequest {
        variant: "triangle".to_owned(),
        ..request.clone()
    };
    assert_eq!(
        reason_of(&make(other).await.unwrap_err()).as_deref(),
        Some("REQUEST_ID_REUSED")
    );
    let somebody_else = rig.make(BLACK, request).await;
    assert_ne!(somebody_else.id, first.id);
}

#[tokio::test]
async fn malformed_requests_name_every_field_and_change_nothing() {
    use tonic_types::StatusExt;
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    let before = rig.game.authority().table(table).await.unwrap();
    let request = proto::PlayMoveRequest {
        table: "nonsense".to_owned(),
        request_id: "1".to_owned(),
        expected_turn: Some(proto::Turn {
            number: 0,
            event_id: "0xff".to_owned(),
        }),
        from: "i9".to_owned(),
        to: "a01".to_owned(),
        think_time: Some(prost_types::Duration { seconds: -1, nanos: 0 }),
        ..proto::PlayMoveRequest::default()
    };
    let refused = rig.client(WHITE).play_move(request).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("INVALID_ARGUMENT"));
    let mut fields: Vec<_> = refused
        .get_details_bad_request()
        .unwrap()
        .field_violations
        .into_iter()
        .map(|violation| violation.field)
        .collect();
    fields.sort();
    let expected = [
        "expected_turn.event_id",
        "from",
        "request_id",
        "table",
        "think_time",
        "to",
    ];
    assert!(
        fields.iter().all(|field| expected.contains(&field.as_str())) && fields.len() >= 5,
        "{fields:?}"
    );
    assert_eq!(rig.game.authority().table(table).await.unwrap(), before);
}

#[tokio::test]
async fn impossible_tables_are_refused_with_reasons_of_their_own() {
    let rig = Rig::start().await;
    let base = create_request;
    let short = proto::CreateTableRequest {
        time_control: Some(blitz(0)),
        ..base()
    };
    let negative = proto::CreateTableRequest {
        time_control: Some(blitz(-5)),
        ..base()
    };
    let endless = proto::CreateTableRequest {
        time_control: Some(blitz(i64::MAX)),
        ..base()
    };
    let none = proto::CreateTableRequest {
        time_control: None,
        ..base()
    };
    let position = |text: &str| proto::CreateTableRequest {
        start_position: text.to_owned(),
        ..base()
    };
    let cases = [
        (
            proto::CreateTableRequest {
                variant: "chess".to_owned(),
                ..base()
            },
            "UNKNOWN_VARIANT",
        ),
        (short, "INVALID_TIME_CONTROL"),
        (negative, "INVALID_TIME_CONTROL"),
        (endless, "INVALID_TIME_CONTROL"),
        (none, "INVALID_TIME_CONTROL"),
        (position("8/8/8 w 1"), "INVALID_POSITION"),
        (position("08/8/8/8/8/8/8/8 w 1"), "INVALID_POSITION"),
        (position("8/8/8/8/8/8/8/8 w 1"), "INVALID_SET_UP"),
        (position("5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 81"), "INVALID_SET_UP"),
        (
            proto::CreateTableRequest {
                takebacks: proto::TakebackPolicy::Free.into(),
                ..base()
            },
            "INVALID_ARGUMENT",
        ),
        (proto::CreateTableRequest { seats: 99, ..base() }, "INVALID_ARGUMENT"),
        (
            proto::CreateTableRequest {
                request_id: String::new(),
                ..base()
            },
            "INVALID_ARGUMENT",
        ),
    ];
    for (request, reason) in cases {
        let refused = rig.client(WHITE).create_table(request.clone()).await.unwrap_err();
        assert_eq!(reason_of(&refused).as_deref(), Some(reason), "{request:?}");
    }
    let live = proto::ListLiveTablesRequest::default();
    assert!(
        rig.client(WHITE)
            .list_live_tables(live)
            .await
            .unwrap()
            .into_inner()
            .tables
            .is_empty()
    );
}

#[tokio::test]
async fn lists_page_through_the_tables_and_refuse_another_list_s_token() {
    let rig = Rig::start().await;
    let mut made = Vec::new();
    for _ in 0..7 {
        made.push(rig.table(untimed()).await.to_string());
    }
    let mut client = rig.client(WHITE);
    let mut listed = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = proto::ListMyTablesRequest {
            page_size: 3,
            page_token,
            ..proto::ListMyTablesRequest::default()
        };
        let page = client.list_my_tables(request).await.unwrap().into_inner();
        listed.extend(page.tables.into_iter().map(|table| table.id));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
        let elsewhere = proto::ListLiveTablesRequest {
            page_token: page_token.clone(),
            ..Default::default()
        };
        let refused = client.list_live_tables(elsewhere).await.unwrap_err();
        assert_eq!(reason_of(&refused).as_deref(), Some("INVALID_PAGE_TOKEN"));
    }
    listed.sort();
    made.sort();
    assert_eq!(listed, made);
}

/// Makes tables until it is refused; answers how many, and the refusal.
async fn make_until_refused(client: &mut Client) -> (usize, tonic::Status) {
    for made in 0..100 {
        if let Err(refused) = client.create_table(create_request()).await {
            return (made, refused);
        }
    }
    panic!("an account made a hundred tables");
}

fn with_most_tables(most: usize) -> Options {
    Options {
        tables_per_account: most,
        ..Options::default()
    }
}

#[tokio::test]
async fn an_account_sits_at_so_many_live_tables_and_no_more() {
    let rig = Rig::with(with_most_tables(20)).await;
    let theirs = rig.make(BLACK, create_request()).await;
    let mut white = rig.client(WHITE);
    let first = create_request();
    let made = white.create_table(first.clone()).await.unwrap().into_inner();
    let (more, refused) = make_until_refused(&mut white).await;
    assert_eq!(more, 19);
    assert_eq!(reason_of(&refused).as_deref(), Some("TOO_MANY"));
    assert_eq!(metadata_of(&refused, "limit").as_deref(), Some("tables_per_account"));
    assert_eq!(metadata_of(&refused, "most").as_deref(), Some("20"));
    let join = proto::JoinTableRequest {
        table: theirs.id,
        request_id: RequestId::random().to_string(),
        side: 0,
    };
    let refused = white.join_table(join).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("TOO_MANY"));
    let again = white.create_table(first).await.unwrap().into_inner();
    assert_eq!(
        again.table.unwrap().id,
        made.table.unwrap().id,
        "a known call is answered"
    );
}

#[tokio::test(start_paused = true)]
async fn who_leaves_a_table_may_sit_down_at_another() {
    let rig = Rig::with(with_most_tables(1)).await;
    let made = rig.make(WHITE, create_request()).await;
    let mut white = rig.client(WHITE);
    let (none, _) = make_until_refused(&mut white).await;
    assert_eq!(none, 0);
    let abort = Action::Abort;
    rig.act(made.id.parse().unwrap(), WHITE, None, abort).await.unwrap();
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(make_until_refused(&mut white).await.0, 1);
}

#[tokio::test]
async fn through_several_replicas_an_account_gets_a_few_tables_more_at_most() {
    let tables: Arc<dyn TableStore> = Arc::new(
        EmbeddedTables::open(Location::Memory, Durability::Process)
            .await
            .unwrap(),
    );
    let one = Rig::over(Arc::clone(&tables), with_most_tables(40)).await;
    let other = Rig::over(tables, with_most_tables(40)).await;
    let clients = [one.client(WHITE), other.client(WHITE)];
    let mut made = 0;
    let mut refusals = 0;
    for mut client in clients.into_iter().cycle() {
        match client.create_table(create_request()).await {
            Ok(_) => made += 1,
            Err(_) => refusals += 1,
        }
        if refusals == 4 {
            break;
        }
    }
    assert!((40..=40 + 2 * 16).contains(&made), "{made}");
}
