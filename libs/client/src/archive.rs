//! Finished games.

use corners_proto::archive::v1::{ExportGamesRequest, Game, GetGameRequest, ListGamesRequest, ListGamesResponse};
use corners_proto::error::Reason;
use corners_proto::game::v1::Table;

use crate::{Error, Export, FeedFrom, Results, Session};

/// What is at a table's id.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A table: its game is open, on, or over for less than an hour.
    Table(Box<Table>),
    /// A game that is over.
    Game(Box<Game>),
}

/// A call of the archive.
macro_rules! call {
    ($session:expr, $call:literal, $method:ident, $request:expr) => {{
        let send = |request| {
            let mut client = $session.corners().archive();
            async move { client.$method(request).await }
        };
        $session.send($call, $request, send).await
    }};
}

impl Session {
    /// Reads a game that is over, with its moves.
    ///
    /// # Errors
    /// [`Error::Refused`] with `GAME_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn get_game(&self, table: &str) -> Result<Game, Error> {
        let request = GetGameRequest {
            table: table.to_owned(),
        };
        let answer = call!(self, "GetGame", get_game, request)?;
        answer.game.ok_or(Error::Protocol("an answer lacks the game"))
    }

    /// The table with this id or, when it is gone, its game.
    ///
    /// # Errors
    /// [`Error::Refused`] with `GAME_NOT_FOUND` when there is neither, [`Error::Unreachable`].
    pub async fn find(&self, table: &str) -> Result<Found, Error> {
        match self.get_table(table).await {
            Err(error) if error.is(Reason::TableNotLive) => Ok(Found::Game(Box::new(self.get_game(table).await?))),
            found => Ok(Found::Table(Box::new(found?))),
        }
    }

    /// One page of games that are over, those that ended last first. A page can be empty although another one follows.
    ///
    /// # Errors
    /// [`Error::Refused`] with `INVALID_PAGE_TOKEN`, [`Error::Unreachable`].
    pub async fn list_games(&self, request: ListGamesRequest) -> Result<ListGamesResponse, Error> {
        call!(self, "ListGames", list_games, request)
    }

    /// Games in a format, over breaks of the connection.
    #[must_use]
    pub fn export_games(&self, request: ExportGamesRequest) -> Export {
        Export::open(self.clone(), request)
    }

    /// Follows the results of all games. The token needs the scope `feed`, which registered players have.
    #[must_use]
    pub fn results(&self, from: FeedFrom) -> Results {
        Results::open(self.clone(), from)
    }
}
