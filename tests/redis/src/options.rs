//! What a server is started with.

/// What an acknowledged write survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Durability {
    /// Nothing: all is in memory.
    #[default]
    Memory,
    /// The log is synced every second: a killed server may lose the last writes.
    EverySecond,
    /// The log is synced before a write is answered.
    Always,
}

/// What a server is started with, beyond a port and a folder.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub(crate) durability: Durability,
    pub(crate) words: Vec<String>,
    pub(crate) password: Option<String>,
    pub(crate) has_own_clock: bool,
}

impl Options {
    /// A server of this durability.
    pub fn of(durability: Durability) -> Self {
        Self {
            durability,
            ..Self::default()
        }
    }

    /// With a setting of `redis.conf`.
    #[must_use]
    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.words.extend([format!("--{name}"), value.to_owned()]);
        self
    }

    /// With a password for the default user.
    #[must_use]
    pub fn password(mut self, password: &str) -> Self {
        self.password = Some(password.to_owned());
        self.set("requirepass", password).set("masterauth", password)
    }

    /// With a real-time clock of its own, which [`Server::step_clock`](crate::Server::step_clock) sets.
    #[must_use]
    pub fn own_clock(mut self) -> Self {
        self.has_own_clock = true;
        self
    }

    pub(crate) fn command_line(&self) -> Vec<String> {
        let mut words: Vec<String> = ["--bind", "127.0.0.1", "--save", "", "--enable-debug-command", "yes"]
            .map(str::to_owned)
            .into();
        let (append_only, sync) = match self.durability {
            Durability::Memory => ("no", "no"),
            Durability::EverySecond => ("yes", "everysec"),
            Durability::Always => ("yes", "always"),
        };
        words.extend(["--appendonly", append_only, "--appendfsync", sync].map(str::to_owned));
        words.extend(self.words.iter().cloned());
        words
    }
}
