//! The service as a whole.

use std::sync::Arc;

use corners_proto::matchmaking::v1::matchmaking_service_server::MatchmakingServiceServer;
use corners_service::drain::Drain;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, JoinSet};

use crate::completing::Completing;
use crate::config::Options;
use crate::desk::Desk;
use crate::due::Due;
use crate::grpc::{MatchmakingCalls, Tools};
use crate::hub::Hub;
use crate::leases::Leases;
use crate::meters::Meters;
use crate::peers::Peers;
use crate::results::Results;
use crate::store::{MatchmakingStore, PoolName};
use crate::streams::{Finding, Lobby, Snapshots};
use crate::waves::{Board, Pacing, Waves};

/// A replica of matchmaking.
pub struct Matchmaking {
    calls: MatchmakingCalls,
    store: Arc<dyn MatchmakingStore>,
    hub: Hub,
    heard: mpsc::Receiver<Option<PoolName>>,
    leases: Leases,
    lobby: Lobby,
    waves: Waves,
    due: Due,
    results: Results,
    drain: Drain,
}

impl Matchmaking {
    /// Matchmaking over a store.
    #[must_use]
    pub fn new(store: Arc<dyn MatchmakingStore>, options: Options, peers: Peers, drain: Drain) -> Self {
        let desk = Desk::new(Arc::clone(&store));
        let (hub, heard) = Hub::new();
        let leases = Leases::new(hub.clone());
        let lobby = Lobby::new(Arc::clone(&store));
        let completing = Completing::new(desk.clone(), peers.clone(), drain.clone());
        let finding = Finding {
            desk: desk.clone(),
            hub: hub.clone(),
            leases: leases.clone(),
            board: Board::new(Arc::clone(&store), options.pools),
            policy: options.policy,
            drain: drain.clone(),
        };
        let waves = Waves {
            desk: desk.clone(),
            completing: completing.clone(),
            policy: options.policy,
            pacing: Pacing {
                interval: options.wave_interval,
                pause: options.wave_pause,
            },
            meters: Meters::new(),
            holder: rand::random::<u64>().max(1),
        };
        let due = Due {
            desk: desk.clone(),
            completing: completing.clone(),
        };
        let results = Results {
            desk: desk.clone(),
            archive: peers.archive.clone(),
        };
        let calls = MatchmakingCalls::new(Tools {
            snapshots: Snapshots { desk: desk.clone() },
            desk,
            peers,
            completing,
            finding,
            lobby: lobby.clone(),
            heartbeat: options.heartbeat,
            drain: drain.clone(),
        });
        Self {
            calls,
            store,
            hub,
            heard,
            leases,
            lobby,
            waves,
            due,
            results,
            drain,
        }
    }

    /// What is served to everybody: `corners.matchmaking.v1.MatchmakingService`.
    #[must_use]
    pub fn server(&self) -> MatchmakingServiceServer<MatchmakingCalls> {
        MatchmakingServiceServer::new(self.calls.clone())
    }

    /// Pairs who waits, makes tables, keeps leases and does what is due, until the process's drain is over.
    pub fn start(self) -> JoinHandle<()> {
        let over = self.drain.over();
        let mut loops = JoinSet::new();
        loops.spawn(self.hub.clone().follow(self.store.listen(), over.clone()));
        loops.spawn(self.leases.keep(Arc::clone(&self.store), over.clone()));
        loops.spawn(self.lobby.follow(self.hub, over.clone()));
        loops.spawn(self.waves.run(self.heard, over.clone()));
        loops.spawn(self.due.run(over.clone()));
        loops.spawn(self.results.run(over));
        tokio::spawn(self.drain.while_all_run(loops))
    }
}
