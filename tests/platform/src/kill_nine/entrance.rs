//! Where the players of a campaign connect.

use std::time::Duration;

use corners_client::{Backoff, Corners, Options, Session};

use crate::{Platform, Player, Stage};

/// Where the players of a campaign connect.
#[derive(Clone, Debug)]
pub(super) struct Entrance {
    accounts: String,
    game: String,
    clock: String,
}

impl Entrance {
    pub(super) fn of_platform(platform: &Platform) -> Self {
        Self {
            accounts: platform.url(),
            game: platform.url(),
            clock: platform.url(),
        }
    }

    pub(super) fn of_stage(stage: &Stage) -> Self {
        Self {
            accounts: stage.accounts_url(),
            game: stage.entrance.url(),
            clock: stage.clock_entrance.url(),
        }
    }

    /// A new guest, on a connection of its own.
    pub(super) async fn guest(&self) -> Session {
        let guest = Player::new_guest(&self.accounts, Options::default()).await;
        guest.over(&connect(&self.game).await)
    }

    /// A connection to read game time over.
    pub(super) async fn clock(&self) -> Corners {
        connect(&self.clock).await
    }
}

/// A client that keeps trying, with short waits: its platform is never away for long.
async fn connect(url: &str) -> Corners {
    let options = Options {
        deadline: Duration::from_secs(60),
        max_tries: 10_000,
        backoff: Backoff {
            first: Duration::from_millis(5),
            longest: Duration::from_millis(50),
        },
        ..Default::default()
    };
    Corners::connect(url, options).await.unwrap()
}
