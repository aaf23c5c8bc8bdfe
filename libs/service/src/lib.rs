//! What every service of the platform shares.
//!
//! A service is its domain and its store; everything around it is here, once: where its [configuration](config) comes
//! from, how it [logs](telemetry) and [counts](metrics), how it [serves](server) and [stops](drain), who [calls](auth) and
//! [how much](limits), where [lists go on](page_token), how services reach [each other](internal).

pub mod auth;
pub mod call;
pub mod config;
pub mod data;
pub mod drain;
pub mod failure;
pub mod faults;
pub mod internal;
pub mod limits;
pub mod metrics;
pub mod page_token;
mod recent;
pub mod secret_file;
pub mod server;
pub mod startup;
pub mod telemetry;
pub mod time;
pub mod tls;

/// Each message is a handful of allocations on one thread that another frees: what this allocator is made for.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The sections `[server]`, `[tls]`, `[limits]`, `[log]` and `[metrics]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// The same for a program whose public listener is at another address, unless it is told otherwise.
#[must_use]
pub fn defaults_listening_at(address: &str) -> String {
    DEFAULTS.replacen("127.0.0.1:8080", address, 1)
}
