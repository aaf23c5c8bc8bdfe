//! How services prove to each other that they belong to the platform.
//!
//! Between machines each has a certificate of one authority, which both sides of a connection demand (mutual TLS). On one
//! machine a token in a file, which only the platform can read, does.

mod config;
mod mutual;
mod proof;
mod token;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use http::HeaderMap;
use http::uri::Scheme;

use super::address::{Address, InvalidAddress};
use crate::config::ConfigError;
use crate::tls::{CertificateFiles, FromFiles};

pub use config::{CredentialsConfig, InternalConfig, defaults, defaults_of_a_caller};
pub(crate) use proof::ServiceProof;
pub use token::ServiceToken;

use mutual::Mutual;

/// The metadata that the token travels in.
pub const SERVICE_TOKEN: &str = "corners-service-token";

/// What a service proves itself with, and demands of others.
#[derive(Clone, Debug)]
pub struct ServiceCredentials {
    way: Way,
    /// Whether the token may go from machine to machine in plain text.
    plaintext: bool,
}

#[derive(Clone, Debug)]
enum Way {
    Token(ServiceToken),
    Certificates(Arc<FromFiles<Mutual>>),
}

impl ServiceCredentials {
    /// A token, on this machine only.
    #[must_use]
    pub fn token(token: ServiceToken) -> Self {
        Self {
            way: Way::Token(token),
            plaintext: false,
        }
    }

    /// A certificate, its key, and the authority of all services, as PEM files, which are reloaded when they change. Needs
    /// a runtime to be called in.
    ///
    /// # Errors
    ///
    /// When the files cannot be used.
    pub fn certificates(certificate: &Path, key: &Path, ca: &Path) -> Result<Self, ConfigError> {
        let own = CertificateFiles {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
        };
        let opened = mutual::open(own, ca.to_owned()).map_err(|error| ConfigError::Unusable {
            key: "internal.certificate",
            problem: error.to_string(),
        })?;
        Ok(Self {
            way: Way::Certificates(opened),
            plaintext: false,
        })
    }

    /// Whether the token may go from machine to machine in plain text.
    #[must_use]
    pub fn plaintext(mut self, allowed: bool) -> Self {
        self.plaintext = allowed;
        self
    }

    /// What the next connection to a listener is greeted with, if services have certificates.
    pub(crate) fn for_listener(&self) -> Option<Arc<rustls::ServerConfig>> {
        match &self.way {
            Way::Token(_) => None,
            Way::Certificates(files) => Some(files.now().server),
        }
    }

    /// What the next connection to a service shakes hands with, if services have certificates.
    pub(super) fn for_connection(&self) -> Option<Arc<rustls::ClientConfig>> {
        match &self.way {
            Way::Token(_) => None,
            Way::Certificates(files) => Some(files.now().client),
        }
    }

    pub(super) fn scheme(&self) -> Scheme {
        match self.way {
            Way::Token(_) => Scheme::HTTP,
            Way::Certificates(_) => Scheme::HTTPS,
        }
    }

    /// Puts the proof on a call to another service. What a connection has proven, no call need repeat.
    pub(super) fn prove(&self, headers: &mut HeaderMap) {
        match &self.way {
            Way::Token(token) => drop(headers.insert(SERVICE_TOKEN, token.header())),
            Way::Certificates(_) => drop(headers.remove(SERVICE_TOKEN)),
        }
    }

    /// Takes the proof off a call, so that nothing behind can leak it, and judges it.
    pub(crate) fn judge(&self, headers: &mut HeaderMap) -> ServiceProof {
        let shown = headers.remove(SERVICE_TOKEN);
        match (&self.way, shown) {
            // There would be no connection without a certificate.
            (Way::Certificates(_), _) => ServiceProof::Good,
            (Way::Token(_), None) => ServiceProof::Missing,
            (Way::Token(token), Some(shown)) if token.is(shown.as_bytes()) => ServiceProof::Good,
            (Way::Token(_), Some(_)) => ServiceProof::Wrong,
        }
    }

    /// Whether a listener may be at an address of the operating system's network.
    pub(crate) fn check_listener(&self, address: std::net::SocketAddr) -> Result<(), ConfigError> {
        if self.may_be_heard(address.ip().is_loopback()) {
            return Ok(());
        }
        Err(ConfigError::Unusable {
            key: "internal.listen",
            problem: format!(
                "services would speak plain text with {address}: set internal.certificate, internal.key and internal.ca or, \
                 on a network that nobody else is on, internal.plaintext = true"
            ),
        })
    }

    /// Whether services at these addresses can be spoken with.
    pub(super) fn check_addresses(&self, addresses: &[Address]) -> Result<(), InvalidAddress> {
        let scheme = self.scheme();
        match addresses.iter().find(|address| address.scheme != scheme) {
            None => Ok(()),
            Some(address) if scheme == Scheme::HTTP => Err(InvalidAddress::NoCertificate(address.to_string())),
            Some(address) => Err(InvalidAddress::PlainText(address.to_string())),
        }
    }

    /// Whether the way to these addresses, over the operating system's network, is safe from others.
    pub(super) fn check_ways(&self, addresses: &[Address]) -> Result<(), InvalidAddress> {
        let heard = addresses
            .iter()
            .find(|address| !self.may_be_heard(address.is_loopback()));
        heard.map_or(Ok(()), |address| {
            Err(InvalidAddress::PlainTextFromAfar(address.to_string()))
        })
    }

    fn may_be_heard(&self, is_loopback: bool) -> bool {
        is_loopback || self.plaintext || matches!(self.way, Way::Certificates(_))
    }
}

/// The files of a certificate and of the authority.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MutualFiles {
    own: CertificateFiles,
    ca: PathBuf,
}
