//! The processes of a server: the first one, and those that it has started.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// Sends a signal to a server and to all that it has started. The server is stopped meanwhile, so that none is missed.
pub(crate) fn signal_all(server: Pid, signal: Signal) {
    send(server, Signal::STOP);
    for child in children(server) {
        send(child, signal);
    }
    send(server, signal);
}

/// It fails when the process has ended by itself, which the test will notice.
fn send(process: Pid, signal: Signal) {
    let _ = kill_process(process, signal);
}

fn children(server: Pid) -> Vec<Pid> {
    let pid = server.as_raw_pid();
    let list = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let pids = list.split_whitespace().filter_map(|pid| pid.parse().ok());
    pids.filter_map(Pid::from_raw).collect()
}
