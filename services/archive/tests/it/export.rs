//! Exports: every game once, in every format, in messages that stay small.

use std::collections::HashMap;

use corners_archive::store::NewGame;
use corners_proto::archive::v1::export_games_request::Selection;
use corners_proto::archive::v1::export_games_response::Content;
use corners_proto::archive::v1::{
    ExportFormat, ExportGamesRequest, ExportGamesResponse, GameFilter, GameNames, GetGameRequest,
};
use corners_proto::error::{metadata_of, reason_of};
use corners_proto::ids::TableId;
use corners_rules::GameText;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::rig::{Finished, Rig, finished_table, new_game};

const FORMATS: [ExportFormat; 3] = [ExportFormat::GameText, ExportFormat::JsonLines, ExportFormat::Protobuf];

async fn record(rig: &Rig, count: u64) -> Vec<String> {
    let games: Vec<_> = (0..count)
        .map(|seed| new_game(&finished_table(Finished::short(seed))))
        .collect();
    keep(rig, games).await
}

/// Records games; answers their tables, those that ended last first.
async fn keep(rig: &Rig, games: Vec<NewGame>) -> Vec<String> {
    let mut order: Vec<_> = games
        .iter()
        .map(|new| (new.game.finished_at_ms, new.game.table))
        .collect();
    rig.store.inner().record(games, 1_000).await.unwrap();
    order.sort_unstable();
    order.into_iter().rev().map(|(_, table)| table.to_string()).collect()
}

fn named(tables: &[String]) -> Option<Selection> {
    let tables = tables.to_vec();
    Some(Selection::Named(GameNames { tables }))
}

async fn export(rig: &Rig, request: ExportGamesRequest) -> Result<Vec<ExportGamesResponse>, Status> {
    let mut stream = rig.games().export_games(request).await?.into_inner();
    let mut messages = Vec::new();
    while let Some(message) = stream.message().await? {
        messages.push(message);
    }
    Ok(messages)
}

/// The tables of a message's games, read from whatever format they are in.
fn tables(message: &ExportGamesResponse, format: ExportFormat) -> Vec<String> {
    match (message.content.as_ref().unwrap(), format) {
        (Content::Text(text), ExportFormat::JsonLines) => {
            let table = |line: &str| {
                let game: serde_json::Value = serde_json::from_str(line).unwrap();
                game["table"].as_str().unwrap().to_owned()
            };
            text.lines().map(table).collect()
        }
        (Content::Text(text), _) => games_of(text)
            .iter()
            .map(|text| text.tags.get("Table").unwrap().to_owned())
            .collect(),
        (Content::Games(batch), _) => batch.games.iter().map(|game| game.table.clone()).collect(),
    }
}

