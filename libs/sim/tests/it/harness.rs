//! As much of libtest as nextest asks for: listing tests, and running those that are named.
//!
//! The simulation replaces the clocks of its process, and libtest's own harness waits by them. Here every test runs on the
//! main thread, one after the other.

use std::process::ExitCode;

/// A test and its name.
pub(crate) type Test = (&'static str, fn());

/// Does what the command line asks.
pub(crate) fn run(tests: &[Test]) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    // The only option with a value is `--format terse`.
    let is_name = |argument: &&String| !argument.starts_with("--") && *argument != "terse";
    let names: Vec<&String> = arguments.iter().filter(is_name).collect();
    let is_asked_for = |name: &str| {
        names.is_empty()
            || names.iter().any(|asked| {
                if has("--exact") {
                    name == *asked
                } else {
                    name.contains(*asked)
                }
            })
    };
    // No test here is ignored.
    let asked_for = tests.iter().filter(|(name, _)| is_asked_for(name) && !has("--ignored"));
    for (name, test) in asked_for {
        if has("--list") {
            println!("{name}: test");
            continue;
        }
        println!("test {name} ...");
        // A failed assertion ends the process, and so the run.
        test();
        println!("test {name} ok");
    }
    ExitCode::SUCCESS
}
