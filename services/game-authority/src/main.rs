//! Game-authority as a gRPC service of its own.

mod settings;

use std::process::ExitCode;

use corners_game_authority::{GameAuthority, store};
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
    let _export = metrics::init(&settings.metrics, "corners-game-authority")?;
    let drain = Drain::new();
    drain.start_on_signals()?;

    let store = store::open(&settings.redis, &settings.data.folder).await?;
    let credentials = settings.internal.credentials()?;
    let clock = InternalChannel::remote(&settings.peers.clock, &credentials)?;
    let game = GameAuthority::new(store, clock, settings.game, drain.clone());
    let trust = Trust::unknown();
    let kept_keys = settings.data.folder.join("trusted-keys.json");
    let accounts = InternalChannel::remote(&settings.peers.accounts, &credentials)?;

    let internal = settings.internal.server(&settings.server);
    let public = Server::public(settings.server, drain.clone())
        .tls(settings.tls)?
        .limits(&settings.limits)
        .authenticator(Verifier::new(trust.clone()))
        .add_service(game.server())
        .add_service(game.admin_server());
    let internal = Server::internal(internal, credentials, drain.clone()).add_service(game.internal_server());
    let servers = vec![public.bind().await?, internal.bind().await?];
    tracing::info!(public = %servers[0].address(), internal = %servers[1].address(), "game-authority is serving");

    let loops = vec![game.start(), trust.follow(accounts, Some(kept_keys), drain.over())];
    serve_all(servers, &drain).await;
    Ok(drain.end_of(loops).await?)
}
