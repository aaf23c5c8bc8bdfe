//! One database.

use std::net::SocketAddr;

use sqlx::postgres::PgConnectOptions;

use crate::server::connect_options;
use crate::template::USER;

/// A database of its own for a test. It goes when its server does.
#[derive(Clone, Debug)]
pub struct Database {
    port: u16,
    name: String,
}

impl Database {
    pub(crate) fn new(port: u16, name: String) -> Self {
        Self { port, name }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is, with the user's name and password.
    pub fn url(&self) -> String {
        self.url_at(SocketAddr::from(([127, 0, 0, 1], self.port)))
    }

    /// As [`url`](Self::url), by way of another address that leads there.
    pub fn url_at(&self, address: SocketAddr) -> String {
        // The password as it is written in an URL.
        let password = "a%2Fsecret%3Aof%40tests";
        format!("postgres://{USER}:{password}@{address}/{}", self.name)
    }

    /// How to connect to it directly.
    pub fn connect_options(&self) -> PgConnectOptions {
        connect_options(self.port, &self.name)
    }
}
