//! What a call to an internal method has to show.

use corners_proto::error::{Reason, Refusal};
use http::Request;

use super::SERVICE_TOKEN;

/// Whether a call has proven that it comes from a service of the platform: an extension of requests to internal servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServiceProof {
    Good,
    Missing,
    Wrong,
}

impl ServiceProof {
    /// Lets calls of services pass.
    pub(crate) fn demand<B>(request: &Request<B>) -> Result<(), Refusal> {
        match request.extensions().get().unwrap_or(&Self::Missing) {
            Self::Good => Ok(()),
            Self::Missing => Err(Refusal::new(
                Reason::ServiceCredentialMissing,
                format!("the call needs a service's credential: the token of internal.token_file in {SERVICE_TOKEN}"),
            )),
            Self::Wrong => Err(Refusal::new(
                Reason::ServiceCredentialInvalid,
                "the token is not this service's: let all services name the same internal.token_file, and start again",
            )),
        }
    }
}
