//! Game-authority: tables as logs, judged by the rules, watched by anyone.
//!
//! The pure core is [`table`]: `decide` and `apply`, without clock, store or network. Around it stand the
//! [`store`] (append if the head is the one decided on), the shell that carries commands from the log to the log
//! ([`authority`]), the [watchers](watch) and the gRPC [edge](grpc).

pub mod authority;
pub mod clock;
mod config;
mod convert;
pub mod error;
pub mod grpc;
mod metrics;
mod render;
mod service;
pub mod store;
pub mod table;
pub mod watch;

pub use authority::Authority;
pub use config::{DEFAULTS, Options};
pub use error::AuthorityError;
pub use service::GameAuthority;
