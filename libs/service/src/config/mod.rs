//! Where settings come from.
//!
//! A setting is looked for in four places, the later wins: the commented file of defaults, which is also the
//! documentation; the operator's file; the environment; the command line. Every setting is in the defaults, so that
//! whatever is not there is a mistake and is refused by its name.
//!
//! In the environment a setting `listen` of the section `[server]` is called `CORNERS_SERVER__LISTEN`; lists are
//! separated by commas.

mod error;
mod known;
mod pairs;

use std::path::Path;

use figment::Figment;
use figment::providers::{Format, Toml};
use serde::de::DeserializeOwned;

pub use error::{ConfigError, OutOfRange, in_range};

use known::Known;
use pairs::Pairs;

/// Prefix of every setting's name in the environment.
pub const PREFIX: &str = "CORNERS_";

/// Reads the settings.
///
/// `defaults` is the text of the file of defaults: one section or several, with every setting there is. `env` are
/// variables as of [`std::env::vars`]; those that do not start with [`PREFIX`] are ignored. `overrides` are dotted names
/// and values, such as `("server.listen", "127.0.0.1:0")`.
///
/// # Errors
///
/// An unknown setting, a value of the wrong type or out of range, a file that cannot be read: each named, with the place
/// it came from.
pub fn load<T: DeserializeOwned>(
    defaults: &str,
    file: Option<&Path>,
    env: impl IntoIterator<Item = (String, String)>,
    overrides: impl IntoIterator<Item = (String, String)>,
) -> Result<T, ConfigError> {
    let known = Known::read(defaults)?;
    let mut figment = Figment::from(Toml::string(defaults));
    if let Some(path) = file {
        figment = figment.merge(read_file(path, &known)?);
    }
    let figment = figment
        .merge(Pairs::from_environment(env, &known)?)
        .merge(Pairs::from_overrides(overrides, &known)?);
    figment
        .extract()
        .map_err(|error| ConfigError::from_figment(&figment, &known, &error))
}

/// The process's environment: the argument for [`load`] in a `main`.
#[allow(clippy::disallowed_methods, reason = "the one place where the environment is read")]
pub fn environment() -> impl Iterator<Item = (String, String)> {
    // Values that are not Unicode cannot be settings.
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

fn read_file(path: &Path, known: &Known) -> Result<impl figment::Provider + use<>, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(|source| ConfigError::UnreadableFile {
        path: path.to_owned(),
        source,
    })?;
    let origin = format!("the file {}", path.display());
    let dict = known::parse(&text).map_err(|problem| ConfigError::Syntax {
        origin: origin.clone(),
        problem,
    })?;
    for key in known::leaves(&dict) {
        known.check(&key, &origin)?;
    }
    Ok(Pairs::of_file(dict, origin))
}

#[cfg(test)]
mod tests;
