//! Page tokens (AIP-158): where a list goes on, bound to what was asked for.

use corners_proto::error::{Reason, Refusal};
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};

/// Bytes of the digest of the question.
const BOUND: usize = 8;

/// No token is longer, in bytes.
const LONGEST: usize = 128;

/// A place in a list: numbers, by which it is ordered, and an id, which decides among those with the same numbers.
pub type Place<const NUMBERS: usize = 1> = ([u64; NUMBERS], [u8; 16]);

/// The token for what comes after a place in the answer to a question. A question is a text that no other list and no
/// other filter has.
#[must_use]
pub fn write<const NUMBERS: usize>(question: &str, (numbers, id): Place<NUMBERS>) -> String {
    let mut bytes = digest(question).to_vec();
    bytes.extend(numbers.into_iter().flat_map(u64::to_be_bytes));
    bytes.extend(id);
    BASE64URL_NOPAD.encode(&bytes)
}

/// The place where an answer to this question goes on; `None` at its beginning.
///
/// # Errors
/// [`Reason::InvalidPageToken`] when the token is none of this question's.
pub fn read<const NUMBERS: usize>(question: &str, token: &str) -> Result<Option<Place<NUMBERS>>, Refusal> {
    if token.is_empty() {
        return Ok(None);
    }
    let refusal = || {
        let message = "the page token belongs to another list, or the filters have changed; begin anew without it";
        Refusal::new(Reason::InvalidPageToken, message).violation("page_token", "not of this list")
    };
    let place = decode(question, token).ok_or_else(refusal)?;
    Ok(Some(place))
}

fn decode<const NUMBERS: usize>(question: &str, token: &str) -> Option<Place<NUMBERS>> {
    if token.len() > LONGEST {
        return None;
    }
    let bytes = BASE64URL_NOPAD.decode(token.as_bytes()).ok()?;
    let (bound, mut rest) = bytes.split_first_chunk::<BOUND>()?;
    let mut numbers = [0; NUMBERS];
    for number in &mut numbers {
        let (next, behind) = rest.split_first_chunk()?;
        *number = u64::from_be_bytes(*next);
        rest = behind;
    }
    (*bound == digest(question)).then_some((numbers, rest.try_into().ok()?))
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
        fn a_token_is_good_for_its_question_only(
            numbers: [u64; 2],
            id: [u8; 16],
            question in "\\PC{0,20}",
            other in "\\PC{0,20}",
        ) {
            let token = write(&question, (numbers, id));
            prop_assert_eq!(read(&question, &token).unwrap(), Some((numbers, id)));
            prop_assert_eq!(read::<2>(&other, &token).is_ok(), question == other);
            prop_assert!(read::<1>(&question, &token).is_err());
        }

        #[test]
        fn no_text_is_too_strange(text in "\\PC{1,200}") {
            prop_assert!(read::<1>("", &text).is_err());
        }
    }
}
