//! The ports of PostgreSQL servers.

use corners_test_servers::port::Ports;

/// Above those of corners-test-redis, below the system's.
pub(crate) static PORTS: Ports = Ports::new("postgres", 30_200, 2_500);
