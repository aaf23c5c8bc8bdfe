//! The ports of Redis servers.

use corners_test_servers::port::Ports;

/// A node of a cluster listens to the others at its port plus 10,000, which is still below the system's.
pub(crate) static PORTS: Ports = Ports::new("redis", 10_200, 9_000).and_above(10_000);
