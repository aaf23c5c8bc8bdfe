//! Whose turn it is to count.
//!
//! What is counted under one key is counted one after the other. In the database those that wait would each hold a
//! connection meanwhile, and with a few busy keys nothing else would get one. So the calls of a replica wait here.

use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

use crate::domain::MeterKey;

/// Keys that share a turn wait for each other without need; of so many, two busy ones seldom do.
const TURNS: usize = 64;

/// How long a call waits for its turn.
const LONGEST: Duration = Duration::from_secs(2);

/// The turns of all keys.
#[derive(Debug)]
pub(super) struct Turns([Mutex<()>; TURNS]);

impl Turns {
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|_| Mutex::new(())))
    }

    /// Waits for the key's turn, which lasts as long as the answer is held; nothing when it does not come.
    pub(super) async fn wait(&self, key: MeterKey) -> Option<MutexGuard<'_, ()>> {
        let position = usize::from(key.as_bytes()[0]) % TURNS;
        timeout(LONGEST, self.0[position].lock()).await.ok()
    }
}
