//! The program `corners`.

use std::process::ExitCode;

use clap::Parser;
use corners::Cli;

/// The exit code for a command line that cannot be read (`EX_USAGE` of sysexits.h), as for bad configuration.
const BAD_USAGE: u8 = 64;

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => corners_service::startup::run(|| corners::run(cli)),
        Err(help) => {
            // If the stream is closed, there is nobody to tell.
            let _ = help.print();
            if help.use_stderr() {
                ExitCode::from(BAD_USAGE)
            } else {
                ExitCode::SUCCESS
            }
        }
    }
}
