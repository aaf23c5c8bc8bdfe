//! The services that tell about the server itself: health and reflection.

use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::pb::health_server::HealthServer;
use tonic_health::server::{HealthReporter, HealthService};

use super::{BindError, MAX_REQUEST_BYTES};
use crate::drain::Drain;

/// Health of each service and, by the empty name, of all.
#[derive(Clone, Debug)]
pub(super) struct Health {
    reporter: HealthReporter,
    services: Vec<&'static str>,
    /// Cancelled once the drain has been told.
    pub(super) told: CancellationToken,
}

impl Health {
    pub(super) async fn serving(services: Vec<&'static str>) -> Self {
        let health = Self {
            reporter: HealthReporter::new(),
            services,
            told: CancellationToken::new(),
        };
        health.report(ServingStatus::Serving).await;
        health
    }

    /// Says NOT_SERVING as soon as the process drains.
    pub(super) async fn tell_drain(self, drain: Drain) {
        drain.token().cancelled().await;
        self.report(ServingStatus::NotServing).await;
        self.told.cancel();
    }

    async fn report(&self, status: ServingStatus) {
        for service in self.services.iter().copied().chain([""]) {
            self.reporter.set_service_status(service, status).await;
        }
    }

    pub(super) fn mount(&self, routes: Routes) -> Routes {
        routes.add_service(HealthServer::new(HealthService::from_health_reporter(
            self.reporter.clone(),
        )))
    }
}

/// Reflection, v1 and v1alpha, of the mounted services.
pub(super) fn mount_reflection(
    routes: Routes,
    descriptors: &[&'static [u8]],
    services: &[&'static str],
) -> Result<Routes, BindError> {
    let builder = || {
        let builder = tonic_reflection::server::Builder::configure();
        let builder = descriptors.iter().fold(builder, |builder, set| {
            builder.register_encoded_file_descriptor_set(set)
        });
        let builder = builder
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
            .with_service_name("grpc.health.v1.Health")
            .with_service_name("grpc.reflection.v1.ServerReflection")
            .with_service_name("grpc.reflection.v1alpha.ServerReflection");
        services
            .iter()
            .fold(builder, |builder, service| builder.with_service_name(*service))
    };
    let limit = MAX_REQUEST_BYTES as usize;
    Ok(routes
        .add_service(builder().build_v1()?.max_decoding_message_size(limit))
        .add_service(builder().build_v1alpha()?.max_decoding_message_size(limit)))
}
