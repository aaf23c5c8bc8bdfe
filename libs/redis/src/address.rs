//! Where a server is.

use std::fmt;
use std::str::FromStr;

/// Host and port of a Redis server or a sentinel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeAddress {
    /// A name or an IP address (IPv6 without brackets).
    pub host: String,
    /// The TCP port.
    pub port: u16,
}

/// The text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not an address: expected host:port, such as redis-1:6379")]
pub struct InvalidAddress {
    text: String,
}

impl FromStr for NodeAddress {
    type Err = InvalidAddress;

    fn from_str(text: &str) -> Result<Self, InvalidAddress> {
        let invalid = || InvalidAddress { text: text.to_owned() };
        let (host, port) = text.rsplit_once(':').ok_or_else(invalid)?;
        let in_brackets = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let is_plain = !host.is_empty() && !host.contains([':', '/', '@', ' ', '[', ']']);
        let host = match in_brackets {
            Some(host) => host,
            None if is_plain => host,
            None => return Err(invalid()),
        };
        let port = port.parse().map_err(|_| invalid())?;
        Ok(Self {
            host: host.to_owned(),
            port,
        })
    }
}

impl fmt::Display for NodeAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(formatter, "[{}]:{}", self.host, self.port)
        } else {
            write!(formatter, "{}:{}", self.host, self.port)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_a_port_and_reads_as_it_is_written() {
        for text in ["127.0.0.1:6379", "redis-0.redis.svc:7000", "[::1]:6379"] {
            assert_eq!(text.parse::<NodeAddress>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_address_says_what_one_looks_like() {
        for text in [
            "",
            "redis",
            ":6379",
            "redis:",
            "redis:x",
            "redis:70000",
            "::1:6379",
            "redis://redis:6379",
            "a@b:1",
        ] {
            let error = text.parse::<NodeAddress>().unwrap_err().to_string();
            assert!(error.contains("host:port"), "{text}: {error}");
        }
    }
}
