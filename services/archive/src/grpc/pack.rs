//! Games as the messages of an export.

use std::mem;

use corners_proto::archive::v1::export_games_response::Content;
use corners_proto::archive::v1::{ExportGamesResponse, GameBatch};
use corners_service::page_token::{self, Place};
use prost::Message;
use tonic::Status;

use super::export::Format;
use super::refuse;
use crate::convert::{Json, game, game_text};
use crate::domain::ArchivedGame;

/// A message is sent once it has so many bytes. One game adds less than 128 KiB, whatever was played.
const ENOUGH_BYTES: usize = 256 * 1024;

/// Writes games into messages.
#[derive(Clone)]
pub(super) struct Packer {
    pub(super) format: Format,
    /// What page tokens are bound to.
    pub(super) question: String,
    pub(super) json: Json,
}

/// What a message is to hold.
#[derive(Default)]
struct Parcel {
    text: String,
    games: GameBatch,
    bytes: usize,
}

impl Packer {
    /// Messages with these games, each of which comes with the place behind it.
    pub(super) fn pack(&self, games: &[(Place, ArchivedGame)]) -> Result<Vec<ExportGamesResponse>, Status> {
        let mut messages = Vec::new();
        let mut parcel = Parcel::default();
        let last = games.len().saturating_sub(1);
        for (index, (behind, archived)) in games.iter().enumerate() {
            self.add(&mut parcel, archived)?;
            if parcel.bytes >= ENOUGH_BYTES || index == last {
                messages.push(self.message(mem::take(&mut parcel), *behind));
            }
        }
        Ok(messages)
    }

    fn add(&self, parcel: &mut Parcel, archived: &ArchivedGame) -> Result<(), Status> {
        let before = parcel.text.len();
        match self.format {
            Format::GameText => parcel.text += &game_text(archived).map_err(refuse::fault)?,
            Format::JsonLines => parcel.text += &self.json.of_game(&game(archived)).map_err(refuse::fault)?,
            Format::Protobuf => {
                let game = game(archived);
                parcel.bytes += game.encoded_len();
                parcel.games.games.push(game);
                return Ok(());
            }
        }
        // Behind a line of JSON, and the blank line behind a game text.
        parcel.text.push('\n');
        parcel.bytes += parcel.text.len() - before;
        Ok(())
    }

    fn message(&self, parcel: Parcel, behind: Place) -> ExportGamesResponse {
        let content = match self.format {
            Format::GameText | Format::JsonLines => Content::Text(parcel.text),
            Format::Protobuf => Content::Games(parcel.games),
        };
        ExportGamesResponse {
            content: Some(content),
            page_token: page_token::write(&self.question, behind),
        }
    }
}
