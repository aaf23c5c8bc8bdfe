//! Tag pairs: `[White "Anna"]`.

use std::fmt;

/// Tags in the order in which they are written; others follow in the order in which they were set.
const ORDER: [&str; 4] = ["Date", "White", "Black", "TimeControl"];

/// Tags that a game text derives from what it holds, and that cannot be set by hand.
pub(super) const DERIVED: [&str; 4] = ["Variant", "Result", "Termination", "Position"];

const LONGEST_NAME: usize = 64;
const LONGEST_VALUE: usize = 255;
const MOST_TAGS: usize = 64;

/// The tag pairs of a game text, apart from those that follow from the game: `Variant`, `Result`, `Termination`,
/// `Position`. At most 64, names of up to 64 letters, digits and underscores, values of up to 255 characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

/// Why a tag cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// Not 1 to 64 ASCII letters, digits and underscores.
    #[error("a tag name is 1 to 64 letters, digits and underscores")]
    Name,
    /// Too long, or with control characters.
    #[error("the value of {name} has to be up to 255 characters without control characters")]
    Value {
        /// The tag.
        name: String,
    },
    /// One of the tags that follow from the game.
    #[error("{name} follows from the game and cannot be set")]
    Derived {
        /// The tag.
        name: String,
    },
    /// The same tag twice in one text.
    #[error("{name} is given twice")]
    Twice {
        /// The tag.
        name: String,
    },
    /// More than 64 tags.
    #[error("there are more than {MOST_TAGS} tags")]
    TooMany,
}

impl Tags {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs
            .iter()
            .find(|(held, _)| held == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in place of its earlier value if it had one.
    ///
    /// # Errors
    /// Why a tag of this name cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if DERIVED.contains(&name) {
            return Err(TagError::Derived { name: name.to_owned() });
        }
        check(name, value)?;
        if let Some((_, held)) = self.pairs.iter_mut().find(|(held, _)| held == name) {
            value.clone_into(held);
            return Ok(());
        }
        if self.pairs.len() >= MOST_TAGS {
            return Err(TagError::TooMany);
        }
        let place = self.pairs.partition_point(|(held, _)| rank(held) <= rank(name));
        self.pairs.insert(place, (name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// The pairs in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether a pair can be written at all.
pub(super) fn check(name: &str, value: &str) -> Result<(), TagError> {
    let is_name = (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name {
        return Err(TagError::Name);
    }
    if value.chars().count() > LONGEST_VALUE || value.chars().any(char::is_control) {
        return Err(TagError::Value { name: name.to_owned() });
    }
    Ok(())
}

fn rank(name: &str) -> usize {
    ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len())
}

/// Writes one pair as a line.
pub(super) fn write_pair(formatter: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(formatter, "[{name} \"{escaped}\"]")
}

/// Reads one line as a pair; `None` if it is not one.
pub(super) fn read_pair(line: &str) -> Option<(&str, String)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, quoted) = inside.split_once(|c: char| c.is_ascii_whitespace())?;
    let raw = quoted.trim_start().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some(escaped @ ('\\' | '"')) => value.push(escaped),
                _ => return None,
            },
            '"' => return None,
            _ => value.push(character),
        }
    }
    Some((name, value))
}
