//! Rating as a gRPC service of its own.

mod settings;

use std::process::ExitCode;

use corners_rating::{Rating, store};
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
    let _export = metrics::init(&settings.metrics, "corners-rating")?;
    let drain = Drain::new();
    drain.start_on_signals()?;

    let folder = settings.data.folder;
    let store = store::open(&settings.postgres, &folder).await?;
    let credentials = settings.internal.credentials()?;
    let archive = InternalChannel::remote(&settings.peers.archive, &credentials)?;
    let rating = Rating::new(store, settings.rating, archive, folder.clone(), drain.clone()).await?;
    let trust = Trust::unknown();
    let accounts = InternalChannel::remote(&settings.peers.accounts, &credentials)?;

    let internal = settings.internal.server(&settings.server);
    let public = Server::public(settings.server, drain.clone())
        .tls(settings.tls)?
        .limits(&settings.limits)
        .authenticator(Verifier::new(trust.clone()))
        .add_service(rating.server())
        .add_service(rating.admin_server());
    // The same ratings, for the platform's own services.
    let internal = Server::internal(internal, credentials, drain.clone()).add_service(rating.server());
    let servers = vec![public.bind().await?, internal.bind().await?];
    tracing::info!(public = %servers[0].address(), internal = %servers[1].address(), "rating is serving");

    let kept_keys = folder.join("trusted-keys.json");
    let loops = vec![rating.start(), trust.follow(accounts, Some(kept_keys), drain.over())];
    serve_all(servers, &drain).await;
    Ok(drain.end_of(loops).await?)
}
