//! A platform with two matchers, and players on it who look for games.

use std::time::Duration;

use corners_client::proto::game::v1::{ListMyTablesRequest, ResignRequest, Side};
use corners_client::proto::ids::RequestId;
use corners_client::proto::matchmaking::v1::watch_account_response::Message;
use corners_client::proto::matchmaking::v1::{
    AccountSnapshot, ListBlockedPlayersRequest, ListPoolsRequest, StartedGame, Terms, WatchAccountRequest,
    WatchAccountResponse,
};
use corners_client::{Corners, Options, Session};
use corners_platform_tests::{Found, Matchmaking, Player, Search, Stage, StageBuilder, minutes_and_seconds};
use corners_test_redis::Durability;
use tokio::time::timeout;
use tonic::transport::Channel;
use tonic::{Code, Status, Streaming};

/// Longer than anything takes here on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// Two matchers on a stage, and a channel to each.
pub(super) struct Matchers {
    pub(super) stage: Stage,
    channels: [Channel; 2],
    tables: Corners,
}

/// A player with calls to each matcher, and a session at the tables.
#[derive(Clone)]
pub(super) struct Seeker {
    pub(super) player: Player,
    calls: [Matchmaking; 2],
    pub(super) session: Session,
}

/// The account's own stream.
pub(super) struct News(Streaming<WatchAccountResponse>);

/// Two replicas of whatever a game needs to be found and played, on Redis that loses nothing.
pub(super) fn two_matchers() -> StageBuilder {
    Stage::build()
        .replicas(Durability::Always)
        .archives(1)
        .ratings(1)
        .matchmakers(2)
}

/// What most tests play.
pub(super) fn blitz() -> Terms {
    Terms {
        variant: "classic-3x3".to_owned(),
        time_control: Some(minutes_and_seconds(5, 3)),
        rated: false,
    }
}

/// Panics when something takes longer than anything takes.
pub(super) async fn patiently<T>(what: &str, doing: impl Future<Output = T>) -> T {
    match timeout(PATIENCE, doing).await {
        Ok(done) => done,
        Err(_) => panic!("{what} takes longer than {PATIENCE:?}"),
    }
}

impl Matchers {
    pub(super) async fn start() -> Self {
        Self::on(two_matchers()).await
    }

    pub(super) async fn on(stage: StageBuilder) -> Self {
        let stage = stage.start().await;
        let channels = [stage.to_matchmaker(0), stage.to_matchmaker(1)];
        let tables = stage.connect(Options::default()).await;
        let matchers = Self {
            stage,
            channels,
            tables,
        };
        matchers.know_whom_to_trust().await;
        matchers
    }

    /// Waits until each replica knows whose tokens are good: who has just started may not.
    async fn know_whom_to_trust(&self) {
        let [anybody] = self.seekers().await;
        for replica in 0..2 {
            let asked = async {
                while anybody
                    .at(replica)
                    .list_blocked_players(ListBlockedPlayersRequest {})
                    .await
                    .is_err()
                {}
            };
            patiently("learning whom to trust", asked).await;
        }
    }

    /// New guests.
    pub(super) async fn seekers<const COUNT: usize>(&self) -> [Seeker; COUNT] {
        let players = self.stage.players(COUNT).await;
        let seekers: Vec<_> = players.iter().map(|player| self.seeker(player)).collect();
        seekers.try_into().ok().unwrap()
    }

    pub(super) fn seeker(&self, player: &Player) -> Seeker {
        Seeker {
            calls: [0, 1].map(|replica| player.matchmaking(self.channels[replica].clone())),
            session: player.over(&self.tables),
            player: player.clone(),
        }
    }
}

impl Seeker {
    pub(super) fn account(&self) -> &str {
        self.player.account()
    }

    /// The calls to a replica; any two numbers that follow each other are at different ones.
    pub(super) fn at(&self, number: usize) -> Matchmaking {
        self.calls[number % 2].clone()
    }

    /// A ticket whose streams are at one replica.
    pub(super) fn search(&self, replica: usize, terms: Terms) -> Search {
        Search::new(self.at(replica), terms)
    }

    /// A ticket that waits.
    pub(super) async fn queue(&self, replica: usize, terms: Terms) -> Search {
        let mut search = self.search(replica, terms);
        patiently("queueing", search.until(|_| true)).await.unwrap();
        search
    }

