//! Every ending, for everybody, once.

use corners_client::Session;
use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::table_event::Kind;
use corners_client::proto::game::v1::{
    AbortTableRequest, AcceptDrawRequest, AcceptTakebackRequest, CreateTableRequest, CreatorSeats, DeclineDrawRequest,
    DeclineTakebackRequest, JoinTableRequest, OfferDrawRequest, OfferTakebackRequest, RealTime, ResignRequest, Side,
    Table, TableEvent, TimeControl, time_control,
};
use corners_client::{Error, Update, Watch};
use corners_platform_tests::untimed;

use super::support::{Everywhere, Replicas, version};
use crate::support::{GameLine, as_stored, games, verdict};

/// The endings that moves bring about.
const BY_MOVES: [&str; 7] = [
    "goal",
    "both-goals",
    "home-deadline",
    "move-limit",
    "repetition",
    "no-move",
    "returned-home",
];

/// A table, and everybody who watches it: both players and somebody else, at every replica.
struct Seen {
    white: Everywhere,
    black: Everywhere,
    table: Table,
    watches: Vec<Watch>,
}

async fn open(replicas: &Replicas, request: CreateTableRequest) -> Seen {
    let (white, black, other) = (replicas.guest().await, replicas.guest().await, replicas.guest().await);
    let made = white.at(0).create_table(request).await.unwrap();
    let join = JoinTableRequest {
        table: made.id.clone(),
        ..Default::default()
    };
    let table = black.at(1).join_table(join).await.unwrap();
    let everybody = [&white, &black, &other].into_iter().flat_map(Everywhere::all);
    let watches = everybody.map(|session| session.watch([&table.id])).collect();
    Seen {
        white,
        black,
        table,
        watches,
    }
}

impl Seen {
    /// Waits for the end of every watch: all saw the same end, once and last.
    async fn end(self, replicas: &Replicas, expected: (&str, &str)) {
        let mut last: Option<TableEvent> = None;
        for watch in self.watches {
            let event = the_one_end(watch).await;
            assert_eq!(
                last.get_or_insert_with(|| event.clone()),
                &event,
                "everybody sees the same end"
            );
        }
        let state = last.unwrap().state.unwrap();
        let (result, reason) = verdict(state.ending.as_ref());
        assert_eq!((result, reason.as_str()), expected);
        assert_that_nothing_changes_any_more(replicas, &self.white, &self.table.id).await;
        let after = replicas.agreed(&self.black, &self.table.id).await;
        assert_eq!(after.state.unwrap(), state);
    }
}

/// The end event of a watch that is followed to its end.
async fn the_one_end(mut watch: Watch) -> TableEvent {
    let mut end = None;
    while let Some(update) = watch.next_in_log().await {
        match update.unwrap() {
            // A watch that began late has the end in its snapshot only.
            Update::Snapshot(table) => assert_eq!(table.state.unwrap().ending, None),
            Update::Event(event) => {
                assert_eq!(end, None, "nothing comes after the end");
                if matches!(event.kind, Some(Kind::GameEnded(_))) {
                    end = Some(*event);
                }
            }
            other => panic!("no part of the log: {other:?}"),
        }
    }
    let mut end = end.expect("a game that is over has an end event");
    end.state.as_mut().unwrap().legal_moves.clear();
    end
}

async fn assert_that_nothing_changes_any_more(replicas: &Replicas, white: &Everywhere, id: &str) {
    let before = replicas.agreed(white, id).await;
    for session in white.all() {
        for (call, refused) in every_action(session, id).await {
            let error = refused
                .err()
                .unwrap_or_else(|| panic!("{call} was accepted after the end"));
            assert!(error.is(Reason::GameOver), "{call}: {error}");
        }
    }
    assert_eq!(replicas.agreed(white, id).await, before);
}

