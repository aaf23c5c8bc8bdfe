//! What the processes of a stage are told: where they listen, and how they reach each other.

use std::net::SocketAddr;

use corners_test_postgres::{Database, Server as Postgres};
use corners_test_redis::Server;

use super::{Links, StageBuilder, ports};
use crate::{Loopback, Proxy};

impl StageBuilder {
    pub(super) fn links(&self, loopback: &Loopback, redis: Option<&Server>, postgres: Option<&Postgres>) -> Links {
        let each = |first, count| {
            let addresses = addresses(loopback, first, count).into_iter();
            addresses.map(|address| Proxy::start([address])).collect()
        };
        let redis: Option<SocketAddr> = redis.map(|redis| redis.address().parse().unwrap());
        let to_redis = |count| {
            let address = redis.into_iter();
            let proxies = address.flat_map(|address| (0..count).map(move |_| Proxy::start([address])));
            proxies.collect()
        };
        Links {
            to_accounts: each(ports::ACCOUNTS_INTERNAL, 1),
            to_clocks: each(ports::CLOCKS_INTERNAL, self.clocks),
            to_authorities: each(ports::AUTHORITIES_INTERNAL, self.authorities),
            clocks_to_redis: to_redis(self.clocks),
            authorities_to_redis: to_redis(self.authorities),
            to_archives: each(ports::ARCHIVES_INTERNAL, self.archives),
            archives_to_postgres: postgres.map(|postgres| Proxy::start([postgres.address().parse().unwrap()])),
            to_ratings: each(ports::RATINGS_INTERNAL, self.ratings),
            matchmakers_to_redis: to_redis(self.matchmakers),
            ratings_to_postgres: postgres.map(|postgres| Proxy::start([postgres.address().parse().unwrap()])),
        }
    }

    /// The addresses of a service's replicas.
    fn list(&self, proxies: &[Proxy]) -> String {
        let scheme = if self.tls { "https" } else { "http" };
        let urls = proxies.iter().map(|proxy| format!("{scheme}://{}", proxy.address()));
        urls.collect::<Vec<_>>().join(",")
    }

    pub(super) fn environment_of_clock(
        &self,
        replica: u16,
        loopback: &Loopback,
        links: &Links,
    ) -> Vec<(String, String)> {
        let mut environment = self.settings_of_clocks.clone();
        environment.extend([
            setting("CORNERS_SERVER__LISTEN", &loopback.port(ports::CLOCKS + replica)),
            setting(
                "CORNERS_INTERNAL__LISTEN",
                &loopback.port(ports::CLOCKS_INTERNAL + replica),
            ),
            setting("CORNERS_PEERS__GAME_AUTHORITY", &self.list(&links.to_authorities)),
        ]);
        environment.extend(redis_at(&links.clocks_to_redis, replica));
        environment
    }

    pub(super) fn environment_of_archive(
        &self,
        replica: u16,
        loopback: &Loopback,
        links: &Links,
        database: Option<&Database>,
    ) -> Vec<(String, String)> {
        let mut environment = vec![
            setting("CORNERS_SERVER__LISTEN", &loopback.port(ports::ARCHIVES + replica)),
            setting(
                "CORNERS_INTERNAL__LISTEN",
                &loopback.port(ports::ARCHIVES_INTERNAL + replica),
            ),
            setting("CORNERS_PEERS__ACCOUNTS", &self.list(&links.to_accounts)),
            setting("CORNERS_PEERS__GAME_AUTHORITY", &self.list(&links.to_authorities)),
        ];
        environment.extend(postgres_at(links.archives_to_postgres.as_ref(), database));
        environment
    }

    pub(super) fn environment_of_rating(
        &self,
        replica: u16,
        loopback: &Loopback,
        links: &Links,
        database: Option<&Database>,
    ) -> Vec<(String, String)> {
        let mut environment = vec![
            setting("CORNERS_SERVER__LISTEN", &loopback.port(ports::RATINGS + replica)),
            setting(
                "CORNERS_INTERNAL__LISTEN",
                &loopback.port(ports::RATINGS_INTERNAL + replica),
            ),
            setting("CORNERS_PEERS__ACCOUNTS", &self.list(&links.to_accounts)),
            setting("CORNERS_PEERS__ARCHIVE", &self.list(&links.to_archives)),
        ];
        environment.extend(postgres_at(links.ratings_to_postgres.as_ref(), database));
        environment
    }

    pub(super) fn environment_of_matchmaker(
        &self,
        replica: u16,
        loopback: &Loopback,
        links: &Links,
    ) -> Vec<(String, String)> {
        let mut environment = self.settings_of_matchmakers.clone();
        environment.extend([
            setting("CORNERS_SERVER__LISTEN", &loopback.port(ports::MATCHMAKERS + replica)),
            setting("CORNERS_PEERS__ACCOUNTS", &self.list(&links.to_accounts)),
            setting("CORNERS_PEERS__ARCHIVE", &self.list(&links.to_archives)),
            setting("CORNERS_PEERS__GAME_AUTHORITY", &self.list(&links.to_authorities)),
            setting("CORNERS_PEERS__RATING", &self.list(&links.to_ratings)),
        ]);
        environment.extend(redis_at(&links.matchmakers_to_redis, replica));
        environment
    }

    pub(super) fn environment_of_authority(
        &self,
        replica: u16,
        loopback: &Loopback,
        links: &Links,
    ) -> Vec<(String, String)> {
        let (tables, most) = crate::FOR_ONE_PLAYER;
        let mut environment = vec![setting(tables, &most)];
        environment.extend(self.settings_of_authorities.clone());
        environment.extend([
            setting("CORNERS_SERVER__LISTEN", &loopback.port(ports::AUTHORITIES + replica)),
            setting(
                "CORNERS_INTERNAL__LISTEN",
                &loopback.port(ports::AUTHORITIES_INTERNAL + replica),
            ),
            setting("CORNERS_PEERS__ACCOUNTS", &self.list(&links.to_accounts)),
            setting("CORNERS_PEERS__CLOCK", &self.list(&links.to_clocks)),
        ]);
        environment.extend(redis_at(&links.authorities_to_redis, replica));
        environment
    }
}

pub(super) fn addresses(loopback: &Loopback, first: u16, count: u16) -> Vec<SocketAddr> {
    (first..first + count).map(|port| loopback.port(port)).collect()
}

pub(super) fn setting(variable: &str, value: &impl ToString) -> (String, String) {
    (variable.to_owned(), value.to_string())
}

/// The setting of a replica that keeps its data in a database, if it does.
fn postgres_at(proxy: Option<&Proxy>, database: Option<&Database>) -> Option<(String, String)> {
    let url = database?.url_at(proxy?.address());
    Some(setting("CORNERS_POSTGRES__URL", &url))
}

/// The settings of a replica that reaches Redis through its proxy, if it does.
fn redis_at(proxies: &[Proxy], replica: u16) -> Vec<(String, String)> {
    let proxy = proxies.get(usize::from(replica));
    let settings = proxy.map(|proxy| {
        [
            setting("CORNERS_REDIS__MODE", &"single"),
            setting("CORNERS_REDIS__NODES", &proxy.address()),
        ]
    });
    settings.into_iter().flatten().collect()
}
