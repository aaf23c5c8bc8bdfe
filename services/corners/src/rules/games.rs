//! Cuts a stream of game texts into games.

use super::failure::Bad;
use super::lines::LONGEST_LINE;

/// A game text and the number of its first line.
#[derive(Debug)]
pub(super) struct GameLines {
    pub(super) first_line: u64,
    /// The text, or what is wrong with one of its lines.
    pub(super) text: Result<String, Bad>,
}

/// Gathers lines until the next game begins: with the first tag pair after movetext.
#[derive(Debug, Default)]
pub(super) struct Gatherer {
    current: Option<GameLines>,
    in_movetext: bool,
}

impl Gatherer {
    /// Takes a line; answers the game before it, if this line begins another.
    pub(super) fn take(&mut self, number: u64, line: Result<&str, Bad>) -> Option<GameLines> {
        let trimmed = line.as_ref().map_or("?", |line| line.trim());
        let is_tag = trimmed.starts_with('[');
        let before = if is_tag && self.in_movetext {
            self.finish()
        } else {
            None
        };
        self.in_movetext |= !is_tag && !trimmed.is_empty();
        if self.current.is_none() && trimmed.is_empty() {
            return before;
        }
        let game = self.current.get_or_insert_with(|| GameLines {
            first_line: number,
            text: Ok(String::new()),
        });
        game.add(line);
        before
    }

    /// The last game.
    pub(super) fn finish(&mut self) -> Option<GameLines> {
        self.in_movetext = false;
        self.current.take()
    }
}

impl GameLines {
    fn add(&mut self, line: Result<&str, Bad>) {
        let Ok(text) = &mut self.text else {
            return;
        };
        match line {
            Ok(line) if text.len() + line.len() < LONGEST_LINE => {
                text.push_str(line);
                text.push('\n');
            }
            Ok(_) => {
                let why = format!("a game text has at most {LONGEST_LINE} bytes");
                self.text = Err(Bad::new("GAME_TOO_LONG", why));
            }
            Err(error) => self.text = Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<(u64, String)> {
        let mut gatherer = Gatherer::default();
        let mut games = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            games.extend(gatherer.take(number, Ok(line)));
        }
        games.extend(gatherer.finish());
        games
            .into_iter()
            .map(|game| (game.first_line, game.text.unwrap()))
            .collect()
    }

    #[test]
    fn a_game_begins_with_the_first_tag_after_movetext() {
        let text = "\n\n[A \"1\"]\n[B \"2\"]\n\n1. c3-d3\nf6-e6 *\n\n[A \"3\"]\n\n*\n";
        assert_eq!(
            games(text),
            [
                (3, "[A \"1\"]\n[B \"2\"]\n\n1. c3-d3\nf6-e6 *\n\n".to_owned()),
                (9, "[A \"3\"]\n\n*\n".to_owned())
            ]
        );
    }

    #[test]
    fn a_bad_line_spoils_its_own_game_only() {
        let mut gatherer = Gatherer::default();
        assert!(gatherer.take(1, Ok("[A \"1\"]")).is_none());
        assert!(gatherer.take(2, Err(Bad::new("INVALID_UTF8", ""))).is_none());
        let spoilt = gatherer.take(3, Ok("[A \"2\"]")).unwrap();
        assert_eq!(spoilt.text.unwrap_err().reason, "INVALID_UTF8");
        assert_eq!(gatherer.finish().unwrap().first_line, 3);
    }
}
