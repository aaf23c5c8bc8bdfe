//! What an export is asked for.

use std::collections::HashSet;

use corners_proto::archive::v1::export_games_request::Selection as Selected;
use corners_proto::archive::v1::{ExportFormat, ExportGamesRequest, GameFilter, GameNames};
use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::TableId;
use corners_service::page_token;

use super::filter::{check, filter, question, read_token};
use crate::domain::{Filter, GamePoint};

/// The most games that can be named.
const MOST_NAMED: usize = 500;

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    GameText,
    JsonLines,
    Protobuf,
}

/// What is left of the games that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// These, from the one with the index on.
    Named { tables: Vec<TableId>, next: usize },
    /// Those that match, behind a place.
    Matching { filter: Filter, after: Option<GamePoint> },
}

/// An export that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExportCall {
    pub(super) format: Format,
    pub(super) selection: Selection,
    /// What page tokens are bound to.
    pub(super) question: String,
}

/// Parses ExportGames.
pub(super) fn export_call(request: &ExportGamesRequest) -> Result<ExportCall, Refusal> {
    let mut violations = Violations::new();
    let format = violations.check("format", format(request.format));
    let (selection, asked, question) = match &request.selection {
        Some(Selected::Named(names)) => {
            let tables = named(&mut violations, names);
            let question = format!("named {tables:?}");
            (Selection::Named { tables, next: 0 }, None, question)
        }
        Some(Selected::Filter(asked)) => matching(&mut violations, Some(asked)),
        None => matching(&mut violations, None),
    };
    check(violations, asked)?;
    let format = format.unwrap_or(Format::GameText);
    let question = format!("export {format:?} {question}");
    let selection = resumed(selection, &question, &request.page_token)?;
    Ok(ExportCall {
        format,
        selection,
        question,
    })
}

fn matching<'a>(
    violations: &mut Violations,
    asked: Option<&'a GameFilter>,
) -> (Selection, Option<&'a GameFilter>, String) {
    let filter = filter(violations, asked);
    let question = question("matching", &filter);
    (Selection::Matching { filter, after: None }, asked, question)
}

fn format(format: i32) -> Result<Format, &'static str> {
    match ExportFormat::try_from(format) {
        Ok(ExportFormat::Unspecified | ExportFormat::GameText) => Ok(Format::GameText),
        Ok(ExportFormat::JsonLines) => Ok(Format::JsonLines),
        Ok(ExportFormat::Protobuf) => Ok(Format::Protobuf),
        Err(_) => Err("is no export format"),
    }
}

fn named(violations: &mut Violations, names: &GameNames) -> Vec<TableId> {
    let count = names.tables.len();
    if count == 0 || count > MOST_NAMED {
        violations.add(
            "named.tables",
            format_args!("names {count} games: expected 1 to {MOST_NAMED}"),
        );
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut tables = Vec::with_capacity(count);
    for (index, text) in names.tables.iter().enumerate() {
        let field = format!("named.tables[{index}]");
        let Some(table) = violations.check(&field, text.parse()) else {
            continue;
        };
        if !seen.insert(table) {
            violations.add(field, "is named twice");
        }
        tables.push(table);
    }
    tables
}

/// The selection behind the place of a page token.
fn resumed(selection: Selection, question: &str, token: &str) -> Result<Selection, Refusal> {
    match selection {
        Selection::Matching { filter, .. } => {
            let after = read_token(question, token)?;
            Ok(Selection::Matching { filter, after })
        }
        Selection::Named { tables, .. } => {
            let place = page_token::read(question, token)?;
            let next = place.map_or(Some(0), |([next], _)| usize::try_from(next).ok());
            match next.filter(|next| *next <= tables.len()) {
                Some(next) => Ok(Selection::Named { tables, next }),
                None => {
                    let message = "the page token is not one of this export";
                    Err(Refusal::new(Reason::InvalidPageToken, message).violation("page_token", "not of this export"))
                }
            }
        }
    }
}