    /// All tables that the player has ever sat at, as game-authority tells them.
    pub(super) async fn tables(&self) -> Vec<String> {
        let request = ListMyTablesRequest {
            page_size: 200,
            ..Default::default()
        };
        let listed = self.session.list_my_tables(request).await.unwrap();
        listed.tables.into_iter().map(|table| table.id).collect()
    }

    /// What the account has in matchmaking, as a replica tells it.
    pub(super) async fn snapshot(&self, replica: usize) -> AccountSnapshot {
        self.news(replica).await.1
    }

    /// The account's stream, and the snapshot it began with.
    pub(super) async fn news(&self, replica: usize) -> (News, AccountSnapshot) {
        let opened = self.at(replica).watch_account(WatchAccountRequest::default()).await;
        let mut news = News(opened.unwrap().into_inner());
        match news.next().await {
            Message::Snapshot(snapshot) => (news, snapshot),
            other => panic!("the account's stream begins with {other:?}"),
        }
    }

    /// Waits until what the account has satisfies the test.
    pub(super) async fn until(&self, replica: usize, is_it: impl Fn(&AccountSnapshot) -> bool) -> AccountSnapshot {
        let looking = async {
            loop {
                let snapshot = self.snapshot(replica).await;
                if is_it(&snapshot) {
                    return snapshot;
                }
            }
        };
        patiently("what an account has", looking).await
    }

    /// Gives a game up.
    pub(super) async fn resign(&self, game: &StartedGame) {
        let request = ResignRequest {
            table: game.table.clone(),
            side: game.side,
            ..Default::default()
        };
        self.session.resign(request).await.unwrap();
    }

    /// How many wait in a pool, as a replica tells it.
    pub(super) async fn waiting(&self, replica: usize, terms: &Terms) -> u32 {
        let request = ListPoolsRequest {
            variant: terms.variant.clone(),
        };
        let pools = self.at(replica).list_pools(request).await.unwrap().into_inner().pools;
        let pool = pools
            .iter()
            .find(|pool| pool.terms.as_ref() == Some(terms) && !pool.bots);
        pool.unwrap().waiting
    }
}

impl News {
    pub(super) async fn next(&mut self) -> Message {
        loop {
            let message = patiently("news", self.0.message()).await;
            match message.unwrap().unwrap().message.unwrap() {
                Message::Pulse(_) => {}
                message => return message,
            }
        }
    }

    /// The next game that has started.
    pub(super) async fn started(&mut self) -> StartedGame {
        loop {
            if let Message::GameStarted(game) = self.next().await {
                return game;
            }
        }
    }
}

/// The game that a search comes to.
pub(super) async fn game(search: &mut Search) -> StartedGame {
    match patiently("finding a game", search.end()).await.unwrap() {
        Found::Game(game) => *game,
        other => panic!("the ticket has come to {other:?}"),
    }
}

/// Why a search ends without a game.
pub(super) async fn ended(search: &mut Search) -> String {
    match patiently("a ticket's end", search.end()).await.unwrap() {
        Found::Ended(why) => why,
        other => panic!("the ticket has come to {other:?}"),
    }
}

/// Asserts that two players are at one table, with a side each.
pub(super) fn assert_one_game(one: &StartedGame, other: &StartedGame) {
    assert_eq!(one.table, other.table);
    let mut sides = [one.side(), other.side()];
    sides.sort();
    assert_eq!(sides, [Side::White, Side::Black]);
}

/// The reason that a call was refused for.
pub(super) fn reason(status: &Status) -> String {
    corners_client::proto::error::reason_of(status).unwrap_or_else(|| format!("{status}"))
}

/// A call that is sent again, with the same request id, until it is answered or refused.
pub(super) async fn again_until_answered<T>(call: impl AsyncFn() -> Result<T, Status>) -> Result<T, Status> {
    let calling = async {
        loop {
            match call().await {
                Err(status) if status.code() == Code::Unavailable => tokio::task::yield_now().await,
                answer => return answer,
            }
        }
    };
    patiently("a call", calling).await
}

pub(super) fn request_id() -> String {
    RequestId::random().to_string()
}
