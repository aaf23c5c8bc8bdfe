//! What a watch follows.

use corners_proto::game::v1::{AnswerHeartbeatRequest, Heartbeat, WatchTablesResponse, watch_tables_response::Message};
use tokio::time::timeout;
use tonic::{Request, Response, Status, Streaming};

use super::Update;
use super::cursor::Cursor;
use crate::access::Bearer;
use crate::follow::{Followed, Step};
use crate::{Corners, Error, Session};

/// Tables, and how far they were seen.
pub(super) struct Tables {
    cursor: Cursor,
}

impl Tables {
    pub(super) fn new(cursor: Cursor) -> Self {
        Self { cursor }
    }
}

impl Followed for Tables {
    const CALL: &'static str = "WatchTables";
    type Message = WatchTablesResponse;
    type Update = Update;

    async fn open(&self, corners: &Corners, bearer: &Bearer) -> Result<Streaming<WatchTablesResponse>, Status> {
        let request = bearer.sign(Request::new(self.cursor.request()));
        corners.game().watch_tables(request).await.map(Response::into_inner)
    }

    fn take(&mut self, message: WatchTablesResponse, session: &Session) -> Result<Step<Update>, Error> {
        let update = match message.message {
            Some(Message::Snapshot(table)) => {
                self.cursor.snapshot(&table)?;
                Update::Snapshot(Box::new(table))
            }
            Some(Message::Event(event)) => {
                self.cursor.event(&event)?;
                Update::Event(Box::new(event))
            }
            Some(Message::Presence(presence)) => Update::Presence(presence),
            Some(Message::Failure(failure)) => {
                self.cursor.failed(&failure.table);
                Update::Failed(failure)
            }
            Some(Message::Heartbeat(heartbeat)) => {
                answer(&heartbeat, session);
                return Ok(Step::Mention(Update::Heartbeat(heartbeat)));
            }
            // What an ending says follows as the status, and where to resume is what was received. A message without one is
            // of a kind that is newer than this client.
            Some(Message::Ending(_)) | None => return Ok(Step::Nothing),
        };
        Ok(if self.cursor.is_finished() {
            Step::TellLast(update)
        } else {
            Step::Tell(update)
        })
    }
}

/// Sends a heartbeat's nonce back at once, without holding the stream up. One that gets lost measures nothing.
fn answer(heartbeat: &Heartbeat, session: &Session) {
    if heartbeat.nonce == 0 {
        return;
    }
    let answer = AnswerHeartbeatRequest {
        table: heartbeat.table.clone(),
        nonce: heartbeat.nonce,
    };
    let session = session.clone();
    tokio::spawn(async move {
        let request = session.access().bearer().sign(Request::new(answer));
        let corners = session.corners();
        let sending = timeout(corners.options().deadline, async {
            corners.game().answer_heartbeat(request).await
        });
        if let Ok(Err(status)) = sending.await {
            tracing::debug!(code = ?status.code(), "a heartbeat's answer was not taken");
        }
    });
}
