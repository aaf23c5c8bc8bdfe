//! A platform for one test, with clients connected to it.

use std::path::PathBuf;

use corners_client::proto::game::v1::time_control::Kind;
use corners_client::proto::game::v1::{
    CreateTableRequest, CreatorSeats, EndReason, Ending, JoinTableRequest, RealTime, Result as Outcome, Table,
    TimeControl,
};
use corners_client::{Corners, Session};
use corners_platform_tests::{Platform, untimed};
use tempfile::TempDir;

/// A running platform in a folder of its own, and a connection to it.
pub(crate) struct Running {
    pub(crate) corners: Corners,
    pub(crate) platform: Platform,
    folder: TempDir,
}

/// Starts a platform and connects to it.
pub(crate) async fn running() -> Running {
    let folder = TempDir::new().unwrap();
    let platform = Platform::start(folder.path());
    Running {
        corners: platform.connect().await,
        platform,
        folder,
    }
}

impl Running {
    /// Where the platform keeps its stores and keys.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Two guests at a new table of `classic-3x3`, White first.
    pub(crate) async fn two_at_a_table(&self, time_control: TimeControl) -> (Session, Session, Table) {
        let (white, black) = (self.platform.guest().await, self.platform.guest().await);
        let request = CreateTableRequest {
            variant: "classic-3x3".to_owned(),
            time_control: Some(time_control),
            ..Default::default()
        };
        let table = white.create_table(request).await.unwrap();
        let request = JoinTableRequest {
            table: table.id,
            ..Default::default()
        };
        let table = black.join_table(request).await.unwrap();
        (white, black, table)
    }
}

/// A table at which the caller plays both sides, untimed, from a position or from the start when it is empty.
pub(crate) fn alone(variant: &str, start_position: &str) -> CreateTableRequest {
    CreateTableRequest {
        variant: variant.to_owned(),
        time_control: Some(untimed()),
        seats: CreatorSeats::Both.into(),
        start_position: start_position.to_owned(),
        ..Default::default()
    }
}

/// A table without what each reading of it has its own: the moment of the reading, and the moves of who reads.
pub(crate) fn as_stored(mut table: Table) -> Table {
    table.game_time_ms = 0;
    if let Some(state) = &mut table.state {
        state.legal_moves.clear();
    }
    table
}

/// Minutes on each clock, and seconds added for each move.
pub(crate) fn real_time(minutes: i64, seconds: i64) -> TimeControl {
    let duration = |seconds| prost_types::Duration { seconds, nanos: 0 };
    TimeControl {
        kind: Some(Kind::RealTime(RealTime {
            reserve: Some(duration(60 * minutes)),
            increment: Some(duration(seconds)),
        })),
    }
}

/// A verdict as the vectors write it: result and reason, `*` and `unfinished` while there is none.
pub(crate) fn verdict(ending: Option<&Ending>) -> (&'static str, String) {
    let Some(ending) = ending else {
        return ("*", "unfinished".to_owned());
    };
    let result = match ending.result() {
        Outcome::WhiteWins => "1-0",
        Outcome::BlackWins => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Unspecified => "*",
    };
    (result, reason(ending.reason()))
}

/// The name that the rules give to a reason.
fn reason(reason: EndReason) -> String {
    let name = reason.as_str_name().strip_prefix("END_REASON_").unwrap();
    name.to_ascii_lowercase().replace('_', "-")
}

/// A file of the public vectors.
pub(crate) fn vectors(name: &str) -> String {
    std::fs::read_to_string(format!(
        "{}/../../libs/rules/tests/vectors/{name}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
}

/// A game of the vectors.
#[derive(Clone, Debug, serde::Deserialize)]
pub(crate) struct GameLine {
    pub(crate) variant: String,
    /// A set-up position; empty for the variant's start.
    #[serde(default)]
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    pub(crate) result: String,
    pub(crate) reason: String,
    pub(crate) r#final: String,
}

/// All games of the vectors, in their order.
pub(crate) fn games() -> Vec<GameLine> {
    vectors("games.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The first game of a variant that was played from its start to this end.
pub(crate) fn whole_game(variant: &str, reason: &str) -> GameLine {
    games()
        .into_iter()
        .find(|game| game.variant == variant && game.start.is_empty() && game.reason == reason)
        .unwrap()
}
