//! Whom a client trusts beside those that the machine trusts.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint};

use crate::Error;
use crate::error::with_causes;

/// Certificates of authorities: those that a platform's own certificate comes from, where it is none that machines trust
/// by themselves.
#[derive(Clone)]
pub struct CaBundle(Arc<[u8]>);

impl CaBundle {
    /// Authorities in PEM, one or several.
    ///
    /// # Errors
    /// [`Error::BadCa`] when there is none, or one is cut short.
    pub fn from_pem(pem: impl Into<Vec<u8>>) -> Result<Self, Error> {
        Self::read(pem.into(), "the bundle of authorities")
    }

    /// Authorities in a file, in PEM.
    ///
    /// # Errors
    /// [`Error::BadCa`] when it cannot be read, there is none in it, or one is cut short.
    pub fn from_file(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        match std::fs::read(path) {
            Ok(pem) => Self::read(pem, &name),
            Err(error) => Err(Error::BadCa {
                name,
                why: error.to_string(),
            }),
        }
    }

    fn read(pem: Vec<u8>, name: &str) -> Result<Self, Error> {
        let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
        match certificates {
            Ok(certificates) if !certificates.is_empty() => Ok(Self(pem.into())),
            Ok(_) | Err(_) => Err(Error::BadCa {
                name: name.to_owned(),
                why: "it holds no whole certificate in PEM".to_owned(),
            }),
        }
    }
}

impl fmt::Debug for CaBundle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CaBundle({} bytes)", self.0.len())
    }
}

/// Has an endpoint speak TLS with those whom the machine trusts, and with those of the bundle.
pub(crate) fn secure(endpoint: &Endpoint, ca: Option<&CaBundle>) -> Result<Endpoint, String> {
    let machines = ClientTlsConfig::new().with_native_roots();
    let Some(CaBundle(pem)) = ca else {
        return apply(endpoint, machines);
    };
    let more = Certificate::from_pem(pem);
    // A machine that trusts nobody, such as a bare container, is a failure without the bundle only.
    apply(endpoint, machines.ca_certificate(more.clone()))
        .or_else(|_| apply(endpoint, ClientTlsConfig::new().ca_certificate(more)))
}

fn apply(endpoint: &Endpoint, config: ClientTlsConfig) -> Result<Endpoint, String> {
    endpoint
        .clone()
        .tls_config(config)
        .map_err(|error| format!("TLS could not be set up: {}", with_causes(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_holds_certificates() {
        let whole = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";
        assert!(CaBundle::from_pem(whole).is_ok());
        for bad in ["", "no certificate", &whole[..40]] {
            assert!(matches!(CaBundle::from_pem(bad), Err(Error::BadCa { .. })), "{bad:?}");
        }
        let missing = CaBundle::from_file(Path::new("no/such/file.pem")).unwrap_err();
        assert!(missing.to_string().contains("no/such/file.pem"), "{missing}");
    }
}
