//! Settings given one by one: by the environment or the command line; and the file's, once they are checked.

use figment::value::{Dict, Map, Value};
use figment::{Metadata, Profile, Provider};

use super::PREFIX;
use super::error::ConfigError;
use super::known::Known;

/// Checked settings of one place.
pub(super) struct Pairs {
    metadata: Metadata,
    dict: Dict,
}

impl Pairs {
    pub(super) fn of_file(dict: Dict, origin: String) -> Self {
        Self {
            metadata: Metadata::named(origin),
            dict,
        }
    }

    pub(super) fn from_environment(
        variables: impl IntoIterator<Item = (String, String)>,
        known: &Known,
    ) -> Result<Self, ConfigError> {
        let mut dict = Dict::new();
        for (variable, text) in variables {
            let Some(name) = variable.strip_prefix(PREFIX) else {
                continue;
            };
            let key = name.to_lowercase().replace("__", ".");
            if !key.contains('.') {
                // Others name variables of theirs so, Kubernetes for one. Only what was meant for us is refused.
                refuse_single_underscore(&variable, &key, known)?;
                continue;
            }
            insert(
                &mut dict,
                &key,
                typed(
                    known.check(&key, &format!("the environment variable {variable}"))?,
                    &text,
                ),
            );
        }
        let metadata = Metadata::named("the environment")
            .interpolater(|_: &Profile, keys: &[&str]| format!("{PREFIX}{}", keys.join("__").to_uppercase()));
        Ok(Self { metadata, dict })
    }

    pub(super) fn from_overrides(
        overrides: impl IntoIterator<Item = (String, String)>,
        known: &Known,
    ) -> Result<Self, ConfigError> {
        let mut dict = Dict::new();
        for (key, text) in overrides {
            insert(&mut dict, &key, typed(known.check(&key, "the command line")?, &text));
        }
        Ok(Self {
            metadata: Metadata::named("the command line"),
            dict,
        })
    }
}

impl Provider for Pairs {
    fn metadata(&self) -> Metadata {
        self.metadata.clone()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, figment::Error> {
        Ok(Map::from([(Profile::Default, self.dict.clone())]))
    }
}

/// `CORNERS_SERVER_LISTEN` was meant to be `CORNERS_SERVER__LISTEN`.
fn refuse_single_underscore(variable: &str, name: &str, known: &Known) -> Result<(), ConfigError> {
    match known.names().find(|key| key.replace('.', "_") == name) {
        None => Ok(()),
        Some(key) => Err(ConfigError::UnknownKey {
            key: name.to_owned(),
            origin: format!("the environment variable {variable}"),
            known: format!(
                "{PREFIX}{}, with two underscores",
                key.replace('.', "__").to_uppercase()
            ),
        }),
    }
}

/// The text as a value of the default's type; as it stands where it is none, for the type to be complained of.
fn typed(default: &Value, text: &str) -> Value {
    match default {
        Value::Num(..) => text
            .parse::<i64>()
            .map(Value::from)
            .or_else(|_| text.parse::<f64>().map(Value::from))
            .ok(),
        Value::Bool(..) => text.parse::<bool>().map(Value::from).ok(),
        Value::Array(..) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Some(Value::from(items.map(str::to_owned).collect::<Vec<_>>()))
        }
        _ => None,
    }
    .unwrap_or_else(|| Value::from(text))
}

/// Puts a value at its dotted name.
fn insert(dict: &mut Dict, key: &str, value: Value) {
    match key.split_once('.') {
        None => drop(dict.insert(key.to_owned(), value)),
        Some((section, rest)) => {
            let inner = dict
                .entry(section.to_owned())
                .or_insert_with(|| Value::from(Dict::new()));
            if let Value::Dict(_, inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}
