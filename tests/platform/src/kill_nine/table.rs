//! One place for a table: two players who play one game after the other.

use std::time::Duration;

use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{
    CreateTableRequest, CreatorSeats, JoinTableRequest, LegalMove, PlayMoveRequest, PlayMoveResponse, RealTime, Side,
    TableState, TableStatus, TakebackPolicy, TimeControl, time_control,
};
use corners_client::proto::ids::RequestId;
use corners_client::{Error, Session, Update};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::mpsc;

use super::shared::{Made, Shared};
use crate::invariants::{Acknowledged, Moment};

/// One place for a table.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) number: usize,
    pub(super) seed: u64,
    /// The reserve of each game, in whole seconds.
    pub(super) reserve: Duration,
    pub(super) white: Session,
    pub(super) black: Session,
    pub(super) shared: Shared,
    /// Tells the spectator of new tables.
    pub(super) spectator: mpsc::UnboundedSender<String>,
}

impl Place {
    /// Plays game after game until the campaign is over.
    pub(super) async fn run(self) {
        let mut game = 0;
        while !self.shared.progress().borrow().is_over() {
            if let Err(error) = self.one_game(game).await {
                self.shared.fail(format!("a player in place {}: {error}", self.number));
            }
            game += 1;
        }
    }

    async fn one_game(&self, game: u64) -> Result<(), Failure> {
        let table = self.white.create_table(creation(self.reserve)).await?;
        let first = table.state.and_then(|state| state.version);
        self.shared.record().made.push(Made {
            table: table.id.clone(),
            first: first.ok_or(Failure::Incomplete)?,
        });
        // A spectator who has left is no reason not to play.
        let _ = self.spectator.send(table.id.clone());
        let joining = JoinTableRequest {
            table: table.id.clone(),
            side: Side::Black.into(),
            ..Default::default()
        };
        self.black.join_table(joining).await?;
        let player = |session: &Session, side: Side| Player {
            place: self.number,
            session: session.clone(),
            side,
            table: table.id.clone(),
            random: StdRng::seed_from_u64(self.seed ^ (game << 16) ^ ((self.number as u64) << 8) ^ side as u64),
            shared: self.shared.clone(),
        };
        let white = player(&self.white, Side::White);
        let black = player(&self.black, Side::Black);
        tokio::try_join!(white.play(), black.play())?;
        Ok(())
    }
}

fn creation(reserve: Duration) -> CreateTableRequest {
    let real_time = RealTime {
        reserve: Some(prost_types::Duration {
            seconds: i64::try_from(reserve.as_secs()).unwrap(),
            nanos: 0,
        }),
        increment: Some(prost_types::Duration::default()),
    };
    CreateTableRequest {
        variant: "classic-3x4".to_owned(),
        seats: CreatorSeats::White.into(),
        takebacks: TakebackPolicy::Off.into(),
        time_control: Some(TimeControl {
            kind: Some(time_control::Kind::RealTime(real_time)),
        }),
        ..Default::default()
    }
}

/// Why a player had to give up.
#[derive(Debug)]
pub(super) enum Failure {
    Client(Error),
    Incomplete,
    Snapshot,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Client(error) => error.fmt(formatter),
            Self::Incomplete => formatter.write_str("an answer without state, version, turn or move"),
            Self::Snapshot => formatter.write_str("a second snapshot: the log is no longer the one that was seen"),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Client(error)
    }
}

struct Player {
    place: usize,
    session: Session,
    side: Side,
    table: String,
    random: StdRng,
    shared: Shared,
}

impl Player {
    /// Plays one side to the end of the game or of the campaign.
    async fn play(mut self) -> Result<(), Failure> {
        let mut progress = self.shared.progress();
        let mut watch = self.session.watch([&self.table]);
        let watcher = format!("{:?}", self.side);
        let mut started = false;
        loop {
            let update = tokio::select! {
                update = watch.next() => update,
                _ = progress.wait_for(|progress| progress.is_over()) => return Ok(()),
            };
            let state = match update.transpose()? {
                None => return Ok(()),
                Some(Update::Snapshot(_)) if started => return Err(Failure::Snapshot),
                Some(Update::Snapshot(table)) => table.state.ok_or(Failure::Incomplete)?,
                Some(Update::Presence(_) | Update::Heartbeat(_)) => continue,
                Some(Update::Failed(_)) => return Err(Failure::Incomplete),
                Some(Update::Event(event)) => {
                    let state = event.state.ok_or(Failure::Incomplete)?;
                    let version = state.version.as_ref().ok_or(Failure::Incomplete)?;
                    self.shared.saw(&watcher, &self.table, version);
                    state
                }
            };
            started = true;
            if state.status() == TableStatus::Playing && state.side_to_move() == self.side {
                self.make_move(&state).await?;
            }
        }
    }

    async fn make_move(&mut self, state: &TableState) -> Result<(), Failure> {
        let Some(path) = self.choose(&state.legal_moves) else {
            return Err(Failure::Incomplete);
        };
        let request = PlayMoveRequest {
            table: self.table.clone(),
            request_id: RequestId::random().to_string(),
            expected_turn: state.turn.clone(),
            path: path.split('-').map(str::to_owned).collect(),
            confirm_return_home: true,
            ..Default::default()
        };
        let sent = self.shared.now();
        let answer = match self.session.play_move(request).await {
            // The move before ended the game: its event comes first, and the end's right after it.
            Err(error) if error.is(Reason::GameOver) => return Ok(()),
            answer => answer?,
        };
        let acknowledged = acknowledged(answer, sent, self.shared.now()).ok_or(Failure::Incomplete)?;
        self.shared.acknowledge(self.place, &self.table, acknowledged);
        Ok(())
    }

    fn choose(&mut self, legal: &[LegalMove]) -> Option<String> {
        let staying: Vec<_> = legal.iter().filter(|legal| !legal.returns_home).collect();
        let candidates = if staying.is_empty() {
            legal.iter().collect()
        } else {
            staying
        };
        let chosen = self.random.random_range(0..candidates.len().max(1));
        candidates.get(chosen).map(|legal| legal.path.clone())
    }
}

fn acknowledged(answer: PlayMoveResponse, sent: Moment, answered: Moment) -> Option<Acknowledged> {
    let turn = answer.state?.turn?;
    Some(Acknowledged {
        turn: turn.number,
        event_id: turn.event_id,
        path: answer.r#move?.path,
        sent,
        answered,
    })
}
