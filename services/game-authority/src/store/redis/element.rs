//! Events as elements of a list, and as they are published.
//!
//! An element is the encoded event without the tag of its first field, which is its id: so every element begins with the
//! eight bytes of its id, which is all that scripts look at.

use corners_proto::ids::{AccountId, TableId};

use crate::store::{CorruptEvent, HeartbeatAnswer, News, decode_event, encode_event};
use crate::table::{Event, EventId, Version};

/// The tag of field 1, eight bytes wide.
const TAG_OF_ID: u8 = 0x09;

const ID_LENGTH: usize = 8;

/// The first byte of what is published when a log has grown, when watchers came, and when a heartbeat was answered.
const GROWN: u8 = b'g';
const ATTENDED: u8 = b'a';
const ANSWERED: u8 = b'h';

/// The id as elements begin with it.
pub(super) fn id_bytes(id: EventId) -> [u8; ID_LENGTH] {
    id.0.to_le_bytes()
}

/// The element of an event.
pub(super) fn element(event: &Event) -> Vec<u8> {
    let encoded = encode_event(event);
    let mut element = id_bytes(event.id).to_vec();
    // An id of zero is left out of the encoding.
    let had_id = event.id != EventId(0);
    element.extend_from_slice(&encoded[if had_id { 1 + ID_LENGTH } else { 0 }..]);
    element
}

/// The event of an element.
pub(super) fn event_of(element: &[u8]) -> Result<Event, CorruptEvent> {
    decode_event(&encoded(element))
}

fn encoded(element: &[u8]) -> Vec<u8> {
    [&[TAG_OF_ID], element].concat()
}

/// What is published of a heartbeat's answer.
pub(super) fn answered_payload(answer: &HeartbeatAnswer) -> Vec<u8> {
    let nonce = answer.nonce.to_le_bytes();
    [
        &[ANSWERED],
        &answer.table.as_bytes()[..],
        &answer.account.as_bytes()[..],
        &nonce,
    ]
    .concat()
}

/// What was published; none for what nobody here publishes.
pub(super) fn news_of(payload: &[u8]) -> Option<News> {
    let (what, rest) = payload.split_first()?;
    let (table, rest) = rest.split_first_chunk::<16>()?;
    let table = TableId::from_bytes(*table);
    match *what {
        ATTENDED => Some(News::Attended(table)),
        ANSWERED => {
            let (account, nonce) = rest.split_first_chunk::<16>()?;
            Some(News::Answered(HeartbeatAnswer {
                table,
                account: AccountId::from_bytes(*account),
                nonce: u64::from_le_bytes(nonce.try_into().ok()?),
            }))
        }
        GROWN => {
            let (id, rest) = rest.split_first_chunk::<ID_LENGTH>()?;
            let colon = rest.iter().position(|byte| *byte == b':')?;
            let number = std::str::from_utf8(&rest[..colon]).ok()?.parse().ok()?;
            Some(News::Grown {
                table,
                before: Version {
                    number,
                    event: EventId(u64::from_le_bytes(*id)),
                },
                event: encoded(&rest[colon + 1..]),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use corners_clockwork::GameTime;
    use corners_rules::Side;
    use proptest::prelude::*;

    use super::*;
    use crate::table::EventKind;

    fn offer(id: u64) -> Event {
        Event {
            id: EventId(id),
            recorded_at_ms: 5,
            at: GameTime::from_millis(6),
            outage_credit: Duration::ZERO,
            call: None,
            kind: EventKind::DrawOffered { by: Side::Black },
        }
    }

    proptest! {
        #[test]
        fn an_element_begins_with_its_events_id_and_holds_the_event(id: u64) {
            for id in [id, 0, u64::MAX] {
                let element = element(&offer(id));
                prop_assert_eq!(&element[..ID_LENGTH], &id.to_le_bytes()[..]);
                prop_assert_eq!(event_of(&element), Ok(offer(id)));
            }
        }

        #[test]
        fn no_payload_and_no_element_is_too_strange(bytes: Vec<u8>, grown: bool) {
            let payload = [&[if grown { GROWN } else { ANSWERED }][..], &bytes].concat();
            if let Some(News::Grown { event, .. }) = news_of(&payload) {
                let _ = decode_event(&event);
            }
            let _ = event_of(&bytes);
        }
    }

    #[test]
    fn an_answer_is_heard_as_it_was_published() {
        let answer = HeartbeatAnswer {
            table: TableId::from_bytes([7; 16]),
            account: AccountId::from_bytes([9; 16]),
            nonce: 0xfeed_0000_0000_0001,
        };
        let payload = answered_payload(&answer);
        assert_eq!(news_of(&payload), Some(News::Answered(answer)));
        assert_eq!(news_of(&payload[..payload.len() - 1]), None);
    }

    #[test]
    fn what_is_published_of_an_event_is_its_table_the_head_before_and_the_event() {
        let mut payload = vec![GROWN];
        payload.extend([7; 16]);
        payload.extend(id_bytes(EventId(1)));
        payload.extend(b"41:");
        payload.extend(element(&offer(2)));
        let before = Version {
            number: 41,
            event: EventId(1),
        };
        let Some(News::Grown {
            table,
            before: told,
            event,
        }) = news_of(&payload)
        else {
            panic!("{:?}", news_of(&payload));
        };
        assert_eq!((table, told), (TableId::from_bytes([7; 16]), before));
        assert_eq!(decode_event(&event), Ok(offer(2)));
    }
}
