//! Page tokens: where a list goes on, bound to what was asked for.

use corners_proto::error::{Reason, Refusal};
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};
use tonic::Status;

/// Bytes of the digest of the question.
const BOUND: usize = 8;

/// Bytes of a place in a list.
const PLACE: usize = 24;

/// A place in a list: a number and an id.
pub(super) type Place = (u64, [u8; 16]);

/// The token for what comes after a place in the answer to a question.
pub(super) fn write(question: &str, place: Place) -> String {
    let mut bytes = digest(question).to_vec();
    bytes.extend(place.0.to_be_bytes());
    bytes.extend(place.1);
    BASE64URL_NOPAD.encode(&bytes)
}

/// The place where an answer to this question goes on; `None` at its beginning.
pub(super) fn read(question: &str, token: &str) -> Result<Option<Place>, Status> {
    if token.is_empty() {
        return Ok(None);
    }
    let refusal = || {
        let message = "the page token belongs to another list, or the filters have changed; begin anew without it";
        Status::from(Refusal::new(Reason::InvalidPageToken, message).violation("page_token", "not of this list"))
    };
    let place = decode(question, token).ok_or_else(refusal)?;
    Ok(Some(place))
}

fn decode(question: &str, token: &str) -> Option<Place> {
    if token.len() > 2 * (BOUND + PLACE) {
        return None;
    }
    let bytes = BASE64URL_NOPAD.decode(token.as_bytes()).ok()?;
    let (bound, rest) = bytes.split_first_chunk::<BOUND>()?;
    let (number, id) = rest.split_first_chunk::<8>()?;
    (*bound == digest(question)).then_some((u64::from_be_bytes(*number), id.try_into().ok()?))
}

fn digest(question: &str) -> [u8; BOUND] {
    let whole: [u8; 32] = Sha256::digest(question.as_bytes()).into();
    let mut bound = [0; BOUND];
    bound.copy_from_slice(&whole[..BOUND]);
    bound
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_token_is_good_for_its_question_only(number: u64, id: [u8; 16], question in "\\PC{0,20}", other in "\\PC{0,20}") {
            let token = write(&question, (number, id));
            prop_assert_eq!(read(&question, &token).unwrap(), Some((number, id)));
            prop_assert_eq!(read(&other, &token).is_ok(), question == other);
        }

        #[test]
        fn no_text_is_too_strange(text in "\\PC{1,80}") {
            prop_assert!(read("", &text).is_err());
        }
    }
}
