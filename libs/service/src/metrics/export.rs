//! Telling a collector what was counted.

use std::time::Duration;

use corners_proto::ids::RequestId;
use opentelemetry::KeyValue;
use opentelemetry_otlp::{ExporterBuildError, MetricExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider};

use super::MetricsConfig;

/// How long one export may take, and the last one at the end of the process.
const LONGEST_EXPORT: Duration = Duration::from_secs(2);

/// Why metrics cannot be told.
#[derive(Debug, thiserror::Error)]
#[error("cannot tell metrics to the collector that metrics.otlp_endpoint names")]
pub struct MetricsError(#[from] ExporterBuildError);

/// Tells metrics until it is dropped, and what is left then.
#[derive(Debug)]
#[must_use = "metrics are told until this is dropped"]
pub struct Export(Option<SdkMeterProvider>);

/// Begins to count, for servers that are made from here on. A thread of its own tells the collector the sums of so far;
/// while it cannot be reached, nothing piles up and nobody waits. Needs a runtime to be called in.
///
/// # Errors
///
/// When the endpoint cannot be used. That nobody is there is no error.
pub fn init(config: &MetricsConfig, service: &'static str) -> Result<Export, MetricsError> {
    let Some(endpoint) = &config.otlp_endpoint else {
        return Ok(Export(None));
    };
    let exporter = MetricExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(LONGEST_EXPORT)
        .build()?;
    let reader = PeriodicReader::builder(exporter).with_interval(config.interval).build();
    // Replicas count for themselves: without a name for each their sums would be taken for one another's.
    let instance = RequestId::random().to_string();
    let resource = Resource::builder_empty()
        .with_service_name(service)
        .with_attribute(KeyValue::new("service.instance.id", instance))
        .build();
    let provider = SdkMeterProvider::builder()
        .with_reader(reader)
        .with_resource(resource)
        .build();
    opentelemetry::global::set_meter_provider(provider.clone());
    Ok(Export(Some(provider)))
}

impl Drop for Export {
    fn drop(&mut self) {
        let told = self
            .0
            .take()
            .map(|provider| provider.shutdown_with_timeout(LONGEST_EXPORT));
        if let Some(Err(error)) = told {
            tracing::warn!(%error, "the collector was not told the last metrics");
        }
    }
}
