//! The waves of one pool.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use corners_pairing::{Relation, Seeker, WaitEnd, wave};
use corners_proto::ids::OfferId;
use corners_service::faults::kill_point;
use futures::stream::{self, StreamExt, TryStreamExt};
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;

use super::Waves;
use super::board::Waits;
use super::known::{Known, Names, names};
use super::take::{Outcome, take};
use crate::acts::tickets;
use crate::desk::DeskError;
use crate::domain::person::Rating;
use crate::domain::terms::Pool;
use crate::domain::ticket::{Ticket, TicketRecord};
use crate::draft::offer;
use crate::store::{Index, Kind, StoreError};

/// How long the lease of a pool lasts: longer than a wave takes.
const LEASE_MS: u64 = 3_000;

/// How many tickets a wave pairs; what waits beyond them is for the next one.
const MOST_TICKETS: usize = 20_000;

/// How many records are read at once.
const READ_AT_ONCE: usize = 1_000;

/// How many tickets without lease a wave ends, so that it does not outlast its own lease; the next one ends more.
const MOST_ENDED: usize = 1_000;

/// How many of them are ended at once.
const ENDED_AT_ONCE: usize = 16;

/// For how long a pool without tickets is kept in mind.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60);

/// How long a replica that has not the lease waits until it asks again.
const ASK_AGAIN_AFTER: Duration = Duration::from_millis(700);

/// How often it is looked after a pool in which nobody waits: an arrival is heard of.
const IDLE_INTERVAL: Duration = Duration::from_secs(5);

/// The waves of one pool.
pub(super) struct PoolWaves {
    waves: Waves,
    pool: Pool,
    name: String,
    known: Known,
    waits: Waits,
    seed: u64,
}

impl PoolWaves {
    pub(super) fn new(waves: Waves, pool: Pool) -> Self {
        Self {
            waves,
            pool,
            name: pool.to_string(),
            known: Known::new(Instant::now()),
            waits: Waits::default(),
            seed: rand::random(),
        }
    }

    /// Makes waves until `over`, or until nobody has waited for a while.
    pub(super) async fn run(mut self, notify: &Notify, over: CancellationToken) {
        let mut last_seen = Instant::now();
        while !over.is_cancelled() && last_seen.elapsed() < FORGOTTEN_AFTER {
            let began = Instant::now();
            let mut interval = self.waves.pacing.interval;
            let pause = match self.wave().await {
                Ok(Some(0)) => {
                    interval = interval.max(IDLE_INTERVAL);
                    self.waves.pacing.pause
                }
                Ok(Some(_)) => {
                    last_seen = Instant::now();
                    self.waves.pacing.pause
                }
                Ok(None) => {
                    last_seen = Instant::now();
                    ASK_AGAIN_AFTER
                }
                Err(error) => {
                    let error: &(dyn std::error::Error + 'static) = &error;
                    tracing::debug!(pool = self.name, error, "a wave failed");
                    self.waves.pacing.interval
                }
            };
            over.run_until_cancelled(sleep(pause)).await;
            // An arrival brings the next wave forward.
            let next = began + interval;
            let _ = over.run_until_cancelled(timeout_at(next, notify.notified())).await;
        }
        if let Err(error) = self.waves.desk.store().release(&self.name, self.waves.holder).await {
            let error: &(dyn std::error::Error + 'static) = &error;
            tracing::debug!(
                pool = self.name,
                error,
                "the lease of a pool is not given back: it ends by itself"
            );
        }
    }

    /// One wave; answers how many waited, or none when another replica has the lease.
    async fn wave(&mut self) -> Result<Option<usize>, DeskError> {
        let store = Arc::clone(self.waves.desk.store());
        let Some(fence) = store.hold(&self.name, self.waves.holder, LEASE_MS).await? else {
            self.known.forget_tickets();
            return Ok(None);
        };
        let began = Instant::now();
        let listed = store.list(&Index::Waiting(self.name.clone()), 0, MOST_TICKETS).await?;
        let now_ms = listed.now_ms;
        let ids = listed.members.iter().filter_map(|(member, until_ms)| {
            let id: [u8; 16] = member.as_slice().try_into().ok()?;
            Some((OfferId::from_bytes(id), *until_ms > now_ms))
        });
        let (alive, ended): (Vec<_>, Vec<_>) = ids.partition(|(_, is_alive)| *is_alive);
        let ended: Vec<OfferId> = ended.into_iter().map(|(id, _)| id).collect();
        let alive: Vec<OfferId> = alive.into_iter().map(|(id, _)| id).collect();
        let waiting = self.tickets(&alive, now_ms).await?;
        self.end(&ended).await?;
        if waiting.len() > 1 {
            let pairs = self.pairs(&waiting, now_ms).await;
            kill_point("matchmaking-before-take");
            let outcomes = take(&self.waves.desk, &pairs, fence).await?;
            kill_point("matchmaking-after-take");
            self.note(&pairs, outcomes, now_ms);
        }
        self.waves.meters.wave(waiting.len(), began.elapsed());
        self.waits
            .tell(&self.waves.desk, self.pool, waiting.len(), now_ms)
            .await?;
        Ok(Some(waiting.len()))
    }

    /// The tickets with these ids; those that have to be are read.
    async fn tickets(&mut self, ids: &[OfferId], now_ms: u64) -> Result<Vec<Arc<Ticket>>, StoreError> {
        let now = Instant::now();
        for some in self.known.to_read(ids, now).chunks(READ_AT_ONCE) {
            let keys: Vec<_> = some.iter().map(|id| offer(Kind::Ticket, *id)).collect();
            for record in self.waves.desk.store().read(&keys).await?.records.into_iter().flatten() {
                match serde_json::from_slice::<TicketRecord>(&record.body) {
                    Ok(TicketRecord {
                        ticket: Some(ticket), ..
                    }) => self.known.note(ticket, now),
                    Ok(_) => {}
                    Err(error) => tracing::error!(%error, pool = self.name, "a ticket cannot be read by this program"),
                }
            }
        }
        let (waiting, gone) = self.known.waiting(ids);
        // Who is gone without a game has given up.
        for ticket in gone {
            let waited_ms = now_ms.saturating_sub(ticket.since_ms);
            self.waits
                .ended(rating_of(&ticket).rating, waited_ms, WaitEnd::Left, now_ms);
        }
        Ok(waiting)
    }

    /// Ends tickets whose leases have ended: some of them, when a replica has died with many.
    async fn end(&self, ids: &[OfferId]) -> Result<(), DeskError> {
        let ending = stream::iter(ids.iter().take(MOST_ENDED)).map(Ok);
        ending
            .try_for_each_concurrent(ENDED_AT_ONCE, |id| async move {
                let key = offer(Kind::Ticket, *id);
                self.waves
                    .desk
                    .change(&[key], |draft| tickets::lease_ended(draft, &self.name, *id))
                    .await
            })
            .await
    }

    /// The pairs of a wave, White's ticket first.
    async fn pairs(&mut self, waiting: &[Arc<Ticket>], now_ms: u64) -> Vec<[Arc<Ticket>; 2]> {
        self.seed = self.seed.wrapping_add(1);
        let (waiting, policy, seed) = (waiting.to_vec(), self.waves.policy, self.seed);
        let apart = self.known.apart(Instant::now());
        let pairing = spawn_blocking(move || {
            let seekers: Vec<Seeker> = waiting.iter().map(|ticket| seeker(ticket, now_ms)).collect();
            let relation = |one: usize, other: usize| relation(&waiting[one], &waiting[other], &apart);
            let pairs = wave(&seekers, relation, &policy, seed);
            let tickets = |index: usize| Arc::clone(&waiting[index]);
            pairs
                .iter()
                .map(|pair| [tickets(pair.white), tickets(pair.black)])
                .collect()
        });
        pairing.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a wave panicked");
            Vec::new()
        })
    }

