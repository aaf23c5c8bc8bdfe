//! The clock as a gRPC service of its own.

mod settings;

use std::process::ExitCode;

use corners_clock::{Authority, Clock, store};
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_service::server::{Server, serve_all};
use corners_service::startup::{self, MainError};
use corners_service::{metrics, telemetry};

use crate::settings::Settings;

fn main() -> ExitCode {
    startup::run(serve)
}

async fn serve() -> Result<(), MainError> {
    let settings = Settings::load()?;
    telemetry::init(&settings.log)?;
    let _export = metrics::init(&settings.metrics, "corners-clock")?;
    let drain = Drain::new();
    drain.start_on_signals()?;

    let store = store::open(&settings.redis, &settings.data.folder).await?;
    let clock = Clock::new(store, settings.clock).await?;
    let credentials = settings.internal.credentials()?;
    let authority = InternalChannel::remote(&settings.peers.game_authority, &credentials)?;

    let internal = settings.internal.server(&settings.server);
    let public = Server::public(settings.server, drain.clone())
        .tls(settings.tls)?
        .limits(&settings.limits)
        .add_service(clock.server());
    let internal = Server::internal(internal, credentials, drain.clone()).add_service(clock.internal_server());
    let servers = vec![public.bind().await?, internal.bind().await?];
    tracing::info!(public = %servers[0].address(), internal = %servers[1].address(), "the clock is serving");

    let loops = vec![clock.start(Authority::new(authority), &drain)];
    serve_all(servers, &drain).await;
    Ok(drain.end_of(loops).await?)
}
