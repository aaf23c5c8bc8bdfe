//! Certificates on both sides.

use std::path::PathBuf;
use std::sync::Arc;

use rustls::client::Resumption;
use rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use rustls::sign::SingleCertAndKey;
use rustls::version::TLS13;

use super::MutualFiles;
use crate::tls::{CertificateFiles, Contents, FromFiles, TlsFileError, authorities, provider};

/// What both sides of a connection between services shake hands with. Each connection proves itself from the start: none
/// is resumed from another, whose certificate may have expired.
#[derive(Clone, Debug)]
pub(super) struct Mutual {
    pub(super) server: Arc<rustls::ServerConfig>,
    pub(super) client: Arc<rustls::ClientConfig>,
}

/// Services speak HTTP/2 with each other.
const PROTOCOL: &[u8] = b"h2";

pub(super) fn open(own: CertificateFiles, ca: PathBuf) -> Result<Arc<FromFiles<Mutual>>, TlsFileError> {
    let [certificate, key] = own.paths();
    let files = MutualFiles { own, ca };
    let paths = vec![certificate, key, files.ca.clone()];
    FromFiles::open(paths, move |contents| Mutual::read(&files, contents))
}

impl Mutual {
    fn read(files: &MutualFiles, contents: &Contents) -> Result<Self, TlsFileError> {
        let own = Arc::new(SingleCertAndKey::from(files.own.read(contents)?));
        let roots = authorities(&files.ca, contents.get(2).map_or(&[], Vec::as_slice))?;
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::clone(&roots), provider())
            .build()
            .map_err(|error| files.own.unusable(&error))?;

        let mut server = rustls::ServerConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&TLS13])
            .map_err(|error| files.own.unusable(&error))?
            .with_client_cert_verifier(verifier)
            .with_cert_resolver(Arc::clone(&own) as _);
        server.alpn_protocols = vec![PROTOCOL.to_vec()];
        server.session_storage = Arc::new(NoServerSessionStorage {});
        server.send_tls13_tickets = 0;

        let mut client = rustls::ClientConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&TLS13])
            .map_err(|error| files.own.unusable(&error))?
            .with_root_certificates(roots)
            .with_client_cert_resolver(own);
        client.alpn_protocols = vec![PROTOCOL.to_vec()];
        client.resumption = Resumption::disabled();

        Ok(Self {
            server: Arc::new(server),
            client: Arc::new(client),
        })
    }
}
