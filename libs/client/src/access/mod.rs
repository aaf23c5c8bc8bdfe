//! What proves who calls, and what gets the next proof before the last one expires.
//!
//! One task per session renews its access token: a minute before it expires, and when a call finds that it is no longer
//! good. All clones of a session wait for that one renewal.

mod grant;
mod held;
mod keeper;

use std::sync::Arc;

use corners_proto::accounts::v1::Tokens;
use corners_proto::error::Reason;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tonic::{Request, Status};

pub(crate) use grant::Grant;
pub(crate) use held::{Bearer, Held, renewal_due, renewal_of_kept_due};
use keeper::{Renewal, Wanted};

use crate::{Corners, Error, Refused};

/// A session's access token, which may change. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    held: watch::Receiver<Held>,
    /// None for a token that nothing renews.
    keeper: Option<Arc<Keeper>>,
}

/// The task that renews the token, as long as anybody has the session.
#[derive(Debug)]
struct Keeper {
    wanted: Arc<Wanted>,
    task: JoinHandle<()>,
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Access {
    /// A token that nothing renews.
    pub(crate) fn fixed(token: &str) -> Result<Self, Error> {
        let held = Held::new(Bearer::new(token, 1)?, None);
        Ok(Self {
            held: watch::channel(held).1,
            keeper: None,
        })
    }

    /// A token that `grant` renews, for the first time at `due` if no call is refused before. Must be called within a tokio
    /// runtime.
    pub(crate) fn renewed_by(grant: Grant, held: Held, due: Option<Instant>, corners: Corners) -> Self {
        let (held_in, held) = watch::channel(held);
        let wanted = Arc::new(Wanted::default());
        let renewal = Renewal {
            grant,
            corners,
            held: held_in,
            wanted: Arc::clone(&wanted),
            due,
        };
        let task = tokio::spawn(renewal.run());
        Self {
            held,
            keeper: Some(Arc::new(Keeper { wanted, task })),
        }
    }

    /// What calls carry now.
    pub(crate) fn bearer(&self) -> Bearer {
        self.held.borrow().bearer.clone()
    }

    /// The session's newest tokens; none for a token that came without.
    pub(crate) fn tokens(&self) -> Option<Tokens> {
        self.held.borrow().tokens.as_deref().cloned()
    }

    /// The channel of what is held, for those who store it.
    pub(crate) fn watched(&self) -> watch::Receiver<Held> {
        self.held.clone()
    }

    /// Whether a call that was refused so may get through with the next token.
    pub(crate) fn can_mend(&self, refused: &Refused) -> bool {
        let reasons = [Reason::TokenExpired, Reason::TokenInvalid, Reason::TokenRevoked];
        let given = refused.reason.as_deref();
        self.keeper.is_some() && reasons.iter().any(|reason| given == Some(reason.as_str()))
    }

    /// The token after one that was refused: waits for the renewal, which many may wait for.
    ///
    /// # Errors
    /// [`Error::SessionOver`] when there is no next one; why it could not be had this time, otherwise.
    pub(crate) async fn after(&self, refused: &Bearer) -> Result<Bearer, Error> {
        let mut held = self.held.clone();
        let failures = held.borrow_and_update().failures;
        if let Some(keeper) = &self.keeper {
            keeper.wanted.ask(refused.generation);
        }
        loop {
            {
                let now = held.borrow_and_update();
                if now.bearer.generation > refused.generation {
                    return Ok(now.bearer.clone());
                }
                match &now.trouble {
                    Some(over @ Error::SessionOver { .. }) => return Err(over.clone()),
                    Some(trouble) if now.failures > failures => return Err(trouble.clone()),
                    _ => {}
                }
            }
            held.changed().await.map_err(|_| kept_no_longer())?;
        }
    }
}

fn kept_no_longer() -> Error {
    let status = Status::cancelled("the runtime that kept the session has shut down");
    Error::SessionOver {
        refused: Box::new(status.into()),
    }
}

impl Bearer {
    /// Puts the token on a request.
    pub(crate) fn sign<Message>(&self, mut request: Request<Message>) -> Request<Message> {
        request.metadata_mut().insert("authorization", self.header.clone());
        request
    }
}
