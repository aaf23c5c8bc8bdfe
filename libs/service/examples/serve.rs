//! A program of one service, for the tests that send it signals: `serve <drain limit in milliseconds>`. It prints its
//! address. Its one method answers never.

use std::io::Write;
use std::process::ExitCode;

use corners_proto::clock::v1::clock_service_server::{ClockService, ClockServiceServer};
use corners_proto::clock::v1::{GetGameTimeRequest, GetGameTimeResponse};
use corners_service::drain::Drain;
use corners_service::faults::kill_point;
use corners_service::limits::LimitsConfig;
use corners_service::metrics::{self, MetricsConfig};
use corners_service::server::{Server, ServerConfig};
use corners_service::startup::{MainError, run};
use corners_service::telemetry::{self, TelemetryConfig};
use corners_service::tls::TlsConfig;
use tonic::{Request, Response, Status};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    server: ServerConfig,
    tls: TlsConfig,
    limits: LimitsConfig,
    log: TelemetryConfig,
    metrics: MetricsConfig,
}

struct Stuck;

#[tonic::async_trait]
impl ClockService for Stuck {
    async fn get_game_time(&self, _: Request<GetGameTimeRequest>) -> Result<Response<GetGameTimeResponse>, Status> {
        std::future::pending().await
    }
}

fn main() -> ExitCode {
    run(serve)
}

async fn serve() -> Result<(), MainError> {
    let drain_limit = std::env::args()
        .nth(1)
        .ok_or("usage: serve <drain limit in milliseconds>")?;
    let overrides = [
        ("server.listen", "127.0.0.1:0"),
        ("server.drain_limit_ms", &*drain_limit),
    ];
    let overrides = overrides.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let environment = corners_service::config::environment();
    let settings: Settings = corners_service::config::load(corners_service::DEFAULTS, None, environment, overrides)?;
    telemetry::init(&settings.log)?;
    let _export = metrics::init(&settings.metrics, "serve")?;
    let drain = Drain::new();
    drain.start_on_signals()?;
    let server = Server::public(settings.server, drain)
        .tls(settings.tls)?
        .limits(&settings.limits)
        .add_service(ClockServiceServer::new(Stuck))
        .bind()
        .await?;
    kill_point("listening");
    writeln!(std::io::stdout().lock(), "{}", server.address())?;
    server.serve().await;
    Ok(())
}
