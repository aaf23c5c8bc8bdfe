//! The task behind a watch: one stream after the other, until there is nothing more to see.

use std::ops::ControlFlow;
use std::time::Duration;

use corners_proto::game::v1::{AnswerHeartbeatRequest, Heartbeat, WatchTablesResponse, watch_tables_response::Message};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, timeout};
use tonic::{Code, Request, Status, Streaming};

use super::cursor::Cursor;
use super::{Link, Update};
use crate::access::Bearer;
use crate::{Error, Options, Refused, Session, retry};

const CALL: &str = "WatchTables";

/// Why the watch is over.
enum End {
    /// Every table has finished, or the reader is gone.
    Done,
    /// Something that trying again does not heal.
    Failed(Error),
}

/// What became of the token after a stream.
enum Renewed {
    /// It is a new one.
    Now,
    /// It was not to be renewed, or could not be: how the stream ended.
    NotNow(Status),
    /// The session is over.
    NeverAgain(Error),
}

pub(super) struct Follower {
    session: Session,
    cursor: Cursor,
    updates: mpsc::Sender<Result<Update, Error>>,
    link: watch::Sender<Link>,
    /// Streams that failed in a row without a message.
    failures: u32,
    /// What the last stream was opened with.
    bearer: Bearer,
    /// Whether that is new since the last message: a token that is refused at once is not renewed again.
    is_renewed: bool,
    last_message: Instant,
}

impl Follower {
    pub(super) fn new(
        session: Session,
        cursor: Cursor,
        updates: mpsc::Sender<Result<Update, Error>>,
        link: watch::Sender<Link>,
    ) -> Self {
        Self {
            bearer: session.access().bearer(),
            is_renewed: false,
            session,
            cursor,
            updates,
            link,
            failures: 0,
            last_message: Instant::now(),
        }
    }

    pub(super) async fn run(mut self) {
        if let End::Failed(error) = self.follow().await {
            // Nobody is there to hear it if this fails.
            let _ = self.updates.send(Err(error)).await;
        }
        self.link.send_replace(Link::Ended);
    }

    async fn follow(&mut self) -> End {
        loop {
            let status = match self.one_stream().await {
                ControlFlow::Break(end) => return end,
                ControlFlow::Continue(status) => status,
            };
            let status = match self.renew_after(status).await {
                Renewed::Now => continue,
                Renewed::NeverAgain(over) => return End::Failed(over),
                Renewed::NotNow(status) => status,
            };
            self.failures = self.failures.saturating_add(1);
            let silent_for = self.last_message.elapsed();
            if !heals(&status) {
                return End::Failed(Error::Refused {
                    call: CALL,
                    refused: Box::new(status.into()),
                });
            }
            if silent_for >= self.options().watch_patience {
                let (tries, refused) = (self.failures, Box::new(status.into()));
                return End::Failed(Error::Unreachable {
                    call: CALL,
                    tries,
                    waited: silent_for,
                    refused,
                });
            }
            let wait = retry::wait_after(self.options(), &status, self.failures);
            tracing::debug!(?wait, code = ?status.code(), "the watch broke off");
            self.link.send_replace(Link::Broken(status.into()));
            sleep(wait).await;
        }
    }

    /// Gets the next token if the stream ended for want of one. Where it could not be had this time, another stream will
    /// ask again.
    async fn renew_after(&mut self, status: Status) -> Renewed {
        let access = self.session.access();
        let refused = Refused::from(status.clone());
        if self.is_renewed || !access.can_mend(&refused) {
            return Renewed::NotNow(status);
        }
        match access.after(&self.bearer).await {
            Ok(_) => {
                self.is_renewed = true;
                Renewed::Now
            }
            Err(over @ Error::SessionOver { .. }) => Renewed::NeverAgain(over),
            Err(error) => Renewed::NotNow(Status::unavailable(error.to_string())),
        }
    }

