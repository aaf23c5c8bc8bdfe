//! Game-authority as a gRPC service of its own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use corners_embedded::{Durability, Location};
use corners_game_authority::store::EmbeddedTables;
use corners_game_authority::{DEFAULTS, GameAuthority, Options};
use corners_service::auth::{KeySet, Verifier};
use corners_service::config;
use corners_service::data::{self, DataConfig};
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_service::server::{Server, ServerConfig, serve_all};
use corners_service::startup::{self, MainError};
use corners_service::telemetry::{self, TelemetryConfig};
use serde::Deserialize;

const PEERS: &str = include_str!("peers.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    server: ServerConfig,
    log: TelemetryConfig,
    data: DataConfig,
    game: Options,
    peers: Peers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Peers {
    internal_listen: SocketAddr,
    clock: String,
    jwks: PathBuf,
}

fn main() -> ExitCode {
    startup::run(serve)
}

async fn serve() -> Result<(), MainError> {
    let defaults = [corners_service::DEFAULTS, data::DEFAULTS, DEFAULTS, PEERS].concat();
    let file = startup::configuration_file(std::env::args_os())?;
    let Settings {
        server,
        log,
        data,
        game,
        peers,
    } = config::load(&defaults, file.as_deref(), config::environment(), [])?;
    telemetry::init(&log)?;
    let drain = Drain::new();
    drain.start_on_signals()?;

    let store = EmbeddedTables::open(Location::File(data.folder.join("game.db")), Durability::Full).await?;
    let game = GameAuthority::new(
        Arc::new(store),
        InternalChannel::remote(&peers.clock)?,
        game,
        drain.clone(),
    );
    let verifier = Verifier::new(KeySet::from_jwks(&std::fs::read_to_string(peers.jwks)?)?);

    let internal = ServerConfig {
        listen: peers.internal_listen,
        ..server.clone()
    };
    let public = Server::public(server, drain.clone())
        .verifier(verifier)
        .add_service(game.server())
        .bind()
        .await?;
    let internal = Server::internal(internal, drain.clone())
        .add_service(game.internal_server())
        .bind()
        .await?;
    tracing::info!(address = %public.address(), internal = %internal.address(), "game-authority is serving");
    let arming = game.start();
    serve_all(vec![public, internal], &drain).await?;
    Ok(arming.await?)
}
