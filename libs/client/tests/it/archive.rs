//! Finished games and their results: found wherever they are, followed over streams that end in every way.

use corners_client::proto::archive::v1::export_games_response::Content;
use corners_client::proto::archive::v1::stream_results_request::Start;
use corners_client::proto::archive::v1::{
    ExportGamesRequest, ExportGamesResponse, FeedEnding, FeedHeartbeat, FeedRestarted, Game, GetGameRequest,
    GetGameResponse, ResultEvent, StreamResultsRequest, StreamResultsResponse,
};
use corners_client::proto::error::{Reason, Refusal};
use corners_client::proto::game::v1::{GetTableResponse, Table};
use corners_client::{Export, FeedFrom, FeedUpdate, Found, Options, Results};
use tonic::Status;

use crate::peer::{Call, Peer};

fn events(cursors: &[&str]) -> StreamResultsResponse {
    let event = |cursor: &&str| ResultEvent {
        cursor: (*cursor).to_owned(),
        event: None,
    };
    StreamResultsResponse {
        events: cursors.iter().map(event).collect(),
        ..Default::default()
    }
}

fn start_of(call: &Call) -> Option<Start> {
    assert_eq!(call.method, "StreamResults");
    call.decode::<StreamResultsRequest>().start
}

fn cursor(cursor: &str) -> Option<Start> {
    Some(Start::Cursor(cursor.to_owned()))
}

/// The cursors of the next events.
async fn told(results: &mut Results) -> Vec<String> {
    match results.next().await.unwrap().unwrap() {
        FeedUpdate::Events(events) => events.into_iter().map(|event| event.cursor).collect(),
        other => panic!("{other:?}"),
    }
}

async fn text(export: &mut Export) -> Option<String> {
    match export.next().await?.unwrap() {
        Content::Text(text) => Some(text),
        Content::Games(games) => panic!("{games:?}"),
    }
}

fn lines(text: &str, page_token: &str) -> ExportGamesResponse {
    ExportGamesResponse {
        content: Some(Content::Text(text.to_owned())),
        page_token: page_token.to_owned(),
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_gone_is_found_in_the_archive() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let looking = session.clone();
    let finding = tokio::spawn(async move { looking.find("t").await });
    let table = Table {
        id: "t".to_owned(),
        ..Default::default()
    };
    peer.call().await.answer(&GetTableResponse {
        table: Some(table.clone()),
    });
    assert_eq!(finding.await.unwrap().unwrap(), Found::Table(Box::new(table)));

    let finding = tokio::spawn(async move { session.find("t").await });
    peer.call().await.refuse(Refusal::new(Reason::TableNotLive, "gone"));
    let call = peer.call().await;
    assert_eq!(call.method, "GetGame");
    assert_eq!(call.decode::<GetGameRequest>().table, "t");
    let game = Game {
        table: "t".to_owned(),
        ..Default::default()
    };
    call.answer(&GetGameResponse {
        game: Some(game.clone()),
    });
    assert_eq!(finding.await.unwrap().unwrap(), Found::Game(Box::new(game)));
}

#[tokio::test(start_paused = true)]
async fn results_go_on_behind_the_last_cursor_however_a_stream_ends() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut results = session.results(FeedFrom::Beginning);

    let call = peer.call().await;
    assert_eq!(start_of(&call), None);
    let stream = call.stream();
    stream.send(&events(&["1", "2"]));
    stream.send(&events(&["3"]));
    assert_eq!(told(&mut results).await, ["1", "2"]);
    assert_eq!(told(&mut results).await, ["3"]);
    peer.cut();

    let call = peer.call().await;
    assert_eq!(start_of(&call), cursor("3"));
    let stream = call.stream();
    stream.send(&StreamResultsResponse {
        heartbeat: Some(FeedHeartbeat {
            cursor: "3'".to_owned(),
        }),
        ..Default::default()
    });
    assert_eq!(
        results.next().await.unwrap().unwrap(),
        FeedUpdate::Heartbeat("3'".to_owned())
    );
    stream.send(&StreamResultsResponse {
        ending: Some(FeedEnding {
            reason: "SLOW_CONSUMER".to_owned(),
            cursor: "3'".to_owned(),
        }),
        ..Default::default()
    });
    stream.end(&Refusal::new(Reason::SlowConsumer, "read faster").into());

    let call = peer.call().await;
    assert_eq!(start_of(&call), cursor("3'"));
    let restarted = FeedRestarted {
        cursor: "a2".to_owned(),
        last_common_sequence: 2,
        forgotten: 1,
    };
    let stream = call.stream();
    stream.send(&StreamResultsResponse {
        restarted: Some(restarted.clone()),
        ..Default::default()
    });
    assert_eq!(results.next().await.unwrap().unwrap(), FeedUpdate::Restarted(restarted));
    stream.end(&Status::ok(""));

    let call = peer.call().await;
    assert_eq!(start_of(&call), cursor("a2"));
    call.refuse(Refusal::new(Reason::CursorLost, "never heard of it"));
    assert!(results.next().await.unwrap().unwrap_err().is(Reason::CursorLost));
    assert!(results.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn an_export_goes_on_behind_what_was_received_and_ends_with_its_last_game() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut export = session.export_games(ExportGamesRequest::default());

    let call = peer.call().await;
    assert_eq!(call.decode::<ExportGamesRequest>().page_token, "");
    call.stream().send(&lines("one", "1"));
    assert_eq!(text(&mut export).await.as_deref(), Some("one"));
    peer.cut();

    let call = peer.call().await;
    assert_eq!(call.decode::<ExportGamesRequest>().page_token, "1");
    let stream = call.stream();
    stream.send(&lines("two", "2"));
    stream.end(&Status::ok(""));
    assert_eq!(text(&mut export).await.as_deref(), Some("two"));
    assert_eq!(text(&mut export).await, None);
    peer.assert_no_more_calls();
}
