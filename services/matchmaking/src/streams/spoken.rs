//! What all streams of matchmaking are: messages that are ready, and work for more of them while the client reads.

use std::collections::VecDeque;
use std::future::Future;

use futures::Stream;
use tonic::Status;

/// What a stream has ready to say, and how it ends.
pub(super) struct Outbox<W> {
    ready: VecDeque<W>,
    end: Option<Status>,
    ended: bool,
}

impl<W> Outbox<W> {
    pub(super) const fn new() -> Self {
        Self {
            ready: VecDeque::new(),
            end: None,
            ended: false,
        }
    }

    /// Has something said.
    pub(super) fn say(&mut self, word: W) {
        self.ready.push_back(word);
    }

    /// Whether there is something to be said.
    pub(super) fn is_empty(&self) -> bool {
        self.ready.is_empty()
    }

    /// Ends the stream with this status, once all is said.
    pub(super) fn end_with(&mut self, status: impl Into<Status>) {
        self.end = Some(status.into());
    }

    /// Ends the stream well, once all is said.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// What comes next; none while there is nothing, and a none within when that was all.
    fn next(&mut self) -> Option<Option<Result<W, Status>>> {
        if let Some(word) = self.ready.pop_front() {
            return Some(Some(Ok(word)));
        }
        if self.ended {
            return Some(None);
        }
        let status = self.end.take()?;
        self.ended = true;
        Some(Some(Err(status)))
    }
}

/// A stream.
pub(super) trait Spoken: Send + Sized {
    /// What it has ready.
    type Word: Send;
    /// What is sent of that.
    type Message;

    fn outbox(&mut self) -> &mut Outbox<Self::Word>;

    /// Makes the next words ready, waiting for them if there are none.
    fn advance(&mut self) -> impl Future<Output = ()> + Send;

    /// The message of a word, which is sent now.
    fn send(&mut self, word: Self::Word) -> Self::Message;
}

/// The stream that a server sends. It works only while its client reads.
pub(super) fn spoken<S: Spoken>(stream: S) -> impl Stream<Item = Result<S::Message, Status>> + Send {
    futures::stream::unfold(stream, |mut stream| async move {
        loop {
            if let Some(next) = stream.outbox().next() {
                let said = next?.map(|word| stream.send(word));
                return Some((said, stream));
            }
            stream.advance().await;
        }
    })
}
