//! Many games at once.

use corners_proto::archive::v1::export_games_response::Content;
use corners_proto::archive::v1::{ExportGamesRequest, ExportGamesResponse};
use tonic::{Request, Response, Status, Streaming};

use crate::access::Bearer;
use crate::follow::{Followed, Following, Step, follow};
use crate::{Corners, Error, Session};

/// An export that outlives connections: after a break it goes on behind what was received. An error is the last thing it
/// yields.
#[derive(Debug)]
pub struct Export {
    following: Following<Content>,
}

impl Export {
    pub(crate) fn open(session: Session, request: ExportGamesRequest) -> Self {
        Self {
            following: follow(session, Games { request }),
        }
    }

    /// The next games; nothing when that were all, or after an error. Safe to cancel.
    pub async fn next(&mut self) -> Option<Result<Content, Error>> {
        self.following.updates.recv().await
    }
}

/// The games of an export, and how far they were received.
struct Games {
    request: ExportGamesRequest,
}

impl Followed for Games {
    const CALL: &'static str = "ExportGames";
    type Message = ExportGamesResponse;
    type Update = Content;

    async fn open(&self, corners: &Corners, bearer: &Bearer) -> Result<Streaming<ExportGamesResponse>, Status> {
        let request = bearer.sign(Request::new(self.request.clone()));
        corners.archive().export_games(request).await.map(Response::into_inner)
    }

    fn take(&mut self, message: ExportGamesResponse, _: &Session) -> Result<Step<Content>, Error> {
        self.request.page_token = message.page_token;
        Ok(message.content.map_or(Step::Nothing, Step::Tell))
    }

    fn is_complete(&self) -> bool {
        true
    }
}