/// Game texts, each of which ends with a blank line.
fn games_of(text: &str) -> Vec<GameText> {
    let texts = text.split("[Variant ").skip(1);
    texts
        .map(|text| {
            assert!(text.ends_with("\n\n"));
            format!("[Variant {text}").parse().unwrap()
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn every_format_has_every_game_in_the_order_of_the_list() {
    let rig = Rig::new();
    let expected = record(&rig, 150).await;
    for format in FORMATS {
        for selection in [None, Some(Selection::Filter(GameFilter::default()))] {
            let request = ExportGamesRequest {
                format: format.into(),
                selection,
                page_token: String::new(),
            };
            let messages = export(&rig, request).await.unwrap();
            let exported: Vec<_> = messages.iter().flat_map(|message| tables(message, format)).collect();
            assert_eq!(exported, expected, "{format:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_exported_is_what_get_game_tells() {
    let rig = Rig::new();
    let expected = record(&rig, 20).await;
    let request = |format: ExportFormat| ExportGamesRequest {
        format: format.into(),
        selection: named(&expected),
        page_token: String::new(),
    };
    let mut games = HashMap::new();
    for table in &expected {
        let request = GetGameRequest { table: table.clone() };
        let game = rig.games().get_game(request).await.unwrap().into_inner().game.unwrap();
        games.insert(table.clone(), game);
    }
    for message in export(&rig, request(ExportFormat::Protobuf)).await.unwrap() {
        let Some(Content::Games(batch)) = message.content else {
            panic!("no games")
        };
        assert!(batch.games.iter().all(|game| games[&game.table] == *game));
    }
    let json = corners_archive::convert::Json::new().unwrap();
    for message in export(&rig, request(ExportFormat::JsonLines)).await.unwrap() {
        let Some(Content::Text(text)) = message.content else {
            panic!("no text")
        };
        let lines: Vec<_> = text.lines().collect();
        let told: Vec<_> = expected
            .iter()
            .map(|table| json.of_game(&games[table]).unwrap())
            .collect();
        assert_eq!(lines, told);
    }
    for message in export(&rig, request(ExportFormat::Unspecified)).await.unwrap() {
        let Some(Content::Text(text)) = message.content else {
            panic!("no text")
        };
        for text in games_of(&text) {
            let game = &games[text.tags.get("Table").unwrap()];
            assert_eq!(text.play_out().unwrap().position().to_string(), game.final_position);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn named_games_come_in_the_order_of_their_names() {
    let rig = Rig::new();
    let mut wanted = record(&rig, 100).await;
    wanted.rotate_left(31);
    wanted.truncate(70);
    for format in FORMATS {
        let request = ExportGamesRequest {
            format: format.into(),
            selection: named(&wanted),
            page_token: String::new(),
        };
        let messages = export(&rig, request).await.unwrap();
        let exported: Vec<_> = messages.iter().flat_map(|message| tables(message, format)).collect();
        assert_eq!(exported, wanted);
    }
}

#[tokio::test(start_paused = true)]
async fn an_export_goes_on_behind_each_of_its_page_tokens() {
    let rig = Rig::new();
    let all = record(&rig, 100).await;
    for selection in [None, named(&all)] {
        let of = |page_token: &str| ExportGamesRequest {
            format: ExportFormat::Protobuf.into(),
            selection: selection.clone(),
            page_token: page_token.to_owned(),
        };
        let messages = export(&rig, of("")).await.unwrap();
        assert!(messages.len() > 2);
        let mut seen = 0;
        for message in &messages {
            seen += tables(message, ExportFormat::Protobuf).len();
            let rest = export(&rig, of(&message.page_token)).await.unwrap();
            let rest: Vec<_> = rest
                .iter()
                .flat_map(|message| tables(message, ExportFormat::Protobuf))
                .collect();
            assert_eq!(rest, all[seen..]);
        }
        assert_eq!(seen, all.len());
        let other = ExportGamesRequest {
            format: ExportFormat::JsonLines.into(),
            ..of(&messages[0].page_token)
        };
        let status = export(&rig, other).await.unwrap_err();
        assert_eq!(
            reason_of(&status).as_deref(),
            Some("INVALID_PAGE_TOKEN"),
            "another format"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_named_game_that_is_not_here_is_told_before_any_is_sent() {
    let rig = Rig::new();
    let mut tables = record(&rig, 400).await;
    let missing = TableId::from_bytes([255; 16]).to_string();
    tables.insert(399, missing.clone());
    let request = ExportGamesRequest {
        selection: named(&tables),
        ..ExportGamesRequest::default()
    };
    let status = rig.games().export_games(request).await.err().unwrap();
    assert_eq!(reason_of(&status).as_deref(), Some("GAME_NOT_FOUND"));
    assert_eq!(metadata_of(&status, "table"), Some(missing));
}

#[tokio::test(start_paused = true)]
async fn bad_requests_name_what_is_wrong() {
    let rig = Rig::new();
    let table = |number: u16| {
        let mut id = [3; 16];
        id[..2].copy_from_slice(&number.to_be_bytes());
        TableId::from_bytes(id).to_string()
    };
    let many: Vec<_> = (0..501).map(table).collect();
    let of = |selection| ExportGamesRequest {
        selection,
        ..ExportGamesRequest::default()
    };
    let cases = [
        (of(named(&[])), vec!["named.tables"]),
        (of(named(&many)), vec!["named.tables"]),
        (
            of(named(&[table(1), "x".to_owned(), table(2), table(1)])),
            vec!["named.tables[1]", "named.tables[3]"],
        ),
        (
            ExportGamesRequest {
                format: 9,
                ..of(Some(Selection::Filter(GameFilter {
                    player: "x".to_owned(),
                    ..GameFilter::default()
                })))
            },
            vec!["format", "filter.player"],
        ),
    ];
    for (request, fields) in cases {
        let status = export(&rig, request).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
        let bad = status.get_details_bad_request().unwrap();
        let named: Vec<_> = bad
            .field_violations
            .iter()
            .map(|violation| violation.field.as_str())
            .collect();
        assert_eq!(named, fields);
    }
}

#[tokio::test(start_paused = true)]
async fn a_draining_process_ends_exports_which_go_on_elsewhere() {
    let rig = Rig::new();
    let all = record(&rig, 200).await;
    let request = ExportGamesRequest {
        format: ExportFormat::Protobuf.into(),
        ..ExportGamesRequest::default()
    };
    let mut stream = rig.games().export_games(request.clone()).await.unwrap().into_inner();
    let first = stream.message().await.unwrap().unwrap();
    rig.drain.start();
    let status = stream.message().await.unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some("DRAINING"));
    let resumed = ExportGamesRequest {
        page_token: first.page_token.clone(),
        ..request
    };
    let rest = export(&rig.another(), resumed).await.unwrap();
    let mut exported = tables(&first, ExportFormat::Protobuf);
    exported.extend(rest.iter().flat_map(|message| tables(message, ExportFormat::Protobuf)));
    assert_eq!(exported, all);
}

#[tokio::test(start_paused = true)]
async fn however_many_exports_there_are_few_read_the_store_at_once() {
    let rig = Rig::new();
    record(&rig, 100).await;
    let request = ExportGamesRequest {
        format: ExportFormat::Protobuf.into(),
        ..ExportGamesRequest::default()
    };
    let exports = (0..40).map(|_| export(&rig, request.clone()));
    for exported in futures::future::join_all(exports).await {
        assert!(exported.is_ok());
    }
    assert_eq!(rig.store.most_reading(), 4);
}

#[tokio::test]
async fn an_export_ends_with_its_callers_token() {
    let rig = Rig::new();
    record(&rig, 600).await;
    let (mut client, tokens) = rig.serve().await;
    let mut stream = client
        .export_games(ExportGamesRequest::default())
        .await
        .unwrap()
        .into_inner();
    stream.message().await.unwrap().unwrap();
    tokens.revoked.cancel();
    let status = loop {
        match stream.message().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the export came to its end"),
            Err(status) => break status,
        }
    };
    assert_eq!(reason_of(&status).as_deref(), Some("TOKEN_REVOKED"));
}
