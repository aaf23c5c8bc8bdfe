//! What the command is asked for.

use std::path::PathBuf;

const USAGE: &str = "give --seed, --players and --days with a whole number each, or --picture with a file";

pub(crate) struct Arguments {
    pub(crate) seed: u64,
    pub(crate) players: usize,
    pub(crate) days: u64,
    pub(crate) picture: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn parse(mut given: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self {
            seed: 1,
            players: 20_000,
            days: 1,
            picture: None,
        };
        while let Some(name) = given.next() {
            let value = given.next().ok_or_else(|| format!("{name} has no value: {USAGE}"))?;
            let number = || {
                value
                    .parse::<u64>()
                    .map_err(|e| format!("{name} {value}: {e}: {USAGE}"))
            };
            match name.as_str() {
                "--seed" => arguments.seed = number()?,
                "--players" => arguments.players = number()? as usize,
                "--days" => arguments.days = number()?.max(1),
                "--picture" => arguments.picture = Some(value.into()),
                _ => return Err(format!("{name} is unknown: {USAGE}")),
            }
        }
        Ok(arguments)
    }
}
