//! Names become addresses, again and again: replicas come and go.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use tokio::time::timeout;

/// How long to wait for an answer about a name.
const ANSWER_WITHIN: Duration = Duration::from_secs(2);

/// The addresses of a name, or why there are none.
pub(super) type Resolved<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<SocketAddr>>> + Send + 'a>>;

/// What knows the addresses of names.
pub(super) trait Resolver: Send + Sync + 'static {
    fn resolve<'a>(&'a self, name: &'a str, port: u16) -> Resolved<'a>;
}

/// The operating system.
pub(super) struct System;

impl Resolver for System {
    fn resolve<'a>(&'a self, name: &'a str, port: u16) -> Resolved<'a> {
        Box::pin(async move {
            let answer = timeout(ANSWER_WITHIN, tokio::net::lookup_host((name, port)))
                .await
                .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?;
            Ok(answer?.collect())
        })
    }
}
