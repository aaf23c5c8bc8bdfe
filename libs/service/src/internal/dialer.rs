//! Connects to services, and shakes hands with them where they have certificates.

use std::io;
use std::net::SocketAddr;

use http::uri::Authority;
use rustls::pki_types::ServerName;

use super::address::bare;
use super::credentials::ServiceCredentials;
use super::network::Network;
use crate::tls::Stream;

/// What connections are made with.
#[derive(Clone, Debug)]
pub(super) struct Dialer<N> {
    pub(super) network: N,
    pub(super) credentials: ServiceCredentials,
}

impl<N: Network> Dialer<N> {
    /// Connects to an address of the host that requests name. It has to have a certificate for that name.
    pub(super) async fn connect(&self, address: SocketAddr, authority: &Authority) -> io::Result<Stream<N::Stream>> {
        let stream = self.network.connect(address).await?;
        match self.credentials.for_connection() {
            None => Ok(Stream::Plain(stream)),
            Some(config) => Stream::connect(stream, config, name_of(authority)?).await,
        }
    }
}

fn name_of(authority: &Authority) -> io::Result<ServerName<'static>> {
    let host = bare(authority.host()).to_owned();
    ServerName::try_from(host).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
}
