//! TLS of listeners and of the connections between services: rustls, with certificates that are reloaded when their files
//! change.
//!
//! New connections use the files as they are now; connections that are open go on. A new pair of files that cannot be
//! used, because it is half written or does not fit together, changes nothing and is warned of once.

mod config;
mod files;
mod pem;
mod stream;

use std::sync::Arc;

use rustls::crypto::{CryptoProvider, ring};
use rustls::sign::SingleCertAndKey;
use rustls::version::{TLS12, TLS13};

pub use config::TlsConfig;
pub(crate) use files::FromFiles;
pub(crate) use pem::{CertificateFiles, Contents, TlsFileError, authorities};
pub(crate) use stream::Stream;

/// What is spoken over TLS, the best first, as ALPN names it (RFC 7301).
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// The one implementation of the algorithms.
pub(crate) fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// How a listener shakes hands: with the files as they are now.
#[derive(Clone, Debug)]
pub(crate) struct ListenerTls(Arc<FromFiles<Arc<rustls::ServerConfig>>>);

impl ListenerTls {
    /// For clients that need no certificate.
    ///
    /// # Errors
    ///
    /// When the files cannot be used.
    pub(crate) fn open(files: CertificateFiles) -> Result<Self, TlsFileError> {
        let paths = files.paths().to_vec();
        FromFiles::open(paths, move |contents| for_everybody(&files, contents)).map(Self)
    }

    /// What the next connection is greeted with.
    pub(crate) fn now(&self) -> Arc<rustls::ServerConfig> {
        self.0.now()
    }
}

fn for_everybody(files: &CertificateFiles, contents: &Contents) -> Result<Arc<rustls::ServerConfig>, TlsFileError> {
    let own = files.read(contents)?;
    let mut config = rustls::ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(|source| files.unusable(&source))?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(own)));
    config.alpn_protocols = PROTOCOLS.map(Vec::from).to_vec();
    Ok(Arc::new(config))
}
