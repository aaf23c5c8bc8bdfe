//! Those in this process who listen.

use std::collections::VecDeque;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::broadcast::{self, Receiver, Sender};

use crate::store::{Heard, Listener};

/// Commits that wait for the slowest listener; what comes beyond them is a gap.
const QUEUE: usize = 4_096;

/// The way to all listeners.
#[derive(Clone, Debug)]
pub(super) struct Ears(Sender<Arc<[Heard]>>);

impl Ears {
    pub(super) fn none_yet() -> Self {
        Self(broadcast::channel(QUEUE).0)
    }

    /// Lets all hear what a commit has touched.
    pub(super) fn tell(&self, touched: Vec<Heard>) {
        if !touched.is_empty() {
            // Nobody may be listening.
            let _listeners = self.0.send(touched.into());
        }
    }

    pub(super) fn listen(&self) -> Listening {
        Listening {
            commits: self.0.subscribe(),
            heard: VecDeque::from([Heard::Gap]),
        }
    }
}

/// One listener.
pub(super) struct Listening {
    commits: Receiver<Arc<[Heard]>>,
    heard: VecDeque<Heard>,
}

#[async_trait]
impl Listener for Listening {
    async fn next(&mut self) -> Heard {
        loop {
            if let Some(heard) = self.heard.pop_front() {
                return heard;
            }
            match self.commits.recv().await {
                Ok(touched) => self.heard.extend(touched.iter().cloned()),
                Err(broadcast::error::RecvError::Lagged(_)) => return Heard::Gap,
                // The store is gone: nothing happens in it any more.
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}
