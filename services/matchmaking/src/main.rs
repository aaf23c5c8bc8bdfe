//! Matchmaking as a gRPC service of its own.

mod settings;

use std::process::ExitCode;

use corners_matchmaking::{Matchmaking, Peers, store};
use corners_service::auth::{Trust, Verifier};
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_service::server::{Server, serve_all};
use corners_service::startup::{self, MainError};
use corners_service::{metrics, telemetry};

use settings::Settings;

fn main() -> ExitCode {
    startup::run(serve)
}

async fn serve() -> Result<(), MainError> {
    let settings = Settings::load()?;
    telemetry::init(&settings.log)?;
    let _export = metrics::init(&settings.metrics, "corners-matchmaking")?;
    let drain = Drain::new();
    drain.start_on_signals()?;

    let folder = settings.data.folder;
    let store = store::open(&settings.redis, &folder).await?;
    let credentials = settings.internal.credentials()?;
    let to = |addresses: &[String]| InternalChannel::remote(addresses, &credentials);
    let peers = Peers::new(
        to(&settings.peers.game_authority)?,
        to(&settings.peers.rating)?,
        to(&settings.peers.accounts)?,
        to(&settings.peers.archive)?,
    );
    let matchmaking = Matchmaking::new(store, settings.matchmaking, peers, drain.clone());
    let trust = Trust::unknown();

    let public = Server::public(settings.server, drain.clone())
        .tls(settings.tls)?
        .limits(&settings.limits)
        .authenticator(Verifier::new(trust.clone()))
        .add_service(matchmaking.server());
    let servers = vec![public.bind().await?];
    tracing::info!(address = %servers[0].address(), "matchmaking is serving");

    let kept_keys = folder.join("trusted-keys.json");
    let accounts = to(&settings.peers.accounts)?;
    let loops = vec![
        matchmaking.start(),
        trust.follow(accounts, Some(kept_keys), drain.over()),
    ];
    serve_all(servers, &drain).await;
    Ok(drain.end_of(loops).await?)
}
