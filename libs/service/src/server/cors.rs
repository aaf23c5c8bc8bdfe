//! What pages of other origins may do: call, and read the status.

use std::time::Duration;

use http::{HeaderName, Method};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use super::config::CorsOrigins;

/// Without these a page sees that a call failed, and not why.
const EXPOSED: [HeaderName; 3] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
];

/// The longest that browsers remember a preflight.
const PREFLIGHT_REMEMBERED: Duration = Duration::from_secs(2 * 60 * 60);

pub(super) fn layer(origins: &CorsOrigins) -> CorsLayer {
    let allowed = match origins {
        CorsOrigins::Any => AllowOrigin::any(),
        CorsOrigins::These(origins) => AllowOrigin::list(origins.iter().cloned()),
    };
    CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::POST])
        // Not `*`: it does not cover `authorization`.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(EXPOSED)
        .max_age(PREFLIGHT_REMEMBERED)
}
