//! The replicas: the services as their programs assemble them, on simulated hosts.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use corners_clock::Clock;
use corners_game_authority::{GameAuthority, Options};
use corners_service::config;
use corners_service::drain::Drain;
use corners_service::internal::{InternalChannel, ServiceCredentials};
use corners_service::server::{Server, ServerConfig, serve_all};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::caller::AccountIds;
use crate::clocks::{SharedClock, SimClockStore};
use crate::net::{INTERNAL, PUBLIC, SimListener, SimNetwork};
use crate::tables::{SharedTables, SimTables};
use crate::time::StoreClock;
use crate::weather::Weather;

/// The names of the hosts of authority.
pub const AUTHORITIES: [&str; 2] = ["authority-1", "authority-2"];
/// The names of the hosts of the clock.
pub const CLOCKS: [&str; 2] = ["clock-1", "clock-2"];

/// How soon a program that could not start is started again by whoever looks after it.
const RESTART_AFTER: Duration = Duration::from_millis(500);

/// What may go wrong for a host ends its simulation.
type Failure = Box<dyn std::error::Error>;

/// What all replicas share.
#[derive(Clone)]
pub(crate) struct Platform {
    pub(crate) tables: SharedTables,
    pub(crate) clock: SharedClock,
    pub(crate) store_clock: StoreClock,
    pub(crate) credentials: ServiceCredentials,
    pub(crate) weather: Weather,
    pub(crate) authorities: Arc<[IpAddr]>,
    pub(crate) clocks: Arc<[IpAddr]>,
    /// Which hosts are asked to stop, as by SIGTERM: a bit for each, authorities first.
    pub(crate) stopping: Arc<watch::Sender<u8>>,
}

impl Platform {
    fn addresses(hosts: &[IpAddr]) -> Vec<String> {
        hosts.iter().map(|host| format!("http://{host}:{INTERNAL}")).collect()
    }

    /// Asks a host to stop, or no longer.
    pub(crate) fn stop(&self, host: &str, is_asked: bool) {
        let Some(place) = AUTHORITIES.iter().chain(&CLOCKS).position(|other| *other == host) else {
            return;
        };
        self.stopping.send_modify(|stopping| {
            *stopping = if is_asked {
                *stopping | 1 << place
            } else {
                *stopping & !(1 << place)
            };
        });
    }

    /// Starts to drain when the host is asked to stop.
    fn drain(&self, bit: u8) -> Drain {
        let drain = Drain::new();
        let (mut stopping, draining) = (self.stopping.subscribe(), drain.clone());
        tokio::spawn(async move {
            // The sender outlives every host.
            let _ = stopping.wait_for(|stopping| stopping & (1 << bit) != 0).await;
            draining.start();
        });
        drain
    }

    /// A replica of game-authority, until it is asked to stop.
    pub(crate) async fn authority(self, replica: usize) -> Result<(), Failure> {
        let drain = self.drain(u8::try_from(replica)?);
        let store = SimTables {
            shared: self.tables.clone(),
            weather: self.weather.clone(),
            replica: AUTHORITIES[replica],
        };
        let clock = InternalChannel::remote_over(SimNetwork, &Self::addresses(&self.clocks), &self.credentials)?;
        let game = GameAuthority::new(Arc::new(store), clock, Options::default(), drain.clone());
        let settings = settings()?;
        let public = Server::public(settings.clone(), drain.clone())
            .authenticator(AccountIds)
            .add_service(game.server());
        let internal = Server::internal(settings, self.credentials, drain.clone()).add_service(game.internal_server());
        let servers = vec![listen(public, PUBLIC).await?, listen(internal, INTERNAL).await?];
        let loops = vec![game.start()];
        serve_all(servers, &drain).await;
        Ok(drain.end_of(loops).await?)
    }

    /// A replica of the clock, until it is asked to stop.
    pub(crate) async fn clock(self, replica: usize) -> Result<(), Failure> {
        let drain = self.drain(u8::try_from(AUTHORITIES.len() + replica)?);
        let clock = loop {
            let store = SimClockStore {
                shared: self.clock.clone(),
                weather: self.weather.clone(),
                replica: CLOCKS[replica],
            };
            match Clock::new(Arc::new(store), corners_clock::Options::default()).await {
                Ok(clock) => break clock,
                // The program ends with an error, and is started again.
                Err(_) => sleep(RESTART_AFTER).await,
            }
        };
        let authority =
            InternalChannel::remote_over(SimNetwork, &Self::addresses(&self.authorities), &self.credentials)?;
        let settings = settings()?;
        let internal = Server::internal(settings, self.credentials, drain.clone())
            .add_service(clock.internal_server())
            .add_service(clock.server());
        let servers = vec![listen(internal, INTERNAL).await?];
        let loops = vec![clock.start(corners_clock::Authority::new(authority), &drain)];
        serve_all(servers, &drain).await;
        Ok(drain.end_of(loops).await?)
    }
}

async fn listen(server: Server, port: u16) -> Result<corners_service::server::BoundServer<SimListener>, Failure> {
    let listener = SimListener::bind(port).await?;
    Ok(server.listen_on(listener, SimListener::address(port)).await?)
}

/// What the default configuration says.
fn settings() -> Result<ServerConfig, Failure> {
    #[derive(serde::Deserialize)]
    struct Settings {
        server: ServerConfig,
    }
    let settings: Settings = config::load(corners_service::DEFAULTS, None, [], [])?;
    Ok(settings.server)
}
