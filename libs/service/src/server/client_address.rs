//! The address that a call comes from, for limits and the audit log.
//!
//! It is the connection's, unless a trusted proxy holds the other end of it: then it is the one that the proxy names in
//! `X-Forwarded-For`. Each proxy adds the address that it was called from at the right; whatever stands left of an address
//! that is no trusted proxy's is that client's own word.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use http::HeaderMap;
use ipnet::IpNet;

/// The header that proxies name their clients in.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address that a call comes from: an extension of every request. IPv4 addresses are never written as IPv6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Of calls that never were on a network.
    pub const IN_PROCESS: Self = Self(IpAddr::V4(Ipv4Addr::LOCALHOST));
}

/// The proxies whose word is taken.
#[derive(Clone, Debug)]
pub(super) struct Proxies(Arc<[IpNet]>);

impl Proxies {
    pub(super) fn trusted(ranges: Vec<IpNet>) -> Self {
        Self(ranges.into())
    }

    /// Who a request comes from that arrived on a connection from `peer`: the last address that is known for certain.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut client = peer.to_canonical();
        if !self.trust(client) {
            return ClientAddress(client);
        }
        for line in headers.get_all(FORWARDED_FOR).iter().rev() {
            for entry in line.as_bytes().rsplit(|byte| *byte == b',') {
                let Some(named) = read(entry) else {
                    return ClientAddress(client);
                };
                client = named;
                if !self.trust(client) {
                    return ClientAddress(client);
                }
            }
        }
        ClientAddress(client)
    }

    /// Whether a trusted proxy is at the address.
    pub(super) fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|range| range.contains(&address))
    }
}

/// An address as proxies write it: alone, with a port, or in brackets.
fn read(entry: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(entry).ok()?.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let alone = bare.unwrap_or(text).parse::<IpAddr>().ok();
    let address = alone.or_else(|| text.parse().map(|with_port: SocketAddr| with_port.ip()).ok())?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who it is that calls through proxies in 10.0.0.0/8 and fd00::/8, connected from `peer`.
    fn client(peer: &str, lines: &[&str]) -> String {
        let ranges = ["10.0.0.0/8", "fd00::/8"].map(|range| range.parse().unwrap());
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        let found = Proxies::trusted(ranges.to_vec()).client(peer.parse().unwrap(), &headers);
        found.0.to_string()
    }

    #[test]
    fn whoever_is_no_trusted_proxy_is_not_believed() {
        assert_eq!(client("192.0.2.1", &["198.51.100.9"]), "192.0.2.1");
        assert_eq!(client("192.0.2.1", &[]), "192.0.2.1");
        assert_eq!(client("::ffff:192.0.2.1", &["198.51.100.9"]), "192.0.2.1");
    }

    #[test]
    fn a_trusted_proxy_names_its_client_and_what_the_client_says_does_not_count() {
        assert_eq!(client("10.0.0.1", &["198.51.100.9"]), "198.51.100.9");
        assert_eq!(client("::ffff:10.0.0.1", &["198.51.100.9"]), "198.51.100.9");
        assert_eq!(client("10.0.0.1", &["203.0.113.5, 198.51.100.9"]), "198.51.100.9");
        assert_eq!(client("10.0.0.1", &["203.0.113.5", "198.51.100.9"]), "198.51.100.9");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn proxies_behind_each_other_are_followed_as_far_as_they_are_trusted() {
        assert_eq!(client("10.0.0.1", &["198.51.100.9, 10.0.0.2,fd00::3"]), "198.51.100.9");
        assert_eq!(client("10.0.0.1", &["198.51.100.9", "10.0.0.2"]), "198.51.100.9");
        assert_eq!(client("10.0.0.1", &["10.0.0.3, 10.0.0.2"]), "10.0.0.3");
    }

    #[test]
    fn addresses_are_read_in_every_form_that_proxies_write() {
        assert_eq!(client("10.0.0.1", &["198.51.100.9:4711"]), "198.51.100.9");
        assert_eq!(client("10.0.0.1", &["2001:db8::9"]), "2001:db8::9");
        assert_eq!(client("10.0.0.1", &["[2001:db8::9]"]), "2001:db8::9");
        assert_eq!(client("10.0.0.1", &["[2001:db8::9]:4711"]), "2001:db8::9");
        assert_eq!(client("10.0.0.1", &["::ffff:198.51.100.9"]), "198.51.100.9");
    }

    #[test]
    fn behind_an_entry_that_is_no_address_the_last_good_one_counts() {
        for nonsense in ["unknown", "", "_hidden", "198.51.100", "198.51.100.9, "] {
            assert_eq!(client("10.0.0.1", &[nonsense]), "10.0.0.1", "{nonsense:?}");
            let before = format!("{nonsense}, 10.0.0.2");
            assert_eq!(client("10.0.0.1", &[&before]), "10.0.0.2", "{before:?}");
        }
    }
}
