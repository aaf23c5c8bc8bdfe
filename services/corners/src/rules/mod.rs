//! `corners rules`: the rules on the command line.

mod batch;
mod cli;
mod convert;
mod failure;
mod games;
mod legal;
mod lines;
mod record;
mod replay;
mod spaced;

use std::io::{Read, Write};

pub(crate) use cli::RulesCommand;
pub(crate) use failure::Failure;

/// Answers on `output`; what goes wrong with single games of a conversion to text goes to `complaints`.
pub(crate) fn run(
    command: &RulesCommand,
    input: impl Read,
    output: &mut impl Write,
    mut complaints: impl Write,
) -> Result<(), Failure> {
    match command {
        RulesCommand::Perft(args) => {
            let position = args.position()?;
            writeln!(output, "{}", corners_rules::perft(&position, args.depth))?;
        }
        RulesCommand::Legal(args) => legal::run(args, input, output)?,
        RulesCommand::Replay(args) => replay::run(args, input, output)?,
        RulesCommand::Convert => convert::run(input, output, &mut complaints)?,
    }
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use proptest::prelude::*;

    /// A command line of `corners rules`.
    #[derive(Debug, Parser)]
    struct Line {
        #[command(subcommand)]
        command: RulesCommand,
    }

    fn answer(command: &[&str], input: &[u8]) -> String {
        let line = Line::try_parse_from(std::iter::once(&"rules").chain(command)).unwrap();
        let mut output = Vec::new();
        run(&line.command, input, &mut output, std::io::sink()).unwrap();
        String::from_utf8(output).unwrap()
    }

    /// Bytes that are no lines, or nearly lines of the vectors.
    fn any_line() -> impl Strategy<Value = Vec<u8>> {
        let soup = proptest::collection::vec(any::<u8>().prop_filter("one line", |byte| *byte != b'\n'), 0..40);
        let nearly = ("(classic-3x3|halma-16x16|x)", "[wb1-9/ ]{0,40}", "[a-p0-9-]{0,12}").prop_map(
            |(variant, position, path)| {
                format!(r#"{{"variant":"{variant}","position":"{position} w 1","moves":["{path}"]}}"#).into_bytes()
            },
        );
        prop_oneof![soup, nearly]
    }

    proptest! {
        #[test]
        fn a_line_for_a_line_whatever_it_holds(lines in proptest::collection::vec(any_line(), 1..30)) {
            let mut input = lines.join(&b'\n');
            input.push(b'\n');
            for command in ["legal", "replay"] {
                let answers = answer(&[command, "--jsonl"], &input);
                prop_assert_eq!(answers.lines().count(), lines.len());
                for line in answers.lines() {
                    prop_assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{}", line);
                }
            }
        }
    }
}
