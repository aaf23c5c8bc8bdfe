//! The outermost frame of a program: a runtime around its main, and an exit code after it.

use std::error::Error;
use std::ffi::OsString;
use std::future::Future;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::config::{self, ConfigError};

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

/// The settings of a program of one service: the sections of its default configuration, then the file that its command line
/// names, then the environment; the last one counts.
///
/// # Errors
///
/// When the command line or a setting is not understood.
pub fn settings<T: DeserializeOwned>(sections: &[&str]) -> Result<T, ConfigError> {
    let file = configuration_file(std::env::args_os())?;
    config::load(&sections.concat(), file.as_deref(), config::environment(), [])
}

/// The operator's configuration file, as a program of one service is told of it: `--config <file>`.
///
/// # Errors
///
/// When the command line has anything else.
pub fn configuration_file(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<PathBuf>, ConfigError> {
    let mut arguments = arguments.into_iter().skip(1);
    let mut file = None;
    while let Some(argument) = arguments.next() {
        match arguments.next() {
            Some(value) if argument == "--config" && file.is_none() => file = Some(PathBuf::from(value)),
            _ => {
                return Err(ConfigError::CommandLine {
                    unexpected: argument.to_string_lossy().into_owned(),
                });
            }
        }
    }
    Ok(file)
}

fn fail(error: &(dyn Error + 'static)) -> ExitCode {
    let mut text = format!("error: {error}");
    let mut is_configuration = error.is::<ConfigError>();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}\n  because: {error}");
        is_configuration |= error.is::<ConfigError>();
        cause = error.source();
    }
    // If standard error is closed, there is nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
    if is_configuration {
        ExitCode::from(BAD_CONFIGURATION)
    } else {
        ExitCode::FAILURE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Option<PathBuf>, String> {
        let arguments = ["corners-accounts"].iter().chain(arguments).map(OsString::from);
        configuration_file(arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn bad_configuration_has_its_exit_code_wherever_it_is_found() {
        let bad = || ConfigError::Unusable {
            key: "server.listen",
            problem: "others could listen".to_owned(),
        };
        let code = |error: MainError| format!("{:?}", fail(&*error));
        assert_eq!(code(bad().into()), format!("{:?}", ExitCode::from(64)));
        let found_later = crate::server::BindError::from(bad());
        assert_eq!(code(found_later.into()), format!("{:?}", ExitCode::from(64)));
        assert_eq!(code("anything else".into()), format!("{:?}", ExitCode::from(1)));
    }

    #[test]
    fn a_program_of_one_service_takes_a_file_and_nothing_else() {
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&["--config", "corners.toml"]), Ok(Some("corners.toml".into())));
        for wrong in [
            &["--config"][..],
            &["corners.toml"],
            &["--config", "a", "--config", "b"],
            &["--listen", "x"],
        ] {
            assert!(read(wrong).unwrap_err().contains("--config <file>"), "{wrong:?}");
        }
    }
}
