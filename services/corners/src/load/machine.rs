//! What the machine says, where it says so (`/proc` of Linux): its cores, its load, what processes use.

use std::fs;
use std::time::Duration;

use serde::Serialize;

/// The kernel tells processor time in hundredths of a second, on every machine that we run on.
const TICKS_PER_SECOND: u64 = 100;

/// The machine, at one moment.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    /// Processors that this program may use.
    pub(crate) cores: usize,
    /// The load average of the last minute, of the last five, of the last fifteen.
    pub(crate) load_average: Option<[f64; 3]>,
}

impl Machine {
    pub(crate) fn now() -> Self {
        Self {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            load_average: fs::read_to_string("/proc/loadavg").ok().and_then(|text| load(&text)),
        }
    }
}

impl Machine {
    /// The load average, for people.
    pub(crate) fn load_text(&self) -> String {
        match self.load_average {
            Some([one, five, fifteen]) => format!("{one:.2} {five:.2} {fifteen:.2}"),
            None => "unknown".to_owned(),
        }
    }
}

/// The processor time that this program has used.
pub(crate) fn own_time() -> Option<Duration> {
    time_in(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// The processor time that each of these processes has used.
pub(crate) fn times_of(pids: &[u32]) -> Vec<Option<Duration>> {
    let stat = |pid: &u32| fs::read_to_string(format!("/proc/{pid}/stat")).ok();
    pids.iter().map(|pid| time_in(&stat(pid)?)).collect()
}

/// The name of a process's program, as far as the kernel keeps it.
pub(crate) fn name_of(pid: u32) -> Option<String> {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
    Some(name.trim().to_owned())
}

/// The memory that processes have in use together, in bytes; nothing when there are none or one cannot be looked at.
pub(crate) fn memory_of(pids: &[u32]) -> Option<u64> {
    let sizes = pids
        .iter()
        .map(|pid| memory_in(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?));
    sizes.sum::<Option<u64>>().filter(|_| !pids.is_empty())
}

fn load(text: &str) -> Option<[f64; 3]> {
    let mut numbers = text.split_whitespace().map_while(|number| number.parse().ok());
    Some([numbers.next()?, numbers.next()?, numbers.next()?])
}

/// Of proc_pid_stat(5): fields 14 and 15, which are the 12th and 13th after the program's name in parentheses.
fn time_in(stat: &str) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let ticks = after_name
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(|field| field.parse::<u64>().ok());
    let ticks: u64 = ticks.sum::<Option<u64>>()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

/// Of proc_pid_status(5).
fn memory_in(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_kernel_writes_is_read() {
        let stat = "7 (a (strange) name) S 1 7 7 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 3 0 1";
        assert_eq!(time_in(stat), Some(Duration::from_secs(3)));
        assert_eq!(
            memory_in("Name:\tx\nVmRSS:\t    2048 kB\nThreads:\t3\n"),
            Some(2 * 1024 * 1024)
        );
        assert_eq!(load("0.50 1.25 2.00 1/234 567\n"), Some([0.5, 1.25, 2.0]));
    }

    #[test]
    fn processes_that_cannot_be_looked_at_are_nothing() {
        assert_eq!(memory_of(&[]), None);
        assert_eq!(times_of(&[u32::MAX]), [None]);
        assert_eq!(name_of(u32::MAX), None);
    }
}
