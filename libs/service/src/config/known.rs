//! The settings that there are: those of the file of defaults.

use std::collections::BTreeMap;

use figment::providers::{Format, Toml};
use figment::value::{Dict, Value};

use super::ConfigError;

/// Every setting by its dotted name, with its default.
pub(super) struct Known(BTreeMap<String, Value>);

impl Known {
    pub(super) fn read(defaults: &str) -> Result<Self, ConfigError> {
        let dict = parse(defaults).map_err(|problem| ConfigError::Syntax {
            origin: "the defaults".to_owned(),
            problem,
        })?;
        Ok(Self(leaves_with_values(&dict)))
    }

    /// Refuses what is not a setting, naming those of its section.
    pub(super) fn check(&self, key: &str, origin: &str) -> Result<&Value, ConfigError> {
        self.0.get(key).ok_or_else(|| ConfigError::UnknownKey {
            key: key.to_owned(),
            origin: origin.to_owned(),
            known: self.neighbours(key),
        })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The settings of the key's section or, where there is no such section, the sections.
    fn neighbours(&self, key: &str) -> String {
        let section = key.split_once('.').map_or(key, |(section, _)| section);
        let in_section: Vec<_> = self
            .names()
            .filter(|name| name.split_once('.').is_some_and(|(known, _)| known == section))
            .collect();
        if !in_section.is_empty() {
            return in_section.join(", ");
        }
        let mut sections: Vec<_> = self
            .names()
            .filter_map(|name| name.split_once('.').map(|(known, _)| known))
            .collect();
        sections.dedup();
        sections
            .iter()
            .map(|name| format!("[{name}]"))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Parses TOML without a schema.
pub(super) fn parse(text: &str) -> Result<Dict, String> {
    Toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
}

/// The dotted names of all values that are not tables.
pub(super) fn leaves(dict: &Dict) -> Vec<String> {
    leaves_with_values(dict).into_keys().collect()
}

fn leaves_with_values(dict: &Dict) -> BTreeMap<String, Value> {
    let mut leaves = BTreeMap::new();
    for (name, value) in dict {
        match value {
            Value::Dict(_, inner) if !inner.is_empty() => {
                let nested = leaves_with_values(inner);
                leaves.extend(
                    nested
                        .into_iter()
                        .map(|(inner_name, value)| (format!("{name}.{inner_name}"), value)),
                );
            }
            // An empty table sets nothing.
            Value::Dict(..) => {}
            value => drop(leaves.insert(name.clone(), value.clone())),
        }
    }
    leaves
}
