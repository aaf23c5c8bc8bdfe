//! The page's server as a program of its own. The page calls the services on the origin that it came from: a proxy has
//! both there.

mod settings;

use std::process::ExitCode;

use corners_service::drain::Drain;
use corners_service::server::{Server, serve_all};
use corners_service::startup::{self, MainError};
use corners_service::{metrics, telemetry};
use corners_web::Page;

use settings::Settings;

fn main() -> ExitCode {
    startup::run(serve)
}

async fn serve() -> Result<(), MainError> {
    let settings = Settings::load()?;
    telemetry::init(&settings.log)?;
    let _export = metrics::init(&settings.metrics, "corners-web")?;
    let drain = Drain::new();
    drain.start_on_signals()?;

    let page = Page::built();
    if !page.is_there() {
        tracing::warn!("the page was not built into this program; run `npm run build -w services/web` before cargo");
    }
    let server = Server::public(settings.server, drain.clone())
        .tls(settings.tls)?
        .limits(&settings.limits)
        .page(page)
        .bind()
        .await?;
    tracing::info!(address = %server.address(), "the page is served");
    serve_all(vec![server], &drain).await;
    Ok(())
}
