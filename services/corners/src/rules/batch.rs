//! Answers many lines: each by itself, on all processors, in order.

use std::io::{self, Read, Write};
use std::num::NonZero;
use std::thread;

use super::failure::Bad;
use super::lines::{LONGEST_LINE, Line, Lines};
use super::record::ErrorAnswer;
use super::spaced::write_line;

/// Fewer lines than this are not worth a thread.
const WORTH_A_THREAD: usize = 8;

/// Answers each line of the input with one line: with what `answer` writes, or with the error it reports.
///
/// What has been read is answered and flushed before more is waited for, so that a program can ask line by line.
pub(super) fn answer_lines(
    input: impl Read,
    output: &mut impl Write,
    answer: impl Fn(&str, &mut Vec<u8>) -> Result<(), Bad> + Sync,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut done = 0;
    while let Some(answers) = lines.next_lines(|lines| {
        let first = done + 1;
        done += lines.len() as u64;
        on_all_processors(lines, first, &answer)
    })? {
        answers.iter().try_for_each(|answers| output.write_all(answers))?;
        output.flush()?;
    }
    Ok(())
}

fn on_all_processors(
    lines: &[Line<'_>],
    first: u64,
    answer: &(impl Fn(&str, &mut Vec<u8>) -> Result<(), Bad> + Sync),
) -> Vec<Vec<u8>> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let share = lines.len().div_ceil(processors).max(WORTH_A_THREAD);
    let mut parts = lines
        .chunks(share)
        .zip((first..).step_by(share))
        .map(|(part, first)| move || answer_part(part, first, answer));
    let Some(own_part) = parts.next() else {
        return Vec::new();
    };
    thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(part)).collect();
        let mut answers = vec![own_part()];
        for other in others {
            match other.join() {
                Ok(answered) => answers.push(answered),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        answers
    })
}

fn answer_part(lines: &[Line<'_>], first: u64, answer: &impl Fn(&str, &mut Vec<u8>) -> Result<(), Bad>) -> Vec<u8> {
    let mut answers = Vec::with_capacity(lines.len() * 512);
    for (line, number) in lines.iter().zip(first..) {
        let before = answers.len();
        if let Err(error) = text(*line).and_then(|text| answer(text, &mut answers)) {
            answers.truncate(before);
            write_error(&mut answers, error, number);
        }
    }
    answers
}

/// Writes the answer to a bad line.
pub(super) fn write_error(answers: &mut Vec<u8>, error: Bad, line: u64) {
    // Writing to memory cannot fail, and neither can an object of a text and a number.
    let _ = write_line(answers, &ErrorAnswer { error, line });
}

pub(super) fn text(line: Line<'_>) -> Result<&str, Bad> {
    match line {
        Line::Bytes(bytes) => std::str::from_utf8(bytes)
            .map_err(|error| Bad::new("INVALID_UTF8", format!("byte {} is not UTF-8", error.valid_up_to() + 1))),
        Line::TooLong => Err(Bad::new(
            "LINE_TOO_LONG",
            format!("a line has at most {LONGEST_LINE} bytes"),
        )),
    }
}
