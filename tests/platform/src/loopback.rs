//! Addresses to listen on that no other test has.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use rand::RngExt;

/// Whoever listens on this port of an address has the whole address. Below the ports that systems give out themselves.
const GUARD_PORT: u16 = 7000;

/// Nobody finds so many addresses taken unless something else is wrong.
const TRIES: usize = 100;

/// A loopback address of one test's own, until it is dropped: every port of it stays the same through restarts, and no
/// other test process takes it meanwhile. Linux answers on all of 127.0.0.0/8 without being told.
#[derive(Debug)]
pub struct Loopback {
    address: Ipv4Addr,
    _guard: TcpListener,
}

impl Loopback {
    /// An address that nobody has.
    #[must_use]
    pub fn claim() -> Self {
        let mut random = rand::rng();
        let free = (0..TRIES).find_map(|_| {
            let [high, middle, low] = random.random::<[u8; 3]>();
            let address = Ipv4Addr::new(127, high.clamp(1, 254), middle, low.clamp(1, 254));
            let guard = TcpListener::bind((address, GUARD_PORT)).ok()?;
            Some(Self { address, _guard: guard })
        });
        free.expect("a loopback address on which nobody listens")
    }

    /// A port of the address: 7001 to 32767, to be given to one listener at a time.
    #[must_use]
    pub fn port(&self, port: u16) -> SocketAddr {
        SocketAddr::from((self.address, port))
    }
}
