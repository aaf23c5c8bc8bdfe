//! What a line asks for.

use corners_rules::{Path, Square};

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Play a move; with `!`, even if it returns home and loses.
    Move {
        path: Path,
        confirmed: bool,
    },
    /// List the moves of a piece.
    Moves(Square),
    /// Offer a draw.
    Draw,
    /// Accept what the rival offers.
    Accept,
    /// Decline what the rival offers.
    Decline,
    /// Give up.
    Resign,
    /// Ask to take the last move back.
    Takeback,
    /// End the table before both sides have moved.
    Abort,
    Claim,
    /// Offer to play again, or accept the rival's offer.
    Rematch,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
    /// An empty line.
    Nothing,
}

/// What can be written, for those who ask.
pub(super) const HELP: &str = "commands: c3-d3 (or a path c3-e3-e5; with ! to return home), moves c3, draw, accept, \
                               decline, takeback, resign, abort, claim, rematch, help, quit";

/// The longest part of a line that is quoted back.
const QUOTED: usize = 60;

/// Reads a line, or says why it cannot be read.
pub(super) fn read(line: &str) -> Result<Command, String> {
    let quoted = || line.chars().take(QUOTED).collect::<String>();
    let words: Vec<_> = line.split_whitespace().collect();
    match words.as_slice() {
        [] => Ok(Command::Nothing),
        ["draw"] => Ok(Command::Draw),
        ["accept"] => Ok(Command::Accept),
        ["decline"] => Ok(Command::Decline),
        ["resign"] => Ok(Command::Resign),
        ["takeback"] => Ok(Command::Takeback),
        ["abort"] => Ok(Command::Abort),
        ["claim"] => Ok(Command::Claim),
        ["rematch"] => Ok(Command::Rematch),
        ["help"] => Ok(Command::Help),
        ["quit"] => Ok(Command::Quit),
        ["moves", square] => square
            .parse()
            .map(Command::Moves)
            .map_err(|error| format!("{}: {error}", quoted())),
        [word] if word.contains('-') => {
            let (text, confirmed) = word.strip_suffix('!').map_or((*word, false), |text| (text, true));
            let path = text.parse().map_err(|error| format!("{}: {error}", quoted()))?;
            Ok(Command::Move { path, confirmed })
        }
        _ => Err(format!("{}: not understood; {HELP}", quoted())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_move_or_a_command() {
        let path = |text: &str| text.parse::<Path>().unwrap();
        for (line, command) in [
            (
                "c3-d3",
                Command::Move {
                    path: path("c3-d3"),
                    confirmed: false,
                },
            ),
            (
                "  c3-e3-e5! ",
                Command::Move {
                    path: path("c3-e3-e5"),
                    confirmed: true,
                },
            ),
            ("moves c3", Command::Moves("c3".parse().unwrap())),
            ("draw", Command::Draw),
            ("takeback", Command::Takeback),
            ("rematch", Command::Rematch),
            ("", Command::Nothing),
            ("\t", Command::Nothing),
        ] {
            assert_eq!(read(line), Ok(command), "{line:?}");
        }
    }

    #[test]
    fn what_is_not_understood_is_quoted_but_never_at_length() {
        for line in [
            "castle",
            "moves",
            "moves z99",
            "c3-",
            "c3-d3 please",
            "draw!",
            "\u{1F984}-\u{1F984}",
        ] {
            assert!(read(line).is_err(), "{line:?}");
        }
        assert!(read(&"x".repeat(100_000)).unwrap_err().len() < 300);
        assert!(read(&"a1-".repeat(100_000)).unwrap_err().len() < 300);
    }
}
