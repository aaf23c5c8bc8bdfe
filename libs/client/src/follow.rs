//! The task behind everything that is followed: one stream after the other, until there is nothing more to come.

use std::ops::ControlFlow;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tonic::{Code, Status, Streaming};

use crate::access::Bearer;
use crate::{Corners, Error, Link, Options, Refused, Session, retry};

/// How many updates wait for a reader before the stream itself waits. A reader that is too slow makes the server end the
/// stream, and the next one goes on from where the reader is.
const QUEUE: usize = 64;

/// What is followed: how to open a stream that goes on from what was received, and what its messages mean.
pub(crate) trait Followed: Send + 'static {
    /// The name of the call.
    const CALL: &'static str;
    /// What the server sends.
    type Message: Send + 'static;
    /// What the reader gets.
    type Update: Send + 'static;

    /// Opens a stream that goes on from what was received.
    fn open(
        &self,
        corners: &Corners,
        bearer: &Bearer,
    ) -> impl Future<Output = Result<Streaming<Self::Message>, Status>> + Send;

    /// Takes a message.
    fn take(&mut self, message: Self::Message, session: &Session) -> Result<Step<Self::Update>, Error>;

    /// Whether another stream may do better although the server refused this one: what is asked for is another thing now.
    fn asks_anew(&mut self, _refused: &Refused) -> bool {
        false
    }

    /// Whether a stream that the server ended without an error has told everything.
    fn is_complete(&self) -> bool {
        false
    }
}

/// What a message means to the reader.
pub(crate) enum Step<Update> {
    /// News.
    Tell(Update),
    /// Something that a reader who is behind need not know.
    Mention(Update),
    /// The last news.
    TellLast(Update),
    /// Nothing.
    Nothing,
}

/// Where a follower's updates arrive. Dropping it ends the follower.
#[derive(Debug)]
pub(crate) struct Following<Update> {
    pub(crate) updates: mpsc::Receiver<Result<Update, Error>>,
    pub(crate) link: watch::Receiver<Link>,
    task: JoinHandle<()>,
}

impl<Update> Drop for Following<Update> {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Follows something for a session.
pub(crate) fn follow<F: Followed>(session: Session, followed: F) -> Following<F::Update> {
    let (updates_in, updates) = mpsc::channel(QUEUE);
    let (link_in, link) = watch::channel(Link::Connecting);
    let follower = Follower::new(session, followed, updates_in, link_in);
    Following {
        updates,
        link,
        task: tokio::spawn(follower.run()),
    }
}

/// Why there is nothing more to come.
enum End {
    /// Everything is told, or the reader is gone.
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

struct Follower<F: Followed> {
    session: Session,
    followed: F,
    updates: mpsc::Sender<Result<F::Update, Error>>,
    link: watch::Sender<Link>,
    /// Streams that failed in a row without a message.
    failures: u32,
    /// What the last stream was opened with.
    bearer: Bearer,
    /// Whether that is new since the last message: a token that is refused at once is not renewed again.
    is_renewed: bool,
    last_message: Instant,
}

impl<F: Followed> Follower<F> {
    fn new(
        session: Session,
        followed: F,
        updates: mpsc::Sender<Result<F::Update, Error>>,
        link: watch::Sender<Link>,
    ) -> Self {
        Self {
            bearer: session.access().bearer(),
            is_renewed: false,
            session,
            followed,
            updates,
            link,
            failures: 0,
            last_message: Instant::now(),
        }
    }

    async fn run(mut self) {
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
            if !heals(&status) && !self.followed.asks_anew(&status.clone().into()) {
                return End::Failed(Error::Refused {
                    call: F::CALL,
                    refused: Box::new(status.into()),
                });
            }
            if silent_for >= self.options().watch_patience {
                let (tries, refused) = (self.failures, Box::new(status.into()));
                return End::Failed(Error::Unreachable {
                    call: F::CALL,
                    tries,
                    waited: silent_for,
                    refused,
                });
            }
            let wait = retry::wait_after(self.options(), &status, self.failures);
            tracing::debug!(?wait, code = ?status.code(), "a stream broke off");
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
                Ok(Some(message)) => message,
                Ok(None) if self.followed.is_complete() => return ControlFlow::Break(End::Done),
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

    async fn open(&mut self) -> Result<Streaming<F::Message>, Status> {
        self.bearer = self.session.access().bearer();
        self.followed.open(self.session.corners(), &self.bearer).await
    }

    async fn take(&mut self, message: F::Message) -> Result<(), End> {
        let (update, is_last) = match self.followed.take(message, &self.session).map_err(End::Failed)? {
            Step::Tell(update) => (update, false),
            Step::TellLast(update) => (update, true),
            Step::Mention(update) => {
                let _ = self.updates.try_send(Ok(update));
                return Ok(());
            }
            Step::Nothing => return Ok(()),
        };
        self.updates.send(Ok(update)).await.map_err(|_| End::Done)?;
        if is_last { Err(End::Done) } else { Ok(()) }
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