/// Everything that can be done at a table.
async fn every_action(session: &Session, id: &str) -> Vec<(&'static str, Result<(), Error>)> {
    let table = id.to_owned();
    macro_rules! call {
        ($name:literal, $method:ident, $request:ident) => {{
            let request = $request {
                table: table.clone(),
                ..Default::default()
            };
            ($name, session.$method(request).await.map(drop))
        }};
    }
    vec![
        ("PlayMove", session.play(id, "c3-d3", None).await.map(drop)),
        call!("JoinTable", join_table, JoinTableRequest),
        call!("Resign", resign, ResignRequest),
        call!("OfferDraw", offer_draw, OfferDrawRequest),
        call!("AcceptDraw", accept_draw, AcceptDrawRequest),
        call!("DeclineDraw", decline_draw, DeclineDrawRequest),
        call!("OfferTakeback", offer_takeback, OfferTakebackRequest),
        call!("AcceptTakeback", accept_takeback, AcceptTakebackRequest),
        call!("DeclineTakeback", decline_takeback, DeclineTakebackRequest),
        call!("AbortTable", abort_table, AbortTableRequest),
    ]
}

fn shortest(reason: &str) -> GameLine {
    let ended = games().into_iter().filter(|game| game.reason == reason);
    ended.min_by_key(|game| game.moves.len()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_ending_comes_once_to_everybody_and_nothing_after_it() {
    let replicas = Replicas::start().await;
    for reason in BY_MOVES {
        let game = shortest(reason);
        let request = CreateTableRequest {
            variant: game.variant.clone(),
            time_control: Some(untimed()),
            start_position: game.start.clone(),
            ..Default::default()
        };
        let mut seen = open(&replicas, request).await;
        begin(&mut seen).await;
        let mut side = seen.table.state.as_ref().unwrap().side_to_move();
        for (ply, path) in game.moves.iter().enumerate() {
            let mover = if side == Side::White { &seen.white } else { &seen.black };
            let request = corners_client::proto::game::v1::PlayMoveRequest {
                table: seen.table.id.clone(),
                path: path.split('-').map(str::to_owned).collect(),
                confirm_return_home: true,
                ..Default::default()
            };
            side = mover
                .at(ply)
                .play_move(request)
                .await
                .unwrap()
                .state
                .unwrap()
                .side_to_move();
        }
        seen.end(&replicas, (&game.result, reason)).await;
    }
    by_words(&replicas).await;
    by_time(&replicas).await;
}

/// Lets every watch see its snapshot, so that the end comes as an event.
async fn begin(seen: &mut Seen) {
    let expected = version(seen.table.state.as_ref());
    for watch in &mut seen.watches {
        let Some(Ok(Update::Snapshot(table))) = watch.next_in_log().await else {
            panic!("a watch starts with a snapshot");
        };
        assert_eq!(version(as_stored(*table).state.as_ref()), expected);
    }
}

/// Resignation, agreement, abort.
async fn by_words(replicas: &Replicas) {
    let request = || CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        time_control: Some(untimed()),
        ..Default::default()
    };
    let mut seen = open(replicas, request()).await;
    begin(&mut seen).await;
    seen.white.at(1).seat(&seen.table.id).resign().await.unwrap();
    seen.end(replicas, ("0-1", "resignation")).await;

    let mut seen = open(replicas, request()).await;
    begin(&mut seen).await;
    seen.black.at(0).seat(&seen.table.id).offer_draw().await.unwrap();
    seen.white.at(1).seat(&seen.table.id).accept_draw().await.unwrap();
    seen.end(replicas, ("1/2-1/2", "draw-agreement")).await;

    let mut seen = open(replicas, request()).await;
    begin(&mut seen).await;
    seen.black.at(0).seat(&seen.table.id).abort().await.unwrap();
    seen.end(replicas, ("*", "aborted")).await;
}

/// A flag that falls while nobody calls.
async fn by_time(replicas: &Replicas) {
    let reserve = Some(prost_types::Duration { seconds: 1, nanos: 0 });
    let real_time = RealTime {
        reserve,
        increment: None,
    };
    let request = CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        time_control: Some(TimeControl {
            kind: Some(time_control::Kind::RealTime(real_time)),
        }),
        seats: CreatorSeats::White.into(),
        ..Default::default()
    };
    let mut seen = open(replicas, request).await;
    begin(&mut seen).await;
    seen.white.at(0).play(&seen.table.id, "c3-d3", None).await.unwrap();
    seen.black.at(1).play(&seen.table.id, "f6-e6", None).await.unwrap();
    seen.end(replicas, ("0-1", "timeout")).await;
}
