//! The harness: the platform as a real process that tests can kill, stop and start again.
