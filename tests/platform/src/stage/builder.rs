//! Setting the stage.

use corners_test_postgres::{Options as PostgresOptions, Server as Postgres};
use corners_test_redis::{Durability, Options as RedisOptions, Server};
use futures::future::{join_all, join3, join4};
use tempfile::TempDir;

use super::environment::{addresses, setting};
use super::{Certificates, SERVICE_TOKEN_FILE, Service, Stage, ports};
use crate::{Loopback, Proxy};

/// What shall be on a stage.
#[derive(Clone, Debug)]
pub struct StageBuilder {
    pub(super) clocks: u16,
    pub(super) authorities: u16,
    pub(super) archives: u16,
    pub(super) ratings: u16,
    pub(super) matchmakers: u16,
    postgres: PostgresOptions,
    redis: Option<RedisOptions>,
    pub(super) tls: bool,
    pub(super) settings_of_clocks: Vec<(String, String)>,
    pub(super) settings_of_authorities: Vec<(String, String)>,
    pub(super) settings_of_matchmakers: Vec<(String, String)>,
}

impl StageBuilder {
    pub(super) fn new() -> Self {
        Self {
            clocks: 1,
            authorities: 1,
            archives: 0,
            ratings: 0,
            matchmakers: 0,
            postgres: PostgresOptions::default(),
            redis: None,
            tls: false,
            settings_of_clocks: Vec::new(),
            settings_of_authorities: Vec::new(),
            settings_of_matchmakers: Vec::new(),
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

    /// So many replicas of matchmaking, on the Redis server of the others; they ask the archives and the rating services.
    #[must_use]
    pub fn matchmakers(mut self, count: u16) -> Self {
        self.matchmakers = count;
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

    /// A setting of all matchmakers, by its environment variable.
    #[must_use]
    pub fn matchmakers_with(mut self, variable: &str, value: &str) -> Self {
        self.settings_of_matchmakers
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
        let matchmaking_entrance = behind(ports::MATCHMAKERS, self.matchmakers);

        let proxies = links
            .to_accounts
            .iter()
            .chain(&links.to_clocks)
            .chain(&links.to_authorities)
            .chain(&links.to_archives)
            .chain(&links.to_ratings);
        let called = proxies
            .chain([&entrance, &clock_entrance, &archive_entrance, &rating_entrance])
            .chain([&matchmaking_entrance])
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
        let matchmakers = (0..self.matchmakers).map(|replica| {
            let name = format!("matchmaking-{}", replica + 1);
            let mut environment = self.environment_of_matchmaker(replica, &loopback, &links);
            environment.extend(security(&name));
            Service::start("corners-matchmaking", name, folder.path(), environment)
        });
        let others = join4(
            join_all(clocks),
            join_all(authorities),
            join_all(archives),
            join_all(ratings),
        );
        let started = join3(accounts, others, join_all(matchmakers)).await;
        let (accounts, (clocks, authorities, archives, ratings), matchmakers) = started;
        Stage {
            accounts,
            clocks,
            authorities,
            archives,
            ratings,
            matchmakers,
            entrance,
            clock_entrance,
            archive_entrance,
            rating_entrance,
            matchmaking_entrance,
            links,
            redis,
            postgres,
            database,
            certificates,
            loopback,
            folder,
        }
    }
}
