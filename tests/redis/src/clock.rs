//! A real-time clock of a server's own, which tests set.
//!
//! The shim `shim/clock.c` is preloaded into the server. It adds an offset to what the machine's clock says, which it
//! reads from a file that is mapped into the server's memory.

use std::ffi::OsString;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::error::TestRedisError;

/// The shim as the build of this crate compiled it.
const SHIM: &str = concat!(env!("OUT_DIR"), "/clock.so");

/// How a clock is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So much later.
    Forward(Duration),
    /// So much earlier.
    Back(Duration),
}

/// A clock, as an offset to the machine's.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    path: PathBuf,
    offset: Arc<Mutex<Offset>>,
}

#[derive(Debug)]
struct Offset {
    file: File,
    microseconds: i64,
}

impl Clock {
    /// A clock that agrees with the machine's until it is set, with its file in a folder.
    pub(crate) fn in_folder(folder: &Path) -> Result<Self, TestRedisError> {
        let path = folder.join("clock-offset");
        let file = File::create(&path).map_err(TestRedisError::system("write the offset of the clock"))?;
        let mut offset = Offset { file, microseconds: 0 };
        offset.step(0)?;
        Ok(Self {
            path,
            offset: Arc::new(Mutex::new(offset)),
        })
    }

    pub(crate) fn step(&self, step: Step) -> Result<(), TestRedisError> {
        let microseconds = |by: Duration| i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
        let by = match step {
            Step::Forward(by) => microseconds(by),
            Step::Back(by) => -microseconds(by),
        };
        self.offset.lock().unwrap_or_else(PoisonError::into_inner).step(by)
    }

    /// What makes a program use it.
    pub(crate) fn environment(&self) -> [(&'static str, OsString); 2] {
        [
            ("LD_PRELOAD", SHIM.into()),
            ("CORNERS_TEST_CLOCK", self.path.clone().into()),
        ]
    }
}

impl Offset {
    fn step(&mut self, by: i64) -> Result<(), TestRedisError> {
        self.microseconds = self.microseconds.saturating_add(by);
        let bytes = self.microseconds.to_ne_bytes();
        // In one piece: the server reads it at any moment.
        let written = self.file.write_all_at(&bytes, 0);
        written.map_err(TestRedisError::system("write the offset of the clock"))
    }
}
