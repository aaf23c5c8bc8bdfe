//! Starting another epoch on request.

use std::sync::Arc;

use corners_proto::error::{Reason, Refusal, Violations};
use tonic::Status;

use crate::feed::Feed;
use crate::place::FeedHead;
use crate::source::FeedSource;

/// Why another epoch is not started; `E` is the error of the store.
#[derive(Debug, thiserror::Error)]
pub enum CannotStartEpoch<E> {
    /// The epoch that was to end is not the current one.
    #[error("the feed is in epoch {current:016x}, not in {asked:016x}")]
    Stale {
        /// The current one.
        current: u64,
        /// The one that was to end.
        asked: u64,
    },
    /// The store is away.
    #[error(transparent)]
    Store(#[from] E),
}

impl<E: std::error::Error> CannotStartEpoch<E> {
    /// The error as a client sees it; `store` says it of an error of the store.
    pub fn status(self, store: impl FnOnce(E) -> Status) -> Status {
        let message = self.to_string();
        match self {
            Self::Store(error) => store(error),
            Self::Stale { current, .. } => Refusal::new(Reason::StaleEpoch, message)
                .with("current_epoch", epoch_text(current))
                .into(),
        }
    }
}

impl<S: FeedSource> Feed<S> {
    /// Starts another epoch, if the given one is current; answers where the feed is.
    ///
    /// # Errors
    /// When another epoch is current, or the store is away.
    pub async fn start_epoch(&self, asked: u64) -> Result<Arc<FeedHead>, CannotStartEpoch<S::Error>> {
        let current = self.head().await?.epoch();
        if current != asked {
            return Err(CannotStartEpoch::Stale { current, asked });
        }
        Ok(self.end_epoch(asked).await?)
    }
}

/// An epoch's id as clients see it: 16 hexadecimal digits.
#[must_use]
pub fn epoch_text(epoch: u64) -> String {
    format!("{epoch:016x}")
}

/// The epoch that a field of a request names.
///
/// # Errors
/// When it names none.
pub fn parse_epoch(field: &str, text: &str) -> Result<u64, Refusal> {
    let is_hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_id = text.len() == 16 && text.bytes().all(is_hexadecimal);
    let parsed = u64::from_str_radix(text, 16).ok().filter(|_| is_id);
    let mut violations = Violations::new();
    let epoch = violations.check(field, parsed.ok_or("is no epoch: expected 16 hexadecimal digits"));
    epoch.ok_or_else(|| violations.refusal())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epoch_is_its_text_and_no_other() {
        for epoch in [0, 0xfe, u64::MAX] {
            assert_eq!(parse_epoch("epoch", &epoch_text(epoch)), Ok(epoch));
        }
        for text in ["", "fe", "00000000000000FE", "+0000000000000fe", "000000000000000fe"] {
            assert!(parse_epoch("epoch", text).is_err(), "{text:?}");
        }
    }
}
