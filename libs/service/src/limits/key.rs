//! Addresses as limits count them.

use std::net::{IpAddr, Ipv6Addr};

/// The first bits of an IPv6 address that name a site: whoever has one address there can have all others.
const SITE: u128 = !0 << 64;

/// An address to be limited by: an IPv4 address, or the /64 that an IPv6 address is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressKey(u128);

impl AddressKey {
    /// The key of an address; none for the loopback, which has no limits.
    #[must_use]
    pub fn of(address: IpAddr) -> Option<Self> {
        match address.to_canonical() {
            address if address.is_loopback() => None,
            IpAddr::V4(address) => Some(Self(address.to_ipv6_mapped().to_bits())),
            IpAddr::V6(address) => Some(Self(Ipv6Addr::to_bits(address) & SITE)),
        }
    }

    /// The key's bytes, for limits that are kept in a store.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(address: &str) -> Option<AddressKey> {
        AddressKey::of(address.parse().unwrap())
    }

    #[test]
    fn an_ipv4_address_counts_for_itself_however_it_is_written() {
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
        assert_eq!(key("192.0.2.1"), key("::ffff:192.0.2.1"));
    }

    #[test]
    fn all_of_a_site_counts_as_one() {
        assert_eq!(key("2001:db8:0:1::1"), key("2001:db8:0:1:ffff::2"));
        assert_ne!(key("2001:db8:0:1::1"), key("2001:db8:0:2::1"));
    }

    #[test]
    fn the_loopback_has_no_limits() {
        for address in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(key(address), None, "{address}");
        }
    }
}
