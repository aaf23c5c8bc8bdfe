//! Ports that nobody else takes.
//!
//! A port that the system chooses can be taken by somebody else once its server is killed, and even by the near end of
//! some connection. So ports are below those that the system chooses from, and each is locked, by a lock on a file, as
//! long as its server may come back.

use std::fs::{self, File};
use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

use crate::ServerError;

/// The ports of one kind of server: no other kind has them.
#[derive(Debug)]
pub struct Ports {
    /// What their locks are called after.
    name: &'static str,
    first: u16,
    count: u16,
    /// The server listens there, too: this much above its port.
    beside: Option<u16>,
    next: AtomicU16,
}

/// A port that is ours as long as this is held.
#[derive(Debug)]
pub struct Port {
    /// The port.
    pub number: u16,
    _lock: File,
}

impl Ports {
    /// So many ports from the first on.
    #[must_use]
    pub const fn new(name: &'static str, first: u16, count: u16) -> Self {
        Self {
            name,
            first,
            count,
            beside: None,
            next: AtomicU16::new(0),
        }
    }

    /// Of servers that also listen this much above their port.
    #[must_use]
    pub const fn and_above(self, beside: u16) -> Self {
        Self {
            beside: Some(beside),
            ..self
        }
    }

    /// Finds a port that is free.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be locked.
    pub fn reserve(&self) -> Result<Port, ServerError> {
        let folder = std::env::temp_dir().join(format!("corners-test-{}-ports", self.name));
        fs::create_dir_all(&folder).map_err(ServerError::system("make the folder of port locks"))?;
        // Processes of the same test run begin at different places.
        let begin = u16::try_from(std::process::id() % u32::from(self.count)).unwrap_or(0);
        for _ in 0..self.count {
            let offset = self.next.fetch_add(1, Ordering::Relaxed) % self.count;
            let number = self.first + (begin + offset) % self.count;
            let lock = File::create(folder.join(number.to_string())).map_err(ServerError::system("lock a port"))?;
            if lock.try_lock().is_ok() && is_free(number) && self.beside.is_none_or(|above| is_free(number + above)) {
                return Ok(Port { number, _lock: lock });
            }
        }
        Err(ServerError::NeverCame("a free port"))
    }
}

fn is_free(port: u16) -> bool {
    TcpListener::bind(("127.0.0.1", port)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_one_servers_and_free_again_after_it() {
        let ports = Ports::new("servers", 35_000, 2);
        let (one, other) = (ports.reserve().unwrap(), ports.reserve().unwrap());
        assert_ne!(one.number, other.number);
        assert!(matches!(ports.reserve(), Err(ServerError::NeverCame(_))));
        let number = one.number;
        drop(one);
        assert_eq!(ports.reserve().unwrap().number, number);
    }
}
