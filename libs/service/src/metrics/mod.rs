//! What is counted of the work of a process, and where it is told: an OpenTelemetry collector, over OTLP, if the section
//! `[metrics]` names one.
//!
//! Names follow the conventions of OpenTelemetry. Attributes come from closed sets: methods, reasons, settings; never an
//! account, an address or anything else that callers choose.

mod calls;
mod config;
mod export;

pub(crate) use calls::{CallMeters, observe_lookups};
pub use config::MetricsConfig;
pub use export::{Export, MetricsError, init};

/// The scope of everything that is counted here.
fn meter() -> opentelemetry::metrics::Meter {
    opentelemetry::global::meter("corners-service")
}
