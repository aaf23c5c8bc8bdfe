//! What the waves of a pool know of those who wait in it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use corners_proto::ids::{AccountId, OfferId};
use tokio::time::Instant;

use crate::domain::ticket::Ticket;

/// For how long what is known counts: players are blocked, and not any more, while others wait.
const KNOWN_FOR: Duration = Duration::from_secs(30);

/// How many pairs are remembered that could not be taken.
const MOST_APART: usize = 10_000;

/// Two accounts, the lesser one in front.
pub(super) type Names = (AccountId, AccountId);

/// The names of two who wait.
pub(super) fn names(one: &Ticket, other: &Ticket) -> Names {
    let (one, other) = (one.person.account, other.person.account);
    (one.min(other), one.max(other))
}

/// What is known of a pool.
pub(super) struct Known {
    /// The tickets that were read, and when.
    tickets: HashMap<OfferId, (Arc<Ticket>, Instant)>,
    /// Pairs of accounts that must not meet, although their tickets do not know; and since when they are remembered.
    apart: HashSet<Names>,
    apart_since: Instant,
}

impl Known {
    /// Nothing is known.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            tickets: HashMap::new(),
            apart: HashSet::new(),
            apart_since: now,
        }
    }

    /// Somebody else makes the waves: no ticket is known any more.
    pub(super) fn forget_tickets(&mut self) {
        self.tickets.clear();
    }

    /// Which of these tickets have to be read, for the first time or anew.
    pub(super) fn to_read(&self, ids: &[OfferId], now: Instant) -> Vec<OfferId> {
        let is_known = |id: &OfferId| {
            let read_at = self.tickets.get(id).map(|(_, read_at)| *read_at);
            read_at.is_some_and(|read_at| now < read_at + KNOWN_FOR)
        };
        ids.iter().filter(|id| !is_known(id)).copied().collect()
    }

    /// Notes a ticket that was read.
    pub(super) fn note(&mut self, ticket: Ticket, now: Instant) {
        self.tickets.insert(ticket.id, (Arc::new(ticket), now));
    }

    /// A ticket waits no more, because it was paired.
    pub(super) fn forget(&mut self, ticket: &Ticket) {
        self.tickets.remove(&ticket.id);
    }

    /// The tickets with these ids, in their order; and those that are known and not among them, which are forgotten.
    pub(super) fn waiting(&mut self, ids: &[OfferId]) -> (Vec<Arc<Ticket>>, Vec<Arc<Ticket>>) {
        let wait: HashMap<_, _> = ids.iter().filter_map(|id| self.tickets.remove_entry(id)).collect();
        let gone = std::mem::replace(&mut self.tickets, wait);
        let waiting = ids.iter().filter_map(|id| Some(Arc::clone(&self.tickets.get(id)?.0)));
        let gone = gone.into_values().map(|(ticket, _)| ticket);
        (waiting.collect(), gone.collect())
    }

    /// Remembers two who cannot be paired with each other.
    pub(super) fn keep_apart(&mut self, pair: Names) {
        if self.apart.len() >= MOST_APART {
            self.apart.clear();
        }
        self.apart.insert(pair);
    }

    /// Who must not meet, although their tickets do not know.
    pub(super) fn apart(&mut self, now: Instant) -> HashSet<Names> {
        if now >= self.apart_since + KNOWN_FOR {
            self.apart.clear();
            self.apart_since = now;
        }
        self.apart.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::person::{AccountKind, Person};

    fn ticket(number: u8, blocked: &[u8]) -> Ticket {
        Ticket {
            id: OfferId::from_bytes([number; 16]),
            person: Person {
                account: AccountId::from_bytes([number; 16]),
                kind: AccountKind::Player,
                rating: None,
            },
            pool: "classic-3x3/180000+2000/casual".parse().unwrap(),
            since_ms: 1,
            below: None,
            above: None,
            colour_balance: 0,
            opponents: Vec::new(),
            blocked: blocked
                .iter()
                .map(|number| AccountId::from_bytes([*number; 16]))
                .collect(),
        }
    }

    #[test]
    fn a_ticket_is_read_anew_after_half_a_minute_and_two_are_kept_apart_no_longer() {
        let start = Instant::now();
        let mut known = Known::new(start);
        let (one, other) = (ticket(1, &[2]), ticket(2, &[]));
        let ids = [one.id, other.id];
        assert_eq!(known.to_read(&ids, start), ids);
        known.note(one.clone(), start);
        known.note(other.clone(), start + Duration::from_secs(10));
        known.keep_apart(names(&other, &one));

        let later = start + Duration::from_millis(29_999);
        assert!(known.to_read(&ids, later).is_empty());
        assert_eq!(
            known.apart(later).into_iter().collect::<Vec<_>>(),
            [names(&one, &other)]
        );

        let anew = start + Duration::from_secs(30);
        assert_eq!(known.to_read(&ids, anew), [one.id]);
        assert!(known.apart(anew).is_empty());
        known.note(ticket(1, &[]), anew);
        assert!(known.to_read(&ids, anew).is_empty());
        let (waiting, gone) = known.waiting(&ids);
        assert_eq!(waiting, [Arc::new(ticket(1, &[])), Arc::new(other)]);
        assert!(gone.is_empty());
    }

    #[test]
    fn who_waits_no_more_is_told_once_unless_it_was_paired() {
        let start = Instant::now();
        let mut known = Known::new(start);
        for number in 1..=3 {
            known.note(ticket(number, &[]), start);
        }
        known.forget(&ticket(1, &[]));
        let (waiting, gone) = known.waiting(&[ticket(3, &[]).id]);
        assert_eq!(
            (waiting, gone),
            (vec![Arc::new(ticket(3, &[]))], vec![Arc::new(ticket(2, &[]))])
        );
        assert_eq!(known.waiting(&[]).1, [Arc::new(ticket(3, &[]))]);
        assert!(known.waiting(&[]).1.is_empty());
    }
}
