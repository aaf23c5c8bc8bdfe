//! `corners games`: finished games, from the archive.

mod cli;
mod list;
mod show;

use std::io::Write;

use corners_client::proto::archive::v1::export_games_request::Selection;
use corners_client::proto::archive::v1::export_games_response::Content;
use corners_client::proto::archive::v1::{ExportFormat, ExportGamesRequest, GameNames};
use corners_client::{Options, Session};
use corners_service::startup::MainError;
use corners_service::time::wall_clock;

pub(crate) use cli::GamesArgs;
use cli::{Format, GamesCommand};

use crate::rows;

/// Prints games.
pub(crate) async fn run(args: GamesArgs, output: &mut impl Write) -> Result<(), MainError> {
    let session = match &args.token_file {
        Some(file) => args.place.session(file).await?,
        None => args.place.connect(Options::default()).await?.guest().await?,
    };
    match args.command {
        GamesCommand::List { filter, most, json } => {
            let games = list::games(&session, &filter.filter(), most).await?;
            let named = show::named(&session, games).await;
            rows::write(output, &named, json, wall_clock())?;
            Ok(())
        }
        GamesCommand::Show { table, format } => export(&session, named(vec![table]), format, output).await,
        GamesCommand::Export { filter, format, tables } => {
            let selection = if tables.is_empty() {
                Selection::Filter(filter.filter())
            } else {
                named(tables)
            };
            export(&session, selection, format, output).await
        }
    }
}

fn named(tables: Vec<String>) -> Selection {
    Selection::Named(GameNames { tables })
}

async fn export(
    session: &Session,
    selection: Selection,
    format: Format,
    output: &mut impl Write,
) -> Result<(), MainError> {
    let mut export = session.export_games(ExportGamesRequest {
        format: ExportFormat::from(format).into(),
        selection: Some(selection),
        page_token: String::new(),
    });
    while let Some(content) = export.next().await {
        if let Content::Text(text) = content? {
            output.write_all(text.as_bytes())?;
        }
    }
    Ok(output.flush()?)
}
