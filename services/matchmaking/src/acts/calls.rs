//! Calls that were answered, so that the same call again gets the same answer.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, OfferId, RequestId, TableId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::draft::{Decision, Draft};
use crate::store::{Key, Kind};

use super::ending::KEPT_AFTER_MS;

/// A call: whose, and what.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Who calls.
    pub account: AccountId,
    /// The caller's name for it.
    pub request: RequestId,
    /// Digest of the method and its request.
    pub body: [u8; 32],
}

/// What a call was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// That it is done.
    Done,
    /// What was made.
    Offer(OfferId),
    /// The game that begins at this table.
    Game(TableId),
}

#[derive(Serialize, Deserialize)]
struct Remembered {
    /// The digest's first half, as a number.
    body: u64,
    answer: Answer,
}

impl Call {
    fn key(&self) -> Key {
        let digest = Sha256::new()
            .chain_update(self.account.as_bytes())
            .chain_update(self.request.as_bytes())
            .finalize();
        let mut id = [0; 16];
        id.copy_from_slice(&digest[..16]);
        Key::new(Kind::Call, id)
    }

    fn mark(&self) -> u64 {
        let mut first = [0; 8];
        first.copy_from_slice(&self.body[..8]);
        u64::from_be_bytes(first)
    }

    /// The records that any call needs: what is remembered of it, and its caller's.
    #[must_use]
    pub fn needs(&self) -> [Key; 2] {
        [self.key(), Key::player(self.account)]
    }
}

/// What a call was answered before, if it was.
pub fn answered(draft: &mut Draft<'_>, call: &Call) -> Decision<Option<Answer>> {
    let Some(remembered) = draft.get::<Remembered>(call.key())? else {
        return Ok(None);
    };
    if remembered.body != call.mark() {
        let message = "the request_id stands for a call with another body: use a new one for each new call";
        return Err(Refusal::new(Reason::RequestIdReused, message).into());
    }
    Ok(Some(remembered.answer))
}

/// Decides a call, unless it was answered before: then its answer is the same, and nothing changes.
pub fn once(
    draft: &mut Draft<'_>,
    call: &Call,
    decide: impl FnOnce(&mut Draft<'_>) -> Decision<Answer>,
) -> Decision<Answer> {
    if let Some(answer) = answered(draft, call)? {
        return Ok(answer);
    }
    let answer = decide(draft)?;
    let remembered = Remembered {
        body: call.mark(),
        answer,
    };
    draft.put(call.key(), &remembered, KEPT_AFTER_MS)?;
    Ok(answer)
}
