//! Hazard 33: no answer has a mebibyte, and a request of five is refused cleanly, on both stores.

use corners_archive::domain::Game;
use corners_archive::store::Annul;
use corners_proto::archive::v1::stream_results_request::Start;
use corners_proto::archive::v1::{
    ExportFormat, ExportGamesRequest, ExportGamesResponse, GetGameRequest, ListGamesRequest, StreamResultsRequest,
    export_games_response,
};
use corners_proto::ids::TableId;
use corners_rules::Variant;
use prost::Message;
use tonic::Code;

use crate::rig::{OPERATOR, Rig, ServedGames, longest_table, new_game, told};

const MEBIBYTE: usize = 1024 * 1024;

/// How many games: as many as a page can have.
const GAMES: u8 = 200;

#[tokio::test]
async fn on_the_embedded_store() {
    messages_stay_small(&Rig::new()).await;
}

/// With the largest games that there can be, each annulled with the longest note.
pub async fn messages_stay_small(rig: &Rig) {
    let longest = new_game(&longest_table(Variant::find("halma-16x16").unwrap(), 1)).game;
    let games = (0..GAMES).map(|number| Game {
        table: TableId::from_bytes([number; 16]),
        ..longest.clone()
    });
    let games: Vec<_> = games.map(told).collect();
    rig.store.inner().record(games.clone(), 1_000).await.unwrap();
    for game in &games {
        let annul = Annul {
            table: game.game.table,
            now_ms: 2_000,
            by: OPERATOR,
            note: "\u{1f3f3}".repeat(500),
            told: "{}".to_owned(),
        };
        rig.store.inner().annul(annul).await.unwrap().unwrap();
    }
    let (mut client, _tokens) = rig.serve().await;
    let request = ListGamesRequest {
        page_size: GAMES.into(),
        ..ListGamesRequest::default()
    };
    let page = client.list_games(request).await.unwrap().into_inner();
    assert_eq!(page.games.len(), usize::from(GAMES));
    assert!(page.encoded_len() < MEBIBYTE, "{} bytes", page.encoded_len());
    for format in [ExportFormat::GameText, ExportFormat::JsonLines, ExportFormat::Protobuf] {
        exports_stay_small(&mut client, format).await;
    }
    five_mebibytes_are_refused(&mut client).await;
}

async fn exports_stay_small(client: &mut ServedGames, format: ExportFormat) {
    let request = ExportGamesRequest {
        format: format.into(),
        ..ExportGamesRequest::default()
    };
    let mut stream = client.export_games(request).await.unwrap().into_inner();
    let (mut exported, mut largest) = (0, 0);
    while let Some(message) = stream.message().await.unwrap() {
        largest = largest.max(message.encoded_len());
        exported += games_in(&message);
    }
    assert_eq!(exported, usize::from(GAMES), "{format:?}");
    assert!(largest < MEBIBYTE / 2, "{format:?}: {largest} bytes");
    assert!(largest > MEBIBYTE / 8, "{format:?}: {largest} bytes");
}

fn games_in(message: &ExportGamesResponse) -> usize {
    match message.content.as_ref().unwrap() {
        export_games_response::Content::Text(text) => {
            text.matches("[Variant ").count() + text.matches("\"table\":").count()
        }
        export_games_response::Content::Games(batch) => batch.games.len(),
    }
}

async fn five_mebibytes_are_refused(client: &mut ServedGames) {
    let table = "a".repeat(5 * MEBIBYTE);
    let start = Some(Start::Cursor(table.clone()));
    let export = ExportGamesRequest {
        page_token: table.clone(),
        ..ExportGamesRequest::default()
    };
    let refused = [
        client.get_game(GetGameRequest { table }).await.err(),
        client.export_games(export).await.err(),
        client.stream_results(StreamResultsRequest { start }).await.err(),
    ];
    for status in refused.map(Option::unwrap) {
        let is_clean = matches!(status.code(), Code::ResourceExhausted | Code::OutOfRange);
        assert!(is_clean, "{status}");
    }
}
