//! What a server is started with.

/// What a committed transaction survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Durability {
    /// That the server is killed, but not that the machine stops: nothing is synced, which is fast.
    #[default]
    Unsynced,
    /// Everything: the log is synced before a commit is answered.
    Synced,
}

/// What a server is started with, beyond a port and a folder.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub(crate) durability: Durability,
    pub(crate) settings: Vec<String>,
    pub(crate) asks_for_password: bool,
    pub(crate) identity: Option<Identity>,
}

/// What a server proves who it is with.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) certificate: String,
    pub(crate) key: String,
}

impl Options {
    /// A server of this durability.
    pub fn of(durability: Durability) -> Self {
        Self {
            durability,
            ..Self::default()
        }
    }

    /// With a setting of `postgresql.conf`.
    #[must_use]
    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.settings.push(format!("{name}={value}"));
        self
    }

    /// The server lets nobody in without the password that is in its [URLs](crate::Database::url).
    #[must_use]
    pub fn ask_for_password(mut self) -> Self {
        self.asks_for_password = true;
        self
    }

    /// The server speaks TLS, with this certificate and its key as PEM; plain text as well.
    #[must_use]
    pub fn tls(mut self, certificate: &str, key: &str) -> Self {
        self.identity = Some(Identity {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
        });
        self.set("ssl", "on")
    }

    /// All settings as `name=value`, later ones overriding earlier ones.
    pub(crate) fn all_settings(&self) -> Vec<String> {
        // Small, without the processes that a test has no use for, and the same on every machine.
        let mut settings: Vec<String> = [
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "shared_buffers=16MB",
            "dynamic_shared_memory_type=mmap",
            "wal_level=minimal",
            "max_wal_senders=0",
            "max_connections=100",
            "autovacuum=off",
            "logging_collector=off",
            "log_destination=stderr",
            "timezone=UTC",
        ]
        .map(str::to_owned)
        .into();
        if self.durability == Durability::Unsynced {
            settings.extend(["fsync=off", "full_page_writes=off"].map(str::to_owned));
        }
        settings.extend(self.settings.iter().cloned());
        settings
    }
}
