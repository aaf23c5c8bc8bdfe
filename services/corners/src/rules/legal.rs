//! `corners rules legal`.

use std::io::{Read, Write};

use super::batch::answer_lines;
use super::cli::{LegalArgs, position};
use super::failure::Failure;
use super::record::{LegalAnswer, PositionRecord, legal_paths, object};
use super::spaced::write_line;

pub(super) fn run(args: &LegalArgs, input: impl Read, output: &mut impl Write) -> Result<(), Failure> {
    let Some(variant) = args.variant else {
        answer_lines(input, output, |line, answers| {
            let asked: PositionRecord<'_> = object(line)?;
            let answer = LegalAnswer::of(asked.position()?);
            write_line(answers, &answer).map_err(serde_json::Error::io)?;
            Ok(())
        })?;
        return Ok(());
    };
    let position = position(variant, args.position.as_deref())?;
    for path in legal_paths(&position) {
        writeln!(output, "{path}")?;
    }
    Ok(())
}
