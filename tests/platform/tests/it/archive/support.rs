//! A platform with archives, and who reads them.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use corners_client::proto::archive::v1::{Game, ResultEvent};
use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{CreateTableRequest, CreatorSeats, ResignRequest, Side, Table};
use corners_client::{Corners, Error, FeedFrom, FeedUpdate, Options, Results, Session};
use corners_platform_tests::{Stage, StageBuilder, untimed};
use corners_test_redis::Durability;
use tokio::time::timeout;

/// Longer than anything takes here on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// A stage with archives, and a registered player who may read the feed.
pub(super) struct Archived {
    pub(super) stage: Stage,
    pub(super) corners: Corners,
    pub(super) reader: Session,
}

/// Two replicas of everything but accounts, on Redis that loses nothing and on Postgres.
pub(super) fn two_of_each() -> StageBuilder {
    Stage::build().replicas(Durability::Always).archives(2)
}

impl Archived {
    pub(super) async fn on(stage: StageBuilder) -> Self {
        let stage = stage.start().await;
        let corners = stage.connect_to_all(Options::default()).await;
        let registered = corners.register("Reader", "a long password of tests").await.unwrap();
        Self {
            stage,
            reader: registered.session,
            corners,
        }
    }

    /// A game of the archive, once it is there.
    pub(super) async fn game(&self, table: &str) -> Game {
        let waiting = async {
            loop {
                match self.reader.get_game(table).await {
                    Err(error) if error.is(Reason::GameNotFound) => self.something_recorded().await,
                    game => return game.unwrap(),
                }
            }
        };
        timeout(PATIENCE, waiting).await.expect("the game is not archived")
    }

    /// Waits until something may have been recorded: an event of the feed, or a heartbeat.
    async fn something_recorded(&self) {
        let now = prost_types::Timestamp::from(corners_service::time::wall_clock());
        let mut results = self.reader.results(FeedFrom::Recorded(now));
        results.next().await.unwrap().unwrap();
    }

    /// The feed from its beginning.
    pub(super) fn feed(&self) -> Feed {
        Feed {
            results: self.reader.results(FeedFrom::Beginning),
            events: Vec::new(),
        }
    }
}

/// What was read of the feed.
pub(super) struct Feed {
    results: Results,
    pub(super) events: Vec<ResultEvent>,
}

impl Feed {
    /// Reads until these tables have told their end; panics if one does not, or twice, or if a position is missing.
    pub(super) async fn until_all(&mut self, tables: &[String]) {
        let reading = async {
            while !self.has_all(tables) {
                if let FeedUpdate::Events(events) = self.results.next().await.unwrap().unwrap() {
                    self.events.extend(events);
                }
            }
        };
        let all = timeout(PATIENCE, reading).await;
        assert!(
            all.is_ok(),
            "{} of {} games are in the feed",
            self.ends().len(),
            tables.len()
        );
        self.assert_dense();
        for (table, ends) in self.ends() {
            assert_eq!(ends, 1, "the end of {table} is told once");
        }
    }

    fn has_all(&self, tables: &[String]) -> bool {
        let ends = self.ends();
        tables.iter().all(|table| ends.contains_key(table.as_str()))
    }

    /// How often each table's end was told.
    pub(super) fn ends(&self) -> HashMap<&str, usize> {
        let mut ends = HashMap::new();
        for event in &self.events {
            let event = event.event.as_ref().unwrap();
            if event.r#type == "corners.game.finished.v1" {
                *ends.entry(event.id.as_str()).or_default() += 1;
            }
        }
        ends
    }

    fn assert_dense(&self) {
        let positions = self.events.iter().map(sequence);
        assert!(positions.eq(1..=self.events.len() as u64), "a position is missing");
    }
}

/// The position of an event.
pub(super) fn sequence(event: &ResultEvent) -> u64 {
    attribute(event, "sequence").parse().unwrap()
}

/// An attribute of an event, as text.
pub(super) fn attribute(event: &ResultEvent, name: &str) -> String {
    use corners_client::proto::io::cloudevents::v1::cloud_event::cloud_event_attribute_value::Attr;
    let attributes: BTreeMap<_, _> = event.event.as_ref().unwrap().attributes.iter().collect();
    match attributes[&name.to_owned()].attr.clone().unwrap() {
        Attr::CeString(text) | Attr::CeUri(text) | Attr::CeUriRef(text) => text,
        Attr::CeTimestamp(moment) => moment.to_string(),
        other => panic!("{name} is {other:?}"),
    }
}

/// A new untimed table at which the caller plays both sides.
pub(super) async fn table(session: &Session) -> Result<Table, Error> {
    session
        .create_table(CreateTableRequest {
            variant: "classic-3x3".to_owned(),
            time_control: Some(untimed()),
            seats: CreatorSeats::Both.into(),
            ..Default::default()
        })
        .await
}

/// White gives up.
pub(super) async fn resign(session: &Session, table: &str) -> Result<(), Error> {
    let request = ResignRequest {
        table: table.to_owned(),
        side: Side::White.into(),
        ..Default::default()
    };
    session.resign(request).await.map(drop)
}

/// Makes a table and ends its game.
pub(super) async fn finished_game(session: &Session) -> Result<String, Error> {
    let table = table(session).await?.id;
    resign(session, &table).await?;
    Ok(table)
}
