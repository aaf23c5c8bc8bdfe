//! What is checked before the service starts, so that a mistake in the settings is one clear sentence.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Error, PgConnection, Row};
use tokio::time::timeout;

use crate::connection::Place;
use crate::error::{ConnectError, words};

/// The oldest version whose SQL the stores may use, as `server_version_num` counts.
const OLDEST: i64 = 140_000;

/// How long the server may take to say what it is.
const ANSWER: Duration = Duration::from_secs(10);

/// The first connection.
pub(crate) async fn connect(
    options: &PgConnectOptions,
    place: &Place,
    longest: Duration,
) -> Result<PgConnection, ConnectError> {
    match timeout(longest, PgConnection::connect_with(options)).await {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(error)) => Err(refusal(place, &error)),
        Err(_) => Err(no_answer(place)),
    }
}

fn no_answer(place: &Place) -> ConnectError {
    ConnectError::Unreachable {
        place: place.to_string(),
        reason: "no answer in time".to_owned(),
    }
}

/// Why a server cannot be connected to.
fn refusal(place: &Place, error: &Error) -> ConnectError {
    let (place, reason) = (place.to_string(), words(error));
    let code = error.as_database_error().and_then(|error| error.code());
    match code.as_deref() {
        // Wrong password, no such user, no such database.
        Some(code) if code.starts_with("28") || code == "3D000" => ConnectError::Login { place, reason },
        _ => ConnectError::Unreachable { place, reason },
    }
}

/// Checks the server behind a connection.
pub(crate) async fn check(connection: &mut PgConnection, place: &Place, most: u32) -> Result<(), ConnectError> {
    let settings = match timeout(ANSWER, ask(connection)).await {
        Ok(answered) => answered.map_err(|error| refusal(place, &error))?,
        Err(_) => return Err(no_answer(place)),
    };
    if settings.version_number < OLDEST {
        return Err(ConnectError::Version {
            place: place.to_string(),
            version: settings.version,
        });
    }
    if let Some(problem) = settings.problem() {
        return Err(ConnectError::Unsuitable {
            place: place.to_string(),
            problem: problem.to_owned(),
        });
    }
    for risk in settings.risks(most) {
        tracing::warn!(postgres = %place, "{risk}");
    }
    Ok(())
}

/// What the server says of itself.
#[derive(Clone, Debug)]
struct Settings {
    version: String,
    version_number: i64,
    encoding: String,
    is_read_only: bool,
    is_synced: bool,
    has_full_pages: bool,
    is_commit_synced: bool,
    connections: i64,
}

async fn ask(connection: &mut PgConnection) -> Result<Settings, Error> {
    let question = "SELECT current_setting('server_version'), current_setting('server_version_num')::bigint, \
                    current_setting('server_encoding'), \
                    pg_is_in_recovery() OR current_setting('transaction_read_only')::bool, \
                    current_setting('fsync')::bool, current_setting('full_page_writes')::bool, \
                    current_setting('synchronous_commit') <> 'off', current_setting('max_connections')::bigint";
    let row = sqlx::query(question).fetch_one(connection).await?;
    Ok(Settings {
        version: row.try_get(0)?,
        version_number: row.try_get(1)?,
        encoding: row.try_get(2)?,
        is_read_only: row.try_get(3)?,
        is_synced: row.try_get(4)?,
        has_full_pages: row.try_get(5)?,
        is_commit_synced: row.try_get(6)?,
        connections: row.try_get(7)?,
    })
}

impl Settings {
    /// What makes it of no use.
    fn problem(&self) -> Option<&'static str> {
        if self.is_read_only {
            return Some("it takes no writes: it is a standby or read-only; name the primary in postgres.url");
        }
        if self.encoding != "UTF8" {
            return Some("the database is not encoded in UTF8; make it with ENCODING 'UTF8'");
        }
        None
    }

    /// What makes it lose what it has promised to keep, or refuse connections.
    fn risks(&self, most: u32) -> Vec<&'static str> {
        let risks = [
            (
                !self.is_synced,
                "fsync is off: a crash of the machine can destroy the database; switch it on",
            ),
            (
                !self.has_full_pages,
                "full_page_writes is off: a crash of the machine can damage the database; switch it on",
            ),
            (
                !self.is_commit_synced,
                "synchronous_commit is off: a crash of the server loses what it has just acknowledged; switch it on",
            ),
            (
                i64::from(most) >= self.connections,
                "postgres.max_connections is as many as the server takes: raise the server's max_connections",
            ),
        ];
        let present = risks.into_iter().filter(|(is_present, _)| *is_present);
        present.map(|(_, risk)| risk).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Settings {
        Settings {
            version: "15.1".to_owned(),
            version_number: 150_001,
            encoding: "UTF8".to_owned(),
            is_read_only: false,
            is_synced: true,
            has_full_pages: true,
            is_commit_synced: true,
            connections: 100,
        }
    }

    #[test]
    fn a_good_server_has_no_problem_and_no_risk() {
        assert_eq!(good().problem(), None);
        assert!(good().risks(10).is_empty());
    }

    #[test]
    fn a_database_that_cannot_hold_every_text_is_a_problem() {
        let settings = Settings {
            encoding: "SQL_ASCII".to_owned(),
            ..good()
        };
        assert!(settings.problem().unwrap().contains("UTF8"));
    }

    #[test]
    fn every_setting_that_loses_data_and_too_few_connections_are_risks() {
        let settings = Settings {
            is_synced: false,
            has_full_pages: false,
            is_commit_synced: false,
            ..good()
        };
        assert_eq!(settings.risks(100).len(), 4);
    }
}
