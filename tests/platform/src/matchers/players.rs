//! Everybody who queues.

use std::collections::HashSet;

use corners_client::{Options, Session};
use corners_proto::game::v1::{ListMyTablesRequest, ResignRequest, Side, TableStatus};
use corners_proto::matchmaking::v1::{StartedGame, Terms};
use tonic::transport::Channel;

use crate::{Player, Search, Stage, minutes_and_seconds};

/// How many players share a connection to matchmaking: less than a connection may have streams.
const PLAYERS_ON_A_CONNECTION: usize = 100;

/// How many of a player's newest tables are looked at after a round.
const NEWEST: i32 = 10;

/// One who queues in every round.
#[derive(Clone, Debug)]
pub(super) struct Queuer {
    player: Player,
    to_matchmaking: Channel,
    session: Session,
    known: HashSet<String>,
}

/// So many players, on connections through the entrances.
pub(super) async fn queuers(stage: &Stage, count: usize) -> Vec<Queuer> {
    let players = stage.players(count).await;
    let mut queuers = Vec::with_capacity(count);
    for some in players.chunks(PLAYERS_ON_A_CONNECTION) {
        let to_matchmaking = stage.to_matchmaking();
        let to_tables = stage.connect(Options::default()).await;
        queuers.extend(some.iter().map(|player| Queuer {
            player: player.clone(),
            to_matchmaking: to_matchmaking.clone(),
            session: player.over(&to_tables),
            known: HashSet::new(),
        }));
    }
    queuers
}

impl Queuer {
    /// The account's id.
    pub(super) fn account(&self) -> &str {
        self.player.account()
    }

    /// A new ticket in the pool that everybody is in.
    pub(super) fn search(&self) -> Search {
        let terms = Terms {
            variant: "classic-3x3".to_owned(),
            time_control: Some(minutes_and_seconds(30, 20)),
            rated: false,
        };
        Search::new(self.player.matchmaking(self.to_matchmaking.clone()), terms)
    }

    /// The tables at which the player sits since the last time this was asked, as game-authority tells it.
    pub(super) async fn new_tables(&mut self) -> Result<Vec<String>, String> {
        let request = ListMyTablesRequest {
            page_size: NEWEST,
            status: TableStatus::Unspecified.into(),
            ..Default::default()
        };
        let listed = self.session.list_my_tables(request).await;
        let tables = listed
            .map_err(|error| format!("the tables of {}: {error}", self.account()))?
            .tables;
        let new = tables.into_iter().map(|table| table.id);
        Ok(new.filter(|table| self.known.insert(table.clone())).collect())
    }

    /// Gives up a game, if the player has White: one of the two does.
    pub(super) async fn give_up(&self, game: &StartedGame) -> Result<(), String> {
        if game.side() != Side::White {
            return Ok(());
        }
        let request = ResignRequest {
            table: game.table.clone(),
            side: Side::White.into(),
            ..Default::default()
        };
        match self.session.resign(request).await {
            Ok(_) => Ok(()),
            // Whoever hears of the game late may find that it was ended for the first move that did not come.
            Err(error) if error.reason() == Some("GAME_OVER") => Ok(()),
            Err(error) => Err(format!("the game at {} is not given up: {error}", game.table)),
        }
    }
}
