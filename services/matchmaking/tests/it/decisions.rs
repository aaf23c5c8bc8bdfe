//! Statements about decisions alone: what they make of what is kept, without a store and without calls.

use std::collections::BTreeMap;

use corners_matchmaking::acts::blocks;
use corners_matchmaking::acts::matches::{self, Attempt, Refused};
use corners_matchmaking::acts::tickets::{self, Paired, Standing, Wish};
use corners_matchmaking::domain::person::{AccountKind, Person};
use corners_matchmaking::domain::ticket::{Ticket, TicketRecord, TicketState};
use corners_matchmaking::draft::{Decision, Draft, Halt, offer};
use corners_matchmaking::store::{Key, Kind, Record};
use corners_proto::ids::{AccountId, OfferId};
use serde::de::DeserializeOwned;

use crate::rig::{CASUAL, RATED, account, pool};

/// What is kept.
#[derive(Default)]
struct Kept(BTreeMap<Key, Option<Record>>);

impl Kept {
    /// Decides, with everything read that is needed, and keeps what comes of it.
    fn decide<T>(&mut self, mut decide: impl FnMut(&mut Draft<'_>) -> Decision<T>) -> T {
        let (answer, commit) = loop {
            let mut draft = Draft::new(1_000_000, &self.0);
            match decide(&mut draft) {
                Ok(answer) => break (answer, draft.into_commit()),
                Err(Halt::Need(keys)) => self.0.extend(keys.into_iter().map(|key| (key, None))),
                Err(other) => panic!("{other:?}"),
            }
        };
        for put in commit.map(|commit| commit.puts).unwrap_or_default() {
            let (revision, body) = (1, put.body);
            self.0.insert(put.key, Some(Record { revision, body }));
        }
        answer
    }

    fn get<T: DeserializeOwned>(&self, key: Key) -> T {
        serde_json::from_slice(&self.0[&key].as_ref().unwrap().body).unwrap()
    }

    /// An account waits in a pool, with the ticket of this number.
    fn wait(&mut self, number: u64, text: &str, id: u8) -> Ticket {
        let wish = Wish {
            id: ticket(id),
            person: Person {
                account: account(number),
                kind: AccountKind::Player,
                rating: None,
            },
            pool: pool(text),
            below: None,
            above: None,
        };
        match self.decide(|draft| tickets::enqueue(draft, &wish)) {
            Standing::Waits(ticket) => ticket,
            other => panic!("{other:?}"),
        }
    }

    /// Whom a ticket knows as blocked, and how it stands.
    fn blocked(&self, id: u8) -> (Vec<AccountId>, TicketState) {
        let record: TicketRecord = self.get(offer(Kind::Ticket, ticket(id)));
        (record.ticket.unwrap().blocked, record.state)
    }
}

fn ticket(number: u8) -> OfferId {
    OfferId::from_bytes([number; 16])
}

#[test]
fn the_tickets_that_a_player_waits_with_hold_whom_it_blocks_by_now() {
    let mut kept = Kept::default();
    kept.wait(1, RATED, 1);
    kept.wait(1, CASUAL, 2);
    kept.decide(|draft| tickets::drop(draft, account(1), ticket(2)));
    kept.decide(|draft| blocks::block(draft, account(1), AccountKind::Player, account(2)));
    assert_eq!(kept.blocked(1), (vec![account(2)], TicketState::Waiting));
    assert_eq!(kept.blocked(2), (vec![account(2)], TicketState::Dropped));
    kept.decide(|draft| blocks::unblock(draft, account(1), account(2)));
    assert_eq!(kept.blocked(1), (vec![], TicketState::Waiting));
    assert_eq!(kept.blocked(2), (vec![], TicketState::Dropped));
}

#[test]
fn a_ticket_that_comes_back_holds_whom_its_player_blocks_by_then() {
    let mut kept = Kept::default();
    kept.decide(|draft| blocks::block(draft, account(1), AccountKind::Player, account(3)));
    let both = [kept.wait(1, RATED, 1), kept.wait(2, RATED, 2)];
    let Paired::Made(made) = kept.decide(|draft| tickets::pair(draft, &both, 1)) else {
        panic!("both wait");
    };
    kept.decide(|draft| blocks::unblock(draft, account(1), account(3)));
    let full = Refused {
        reason: "TOO_MANY".to_owned(),
        account: Some(account(2)),
        is_for_now: false,
    };
    kept.decide(|draft| matches::refused(draft, made.table, Attempt::FIRST, &full));
    assert_eq!(kept.blocked(1), (vec![], TicketState::Waiting));
}
