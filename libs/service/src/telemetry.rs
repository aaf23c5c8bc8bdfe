//! Logs: one line an event, to standard error, as text for people or as JSON for machines.

use std::io::IsTerminal;

use serde::Deserialize;
use tracing_subscriber::filter::{EnvFilter, ParseError};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

/// The section `[log]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TelemetryConfig {
    /// What a line looks like.
    pub format: LogFormat,
    /// Which lines are written.
    pub filter: LogFilter,
}

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// A JSON object a line.
    Json,
}

/// Which lines are written: a level, or a list of targets and levels such as `info,corners_clock=debug`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct LogFilter(String);

impl TryFrom<String> for LogFilter {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        EnvFilter::try_new(&text)?;
        Ok(Self(text))
    }
}

/// Starts to log, for the rest of the process's life. Panics are logged like everything else.
///
/// # Errors
///
/// When something in the process already logs.
pub fn init(config: &TelemetryConfig) -> Result<(), TryInitError> {
    let filter = EnvFilter::new(&config.filter.0);
    let for_a_terminal = std::io::stderr().is_terminal();
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(for_a_terminal);
    let registry = tracing_subscriber::registry().with(filter);
    match config.format {
        LogFormat::Text => registry.with(lines).try_init()?,
        LogFormat::Json => registry.with(lines.json().flatten_event(true)).try_init()?,
    }
    std::panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(
            location,
            message = panic.payload_as_str().unwrap_or("no text"),
            "panicked"
        );
    }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_checked_when_it_is_read() {
        assert!(LogFilter::try_from("info,corners_clock=debug".to_owned()).is_ok());
        assert!(LogFilter::try_from("info,corners_clock=loud".to_owned()).is_err());
    }
}
