//! Accounts as a gRPC service of its own.

mod settings;

use std::process::ExitCode;

use corners_accounts::signing::Signer;
use corners_accounts::{Accounts, JWKS_PATH, JWKS_TYPE, store};
use corners_service::drain::Drain;
use corners_service::metrics;
use corners_service::server::{Server, serve_all};
use corners_service::startup::{self, MainError};
use corners_service::telemetry;
use corners_service::time::wall_clock;

use crate::settings::Settings;

fn main() -> ExitCode {
    startup::run(serve)
}

async fn serve() -> Result<(), MainError> {
    let settings = Settings::load()?;
    telemetry::init(&settings.log)?;
    let _export = metrics::init(&settings.metrics, "corners-accounts")?;
    let drain = Drain::new();
    drain.start_on_signals()?;

    let folder = settings.data.folder;
    let signer = Signer::open(&folder, wall_clock())?;
    let store = store::open(&settings.postgres, &folder).await?;
    let accounts = Accounts::new(store, signer, settings.accounts);

    let internal = settings.internal.server(&settings.server);
    let public = Server::public(settings.server, drain.clone())
        .tls(settings.tls)?
        .limits(&settings.limits)
        .authenticator(accounts.verifier())
        .publish(JWKS_PATH, JWKS_TYPE, accounts.jwks())
        .add_service(accounts.server())
        .add_service(accounts.admin_server());
    let credentials = settings.internal.credentials()?;
    let internal = Server::internal(internal, credentials, drain.clone()).add_service(accounts.internal_server());
    let servers = vec![public.bind().await?, internal.bind().await?];
    tracing::info!(address = %servers[0].address(), internal = %servers[1].address(), "accounts is serving");

    let loops = vec![accounts.start(&drain)];
    serve_all(servers, &drain).await;
    Ok(drain.end_of(loops).await?)
}
