//! A platform with ratings, rated games on it, and who reads what becomes of them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use corners_client::proto::game::internal::v1::CreateTableRequest;
use corners_client::proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_client::proto::game::v1::{
    AccountKind, RealTime, ResignRequest, Seat, SeatRating, Side, TakebackPolicy, TimeControl, time_control,
};
use corners_client::proto::ids::RequestId;
use corners_client::proto::rating::v1::rating_event::Outcome;
use corners_client::proto::rating::v1::{RatingChange, RatingEvent};
use corners_client::{Corners, Error, FeedFrom, FeedUpdate, Options, Session};
use corners_platform_tests::{ServiceChannel, Stage, StageBuilder};
use corners_test_redis::Durability;
use tokio::time::timeout;

/// Longer than anything takes here on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// Six plies, so that the game counts: each side walks with its foremost piece.
const PLIES: [&str; 6] = ["c3-d3", "f6-e6", "d3-e3", "e6-d6", "e3-f3", "d6-c6"];

/// A stage with ratings.
pub(super) struct Rated {
    pub(super) stage: Stage,
    pub(super) hall: Arc<Hall>,
}

/// Who plays rated games on a stage, and a registered player who may read the feeds.
pub(super) struct Hall {
    corners: Corners,
    pub(super) reader: Session,
    /// The internal sides of the authorities.
    authorities: Vec<ServiceChannel>,
}

/// Two replicas of everything but accounts, on Redis that loses nothing and on Postgres.
pub(super) fn two_of_each() -> StageBuilder {
    Stage::build().replicas(Durability::Always).archives(2).ratings(2)
}

pub(super) fn minutes(reserve_s: i64) -> TimeControl {
    TimeControl {
        kind: Some(time_control::Kind::RealTime(RealTime {
            reserve: Some(prost_types::Duration {
                seconds: reserve_s,
                nanos: 0,
            }),
            increment: None,
        })),
    }
}

impl Rated {
    pub(super) async fn on(stage: StageBuilder) -> Self {
        let stage = stage.start().await;
        let corners = stage.connect_to_all(Options::default()).await;
        let registered = corners.register("Reader", "a long password of tests").await.unwrap();
        let mut authorities = Vec::new();
        for replica in 0..stage.authorities.len() {
            authorities.push(stage.inside(stage.authority_internal_address(replica)).await);
        }
        let hall = Hall {
            reader: registered.session,
            corners,
            authorities,
        };
        Self {
            stage,
            hall: Arc::new(hall),
        }
    }
}

impl Hall {
    pub(super) async fn guests(&self, count: usize) -> Vec<Session> {
        let mut guests = Vec::new();
        for _ in 0..count {
            guests.push(self.corners.guest().await.unwrap());
        }
        guests
    }

    /// A rated table of two players, as matchmaking makes it: asked for until an authority has made it.
    pub(super) async fn table(&self, white: &Session, black: &Session, time_control: TimeControl) -> String {
        let seat = |side: Side, session: &Session| Seat {
            side: side.into(),
            account: session.account().to_owned(),
            kind: AccountKind::Guest.into(),
            rating: Some(SeatRating {
                rating: 1500.0,
                deviation: 500.0,
            }),
        };
        let request = CreateTableRequest {
            request_id: RequestId::random().to_string(),
            variant: "classic-3x3".to_owned(),
            time_control: Some(time_control),
            takebacks: TakebackPolicy::Agreed.into(),
            rated: true,
            seats: vec![seat(Side::White, white), seat(Side::Black, black)],
        };
        let making = async {
            for authority in self.authorities.iter().cycle() {
                let mut authority = GameInternalServiceClient::new(authority.clone());
                if let Ok(made) = authority.create_table(request.clone()).await {
                    return made.into_inner().table.unwrap().id;
                }
            }
            unreachable!("it goes round and round")
        };
        timeout(PATIENCE, making).await.expect("no table is made")
    }

    /// Waits until these tables have their events, and answers all events; panics if a position is missing, if a game is told
    /// twice, or if the changes of a player are no chain that ends with the rating.
    pub(super) async fn events(&self, tables: &[String]) -> Vec<RatingEvent> {
        let mut events: Vec<RatingEvent> = Vec::new();
        let mut stream = self.reader.rating_events(FeedFrom::Beginning);
        let reading = async {
            while !tables
                .iter()
                .all(|table| events.iter().any(|event| event.table == *table))
            {
                if let FeedUpdate::Events(more) = stream.next().await.unwrap().unwrap() {
                    events.extend(more);
                }
            }
        };
        let all = timeout(PATIENCE, reading).await;
        assert!(all.is_ok(), "{} events of {} games", events.len(), tables.len());
        assert!(events.iter().map(|event| event.sequence).eq(1..=events.len() as u64));
        for table in tables {
            let told = events.iter().filter(|event| event.table == *table).count();
            assert_eq!(told, 1, "what became of {table} is told once");
        }
        self.assert_chains(&events).await;
        events
    }

    async fn assert_chains(&self, events: &[RatingEvent]) {
        let mut last: HashMap<String, RatingChange> = HashMap::new();
        for change in events.iter().flat_map(changes) {
            let before = last.get(&change.player);
            assert_eq!(change.number, before.map_or(1, |before| before.number + 1));
            if let Some(before) = before {
                assert_eq!(change.before, before.after);
            }
            last.insert(change.player.clone(), change);
        }
        for (player, change) in last {
            let found = self.reader.ratings(&[&player], "classic-3x3").await.unwrap();
            let rating = &found[0].ratings[0];
            assert_eq!(rating.rating.unwrap().rating, change.after.unwrap().rating, "{player}");
            assert_eq!(u64::from(rating.games), change.number, "{player}");
        }
    }
}

/// The changes of an event; none when the game was not rated.
pub(super) fn changes(event: &RatingEvent) -> Vec<RatingChange> {
    match &event.outcome {
        Some(Outcome::Rated(changes) | Outcome::Annulled(changes)) => {
            vec![changes.white.clone().unwrap(), changes.black.clone().unwrap()]
        }
        _ => Vec::new(),
    }
}

/// Both play until the game counts.
pub(crate) async fn play(table: &str, white: &Session, black: &Session) -> Result<(), Error> {
    for (ply, movetext) in PLIES.iter().enumerate() {
        let mover = if ply % 2 == 0 { white } else { black };
        mover.play(table, movetext, None).await?;
    }
    Ok(())
}

pub(super) async fn resign(table: &str, session: &Session, side: Side) -> Result<(), Error> {
    let request = ResignRequest {
        table: table.to_owned(),
        side: side.into(),
        ..Default::default()
    };
    session.resign(request).await.map(drop)
}

/// A rated game that Black gives up.
pub(super) async fn game(hall: &Hall, white: &Session, black: &Session) -> String {
    let table = hall.table(white, black, minutes(300)).await;
    play(&table, white, black).await.unwrap();
    resign(&table, black, Side::Black).await.unwrap();
    table
}
