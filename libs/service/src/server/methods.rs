//! The methods that a server knows: the contract's, with their access rules, and those that tell about the server itself.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use corners_proto::access::v1::{Audience, Subject};
use corners_proto::methods::{Access, METHODS};
use prost::Message;
use prost_types::FileDescriptorSet;
use tokio::time::Instant;

/// How a method answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One request, one response.
    Unary,
    /// A stream in one direction or both.
    Streaming,
}

/// One method, and whether it has been working.
#[derive(Debug)]
pub(super) struct Method {
    /// The path, such as `/corners.game.v1.GameService/PlayMove`.
    pub(super) path: String,
    pub(super) kind: Kind,
    /// Who may call it; nobody where there is no rule.
    pub(super) access: Option<Access>,
    unavailable: AtomicBool,
    changed_ms: AtomicU64,
}

/// The least time between two changes that are told, so that a method which fails every other call fills no log.
const BETWEEN_CHANGES_MS: u64 = 1000;

impl Method {
    fn new(path: String, kind: Kind, access: Option<Access>) -> Self {
        Self {
            path,
            kind,
            access,
            unavailable: AtomicBool::new(false),
            changed_ms: AtomicU64::new(0),
        }
    }

    /// Whether the method belongs to the health service, which answers during the drain and whatever the load of others.
    pub(super) fn is_health(&self) -> bool {
        self.path.starts_with("/grpc.health.")
    }

    /// Whether the method tells about the server itself.
    pub(super) fn is_infrastructure(&self) -> bool {
        self.path.starts_with("/grpc.")
    }

    /// Whether the method plays a move, which costs the platform more than any other call.
    pub(super) fn is_move(&self) -> bool {
        self.path == "/corners.game.v1.GameService/PlayMove"
    }

    /// Notes that a call was answered, or was not for lack of something the method depends on. True when that is news.
    pub(super) fn note_unavailable(&self, unavailable: bool, since: Instant) -> bool {
        if self.unavailable.load(Ordering::Relaxed) == unavailable {
            return false;
        }
        let now_ms = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let changed_ms = self.changed_ms.load(Ordering::Relaxed);
        if changed_ms != 0 && now_ms < changed_ms + BETWEEN_CHANGES_MS {
            return false;
        }
        self.changed_ms.store(now_ms.max(1), Ordering::Relaxed);
        self.unavailable.swap(unavailable, Ordering::Relaxed) != unavailable
    }
}

/// All methods by their paths.
#[derive(Debug)]
pub(super) struct Methods {
    by_path: HashMap<String, Arc<Method>>,
    unknown: Arc<Method>,
    started: Instant,
}

impl Methods {
    /// The contract's methods and those of descriptor sets that tell about the server itself, which are everybody's. What
    /// cannot be decoded is left out: it is built into the program, and tests see it whole.
    pub(super) fn with_infrastructure(descriptor_sets: &[&[u8]]) -> Self {
        let contract = METHODS
            .iter()
            .map(|method| (method.path.to_owned(), method.streaming, method.access));
        let mut by_path: HashMap<_, _> = contract
            .map(|(path, streaming, access)| (path.clone(), Arc::new(Method::new(path, kind(streaming), access))))
            .collect();
        let sets = descriptor_sets
            .iter()
            .filter_map(|bytes| FileDescriptorSet::decode(*bytes).ok());
        for file in sets.flat_map(|set| set.file) {
            for service in &file.service {
                for method in &service.method {
                    let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                    let kind = kind(method.server_streaming() || method.client_streaming());
                    by_path.insert(path.clone(), Arc::new(Method::new(path, kind, Some(EVERYBODYS))));
                }
            }
        }
        let unknown = Arc::new(Method::new("(unknown)".to_owned(), Kind::Unary, Some(EVERYBODYS)));
        Self {
            by_path,
            unknown,
            started: Instant::now(),
        }
    }

    /// The method at `path`; one that stands for all others where there is none, since a path is the caller's word.
    pub(super) fn find(&self, path: &str) -> Arc<Method> {
        Arc::clone(self.by_path.get(path).unwrap_or(&self.unknown))
    }

    /// When the server was made; the times of changes are counted from it.
    pub(super) fn started(&self) -> Instant {
        self.started
    }
}

/// The rule of methods that are not the contract's. What does not exist answers so to everybody.
const EVERYBODYS: Access = Access {
    audience: Audience::Anyone,
    any_of: &[],
    subject: Subject::Unspecified,
};

fn kind(streaming: bool) -> Kind {
    if streaming { Kind::Streaming } else { Kind::Unary }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn kinds_are_the_contracts() {
        let methods = Methods::with_infrastructure(&[tonic_health::pb::FILE_DESCRIPTOR_SET]);
        assert_eq!(
            methods.find("/corners.game.v1.GameService/WatchTables").kind,
            Kind::Streaming
        );
        assert_eq!(methods.find("/corners.game.v1.GameService/PlayMove").kind, Kind::Unary);
        assert!(methods.find("/corners.game.v1.GameService/PlayMove").is_move());
        assert_eq!(methods.find("/grpc.health.v1.Health/Watch").kind, Kind::Streaming);
        assert!(methods.find("/grpc.health.v1.Health/Check").is_health());
        assert_eq!(methods.find("/anything").path, "(unknown)");
    }

    #[tokio::test(start_paused = true)]
    async fn an_outage_is_news_when_it_begins_and_when_it_ends() {
        let started = Instant::now();
        let method = Method::new("/a/b".to_owned(), Kind::Unary, None);
        let note = |unavailable| method.note_unavailable(unavailable, started);
        assert!(!note(false));
        assert!(note(true));
        assert!(!note(true));
        assert!(!note(false), "too soon after the change before");
        tokio::time::advance(Duration::from_secs(2)).await;
        assert!(!note(true), "still the same outage");
        assert!(note(false));
    }
}
