//! The addresses that a service may be at.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use http::Uri;
use http::uri::{Authority, Scheme};

/// The ports of `http` and `https` where an address names none.
const PORT_OF_HTTP: u16 = 80;
const PORT_OF_HTTPS: u16 = 443;

/// The address of a service is not one that can be connected to.
#[derive(Debug, thiserror::Error)]
pub enum InvalidAddress {
    /// There is none.
    #[error("cannot connect to no address: name at least one, such as http://localhost:7000")]
    None,
    /// It is not a URI with scheme and host.
    #[error("cannot connect to {address:?}: expected a URI with scheme and host, such as http://localhost:7000")]
    NotAUri {
        /// What was given.
        address: String,
    },
    /// TLS needs certificates.
    #[error(
        "cannot connect to {0}: services speak TLS with internal.certificate, internal.key and internal.ca; set them"
    )]
    NoCertificate(String),
    /// There are certificates, and the address is one of plain text.
    #[error("cannot connect to {0} in plain text: services have certificates (internal.certificate); write https://")]
    PlainText(String),
    /// Others could listen.
    #[error(
        "cannot connect to {0} in plain text, for it is not on this machine: set internal.certificate, internal.key and \
         internal.ca and write https:// or, on a network that nobody else is on, set internal.plaintext = true"
    )]
    PlainTextFromAfar(String),
}

/// A host that replicas of a service are at. A name may stand for several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) scheme: Scheme,
    /// Host and port as requests name them.
    pub(super) authority: Authority,
    pub(super) place: Place,
    pub(super) port: u16,
}

/// What is known of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Its address.
    Known(IpAddr),
    /// Its name, which has to be resolved.
    Named(String),
}

impl Address {
    /// Reads addresses such as `http://clock:7000`.
    pub(super) fn read_all(addresses: &[impl AsRef<str>]) -> Result<Vec<Self>, InvalidAddress> {
        if addresses.is_empty() {
            return Err(InvalidAddress::None);
        }
        addresses
            .iter()
            .map(AsRef::as_ref)
            .map(|address| {
                Self::read(address).ok_or_else(|| InvalidAddress::NotAUri {
                    address: address.to_owned(),
                })
            })
            .collect()
    }

    fn read(address: &str) -> Option<Self> {
        let uri: Uri = address.parse().ok()?;
        let scheme = uri.scheme()?.clone();
        let default_port = match scheme.as_str() {
            "http" => PORT_OF_HTTP,
            "https" => PORT_OF_HTTPS,
            _ => return None,
        };
        let authority = uri.authority()?;
        let host = authority.host();
        let place = match bare(host).parse() {
            Ok(known) => Place::Known(known),
            Err(_) if host.is_empty() => return None,
            Err(_) => Place::Named(host.to_owned()),
        };
        Some(Self {
            scheme,
            authority: authority.clone(),
            port: authority.port_u16().unwrap_or(default_port),
            place,
        })
    }

    /// Whether it is on this machine, whatever is asked for names.
    pub(super) fn is_loopback(&self) -> bool {
        match &self.place {
            Place::Known(ip) => ip.to_canonical().is_loopback(),
            Place::Named(name) => name.eq_ignore_ascii_case("localhost"),
        }
    }

    /// Where it is, if that needs no resolving.
    pub(super) fn known(&self) -> Option<SocketAddr> {
        match self.place {
            Place::Known(ip) => Some(SocketAddr::new(ip, self.port)),
            Place::Named(_) => None,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}://{}", self.scheme, self.authority)
    }
}

/// A host without the brackets that URIs put around IPv6 addresses.
pub(super) fn bare(host: &str) -> &str {
    let inner = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_names_or_addresses_of_both_families() {
        let read = Address::read_all(&[
            "http://clock:7000",
            "http://127.0.0.1:1/",
            "http://[::1]:2",
            "http://clock",
            "https://clock",
        ])
        .unwrap();
        assert_eq!(read[0].place, Place::Named("clock".to_owned()));
        assert_eq!(read[0].known(), None);
        assert_eq!(read[1].known(), Some("127.0.0.1:1".parse().unwrap()));
        assert_eq!(read[2].known(), Some("[::1]:2".parse().unwrap()));
        assert_eq!((read[3].port, read[4].port), (80, 443));
        let here = read.iter().map(Address::is_loopback);
        assert_eq!(here.collect::<Vec<_>>(), [false, true, true, false, false]);
    }
}