    fn note(&mut self, pairs: &[[Arc<Ticket>; 2]], outcomes: Vec<Outcome>, now_ms: u64) {
        let mut recorded = Vec::new();
        for (pair, outcome) in pairs.iter().zip(outcomes) {
            match outcome {
                Outcome::Made(found) => {
                    for (index, ticket) in pair.iter().enumerate() {
                        let waited_ms = now_ms.saturating_sub(ticket.since_ms);
                        let rating = rating_of(ticket).rating;
                        self.waits.ended(rating, waited_ms, WaitEnd::Paired, now_ms);
                        self.known.forget(ticket);
                        self.waves.meters.paired(waited_ms, index == 0);
                    }
                    recorded.push(*found);
                }
                Outcome::Apart => self.known.keep_apart(names(&pair[0], &pair[1])),
                // Somebody was quicker: who still waits is in the next wave.
                Outcome::Missed => {}
            }
        }
        self.waves.completing.complete_soon(recorded);
    }
}

fn rating_of(ticket: &Ticket) -> Rating {
    ticket.person.rating.unwrap_or(tickets::UNKNOWN)
}

/// A ticket as pairing sees it.
fn seeker(ticket: &Ticket, now_ms: u64) -> Seeker {
    let Rating { rating, deviation } = rating_of(ticket);
    Seeker {
        waited_ms: now_ms.saturating_sub(ticket.since_ms),
        below: ticket.below.map(f64::from),
        above: ticket.above.map(f64::from),
        colour_balance: ticket.colour_balance,
        ..Seeker::new(rating, deviation)
    }
}

fn relation(one: &Ticket, other: &Ticket, apart: &HashSet<Names>) -> Relation {
    let (account, rival) = (one.person.account, other.person.account);
    if account == rival || one.blocked.contains(&rival) || other.blocked.contains(&account) {
        return Relation::Never;
    }
    if !apart.is_empty() && apart.contains(&names(one, other)) {
        return Relation::Never;
    }
    let ago = |ticket: &Ticket, whom| ticket.opponents.iter().position(|opponent| *opponent == whom);
    match (ago(one, rival), ago(other, account)) {
        (None, None) => Relation::Strangers,
        (Some(0), _) | (_, Some(0)) => Relation::Last,
        (one, other) => {
            let games_ago = one.unwrap_or(usize::MAX).min(other.unwrap_or(usize::MAX)) + 1;
            Relation::Recent {
                games_ago: u32::try_from(games_ago).unwrap_or(u32::MAX),
            }
        }
    }
}
