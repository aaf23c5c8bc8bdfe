//! How values of the contract stand in the tables of stores: whole numbers with the sign that databases give them, and ids
//! and enums as texts that people can read.

use std::str::FromStr;

use crate::game::v1::AccountKind;

const KIND: &str = "ACCOUNT_KIND_";

/// A stored value that this program does not know: a newer one wrote it, or it is damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored {what} {found:?} is unknown to this program; run the newer one that wrote it")]
pub struct Unknown {
    what: &'static str,
    found: String,
}

/// Such a value; `what` is as in "the stored reason".
pub fn unknown(what: &'static str, found: impl Into<String>) -> Unknown {
    let found = found.into();
    Unknown { what, found }
}

/// A number as databases keep it, which have no larger ones than 64 bits with a sign. What does not fit is stored as the
/// largest of these: a moment that is further away than anybody plays.
#[must_use]
pub fn to_sql(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The number that is stored so.
#[must_use]
pub fn from_sql(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// An id by its text.
///
/// # Errors
/// When it is none.
pub fn id<T: FromStr>(text: &str) -> Result<T, Unknown> {
    text.parse().map_err(|_| unknown("id", text))
}

/// The word for a value of an enum: its name in lower case with hyphens, such as `move-limit`, without the enum's prefix.
#[must_use]
pub fn word(prefix: &str, name: &str) -> String {
    name.trim_start_matches(prefix).to_ascii_lowercase().replace('_', "-")
}

/// The name of the value that a word stands for.
#[must_use]
pub fn name(prefix: &str, word: &str) -> String {
    format!("{prefix}{}", word.to_ascii_uppercase().replace('-', "_"))
}

/// The word for a kind of account, such as `guest`.
#[must_use]
pub fn of_kind(kind: AccountKind) -> String {
    word(KIND, kind.as_str_name())
}

/// The kind of account that a word stands for.
///
/// # Errors
/// When it stands for none.
pub fn kind(word: &str) -> Result<AccountKind, Unknown> {
    AccountKind::from_str_name(&name(KIND, word)).ok_or_else(|| unknown("kind of account", word))
}

/// The epoch of a feed with this text: hexadecimal digits.
///
/// # Errors
/// When it is none.
pub fn epoch(text: &str) -> Result<u64, Unknown> {
    u64::from_str_radix(text, 16).map_err(|_| unknown("epoch", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_word_of_its_own() {
        for number in 0..=3 {
            let value = AccountKind::try_from(number).unwrap();
            assert_eq!(kind(&of_kind(value)).unwrap(), value);
        }
        assert_eq!(of_kind(AccountKind::Bot), "bot");
    }

    #[test]
    fn a_word_of_a_newer_program_is_named() {
        for error in [
            kind("ghost").map(drop),
            epoch("ghost").map(drop),
            id::<crate::ids::TableId>("ghost").map(drop),
        ] {
            let error = error.unwrap_err().to_string();
            assert!(error.contains("ghost"), "{error}");
        }
    }

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, i64::MAX as u64] {
            assert_eq!(from_sql(to_sql(value)), value);
        }
        assert_eq!(to_sql(u64::MAX), i64::MAX);
        assert_eq!(epoch("00000000000000fe"), Ok(0xfe));
    }
}
