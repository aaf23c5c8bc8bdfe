//! Waiting until an offer is accepted.

use corners_client::AccountNews;
use corners_client::proto::matchmaking::v1::watch_account_response::Message as News;
use corners_client::proto::matchmaking::v1::{ChallengeStatus, StartedGame};
use corners_service::startup::MainError;

use crate::play::{Console, Quitting};

/// An offer that waits for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer<'a> {
    /// A seek of the lobby.
    Seek(&'a str),
    /// A challenge.
    Challenge(&'a str),
    /// To play again what was played at this table.
    Rematch(&'a str),
}

/// How an offer ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum End {
    /// A game has started.
    Game(Box<StartedGame>),
    /// There will be none: why.
    Nothing(String),
    /// Whoever made it wants to wait no longer.
    Quit,
}

impl Offer<'_> {
    /// Waits for the end.
    pub(super) async fn end(self, news: &mut AccountNews, console: &mut Console) -> Result<End, MainError> {
        let mut quitting = Quitting::open(console)?;
        loop {
            let told = tokio::select! {
                told = news.next() => told,
                () = quitting.wanted() => {
                    quitting.close()?;
                    return Ok(End::Quit);
                }
            };
            let told = told.ok_or("the platform has nothing more to say")?;
            if let Some(end) = self.ends_with(told?.news) {
                quitting.close()?;
                return Ok(end);
            }
        }
    }

    /// Whether the news are the end of it.
    fn ends_with(self, news: News) -> Option<End> {
        match news {
            News::Snapshot(snapshot) => snapshot.games.into_iter().find(|game| self.is_of(game)).map(game),
            News::GameStarted(started) => self.is_of(&started).then(|| game(started)),
            News::ChallengeEnded(ended) if self == Offer::Challenge(&ended.id) => match ended.status() {
                // The game follows.
                ChallengeStatus::Accepted => None,
                ChallengeStatus::Declined => Some(End::Nothing(declined(ended.decline_reason().as_str_name()))),
                status => Some(End::Nothing(plain(status.as_str_name(), "CHALLENGE_STATUS_"))),
            },
            News::SeekEnded(id) if self == Offer::Seek(&id) => Some(End::Nothing("ended".to_owned())),
            News::RematchEnded(table) if self == Offer::Rematch(&table) => Some(End::Nothing("declined".to_owned())),
            _ => None,
        }
    }

    fn is_of(self, game: &StartedGame) -> bool {
        let (Offer::Seek(source) | Offer::Challenge(source) | Offer::Rematch(source)) = self;
        game.source == source
    }
}

fn game(game: StartedGame) -> End {
    End::Game(Box::new(game))
}

fn declined(reason: &str) -> String {
    match plain(reason, "DECLINE_REASON_").as_str() {
        "unspecified" => "declined".to_owned(),
        reason => format!("declined: {reason}"),
    }
}

/// A name of the contract without what all have in common: `too-fast`.
fn plain(name: &str, prefix: &str) -> String {
    name.trim_start_matches(prefix).to_ascii_lowercase().replace('_', "-")
}
