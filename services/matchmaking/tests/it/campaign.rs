//! Many tickets, two matchers, one of which dies in the middle.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::Arc;

use corners_matchmaking::acts::tickets::{self, Wish};
use corners_matchmaking::desk::Desk;
use corners_matchmaking::domain::matched::{Match, MatchState};
use corners_matchmaking::domain::person::{AccountKind, Person, Rating};
use corners_matchmaking::domain::player::Player;
use corners_matchmaking::domain::ticket::{TicketRecord, TicketState, Why};
use corners_matchmaking::draft::offer;
use corners_matchmaking::store::{Key, Kind, MatchmakingStore};
use corners_proto::ids::{AccountId, OfferId, TableId};
use corners_redis::Mode;
use corners_test_redis::{Durability, Server};
use futures::{StreamExt, TryStreamExt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::de::DeserializeOwned;

use crate::rig::{Death, Does, Life, Neighbours, RATED, Replica, account, connect, pool};

/// What has become of all tickets of a run.
#[derive(Debug, Default)]
pub struct Ended {
    pub matched: usize,
    pub cancelled: usize,
    pub expired: usize,
    pub tables: usize,
    /// Whether the matcher has died before the end.
    pub has_died: bool,
}

fn ticket(number: u64) -> OfferId {
    let mut bytes = account(number).as_bytes().to_owned();
    bytes[0] = 1;
    OfferId::from_bytes(bytes)
}

/// When the matcher dies: while it pairs, or while it makes tables.
fn death(random: &mut StdRng, tickets: u64) -> Death {
    let in_wave = 10 + 3 * tickets.div_ceil(400);
    let most = if random.random_bool(0.7) { in_wave } else { 2 * tickets };
    Death {
        at_call: random.random_range(1..=most),
        has_effect: random.random(),
    }
}

/// One run: what happens when depends on the seed, and on the machine.
///
/// # Errors
///
/// What is wrong with what came of it.
pub async fn run(seed: u64, tickets: u64) -> Result<Ended, String> {
    let mut random = StdRng::seed_from_u64(seed);
    let server = Server::start(Durability::Memory)
        .await
        .map_err(|error| error.to_string())?;
    let store = async || connect(Mode::Single, &[&server]).await;
    let neighbours = Neighbours::default();
    // One call in fifty gets lost, before it arrives or after.
    let mut lossy = StdRng::seed_from_u64(seed + 1);
    neighbours.tables.does(move |_| match lossy.random_range(0..100) {
        0 => Does::Unavailable,
        1 => Does::MakesAndIsSilent,
        _ => Does::Makes,
    });
    let desk = Desk::new(store().await);
    fill(&desk, tickets).await?;
    let death = death(&mut random, tickets);
    let dying = Replica::start(store().await, &neighbours, Life::until(Some(death)));
    let other = Replica::start(store().await, &neighbours, Life::default());
    let cancelling: Vec<u64> = (0..tickets).filter(|_| random.random_bool(0.02)).collect();
    for number in cancelling {
        let (account, id) = (account(number), ticket(number));
        patiently(async || {
            desk.change(&[], |draft| tickets::end(draft, account, id, Why::Cancelled))
                .await
        })
        .await?;
    }
    let mut ended = until_all_end(&desk, tickets).await?;
    ended.has_died = dying.life.is_over();
    ended.tables = neighbours.tables.made().len();
    is_right(&desk, &neighbours, tickets).await?;
    dying.life.kill();
    other.life.kill();
    Ok(ended)
}

pub async fn fill(desk: &Desk, tickets: u64) -> Result<(), String> {
    let filling = futures::stream::iter(0..tickets)
        .map(Ok)
        .try_for_each_concurrent(16, |number| async move {
            let wish = Wish {
                id: ticket(number),
                person: Person {
                    account: account(number),
                    kind: AccountKind::Player,
                    rating: Some(Rating {
                        rating: 1200.0 + (number * 7919 % 600) as f64,
                        deviation: 60.0,
                    }),
                },
                pool: pool(RATED),
                below: None,
                above: None,
            };
            let keys = [Key::player(account(number)), offer(Kind::Ticket, wish.id)];
            patiently(async || desk.change(&keys, |draft| tickets::enqueue(draft, &wish)).await)
                .await
                .map(drop)
        });
    filling.await
}

/// What may be asked again is, a few times: the machine has much else to do.
async fn patiently<T, E: Display>(ask: impl AsyncFn() -> Result<T, E>) -> Result<T, String> {
    const ATTEMPTS: usize = 10;
    let mut attempt = 1;
    loop {
        match ask().await {
            Ok(answer) => return Ok(answer),
            Err(error) if attempt == ATTEMPTS => return Err(error.to_string()),
            Err(_) => attempt += 1,
        }
    }
}

/// Waits until no ticket waits or begins a game any more.
async fn until_all_end(desk: &Desk, tickets: u64) -> Result<Ended, String> {
    let mut listener = desk.store().listen();
    let mut open: Vec<OfferId> = (0..tickets).map(ticket).collect();
    let mut ended = Ended::default();
    loop {
        let records: Vec<Option<TicketRecord>> =
            read(desk.store(), open.iter().map(|id| offer(Kind::Ticket, *id))).await?;
        let table = |record: &TicketRecord| match record.state {
            TicketState::Matched(table) | TicketState::Leaving(table) => Some(table),
            _ => None,
        };
        let tables: Vec<TableId> = records.iter().flatten().filter_map(table).collect();
        let matches: Vec<Option<Match>> = read(desk.store(), tables.iter().map(|table| Key::of_match(*table))).await?;
        let made: HashMap<TableId, bool> = matches
            .into_iter()
            .flatten()
            .map(|found| (found.table, found.state == MatchState::Made))
            .collect();
        let mut left = Vec::new();
        for (id, record) in open.into_iter().zip(records) {
            match record.ok_or_else(|| format!("{id} is nowhere"))?.state {
                TicketState::Matched(table) | TicketState::Leaving(table) if made.get(&table) == Some(&true) => {
                    ended.matched += 1;
                }
                TicketState::Ended(Why::Cancelled) => ended.cancelled += 1,
                TicketState::Ended(Why::Expired) => ended.expired += 1,
                TicketState::Ended(why) => return Err(format!("{id} has ended: {why:?}")),
                TicketState::Waiting | TicketState::Dropped | TicketState::Matched(_) | TicketState::Leaving(_) => {
                    left.push(id);
                }
            }
        }
        if left.is_empty() {
            return Ok(ended);
        }
        open = left;
        listener.next().await;
    }
}

/// Everybody is at one table at most, each table is that of a match, and nobody begins a game any more.
async fn is_right(desk: &Desk, neighbours: &Neighbours, tickets: u64) -> Result<(), String> {
    let mut sits: BTreeMap<String, String> = BTreeMap::new();
    if neighbours.tables.had_other_bodies() {
        return Err("a table was asked for in two ways".to_owned());
    }
    for made in neighbours.tables.made() {
        for account in made.accounts() {
            if let Some(other) = sits.insert(account.to_owned(), made.table.clone()) {
                return Err(format!("{account} is at {other} and at {}", made.table));
            }
        }
    }
    let accounts: Vec<AccountId> = (0..tickets).map(account).collect();
    let players: Vec<Option<Player>> = read(desk.store(), accounts.iter().map(|account| Key::player(*account))).await?;
    for (account, player) in accounts.iter().zip(players) {
        let player = player.unwrap_or_default();
        let plays = player.games.front().map(|game| game.table.to_string());
        if player.starting.is_some() || !player.live.is_empty() || plays.as_ref() != sits.get(&account.to_string()) {
            return Err(format!(
                "{account} sits at {:?}: {player:?}",
                sits.get(&account.to_string())
            ));
        }
    }
    Ok(())
}

async fn read<T: DeserializeOwned>(
    store: &Arc<dyn MatchmakingStore>,
    keys: impl Iterator<Item = Key>,
) -> Result<Vec<Option<T>>, String> {
    let keys: Vec<Key> = keys.collect();
    let mut found = Vec::with_capacity(keys.len());
    for some in keys.chunks(1_000) {
        let reading = patiently(async || store.read(some).await).await?;
        for record in reading.records {
            let parsed = record.map(|record| serde_json::from_slice(&record.body)).transpose();
            found.push(parsed.map_err(|error| error.to_string())?);
        }
    }
    Ok(found)
}
