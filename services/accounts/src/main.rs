//! Accounts as a gRPC service of its own.

use std::process::ExitCode;

use corners_accounts::signing::Signer;
use corners_accounts::{Accounts, Options, store};
use corners_postgres::PostgresConfig;
use corners_service::data;
use corners_service::data::DataConfig;
use corners_service::drain::Drain;
use corners_service::limits::LimitsConfig;
use corners_service::metrics::{self, MetricsConfig};
use corners_service::server::{Server, ServerConfig};
use corners_service::startup::{self, MainError};
use corners_service::telemetry::{self, TelemetryConfig};
use corners_service::tls::TlsConfig;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    server: ServerConfig,
    tls: TlsConfig,
    limits: LimitsConfig,
    log: TelemetryConfig,
    metrics: MetricsConfig,
    data: DataConfig,
    postgres: PostgresConfig,
    accounts: Options,
}

fn main() -> ExitCode {
    startup::run(serve)
}

async fn serve() -> Result<(), MainError> {
    let settings: Settings = startup::settings(&[
        corners_service::DEFAULTS,
        data::DEFAULTS,
        corners_postgres::DEFAULTS,
        corners_accounts::DEFAULTS,
    ])?;
    telemetry::init(&settings.log)?;
    let _export = metrics::init(&settings.metrics, "corners-accounts")?;
    let drain = Drain::new();
    drain.start_on_signals()?;

    let folder = settings.data.folder;
    let signer = Signer::open(&folder)?;
    let store = store::open(&settings.postgres, &folder).await?;
    let accounts = Accounts::new(store, signer, settings.accounts);

    let server = Server::public(settings.server, drain)
        .tls(settings.tls)?
        .limits(&settings.limits)
        .authenticator(accounts.verifier())
        .add_service(accounts.server())
        .bind()
        .await?;
    tracing::info!(address = %server.address(), "accounts is serving");
    server.serve().await;
    Ok(())
}
