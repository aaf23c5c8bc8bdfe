//! `corners ratings`: what players are rated, and how it came to be.

mod cli;
mod event;
mod list;
mod show;

use std::io::Write;

use corners_client::proto::rating::v1::{
    GetDistributionRequest, GetExpectedScoreRequest, GetRankRequest, RatingsRestarted,
};
use corners_client::{FeedFrom, FeedUpdate, Options, Session};
use corners_service::startup::MainError;
use corners_service::time::wall_clock;

pub(crate) use cli::RatingsArgs;
use cli::RatingsCommand;

use crate::names::Names;
use crate::rows::{self, Row};
use show::{Named, Rated};

/// Prints ratings.
pub(crate) async fn run(
    args: RatingsArgs,
    output: &mut impl Write,
    messages: &mut impl Write,
) -> Result<(), MainError> {
    let session = match &args.token_file {
        Some(file) => args.place.session(file).await?,
        None => args.place.connect(Options::default()).await?.guest().await?,
    };
    let out = &mut Out {
        output,
        as_json: args.json,
    };
    match args.command {
        RatingsCommand::Show { players, variant } => {
            let asked: Vec<_> = players.iter().map(String::as_str).collect();
            let found = session.ratings(&asked, &variant).await?;
            let rated = found.into_iter().flat_map(|player| {
                let account = player.player;
                player.ratings.into_iter().map(move |rating| Rated {
                    account: account.clone(),
                    rating,
                })
            });
            out.named(&session, rated.collect()).await
        }
        RatingsCommand::History { player, variant, most } => {
            let changes = list::changes(&session, &player, &variant, most).await?;
            out.named(&session, changes).await
        }
        RatingsCommand::Leaders { board, most } => {
            let leaders = list::leaders(&session, &board, most).await?;
            out.named(&session, leaders).await
        }
        RatingsCommand::Rank {
            player,
            variant,
            neighbours,
        } => rank(&session, player, variant, neighbours, out).await,
        RatingsCommand::Distribution { board, step } => {
            let request = GetDistributionRequest {
                variant: board.variant.clone(),
                board: board.board(),
                step,
            };
            out.rows(&session.rating_distribution(request).await?.steps)
        }
        RatingsCommand::Game { table } => {
            let found = session.game_rating(&table).await?;
            for event in found.event.into_iter().chain(found.annulment) {
                writeln!(out.output, "{}", event::object(&event))?;
            }
            Ok(())
        }
        RatingsCommand::Expect { white, black, variant } => {
            let request = GetExpectedScoreRequest {
                variant,
                white,
                black,
                ..GetExpectedScoreRequest::default()
            };
            let answer = session.expected_score(request).await?;
            if !out.as_json {
                writeln!(out.output, "White is expected to score {:.3}", answer.expected_score)?;
            }
            out.rows(&show::prospects(&answer))
        }
        RatingsCommand::Follow { from } => follow(&session, from.into(), out.output, messages).await,
    }
}

/// Where to write, and how.
struct Out<'a, W> {
    output: &'a mut W,
    as_json: bool,
}

impl<W: Write> Out<'_, W> {
    fn rows<R: Row>(&mut self, rows: &[R]) -> Result<(), MainError> {
        Ok(rows::write(self.output, rows, self.as_json, wall_clock())?)
    }

    /// Rows with the name of the account that each is about.
    async fn named<R: show::OfAccount>(&mut self, session: &Session, rows: Vec<R>) -> Result<(), MainError> {
        let names = Names::of(session, rows.iter().map(R::account)).await;
        let named: Vec<_> = rows.into_iter().map(|row| Named::new(row, &names)).collect();
        self.rows(&named)
    }
}

async fn rank(
    session: &Session,
    player: String,
    variant: String,
    neighbours: i32,
    out: &mut Out<'_, impl Write>,
) -> Result<(), MainError> {
    let request = GetRankRequest {
        variant,
        player: player.clone(),
        neighbours,
    };
    let answer = session.rank(request).await?;
    if !out.as_json {
        let place = match answer.rank {
            Some(rank) => format!("rank {rank} of {}", answer.players),
            None => format!("not on the leaderboard, which has {} players", answer.players),
        };
        writeln!(out.output, "{place}")?;
    }
    if answer.neighbours.is_empty() {
        let rated = answer.rating.map(|rating| Rated {
            account: player,
            rating,
        });
        return out.named(session, rated.into_iter().collect()).await;
    }
    out.named(session, answer.neighbours).await
}

async fn follow(
    session: &Session,
    from: FeedFrom,
    output: &mut impl Write,
    messages: &mut impl Write,
) -> Result<(), MainError> {
    let mut events = session.rating_events(from);
    while let Some(update) = events.next().await {
        match update? {
            FeedUpdate::Events(events) => {
                for event in events {
                    writeln!(output, "{}", event::object(&event))?;
                }
                output.flush()?;
            }
            FeedUpdate::Restarted(restarted) => writeln!(messages, "{}", notice(&restarted))?,
            FeedUpdate::Heartbeat(_) => {}
        }
    }
    Ok(())
}

/// What a reader of events has to know when the ratings were made anew.
fn notice(restarted: &RatingsRestarted) -> String {
    let RatingsRestarted {
        cursor,
        last_common_sequence: common,
        forgotten,
    } = restarted;
    format!(
        "the ratings were made anew: of what you have seen the last {forgotten} events, behind position {common}, come again, \
         perhaps with other numbers; the stream goes on behind the cursor {cursor}"
    )
}
