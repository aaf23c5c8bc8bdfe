//! A stage with several replicas, and players who are connected to all of them.

use corners_client::proto::game::v1::{
    CreateTableRequest, CreatorSeats, LegalMove, ListMyTablesRequest, PlayMoveRequest, RealTime, Table, TableEvent,
    TableState, TakebackPolicy, TimeControl, Version, WatchedTable, time_control,
};
use corners_client::{Corners, Error, Options, Session, Update, Watch};
use corners_platform_tests::{Player, Stage, StageBuilder, untimed};
use corners_test_redis::Durability;

/// A stage, and a connection to each replica of game-authority.
pub(crate) struct Replicas {
    pub(crate) stage: Stage,
    connections: Vec<Corners>,
}

/// Two replicas each of clock and game-authority, on Redis.
pub(crate) fn replicas(durability: Durability) -> StageBuilder {
    Stage::build().replicas(durability)
}

impl Replicas {
    pub(crate) async fn start() -> Self {
        Self::on(replicas(Durability::EverySecond).start().await).await
    }

    pub(crate) async fn on(stage: Stage) -> Self {
        let mut connections = Vec::new();
        let anybody = stage.player().await;
        for replica in 0..stage.authorities.len() {
            let connection = stage.connect_to(replica, Options::default()).await;
            // Tests that call without the SDK do not call again while a replica that has just started learns whom to trust.
            let session = anybody.over(&connection);
            session.list_my_tables(ListMyTablesRequest::default()).await.unwrap();
            connections.push(connection);
        }
        Self { stage, connections }
    }

    /// A new guest, with a session at each replica.
    pub(crate) async fn guest(&self) -> Everywhere {
        self.everywhere(&self.stage.player().await)
    }

    pub(crate) fn everywhere(&self, player: &Player) -> Everywhere {
        let sessions = self.connections.iter().map(|connection| player.over(connection));
        Everywhere {
            sessions: sessions.collect(),
        }
    }

    /// What every replica says of a table; all must say the same.
    pub(crate) async fn agreed(&self, reader: &Everywhere, table: &str) -> Table {
        let mut agreed: Option<Table> = None;
        for session in &reader.sessions {
            let read = crate::support::as_stored(session.get_table(table).await.unwrap());
            assert_eq!(
                agreed.get_or_insert_with(|| read.clone()),
                &read,
                "all replicas say the same"
            );
        }
        agreed.unwrap()
    }
}

/// One account with a session at each replica.
#[derive(Clone)]
pub(crate) struct Everywhere {
    sessions: Vec<Session>,
}

impl Everywhere {
    /// The session for a number: any two that follow each other are at different replicas.
    pub(crate) fn at(&self, number: usize) -> &Session {
        &self.sessions[number % self.sessions.len()]
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Session> {
        self.sessions.iter()
    }

    /// A new untimed table at which the account plays both sides, without free takebacks.
    pub(crate) async fn table(&self) -> Table {
        self.at(0).create_table(both_seats(untimed(), "")).await.unwrap()
    }
}

/// A table of `classic-3x3` at which the caller plays both sides, from a position or from the start when it is empty.
pub(crate) fn both_seats(time_control: TimeControl, start_position: &str) -> CreateTableRequest {
    CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        time_control: Some(time_control),
        seats: CreatorSeats::Both.into(),
        takebacks: TakebackPolicy::Agreed.into(),
        start_position: start_position.to_owned(),
        ..Default::default()
    }
}

/// So many seconds on each clock, and none added.
pub(crate) fn seconds(seconds: i64) -> TimeControl {
    let reserve = Some(prost_types::Duration { seconds, nanos: 0 });
    let real_time = RealTime {
        reserve,
        increment: None,
    };
    TimeControl {
        kind: Some(time_control::Kind::RealTime(real_time)),
    }
}

/// A move of the list, which is not a return home, for the turn of a state.
pub(crate) fn playing(table: &str, state: &TableState, path: &str) -> PlayMoveRequest {
    PlayMoveRequest {
        table: table.to_owned(),
        expected_turn: state.turn.clone(),
        path: path.split('-').map(str::to_owned).collect(),
        ..Default::default()
    }
}

/// The paths that a state offers to the side to move, without those that lose by returning home.
pub(crate) fn paths(state: &TableState) -> Vec<&str> {
    let staying = state.legal_moves.iter().filter(|legal| !legal.returns_home);
    staying.map(|LegalMove { path, .. }| path.as_str()).collect()
}

pub(crate) fn version(state: Option<&TableState>) -> Version {
    state.unwrap().version.clone().unwrap()
}

/// All events of a table from its first version on, read at one replica, up to a version.
pub(crate) async fn log(session: &Session, first: &Table, last: u64) -> Vec<TableEvent> {
    let mut watch = session.watch_from([WatchedTable {
        table: first.id.clone(),
        resume_after: first.state.as_ref().unwrap().version.clone(),
    }]);
    let mut events = Vec::new();
    let mut number = version(first.state.as_ref()).number;
    while number < last {
        match watch.next_in_log().await.unwrap().unwrap() {
            Update::Event(event) => {
                number = version(event.state.as_ref()).number;
                events.push(*event);
            }
            other => panic!("the log does not begin as it did: {other:?}"),
        }
    }
    events
}

/// The next update of a watch, which has to be an event.
pub(crate) async fn next_event(watch: &mut Watch) -> Result<TableEvent, Error> {
    match watch.next_in_log().await.expect("the watch goes on")? {
        Update::Event(event) => Ok(*event),
        other => panic!("an event was due: {other:?}"),
    }
}
