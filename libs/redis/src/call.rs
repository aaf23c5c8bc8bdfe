//! One call: a command or a script, and where it belongs.

use redis::{Arg, Cmd, ToRedisArgs};

use crate::script::Script;
use crate::slot::slot_of;

/// Words before the first key of `EVALSHA <hash> <number of keys> <key> ...`.
const SCRIPT_KEY: usize = 3;

/// Words before the key of `<command> <key> ...`.
const COMMAND_KEY: usize = 1;

#[derive(Clone, Debug)]
pub(crate) struct Call {
    command: Cmd,
    script: Option<Script>,
}

impl Call {
    pub(crate) fn command(command: &Cmd) -> Self {
        Self {
            command: command.clone(),
            script: None,
        }
    }

    pub(crate) fn script(script: &Script, keys: &impl ToRedisArgs, args: &impl ToRedisArgs) -> Self {
        let mut command = Cmd::new();
        command.arg("EVALSHA").arg(script.hash()).arg(keys.num_of_args());
        command.arg(keys).arg(args);
        Self {
            command,
            script: Some(script.clone()),
        }
    }

    /// What to send.
    pub(crate) fn packed(&self) -> &Cmd {
        &self.command
    }

    pub(crate) fn script_of(&self) -> Option<&Script> {
        self.script.as_ref()
    }

    /// The same call with the script's text in place of its hash, for a server that does not know the script. It does
    /// afterwards.
    pub(crate) fn with_source(&self) -> Cmd {
        let mut command = Cmd::new();
        let mut words = self.command.args_iter();
        if let Some(script) = &self.script {
            command.arg("EVAL").arg(script.source());
            words.nth(1);
        }
        for word in words {
            if let Arg::Simple(word) = word {
                command.arg(word);
            }
        }
        command
    }

    /// The slot of its first key; none without a key.
    pub(crate) fn slot(&self) -> Option<u16> {
        let before = if self.script.is_some() { SCRIPT_KEY } else { COMMAND_KEY };
        match self.command.args_iter().nth(before)? {
            Arg::Simple(key) => Some(slot_of(key)),
            _ => None,
        }
    }
}
