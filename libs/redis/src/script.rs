//! Scripts: what Redis does in one step.

use std::sync::Arc;

/// For a script without arguments.
pub const NO_ARGS: &[&str] = &[];

/// A Lua script. Clones share it.
///
/// It begins with `#!lua`, and with `#!lua flags=no-writes` when it only reads: then Redis refuses a script that cannot
/// write before it has begun, rather than in its middle. All of its keys are in one slot.
#[derive(Clone, Debug)]
pub struct Script {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    source: String,
    hash: String,
}

impl Script {
    /// A script of this source.
    pub fn new(source: impl Into<String>) -> Self {
        let source = source.into();
        let hash = redis::Script::new(&source).get_hash().to_owned();
        Self {
            shared: Arc::new(Shared { source, hash }),
        }
    }

    pub(crate) fn source(&self) -> &str {
        &self.shared.source
    }

    pub(crate) fn hash(&self) -> &str {
        &self.shared.hash
    }

    pub(crate) fn is(&self, other: &Script) -> bool {
        self.shared.hash == other.shared.hash
    }
}
