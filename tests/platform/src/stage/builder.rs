//! Setting the stage.

use std::net::SocketAddr;

use tempfile::TempDir;

use super::{Links, Service, Stage, ports};
use crate::{Loopback, Proxy};

/// What shall be on a stage.
#[derive(Clone, Debug)]
pub struct StageBuilder {
    clocks: u16,
    authorities: u16,
    settings_of_clocks: Vec<(String, String)>,
    settings_of_authorities: Vec<(String, String)>,
}

impl StageBuilder {
    pub(super) fn new() -> Self {
        Self {
            clocks: 1,
            authorities: 1,
            settings_of_clocks: Vec::new(),
            settings_of_authorities: Vec::new(),
        }
    }

    /// A setting of all authorities, by its environment variable.
    #[must_use]
    pub fn authorities_with(mut self, variable: &str, value: &str) -> Self {
        self.settings_of_authorities
            .push((variable.to_owned(), value.to_owned()));
        self
    }

    /// A setting of all clocks, by its environment variable.
    #[must_use]
    pub fn clocks_with(mut self, variable: &str, value: &str) -> Self {
        self.settings_of_clocks.push((variable.to_owned(), value.to_owned()));
        self
    }

    /// Starts everything, and waits until it serves.
    pub async fn start(self) -> Stage {
        let folder = TempDir::new().unwrap();
        let loopback = Loopback::claim();
        let addresses = |first: u16, count: u16| -> Vec<SocketAddr> {
            (first..first + count).map(|port| loopback.port(port)).collect()
        };
        let clocks_internal = addresses(ports::CLOCKS_INTERNAL, self.clocks);
        let authorities_internal = addresses(ports::AUTHORITIES_INTERNAL, self.authorities);
        let links = Links {
            to_clocks: each_behind_a_proxy(&clocks_internal),
            to_authorities: each_behind_a_proxy(&authorities_internal),
        };
        let entrance = Proxy::start(addresses(ports::AUTHORITIES, self.authorities));
        let clock_entrance = Proxy::start(addresses(ports::CLOCKS, self.clocks));

        let listen = |port| setting("CORNERS_SERVER__LISTEN", &loopback.port(port));
        let internal = |port| setting("CORNERS_PEERS__INTERNAL_LISTEN", &loopback.port(port));
        let folder_path = folder.path();
        let accounts = Service::start(
            "corners-accounts",
            "accounts",
            folder_path,
            vec![listen(ports::ACCOUNTS)],
        )
        .await;

        let mut clocks = Vec::new();
        for replica in 0..self.clocks {
            let mut environment = self.settings_of_clocks.clone();
            environment.extend([
                listen(ports::CLOCKS + replica),
                internal(ports::CLOCKS_INTERNAL + replica),
                setting("CORNERS_PEERS__GAME_AUTHORITY", &list(&links.to_authorities)),
            ]);
            let name = format!("clock-{}", replica + 1);
            clocks.push(Service::start("corners-clock", &name, folder_path, environment).await);
        }

        let jwks = folder_path.join("accounts/jwks.json");
        let mut authorities = Vec::new();
        for replica in 0..self.authorities {
            let mut environment = self.settings_of_authorities.clone();
            environment.extend([
                listen(ports::AUTHORITIES + replica),
                internal(ports::AUTHORITIES_INTERNAL + replica),
                setting("CORNERS_PEERS__CLOCK", &list(&links.to_clocks)),
                setting("CORNERS_PEERS__JWKS", &jwks.display()),
            ]);
            let name = format!("game-authority-{}", replica + 1);
            authorities.push(Service::start("corners-game-authority", &name, folder_path, environment).await);
        }
        Stage {
            accounts,
            clocks,
            authorities,
            entrance,
            clock_entrance,
            links,
            loopback,
            folder,
        }
    }
}

fn each_behind_a_proxy(addresses: &[SocketAddr]) -> Vec<Proxy> {
    addresses.iter().map(|&address| Proxy::start([address])).collect()
}

fn list(proxies: &[Proxy]) -> String {
    proxies.iter().map(Proxy::url).collect::<Vec<_>>().join(",")
}

fn setting(variable: &str, value: &impl ToString) -> (String, String) {
    (variable.to_owned(), value.to_string())
}
