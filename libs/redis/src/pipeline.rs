//! Many calls at once.

use redis::{Cmd, ToRedisArgs};

use crate::call::Call;
use crate::script::Script;

/// Calls to be sent together, to whatever servers they belong. They are independent: each is atomic, and they run in no
/// particular order.
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    pub(crate) calls: Vec<Call>,
}

impl Pipeline {
    /// No calls yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a script; keys as of [`Redis::run`](crate::Redis::run).
    pub fn run(&mut self, script: &Script, keys: impl ToRedisArgs, args: impl ToRedisArgs) -> &mut Self {
        self.calls.push(Call::script(script, &keys, &args));
        self
    }

    /// Adds a command whose first argument is its key.
    pub fn query(&mut self, command: &Cmd) -> &mut Self {
        self.calls.push(Call::command(command));
        self
    }

    /// How many calls there are.
    pub fn len(&self) -> usize {
        self.calls.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }
}
