//! Cursors: places of a feed, as clients keep them.

use corners_proto::error::Refusal;
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};

use crate::error::invalid_cursor;
use crate::place::FeedPoint;

/// Bytes of an epoch and a position.
const PLACE: usize = 16;

/// Bytes that tell a cursor from other texts.
const CHECK: usize = 4;

/// A text that is no cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is no cursor of a {feed}")]
pub struct NotACursor {
    /// What the feed is called.
    pub(crate) feed: &'static str,
}

impl From<NotACursor> for Refusal {
    fn from(error: NotACursor) -> Self {
        invalid_cursor(&error.to_string())
    }
}

/// The cursor of a place.
pub(crate) fn write(point: FeedPoint) -> String {
    let mut bytes = [0; PLACE + CHECK];
    bytes[..8].copy_from_slice(&point.epoch.to_be_bytes());
    bytes[8..PLACE].copy_from_slice(&point.position.to_be_bytes());
    let check = check(&bytes[..PLACE]);
    bytes[PLACE..].copy_from_slice(&check);
    BASE64URL_NOPAD.encode(&bytes)
}

/// The place of a cursor; none for another text.
pub(crate) fn read(text: &str) -> Option<FeedPoint> {
    let mut bytes = [0; PLACE + CHECK];
    let is_length = BASE64URL_NOPAD.decode_len(text.len()) == Ok(bytes.len());
    if !is_length || BASE64URL_NOPAD.decode_mut(text.as_bytes(), &mut bytes).is_err() {
        return None;
    }
    let (place, rest) = bytes.split_at(PLACE);
    let (epoch, position) = place.split_at(8);
    match (epoch.try_into(), position.try_into()) {
        (Ok(epoch), Ok(position)) if rest == check(place) => Some(FeedPoint {
            epoch: u64::from_be_bytes(epoch),
            position: u64::from_be_bytes(position),
        }),
        _ => None,
    }
}

fn check(place: &[u8]) -> [u8; CHECK] {
    let digest: [u8; 32] = Sha256::digest(place).into();
    let mut check = [0; CHECK];
    check.copy_from_slice(&digest[..CHECK]);
    check
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_cursor_is_its_place(epoch: u64, position: u64) {
            let point = FeedPoint { epoch, position };
            prop_assert_eq!(read(&write(point)), Some(point));
        }

        #[test]
        fn a_changed_cursor_is_none(epoch: u64, position: u64, place in 0..27usize, character in "[A-Za-z0-9_-]") {
            let cursor = write(FeedPoint { epoch, position });
            let mut changed = cursor.clone();
            changed.replace_range(place..=place, &character);
            prop_assert_eq!(read(&changed).is_some(), changed == cursor);
        }

        #[test]
        fn no_text_is_too_strange(text in "\\PC{0,60}") {
            prop_assert_eq!(read(&text), None);
        }
    }
}
