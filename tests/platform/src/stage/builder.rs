//! Setting the stage.

use std::net::SocketAddr;

use corners_test_postgres::{Database, Options as PostgresOptions, Server as Postgres};
use corners_test_redis::{Durability, Options as RedisOptions, Server};
use futures::future::{join, join_all, join4};
use tempfile::TempDir;

use super::{Certificates, Links, SERVICE_TOKEN_FILE, Service, Stage, ports};
use crate::{Loopback, Proxy};

/// What shall be on a stage.
#[derive(Clone, Debug)]
pub struct StageBuilder {
    clocks: u16,
    authorities: u16,
    archives: u16,
    ratings: u16,
    postgres: PostgresOptions,
    redis: Option<RedisOptions>,
    tls: bool,
    settings_of_clocks: Vec<(String, String)>,
    settings_of_authorities: Vec<(String, String)>,
}

impl StageBuilder {
    pub(super) fn new() -> Self {
        Self {
            clocks: 1,
            authorities: 1,
            archives: 0,
            ratings: 0,
            postgres: PostgresOptions::default(),
            redis: None,
            tls: false,
            settings_of_clocks: Vec::new(),
            settings_of_authorities: Vec::new(),
        }
    }

    /// Two clocks and two authorities on one Redis server.
    #[must_use]
    pub fn replicas(self, durability: Durability) -> Self {
        self.replicas_on(RedisOptions::of(durability))
    }

    /// Two clocks and two authorities on a Redis server with these options.
    #[must_use]
    pub fn replicas_on(mut self, redis: RedisOptions) -> Self {
        (self.clocks, self.authorities) = (2, 2);
        self.redis = Some(redis);
        self
    }

    /// So many archives on a PostgreSQL server.
    #[must_use]
    pub fn archives(self, count: u16) -> Self {
        self.archives_on(count, PostgresOptions::default())
    }

    /// So many archives on a PostgreSQL server with these options.
    #[must_use]
    pub fn archives_on(mut self, count: u16, postgres: PostgresOptions) -> Self {
        self.archives = count;
        self.postgres = postgres;
        self
    }

    /// So many rating services, on the PostgreSQL server of the archives.
    #[must_use]
    pub fn ratings(mut self, count: u16) -> Self {
        self.ratings = count;
        self
    }

    /// TLS for everybody, and certificates on both sides between the services.
    #[must_use]
    pub fn tls(mut self) -> Self {
        self.tls = true;
        self
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
        let redis = match self.redis.clone() {
            Some(options) => Some(Server::with(options).await.unwrap()),
            None => None,
        };
        let postgres = if self.archives > 0 {
            Some(Postgres::with(self.postgres.clone()).await.unwrap())
        } else {
            None
        };
        let database = match &postgres {
            Some(postgres) => Some(postgres.database().await.unwrap()),
            None => None,
        };
        let links = self.links(&loopback, redis.as_ref(), postgres.as_ref());
        let behind = |first, count| Proxy::start(addresses(&loopback, first, count));
        let entrance = behind(ports::AUTHORITIES, self.authorities);
        let clock_entrance = behind(ports::CLOCKS, self.clocks);
        let archive_entrance = behind(ports::ARCHIVES, self.archives);
        let rating_entrance = behind(ports::RATINGS, self.ratings);

        let proxies = links
            .to_accounts
            .iter()
            .chain(&links.to_clocks)
            .chain(&links.to_authorities)
            .chain(&links.to_archives);
        let called = proxies
            .chain([&entrance, &clock_entrance, &archive_entrance, &rating_entrance])
            .map(Proxy::address);
        let called = called
            .chain([loopback.port(ports::ACCOUNTS)])
            .map(|address| address.ip());
        let certificates = self.tls.then(|| Certificates::new(&folder.path().join("tls"), called));
        let security = |name: &str| match &certificates {
            Some(certificates) => certificates.settings(name),
            None => vec![setting(
                "CORNERS_INTERNAL__TOKEN_FILE",
                &folder.path().join(SERVICE_TOKEN_FILE).display(),
            )],
        };

        let mut environment = vec![
            setting("CORNERS_SERVER__LISTEN", &loopback.port(ports::ACCOUNTS)),
            setting("CORNERS_INTERNAL__LISTEN", &loopback.port(ports::ACCOUNTS_INTERNAL)),
        ];
        environment.extend(security("accounts"));
        if let Some(certificates) = &certificates {
            environment.extend(certificates.public_settings("accounts"));
        }
        let accounts = Service::start("corners-accounts", "accounts", folder.path(), environment);
        let clocks = (0..self.clocks).map(|replica| {
            let name = format!("clock-{}", replica + 1);
            let mut environment = self.environment_of_clock(replica, &loopback, &links);
            environment.extend(security(&name));
            Service::start("corners-clock", name, folder.path(), environment)
        });
        let authorities = (0..self.authorities).map(|replica| {
            let mut environment = self.environment_of_authority(replica, &loopback, &links);
            let name = format!("game-authority-{}", replica + 1);
            environment.extend(security(&name));
            Service::start("corners-game-authority", name, folder.path(), environment)
        });
        let archives = (0..self.archives).map(|replica| {
            let name = format!("archive-{}", replica + 1);
            let mut environment = self.environment_of_archive(replica, &loopback, &links, database.as_ref());
            environment.extend(security(&name));
            Service::start("corners-archive", name, folder.path(), environment)
        });
        let ratings = (0..self.ratings).map(|replica| {
            let name = format!("rating-{}", replica + 1);
            let mut environment = self.environment_of_rating(replica, &loopback, &links, database.as_ref());
            environment.extend(security(&name));
            Service::start("corners-rating", name, folder.path(), environment)
        });
        let others = join4(
            join_all(clocks),
            join_all(authorities),
            join_all(archives),
            join_all(ratings),
        );
        let (accounts, (clocks, authorities, archives, ratings)) = join(accounts, others).await;
        Stage {
            accounts,
            clocks,
            authorities,
            archives,
            ratings,
            entrance,
            clock_entrance,
            archive_entrance,
            rating_entrance,
            links,
            redis,
            postgres,
            database,
            certificates,
            loopback,
            folder,
        }
    }

    fn links(&self, loopback: &Loopback, redis: Option<&Server>, postgres: Option<&Postgres>) -> Links {
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
            ratings_to_postgres: postgres.map(|postgres| Proxy::start([postgres.address().parse().unwrap()])),
        }
    }

    /// The addresses of a service's replicas.
    fn list(&self, proxies: &[Proxy]) -> String {
        let scheme = if self.tls { "https" } else { "http" };
        let urls = proxies.iter().map(|proxy| format!("{scheme}://{}", proxy.address()));
        urls.collect::<Vec<_>>().join(",")
    }

    fn environment_of_clock(&self, replica: u16, loopback: &Loopback, links: &Links) -> Vec<(String, String)> {
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

    fn environment_of_archive(
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

    fn environment_of_rating(
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

    fn environment_of_authority(&self, replica: u16, loopback: &Loopback, links: &Links) -> Vec<(String, String)> {
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

fn addresses(loopback: &Loopback, first: u16, count: u16) -> Vec<SocketAddr> {
    (first..first + count).map(|port| loopback.port(port)).collect()
}

fn setting(variable: &str, value: &impl ToString) -> (String, String) {
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
