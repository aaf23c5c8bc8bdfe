//! ListDeadLetters.

use corners_proto::error::Refusal;
use corners_proto::game::v1 as proto;
use corners_proto::ids::TableId;
use corners_proto::time::timestamp;
use corners_service::page_token;

use super::{list, refusal};
use crate::authority::Authority;
use crate::store::{DeadLetter, DeadLetterPlace};

/// What page tokens are bound to.
const QUESTION: &str = "dead letters";

/// Reads the page that a request asks for.
pub(super) async fn page(
    authority: &Authority,
    request: &proto::ListDeadLettersRequest,
) -> Result<proto::ListDeadLettersResponse, Refusal> {
    let page_size = list::page_size(request.page_size)?;
    let after = page_token::read(QUESTION, &request.page_token)?.map(|([at_ms, sequence], table)| DeadLetterPlace {
        at_ms,
        sequence,
        table: TableId::from_bytes(table),
    });
    let letters = authority.store().dead_letters(after, page_size).await;
    let letters = letters.map_err(|error| refusal(error.into()))?;
    let last = letters.last().filter(|_| letters.len() == page_size);
    let next = last.map(|DeadLetter { place, .. }| {
        let place = ([place.at_ms, place.sequence], *place.table.as_bytes());
        page_token::write(QUESTION, place)
    });
    Ok(proto::ListDeadLettersResponse {
        next_page_token: next.unwrap_or_default(),
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
