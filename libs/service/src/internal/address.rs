//! The addresses that a service may be at.

use std::net::{IpAddr, SocketAddr};

use http::Uri;
use http::uri::Authority;

/// The port of `http` where an address names none.
const DEFAULT_PORT: u16 = 80;

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
}

/// A host that replicas of a service are at. A name may stand for several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
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
        let authority = uri.authority().filter(|_| uri.scheme_str() == Some("http"))?;
        let host = authority.host();
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let place = match bare.unwrap_or(host).parse() {
            Ok(known) => Place::Known(known),
            Err(_) if host.is_empty() => return None,
            Err(_) => Place::Named(host.to_owned()),
        };
        Some(Self {
            authority: authority.clone(),
            port: authority.port_u16().unwrap_or(DEFAULT_PORT),
            place,
        })
    }

    /// Where it is, if that needs no resolving.
    pub(super) fn known(&self) -> Option<SocketAddr> {
        match self.place {
            Place::Known(ip) => Some(SocketAddr::new(ip, self.port)),
            Place::Named(_) => None,
        }
    }
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
        ])
        .unwrap();
        assert_eq!(read[0].place, Place::Named("clock".to_owned()));
        assert_eq!(read[0].known(), None);
        assert_eq!(read[1].known(), Some("127.0.0.1:1".parse().unwrap()));
        assert_eq!(read[2].known(), Some("[::1]:2".parse().unwrap()));
        assert_eq!(read[3].port, 80);
    }
}
