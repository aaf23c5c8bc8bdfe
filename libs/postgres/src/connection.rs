//! What every connection is made with.

use std::fmt;
use std::fs;
use std::net::IpAddr;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use crate::config::PostgresConfig;
use crate::error::ConnectError;

/// Takes an URL apart. Nothing of the URL is in the message of an error.
pub(crate) fn parse(url: &str) -> Result<PgConnectOptions, String> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err("it must look like postgres://user@host:port/database".to_owned());
    }
    let options: PgConnectOptions = url
        .parse()
        .map_err(|error: sqlx::Error| format!("it must look like postgres://user@host:port/database ({error})"))?;
    if options.get_database().is_none_or(str::is_empty) {
        return Err("it must name a database, as in postgres://user@host:port/database".to_owned());
    }
    let parameters = url.split_once('?').map_or("", |(_, parameters)| parameters);
    let says_mode = parameters
        .split('&')
        .any(|parameter| parameter.starts_with("sslmode=") || parameter.starts_with("ssl-mode="));
    // The driver's own default tries TLS and is content without: whoever is in between decides. PGSSLMODE, which the
    // driver reads, counts as said.
    let is_default = !says_mode && matches!(options.get_ssl_mode(), PgSslMode::Prefer);
    if !is_default {
        return Ok(options);
    }
    let mode = if is_this_machine(&options) {
        PgSslMode::Disable
    } else {
        PgSslMode::VerifyFull
    };
    Ok(options.ssl_mode(mode))
}

fn is_this_machine(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let is_socket = options.get_socket().is_some() || host.starts_with('/');
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    is_socket || host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Where a database is, as logs name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place(String);

impl Place {
    pub(crate) fn of(options: &PgConnectOptions) -> Self {
        let database = options.get_database().unwrap_or_default();
        match options.get_socket() {
            Some(socket) => Self(format!("{}/{database}", socket.display())),
            None => Self(format!("{}:{}/{database}", options.get_host(), options.get_port())),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// How to connect, as the settings say. The tables are in the schema.
pub(crate) fn connect_options(config: &PostgresConfig, schema: &str) -> Result<PgConnectOptions, ConnectError> {
    let mut options = config.options().map_err(ConnectError::Config)?;
    if !config.password_file.as_os_str().is_empty() {
        let text = fs::read_to_string(&config.password_file).map_err(|source| ConnectError::PasswordFile {
            path: config.password_file.clone(),
            source: std::sync::Arc::new(source),
        })?;
        options = options.password(text.lines().next().unwrap_or_default());
    }
    Ok(options
        .application_name(&format!("corners {schema}"))
        .options([("search_path", schema)])
        .disable_statement_logging())
}

/// The same with the bounds of a call, which the server keeps as well.
pub(crate) fn bounded(options: PgConnectOptions, statement: Duration, lock: Duration) -> PgConnectOptions {
    let milliseconds = |bound: Duration| bound.as_millis().to_string();
    options.options([
        ("statement_timeout", milliseconds(statement)),
        ("lock_timeout", milliseconds(lock)),
        // A transaction whose client has stalled must not keep its locks.
        ("idle_in_transaction_session_timeout", milliseconds(statement)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str) -> String {
        format!("{:?}", parse(url).unwrap().get_ssl_mode())
    }

    #[test]
    fn another_machine_is_spoken_to_in_plain_text_only_if_that_is_said() {
        for host in [
            "db.example.com",
            "10.0.0.1",
            "db:5432",
            "[2001:db8::1]:5432",
            "127.0.0.1.example.com",
        ] {
            assert_eq!(
                mode(&format!("postgres://corners@{host}/corners")),
                "VerifyFull",
                "{host}"
            );
        }
        assert_eq!(mode("postgres://corners@db/corners?sslmode=disable"), "Disable");
        assert_eq!(mode("postgres://corners@db/corners?sslmode=require"), "Require");
        // A password that looks like it says nothing.
        assert_eq!(mode("postgres://corners:sslmode=disable@db/corners"), "VerifyFull");
        assert_eq!(
            mode("postgres://corners@localhost/corners?application_name=sslmode=&host=db"),
            "VerifyFull"
        );
    }

    #[test]
    fn this_machine_is_spoken_to_in_plain_text_unless_tls_is_said() {
        for host in ["localhost", "127.0.0.1:5433", "[::1]:5432", "%2Fvar%2Frun%2Fpostgresql"] {
            assert_eq!(mode(&format!("postgres://corners@{host}/corners")), "Disable", "{host}");
        }
        assert_eq!(
            mode("postgresql://corners@localhost/corners?sslmode=verify-full"),
            "VerifyFull"
        );
    }

    #[test]
    fn what_is_wrong_with_an_url_is_said_without_its_password() {
        for url in [
            "hunter2",
            "mysql://corners:hunter2@db/corners",
            "postgres://corners:hunter2@db:port/corners",
            "postgres://corners:hunter2@db:5432",
            "postgres://corners:hunter2@db/corners?sslmode=perhaps",
        ] {
            let problem = parse(url).unwrap_err();
            assert!(!problem.contains("hunter2"), "{url}: {problem}");
        }
    }

    #[test]
    fn a_place_names_no_user_and_no_password() {
        let options = parse("postgres://corners:hunter2@db:5433/games").unwrap();
        assert_eq!(Place::of(&options).to_string(), "db:5433/games");
    }
}
