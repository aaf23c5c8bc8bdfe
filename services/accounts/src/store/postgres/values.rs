//! How values stand in Postgres.

use std::borrow::Cow;
use std::error::Error;
use std::str::FromStr;

pub(super) use corners_proto::stored::{from_sql, to_sql};
use sqlx::Error as SqlError;
use uuid::Uuid;

/// An id, whatever it names.
pub(super) const fn uuid(bytes: &[u8; 16]) -> Uuid {
    Uuid::from_bytes(*bytes)
}

/// The bytes of a digest.
pub(super) fn bytes(stored: Vec<u8>) -> Result<[u8; 32], SqlError> {
    let length = stored.len();
    stored
        .try_into()
        .map_err(|_| SqlError::Decode(format!("a digest has 32 bytes, not {length}").into()))
}

/// The bytes of a digest that may be missing.
pub(super) fn optional_bytes(stored: Option<Vec<u8>>) -> Result<Option<[u8; 32]>, SqlError> {
    stored.map(bytes).transpose()
}

/// A text of a closed set, such as a kind.
pub(super) fn word<T>(text: &str) -> Result<T, SqlError>
where
    T: FromStr<Err: Error + Send + Sync + 'static>,
{
    text.parse().map_err(|error| SqlError::Decode(Box::new(error)))
}

/// A text as Postgres can keep it: it has no character zero.
pub(super) fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') {
        Cow::Owned(text.replace('\0', "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_beyond_all_moments_is_the_last_one() {
        assert_eq!(to_sql(u64::MAX), i64::MAX);
        assert_eq!(from_sql(to_sql(1_800_000_000_000)), 1_800_000_000_000);
    }

    #[test]
    fn a_digest_of_another_length_is_refused() {
        assert_eq!(bytes(vec![7; 32]).unwrap(), [7; 32]);
        assert!(bytes(vec![7; 31]).is_err());
    }

    #[test]
    fn the_one_character_that_postgres_cannot_keep_is_replaced() {
        assert_eq!(text("a\0b"), "a\u{fffd}b");
        assert_eq!(text("Łódź 棋"), "Łódź 棋");
    }
}
