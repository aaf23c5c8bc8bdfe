//! One game and its two players.

use std::time::Duration;

use corners_client::proto::game::v1::{
    CreateTableRequest, CreatorSeats, JoinTableRequest, PlayMoveResponse, RealTime, TakebackPolicy, TimeControl, Turn,
    time_control,
};
use corners_client::{Error, Session};

/// The moves that every game begins with: White's, Black's, White's.
pub(crate) const FIRST_MOVES: [&str; 3] = ["c3-d3", "f6-e6", "d3-e3"];

/// A game with both seats taken.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// The table's id.
    pub(crate) table: String,
    white: Session,
    black: Session,
}

impl Game {
    /// A new game with a reserve for each side, in whole milliseconds, and no increment.
    pub(crate) async fn begin(white: &Session, black: &Session, reserve: Duration) -> Result<Self, Error> {
        let table = white.create_table(creation(reserve)).await?.id;
        let joining = JoinTableRequest {
            table: table.clone(),
            ..Default::default()
        };
        black.join_table(joining).await?;
        Ok(Self {
            table,
            white: white.clone(),
            black: black.clone(),
        })
    }

    /// Plays the next of the [`FIRST_MOVES`]: the one that makes `turn`, from 1. In the turn that is expected, if it is
    /// named.
    pub(crate) async fn play(&self, turn: usize, expected: Option<Turn>) -> Result<PlayMoveResponse, Error> {
        let mover = if turn % 2 == 1 { &self.white } else { &self.black };
        mover.play(&self.table, FIRST_MOVES[turn - 1], expected).await
    }

    /// The game time of the end, as it is stored; none while the game is on.
    pub(crate) async fn stored_end_ms(&self) -> Result<Option<u64>, Error> {
        let state = self.white.get_table(&self.table).await?.state.unwrap_or_default();
        let ended = state.ending.and(state.clocks);
        Ok(ended.map(|clocks| clocks.game_time_ms))
    }

    /// Black gives up.
    pub(crate) async fn resign(&self) -> Result<(), Error> {
        self.black.seat(&self.table).resign().await.map(drop)
    }
}

fn creation(reserve: Duration) -> CreateTableRequest {
    // Whole seconds of a reserve are few, and fewer than a thousand million nanoseconds remain.
    let reserve = prost_types::Duration {
        seconds: i64::try_from(reserve.as_secs()).unwrap(),
        nanos: i32::try_from(reserve.subsec_millis() * 1_000_000).unwrap(),
    };
    let real_time = RealTime {
        reserve: Some(reserve),
        increment: None,
    };
    CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        seats: CreatorSeats::White.into(),
        takebacks: TakebackPolicy::Off.into(),
        time_control: Some(TimeControl {
            kind: Some(time_control::Kind::RealTime(real_time)),
        }),
        ..Default::default()
    }
}
