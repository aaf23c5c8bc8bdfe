//! Somebody who finds out when the platform takes moves again.

use std::time::Duration;

use corners_client::proto::game::v1::{CreateTableRequest, CreatorSeats};
use corners_client::{Backoff, Options, Session};

use crate::crowd::{FIRST_MOVES, patient};
use crate::{Stage, untimed};

/// One player at both sides of an untimed table, who tries to move again and again.
#[derive(Debug)]
pub(super) struct Probe {
    session: Session,
    table: String,
}

impl Probe {
    pub(super) async fn new(stage: &Stage) -> Self {
        let options = Options {
            try_timeout: Duration::from_secs(1),
            backoff: Backoff {
                first: Duration::from_millis(5),
                longest: Duration::from_millis(10),
            },
            ..patient()
        };
        let session = stage.player().await.over(&stage.connect(options).await);
        let request = CreateTableRequest {
            variant: "classic-3x3".to_owned(),
            seats: CreatorSeats::Both.into(),
            time_control: Some(untimed()),
            ..Default::default()
        };
        let table = session.create_table(request).await.unwrap().id;
        Self { session, table }
    }

    /// Returns once a move has been taken.
    pub(super) async fn play(&self) {
        self.session.play(&self.table, FIRST_MOVES[0], None).await.unwrap();
    }
}
