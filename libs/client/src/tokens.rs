//! A session's tokens, for applications that keep them.

use corners_proto::accounts::v1::Tokens;
use tokio::sync::watch;

use crate::Session;
use crate::access::Held;

impl Session {
    /// The session's newest tokens, to be kept and given to [`Corners::session_from`](crate::Corners::session_from) later.
    /// None for a session that has no refresh token. They are the account's secrets.
    #[must_use]
    pub fn tokens(&self) -> Option<Tokens> {
        self.access().tokens()
    }

    /// Tells each time that the session has new tokens: the ones before are used up.
    #[must_use]
    pub fn new_tokens(&self) -> NewTokens {
        let held = self.access().watched();
        let generation = held.borrow().generation();
        NewTokens { held, generation }
    }
}

/// What a session's tokens become.
#[derive(Debug)]
pub struct NewTokens {
    held: watch::Receiver<Held>,
    generation: u64,
}

impl NewTokens {
    /// The next tokens; nothing when the session is over or nobody has it any more. Who comes late gets the newest only.
    /// Safe to cancel.
    pub async fn next(&mut self) -> Option<Tokens> {
        loop {
            {
                let held = self.held.borrow_and_update();
                if held.generation() > self.generation {
                    self.generation = held.generation();
                    return held.tokens();
                }
                if held.is_over() {
                    return None;
                }
            }
            self.held.changed().await.ok()?;
        }
    }
}
