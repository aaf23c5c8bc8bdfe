//! What every service of the platform shares.
//!
//! A service is its domain and its store; everything around it is here, once: where its [configuration](config) comes
//! from, how it [logs](telemetry), how it [serves](server) and [stops](drain), who [calls](auth), how services reach
//! [each other](internal).

pub mod auth;
pub mod call;
pub mod drain;
pub mod faults;
pub mod internal;
pub mod time;
