//! `corners rules convert`.

use std::io::{self, BufRead, BufReader, Read, Write};

use corners_rules::{Game, GameResult, GameText, Position, Termination};

use super::batch::{text, write_error};
use super::failure::{Bad, Failure};
use super::games::{GameLines, Gatherer};
use super::lines::Lines;
use super::record::{EndRecord, GameAnswer, GameRecord, object, reason};
use super::spaced::write_line;

pub(super) fn run(input: impl Read, output: &mut impl Write, complaints: &mut impl Write) -> Result<(), Failure> {
    let mut input = BufReader::new(input);
    if begins_with_object(&mut input)? {
        to_text(input, output, complaints)
    } else {
        Ok(to_lines(input, output)?)
    }
}

/// Whether the first character that is not white space opens an object.
fn begins_with_object(input: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let ahead = input.fill_buf()?;
        let blank = ahead.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match ahead.get(blank) {
            Some(first) => return Ok(*first == b'{'),
            None if ahead.is_empty() => return Ok(false),
            // Only blank lines are passed over here, and those would be errors in one form and nothing in the other.
            None => input.consume(blank),
        }
    }
}

fn to_lines(input: impl Read, output: &mut impl Write) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut gatherer = Gatherer::default();
    let mut number = 0;
    let mut answers = Vec::new();
    while lines
        .next_lines(|lines| {
            for line in lines {
                number += 1;
                if let Some(game) = gatherer.take(number, text(*line)) {
                    answer_game(game, &mut answers);
                }
            }
        })?
        .is_some()
    {
        output.write_all(&answers)?;
        output.flush()?;
        answers.clear();
    }
    if let Some(game) = gatherer.finish() {
        answer_game(game, &mut answers);
    }
    output.write_all(&answers)
}

fn answer_game(game: GameLines, answers: &mut Vec<u8>) {
    let before = answers.len();
    if let Err(error) = game.text.and_then(|text| game_line(&text, answers)) {
        answers.truncate(before);
        write_error(answers, error, game.first_line);
    }
}

fn game_line(text: &str, answers: &mut Vec<u8>) -> Result<(), Bad> {
    let game_text: GameText = text.parse()?;
    let game = game_text.play_out()?;
    let answer = GameAnswer::of(&game, game_text.start.is_some());
    let answer = match (game.ending(), game_text.termination) {
        (None, Some(termination)) => answer.ended_by(game_text.result.as_str(), termination.as_str()),
        (None, None) if game_text.result != GameResult::Unfinished => {
            let why = "by the rules the game goes on: a [Termination] tag has to say why it has a result";
            return Err(Bad::new("WRONG_VERDICT", why));
        }
        _ => answer,
    };
    write_line(answers, &answer).map_err(serde_json::Error::io)?;
    Ok(())
}

fn to_text(input: impl Read, output: &mut impl Write, complaints: &mut impl Write) -> Result<(), Failure> {
    let (mut bad, mut all) = (0, 0);
    let mut lines = Lines::new(input);
    while let Some(converted) = lines.next_lines(|lines| {
        let convert = |line| text(line).and_then(line_text);
        lines.iter().map(|line| convert(*line)).collect::<Vec<_>>()
    })? {
        for outcome in converted {
            all += 1;
            match outcome {
                Ok(game_text) => writeln!(output, "{game_text}")?,
                Err(error) => {
                    bad += 1;
                    let mut complaint = Vec::new();
                    write_error(&mut complaint, error, all);
                    complaints.write_all(&complaint)?;
                }
            }
        }
        output.flush()?;
    }
    if bad > 0 {
        Err(Failure::SomeBad { bad, all })
    } else {
        Ok(())
    }
}

fn line_text(line: &str) -> Result<GameText, Bad> {
    let game = object::<GameRecord<'_>>(line)?.play()?;
    let claim: EndRecord<'_> = object(line)?;
    let mut game_text = GameText::of(&game);
    if let Some(claimed) = claim.final_position.as_deref() {
        check_final(claimed, game.position())?;
    }
    match (claim.reason.as_deref(), claim.result.as_deref()) {
        (Some(claimed), result) if claimed != reason(game.ending()) => {
            let (termination, result) = outside_the_rules(&game, claimed, result)?;
            game_text.termination = Some(termination);
            game_text.result = result;
        }
        (_, Some(result)) if result != game_text.result.as_str() => {
            let why = format!("the line says {result:?}, the rules say {}", game_text.result);
            return Err(Bad::new("WRONG_VERDICT", why));
        }
        _ => {}
    }
    Ok(game_text)
}

fn check_final(claimed: &str, position: &Position) -> Result<(), Bad> {
    if claimed == position.to_string() {
        return Ok(());
    }
    let why = format!("the moves lead to {position}, not to \"final\"");
    Err(Bad::new("WRONG_FINAL", why))
}

/// An ending that the rules cannot know of, such as a resignation, with its result.
fn outside_the_rules(game: &Game, claimed: &str, result: Option<&str>) -> Result<(Termination, GameResult), Bad> {
    let wrong = |why: String| Bad::new("WRONG_VERDICT", why);
    let termination: Termination = claimed.parse().map_err(|error| wrong(format!("{error}")))?;
    if game.ending().is_some() || matches!(termination, Termination::Rules(_)) {
        let by_rules = reason(game.ending());
        return Err(wrong(format!("the line says {claimed:?}, the rules say {by_rules:?}")));
    }
    let result: GameResult = result
        .unwrap_or_default()
        .parse()
        .map_err(|error| wrong(format!("{error}")))?;
    if termination.allows(result) {
        Ok((termination, result))
    } else {
        Err(wrong(format!(
            "a game cannot end by {termination} with the result {result}"
        )))
    }
}
