//! ListDeadLetters.

use corners_proto::error::Refusal;
use corners_proto::game::v1 as proto;
use corners_proto::ids::TableId;
use data_encoding::BASE64URL_NOPAD;

use super::{list, refusal};
use crate::authority::Authority;
use crate::convert::timestamp;
use crate::store::{DeadLetter, DeadLetterPlace};

/// What the page tokens of this list begin with, and those of no other.
const LIST: [u8; 8] = *b"dead-let";

/// The list, then the place after which the next page starts.
const TOKEN_LENGTH: usize = 8 + 8 + 8 + 16;

/// Reads the page that a request asks for.
pub(super) async fn page(
    authority: &Authority,
    request: &proto::ListDeadLettersRequest,
) -> Result<proto::ListDeadLettersResponse, Refusal> {
    let page_size = list::page_size(request.page_size)?;
    let after = match request.page_token.as_str() {
        "" => None,
        token => Some(decode_token(token).ok_or_else(list::bad_page_token)?),
    };
    let letters = authority.store().dead_letters(after, page_size).await;
    let letters = letters.map_err(|error| refusal(error.into()))?;
    let next = letters.last().filter(|_| letters.len() == page_size);
    Ok(proto::ListDeadLettersResponse {
        next_page_token: next.map(|letter| encode_token(letter.place)).unwrap_or_default(),
        dead_letters: letters.into_iter().map(rendered).collect(),
    })
}

fn rendered(letter: DeadLetter) -> proto::DeadLetter {
    proto::DeadLetter {
        table: letter.place.table.to_string(),
        reason: letter.reason,
        time: Some(timestamp(letter.place.at_ms)),
    }
}

fn encode_token(place: DeadLetterPlace) -> String {
    let mut token = LIST.to_vec();
    token.extend(place.at_ms.to_be_bytes());
    token.extend(place.sequence.to_be_bytes());
    token.extend(place.table.as_bytes());
    BASE64URL_NOPAD.encode(&token)
}

fn decode_token(text: &str) -> Option<DeadLetterPlace> {
    let token = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    let token: [u8; TOKEN_LENGTH] = token.try_into().ok()?;
    let (list, place) = token.split_at(8);
    let (at_ms, place) = place.split_at(8);
    let (sequence, table) = place.split_at(8);
    (list == LIST).then_some(())?;
    Some(DeadLetterPlace {
        at_ms: u64::from_be_bytes(at_ms.try_into().ok()?),
        sequence: u64::from_be_bytes(sequence.try_into().ok()?),
        table: TableId::from_bytes(table.try_into().ok()?),
    })
}
