//! The outermost frame of a program: a runtime around its main, and an exit code after it.

use std::error::Error;
use std::future::Future;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use crate::config::ConfigError;

/// What a program's main may fail with.
pub type MainError = Box<dyn Error + Send + Sync>;

/// The exit code for bad configuration (`EX_USAGE` of sysexits.h).
const BAD_CONFIGURATION: u8 = 64;

/// Once main has returned, nothing is worth waiting for any more.
const LAST_TASKS: Duration = Duration::from_millis(200);

/// Runs `main` on a multi-threaded runtime. What it fails with is written to standard error, causes included; the exit
/// code is 64 for [bad configuration](ConfigError) and 1 for everything else.
pub fn run<F>(main: impl FnOnce() -> F) -> ExitCode
where
    F: Future<Output = Result<(), MainError>>,
{
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let outcome = runtime.block_on(async { main().await });
    runtime.shutdown_timeout(LAST_TASKS);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&*error),
    }
}

fn fail(error: &(dyn Error + 'static)) -> ExitCode {
    let mut text = format!("error: {error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}\n  because: {error}");
        cause = error.source();
    }
    // If standard error is closed, there is nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
    if error.is::<ConfigError>() {
        ExitCode::from(BAD_CONFIGURATION)
    } else {
        ExitCode::FAILURE
    }
}