    /// Opens a stream and reads it to its end, whose status is the answer.
    async fn one_stream(&mut self) -> ControlFlow<End, Status> {
        let (opening, silence) = (self.options().deadline, self.options().watch_silence);
        let mut stream = match within(opening, self.open()).await {
            Ok(stream) => stream,
            Err(status) => return ControlFlow::Continue(status),
        };
        // A stream that goes on where it was may have nothing to say for a while.
        self.link.send_replace(Link::Live);
        loop {
            let message = match within(silence, stream.message()).await {
                Ok(Some(WatchTablesResponse { message: Some(message) })) => message,
                // A message of a kind that is newer than this client.
                Ok(Some(WatchTablesResponse { message: None })) => continue,
                Ok(None) => return ControlFlow::Continue(Status::unavailable("the server closed the stream")),
                Err(status) => return ControlFlow::Continue(status),
            };
            self.failures = 0;
            self.is_renewed = false;
            self.last_message = Instant::now();
            if let Err(end) = self.take(message).await {
                return ControlFlow::Break(end);
            }
        }
    }

    async fn open(&mut self) -> Result<Streaming<WatchTablesResponse>, Status> {
        self.bearer = self.session.access().bearer();
        let request = self.bearer.sign(Request::new(self.cursor.request()));
        let mut client = self.session.corners().game();
        client.watch_tables(request).await.map(tonic::Response::into_inner)
    }

    async fn take(&mut self, message: Message) -> Result<(), End> {
        let update = match message {
            Message::Snapshot(table) => {
                self.cursor.snapshot(&table).map_err(End::Failed)?;
                Update::Snapshot(Box::new(table))
            }
            Message::Event(event) => {
                self.cursor.event(&event).map_err(End::Failed)?;
                Update::Event(Box::new(event))
            }
            Message::Presence(presence) => Update::Presence(presence),
            Message::Failure(failure) => {
                self.cursor.failed(&failure.table);
                Update::Failed(failure)
            }
            Message::Heartbeat(heartbeat) => {
                self.answer(&heartbeat);
                // A reader that is behind has better things to read.
                let _ = self.updates.try_send(Ok(Update::Heartbeat(heartbeat)));
                return Ok(());
            }
            // What it says follows as the status, and where to resume is what was received.
            Message::Ending(_) => return Ok(()),
        };
        self.updates.send(Ok(update)).await.map_err(|_| End::Done)?;
        if self.cursor.is_finished() {
            Err(End::Done)
        } else {
            Ok(())
        }
    }

    /// Sends a heartbeat's nonce back at once, without holding the stream up. One that gets lost measures nothing.
    fn answer(&self, heartbeat: &Heartbeat) {
        if heartbeat.nonce == 0 {
            return;
        }
        let answer = AnswerHeartbeatRequest {
            table: heartbeat.table.clone(),
            nonce: heartbeat.nonce,
        };
        let (session, deadline) = (self.session.clone(), self.options().deadline);
        tokio::spawn(async move {
            let request = session.access().bearer().sign(Request::new(answer));
            let mut client = session.corners().game();
            if let Ok(Err(status)) = timeout(deadline, client.answer_heartbeat(request)).await {
                tracing::debug!(code = ?status.code(), "a heartbeat's answer was not taken");
            }
        });
    }

    fn options(&self) -> &Options {
        self.session.corners().options()
    }
}

async fn within<T>(silence: Duration, answer: impl Future<Output = Result<T, Status>>) -> Result<T, Status> {
    match timeout(silence, answer).await {
        Ok(answer) => answer,
        Err(_) => Err(Status::unavailable(format!("the stream was silent for {silence:?}"))),
    }
}

/// Whether another stream may do better. What the caller got wrong stays wrong; what a connection, a server that is
/// restarting or a reader that was slow did passes.
fn heals(status: &Status) -> bool {
    retry::invites_retry(status)
        || matches!(
            status.code(),
            Code::ResourceExhausted | Code::Aborted | Code::Unknown | Code::Internal | Code::Ok
        )
}
