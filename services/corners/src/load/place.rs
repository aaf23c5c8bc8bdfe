//! One place for a table: two players with their streams, who play one game after the other.

use std::sync::Arc;
use std::time::Duration;

use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{
    CreateTableRequest, CreatorSeats, JoinTableRequest, LegalMove, PlayMoveRequest, RealTime, Side, TableState,
    TableStatus, TakebackPolicy, TimeControl, time_control,
};
use corners_client::{Error, Session, Update};
use rand::RngExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};

use super::measured::{Measured, Of};
use super::reason;
use super::shown::Shown;

/// The reserve of each side: longer than any load, so that no flag falls.
const RESERVE_S: i64 = 3 * 60 * 60;

/// One in so many moves is any legal one; the others go forward.
const ANY_MOVE_OF: u32 = 4;

/// The first game in a place is resigned after at most so many plies, so that not all games begin and end together.
const SHORTEST_FIRST: u32 = 2;
const LONGEST_FIRST: u32 = 120;

/// How long a place rests after something failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// A table whose player has chosen a move and waits for the moment to play it.
#[derive(Debug)]
pub(crate) struct Ready {
    session: Session,
    request: PlayMoveRequest,
    turn: u32,
    shown: Arc<Shown>,
}

impl Ready {
    /// Plays the move that was due at `due`.
    pub(crate) async fn play(self, due: Instant, measured: Measured) {
        measured.record(Of::Lateness, due);
        self.shown.begins(self.turn + 1, due);
        match self.session.play_move(self.request).await {
            Ok(_) => measured.record(Of::PlayMove, due),
            // The move before ended the game: its event comes first, and the end's right after it.
            Err(error) if error.is(Reason::GameOver) => {}
            Err(error) => measured.failed(reason(&error)),
        }
    }
}

/// One place for a table.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) white: Session,
    pub(crate) black: Session,
    pub(crate) measured: Measured,
    pub(crate) ready: mpsc::UnboundedSender<Ready>,
    /// The table that is on, for spectators.
    pub(crate) shown: watch::Sender<Option<Arc<Shown>>>,
}

impl Place {
    /// Plays until it is dropped.
    pub(crate) async fn run(self) {
        let mut plies = rand::rng().random_range(SHORTEST_FIRST..=LONGEST_FIRST);
        loop {
            match self.one_game(plies).await {
                Ok(()) => {
                    plies = u32::MAX;
                    self.measured.game_ended();
                }
                Err(error) => {
                    self.measured.failed(reason(&error));
                    sleep(AFTER_FAILURE).await;
                }
            }
        }
    }

    /// Plays one game, of at most so many plies.
    async fn one_game(&self, plies: u32) -> Result<(), Error> {
        let id = seated(&self.white, &self.black, real_time()).await?;
        let shown = Arc::new(Shown::new(id));
        self.shown.send_replace(Some(Arc::clone(&shown)));
        let mut white = self.white.watch([&shown.id]);
        let mut black = self.black.watch([&shown.id]);
        loop {
            let (side, update) = tokio::select! {
                update = white.next() => (Side::White, update),
                update = black.next() => (Side::Black, update),
            };
            let state = match update.transpose()? {
                None => return Ok(()),
                Some(Update::Snapshot(table)) => table.state,
                Some(Update::Event(event)) => event.state,
                Some(Update::Presence(_) | Update::Heartbeat(_)) => continue,
                Some(Update::Failed(_)) => return Err(Error::Protocol("a table that is played cannot be watched")),
            };
            if let Some(ready) = self.take(side, state.unwrap_or_default(), &shown) {
                if ready.turn > plies {
                    ready.session.seat(&shown.id).resign().await?;
                } else {
                    // Nobody takes moves any more when the load is over.
                    let _ = self.ready.send(ready);
                }
            }
        }
    }

    /// What this player has seen; the move that it makes, if it is its turn.
    fn take(&self, side: Side, state: TableState, shown: &Arc<Shown>) -> Option<Ready> {
        let turn = state.turn.as_ref().map_or(0, |turn| turn.number);
        if state.side_to_move() != side && state.status() != TableStatus::Finished {
            return None;
        }
        if let Some(due) = shown.opponent_hears(turn) {
            self.measured.record(Of::Event, due);
        }
        if state.status() != TableStatus::Playing {
            return None;
        }
        let path = choose(&state.legal_moves, side)?;
        let session = if side == Side::White { &self.white } else { &self.black };
        let request = PlayMoveRequest {
            table: shown.id.clone(),
            expected_turn: state.turn,
            path,
            confirm_return_home: true,
            ..Default::default()
        };
        Some(Ready {
            session: session.clone(),
            request,
            turn,
            shown: Arc::clone(shown),
        })
    }
}

/// Makes a table and seats two players at it.
pub(crate) async fn seated(white: &Session, black: &Session, time: time_control::Kind) -> Result<String, Error> {
    let creation = CreateTableRequest {
        variant: "classic-3x4".to_owned(),
        seats: CreatorSeats::White.into(),
        takebacks: TakebackPolicy::Off.into(),
        time_control: Some(TimeControl { kind: Some(time) }),
        ..Default::default()
    };
    let table = white.create_table(creation).await?.id;
    let joining = JoinTableRequest {
        table: table.clone(),
        ..Default::default()
    };
    black.join_table(joining).await?;
    Ok(table)
}

fn real_time() -> time_control::Kind {
    time_control::Kind::RealTime(RealTime {
        reserve: Some(prost_types::Duration {
            seconds: RESERVE_S,
            nanos: 0,
        }),
        increment: Some(prost_types::Duration::default()),
    })
}

/// Mostly a move toward the goal, so that homes are left and games go on.
fn choose(legal: &[LegalMove], side: Side) -> Option<Vec<String>> {
    let mut random = rand::rng();
    let forward: Vec<_> = legal.iter().filter(|legal| gain(&legal.path, side) > 0).collect();
    let any = forward.is_empty() || random.random_range(0..ANY_MOVE_OF) == 0;
    let chosen = if any {
        legal.get(random.random_range(0..legal.len().max(1)))
    } else {
        forward.get(random.random_range(0..forward.len())).copied()
    };
    chosen.map(|legal| legal.path.split('-').map(str::to_owned).collect())
}

/// How many files and ranks a move comes nearer to the goal's corner.
fn gain(path: &str, side: Side) -> i32 {
    let (Some(from), Some(to)) = (path.split('-').next(), path.split('-').next_back()) else {
        return 0;
    };
    let gain = from_a1(to) - from_a1(from);
    if side == Side::White { gain } else { -gain }
}

fn from_a1(square: &str) -> i32 {
    let file = square.bytes().next().map_or(0, i32::from);
    let rank: i32 = square.get(1..).and_then(|rank| rank.parse().ok()).unwrap_or(0);
    file + rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_away_from_a1_for_white_and_toward_it_for_black() {
        assert_eq!(gain("c3-e3-e5", Side::White), 4);
        assert_eq!(gain("c3-e3-e5", Side::Black), -4);
        assert_eq!(gain("h10-h9", Side::Black), 1);
    }
}
