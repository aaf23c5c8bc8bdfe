//! Where a stream is, as clients send it back.

use corners_proto::error::{Reason, Refusal};

use crate::store::Mark;

/// A mark as a text: number and id in hexadecimal digits.
pub(super) fn mark_text(mark: Option<Mark>) -> String {
    let Mark { number, id } = mark.unwrap_or(Mark { number: 0, id: 0 });
    format!("{number:x}-{id:016x}")
}

/// The mark that a client resumes with; none to start with a snapshot.
pub(crate) fn parse_mark(text: &str) -> Result<Option<Mark>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let parsed = text.split_once('-').and_then(|(number, id)| {
        let is_plain = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let plain = is_plain(number) && is_plain(id) && id.len() == 16;
        let number = u64::from_str_radix(number, 16).ok()?;
        let id = u64::from_str_radix(id, 16).ok()?;
        plain.then_some(Mark { number, id })
    });
    parsed.map(Some).ok_or_else(|| {
        let message = "resume_after is no mark of this stream: send it back as you got it, or nothing for a snapshot";
        Refusal::new(Reason::InvalidCursor, message).violation("resume_after", "is malformed")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_what_its_text_says() {
        for mark in [
            Mark { number: 1, id: 2 },
            Mark {
                number: u64::MAX,
                id: u64::MAX,
            },
        ] {
            assert_eq!(parse_mark(&mark_text(Some(mark))), Ok(Some(mark)));
        }
        assert_eq!(parse_mark(""), Ok(None));
        for text in [
            "-",
            "1-",
            "1-1",
            "+1-0000000000000001",
            "x-0000000000000001",
            "1-00000000000000011",
        ] {
            assert!(parse_mark(text).is_err(), "{text}");
        }
    }
}
