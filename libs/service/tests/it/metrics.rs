//! What a collector is told.

use std::collections::BTreeSet;

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_service::metrics::{self, MetricsConfig};
use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::{
    MetricsService, MetricsServiceServer,
};
use opentelemetry_proto::tonic::collector::metrics::v1::{ExportMetricsServiceRequest, ExportMetricsServiceResponse};
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::metrics::v1::metric::Data;
use opentelemetry_proto::tonic::metrics::v1::{Metric, NumberDataPoint};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tonic::{Request, Response, Status};

use crate::support::{limits_config, public, run};

/// A collector that passes on what it is told.
struct Collector(mpsc::UnboundedSender<ExportMetricsServiceRequest>);

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        let _ = self.0.send(request.into_inner());
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

/// Starts a collector; answers its endpoint and what it is told.
async fn collector() -> (String, mpsc::UnboundedReceiver<ExportMetricsServiceRequest>) {
    let (told, heard) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let incoming = futures::stream::unfold(listener, |listener| async move {
        let accepted = listener.accept().await.map(|(connection, _)| connection);
        Some((accepted, listener))
    });
    let server = tonic::transport::Server::builder().add_service(MetricsServiceServer::new(Collector(told)));
    tokio::spawn(async move { server.serve_with_incoming(Box::pin(incoming)).await });
    (endpoint, heard)
}

fn config(endpoint: &str) -> MetricsConfig {
    #[derive(serde::Deserialize)]
    struct Settings {
        metrics: MetricsConfig,
    }
    let overrides = [("metrics.otlp_endpoint".to_owned(), endpoint.to_owned())];
    corners_service::config::load::<Settings>(corners_service::DEFAULTS, None, [], overrides)
        .unwrap()
        .metrics
}

/// Each sum of what was told: its name, and its attributes with their values.
fn sums(told: ExportMetricsServiceRequest) -> BTreeSet<(String, String)> {
    let scopes = told
        .resource_metrics
        .into_iter()
        .flat_map(|resource| resource.scope_metrics);
    let metrics = scopes.flat_map(|scope| scope.metrics);
    metrics
        .flat_map(|metric| {
            let points = points(&metric);
            points
                .into_iter()
                .map(move |point| (metric.name.clone(), attributes(&point)))
        })
        .collect()
}

fn points(metric: &Metric) -> Vec<NumberDataPoint> {
    match &metric.data {
        Some(Data::Sum(sum)) => sum.data_points.clone(),
        _ => Vec::new(),
    }
}

fn attributes(point: &NumberDataPoint) -> String {
    let texts = point.attributes.iter().map(|attribute| {
        let value = attribute.value.as_ref().and_then(|value| value.value.as_ref());
        match value {
            Some(Value::StringValue(text)) => format!("{}={text}", attribute.key),
            Some(Value::BoolValue(truth)) => format!("{}={truth}", attribute.key),
            other => format!("{}={other:?}", attribute.key),
        }
    });
    let sorted: BTreeSet<_> = texts.collect();
    sorted.into_iter().collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_is_told_of_refusals_limits_and_what_is_open() {
    let (endpoint, mut heard) = collector().await;
    let export = metrics::init(&config(&endpoint), "corners-test").unwrap();
    let overrides = [
        ("server.trusted_proxies", "127.0.0.1"),
        ("limits.calls_burst_by_address", "1"),
        ("limits.calls_per_second_by_address", "1"),
    ];
    let drain = corners_service::drain::Drain::new();
    let server = run(public(&overrides, &drain).limits(&limits_config(&overrides)), drain).await;
    let mut client = server.accounts().await;
    let mut refused = 0;
    while refused == 0 {
        let mut request = Request::new(CreateGuestRequest::default());
        let metadata = request.metadata_mut();
        metadata.insert("x-forwarded-for", "192.0.2.1".parse().unwrap());
        metadata.insert("authorization", "Bearer forged".parse().unwrap());
        if client.create_guest(request).await.unwrap_err().code() == tonic::Code::ResourceExhausted {
            refused += 1;
        }
    }
    // The last word is told when the export ends.
    tokio::task::spawn_blocking(move || drop(export)).await.unwrap();
    let mut told = BTreeSet::new();
    while let Ok(message) = heard.try_recv() {
        told.extend(sums(message));
    }
    let method = "rpc.method=corners.accounts.v1.AccountsService/CreateGuest";
    for (name, attributes) in [
        (
            "corners.limits.refused",
            format!("corners.limit=calls_per_second_by_address {method}"),
        ),
        ("corners.calls.refused", format!("error.type=RATE_LIMITED {method}")),
        ("corners.calls.refused", format!("error.type=TOKEN_INVALID {method}")),
        ("corners.streams.open", "corners.server=public".to_owned()),
        ("corners.connections.open", "corners.server=public".to_owned()),
        ("corners.tokens.lookups", "corners.found=false".to_owned()),
    ] {
        assert!(
            told.contains(&(name.to_owned(), attributes.clone())),
            "{name} {attributes}: {told:#?}"
        );
    }
    let telling = |word: &str| told.iter().any(|(_, attributes)| attributes.contains(word));
    assert!(
        !telling("192.0.2.1") && !telling("127.0.0.1"),
        "addresses are nobody's business"
    );
}
