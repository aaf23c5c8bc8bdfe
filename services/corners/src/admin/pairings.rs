//! What organisers do: pairing many players at once.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use corners_client::Admin;
use corners_client::proto::matchmaking::v1::{
    BulkGame, BulkGameStatus, BulkPair, BulkPairing, CreateBulkPairingRequest, Terms,
};
use corners_service::startup::MainError;
use serde_json::{Value, json};

use super::Out;
use super::cli::PairArgs;
use crate::rows::Row;

/// Pairs players.
pub(super) async fn pair(admin: &Admin, args: PairArgs, out: &mut Out<'_, impl Write>) -> Result<(), MainError> {
    let request = CreateBulkPairingRequest {
        pairs: read(&args.file)?,
        terms: Some(Terms {
            variant: args.variant,
            time_control: Some(args.time),
            rated: args.rated,
        }),
        start_time: args.start,
        ..CreateBulkPairingRequest::default()
    };
    Ok(show(&admin.create_bulk_pairing(request).await?, out)?)
}

/// Prints a pairing.
pub(super) fn show(pairing: &BulkPairing, out: &mut Out<'_, impl Write>) -> io::Result<()> {
    if !out.as_json {
        writeln!(out.output, "pairing: {}", pairing.id)?;
    }
    let rows: Vec<_> = pairing
        .games
        .iter()
        .map(|game| Paired {
            pairing: &pairing.id,
            game,
        })
        .collect();
    out.rows(&rows)
}

fn read(file: &Path) -> Result<Vec<BulkPair>, MainError> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("cannot read pairs from {name}: {error}"))?;
    pairs(&text).map_err(|line| format!("{name}, line {line}: expected the accounts of two players").into())
}

/// The pairs of a text, or the number of the line that is none.
fn pairs(text: &str) -> Result<Vec<BulkPair>, usize> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| {
            let words = line.split(|character: char| character == ',' || character.is_whitespace());
            let accounts: Vec<_> = words.filter(|word| !word.is_empty()).collect();
            match accounts.as_slice() {
                [white, black] => Ok(BulkPair {
                    white: (*white).to_owned(),
                    black: (*black).to_owned(),
                }),
                _ => Err(number),
            }
        })
        .collect()
}

/// A game of a pairing.
struct Paired<'a> {
    pairing: &'a str,
    game: &'a BulkGame,
}

impl Row for Paired<'_> {
    const COLUMNS: &'static [&'static str] = &["WHITE", "BLACK", "TABLE", "STATUS", "REASON"];

    fn cells(&self, _now: SystemTime) -> Vec<String> {
        let game = self.game.clone();
        vec![
            game.white,
            game.black,
            game.table,
            status(self.game.status()),
            game.reason,
        ]
    }

    fn object(&self) -> Value {
        let game = self.game;
        json!({
            "pairing": self.pairing,
            "white": game.white,
            "black": game.black,
            "table": game.table,
            "status": status(game.status()),
            "reason": (!game.reason.is_empty()).then_some(&game.reason),
        })
    }
}

fn status(status: BulkGameStatus) -> String {
    let name = status.as_str_name().trim_start_matches("BULK_GAME_STATUS_");
    name.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_two_accounts_in_a_line() {
        let pair = |white: &str, black: &str| BulkPair {
            white: white.to_owned(),
            black: black.to_owned(),
        };
        assert_eq!(
            pairs("a,b\n\n  c  d \ne, f\n"),
            Ok(vec![pair("a", "b"), pair("c", "d"), pair("e", "f")])
        );
        assert_eq!(pairs("a,b\n\na b c\n"), Err(3));
        assert_eq!(pairs("a"), Err(1));
    }
}
