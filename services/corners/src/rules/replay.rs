//! `corners rules replay`.

use std::io::{Read, Write};

use corners_rules::{Game, GameResult, GameText, Path, Variant};

use super::batch::answer_lines;
use super::cli::ReplayArgs;
use super::failure::{Bad, Failure};
use super::lines::LONGEST_LINE;
use super::record::{GameAnswer, GameRecord, object, play, reason};
use super::spaced::write_line;

pub(super) fn run(args: &ReplayArgs, input: impl Read, output: &mut impl Write) -> Result<(), Failure> {
    if args.jsonl {
        answer_lines(input, output, |line, answers| {
            let asked: GameRecord<'_> = object(line)?;
            let game = asked.play()?;
            write_line(answers, &GameAnswer::of(&game, asked.has_start())).map_err(serde_json::Error::io)?;
            Ok(())
        })?;
        return Ok(());
    }
    let game = match args.variant {
        Some(variant) if !args.moves.is_empty() => {
            let moves = args.moves.iter().flat_map(|words| words.split_whitespace());
            play(variant, args.start.as_deref(), moves)?
        }
        expected => read_game(input, expected)?,
    };
    Ok(tell(&game, output)?)
}

/// Plays a game text to its end and compares the verdicts.
fn read_game(input: impl Read, expected: Option<&'static Variant>) -> Result<Game, Failure> {
    let mut text = String::new();
    let read = input.take(LONGEST_LINE as u64 + 1).read_to_string(&mut text)?;
    if read > LONGEST_LINE {
        return Err(Bad::new("GAME_TOO_LONG", format!("a game text has at most {LONGEST_LINE} bytes")).into());
    }
    let game_text: GameText = text.parse().map_err(Bad::from)?;
    if expected.is_some_and(|expected| expected.id() != game_text.variant.id()) {
        return Err(Failure::Usage(
            "the game text is of another variant than --variant says",
        ));
    }
    Ok(game_text.play_out().map_err(Bad::from)?)
}

fn tell(game: &Game, output: &mut impl Write) -> std::io::Result<()> {
    let moves: Vec<_> = game.plies().iter().map(Path::to_string).collect();
    writeln!(output, "moves:  {}", moves.join(" "))?;
    writeln!(output, "result: {}", GameResult::of(game.ending()))?;
    writeln!(output, "reason: {}", reason(game.ending()))?;
    writeln!(output, "final:  {}", game.position())
}
