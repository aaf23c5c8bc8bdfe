//! What the Redis store can take.
//!
//! `cargo bench -p corners-game-authority --bench redis -- [tables] [seconds] [callers] [moves]`
//!
//! Starts a server of its own (AOF everysec), makes tables, plays some moves at each, and then appends moves to them as
//! fast as the answers come, all callers over one connection. Prints what a table takes of the server's memory, how long
//! renewals and lists take, how many moves a second were stored, and what one cost the server: that is the ceiling of one
//! shard, whatever the client.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use corners_clockwork::{GameTime, TimeControl};
use corners_game_authority::store::{
    Append, Appended, IndexEntry, ListFilter, RedisTables, StoreTime, TableStore, Tended, WantedAlarm,
};
use corners_game_authority::table::{
    AccountKind, Agreement, BySide, CallMark, Event, EventId, EventKind, Seat, Status, Takebacks, Version,
};
use corners_proto::ids::{AccountId, RequestId, TableId};
use corners_redis::{Mode, Redis, RedisConfig};
use corners_rules::{Path, Square, Variant};
use corners_test_redis::{Durability, Server};
use tokio::task::JoinSet;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A table that is played at.
#[derive(Clone)]
struct Seated {
    id: TableId,
    accounts: [AccountId; 2],
    head: Version,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    // `cargo bench` adds an argument of its own.
    let arguments: Vec<_> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let argument = |number: usize, default: &'static str| arguments.get(number).map_or(default, String::as_str);
    let (tables, seconds): (usize, u64) = (argument(0, "5000").parse()?, argument(1, "5").parse()?);
    let (callers, moves): (usize, u64) = (argument(2, "256").parse()?, argument(3, "60").parse()?);

    let server = Server::start(Durability::EverySecond).await?;
    let config = RedisConfig::of(Mode::Single, vec![server.address().parse()?]);
    let store = Arc::new(RedisTables::new(Redis::connect(&config).await?));
    let tables = play(&server, &store, tables, callers, moves).await?;
    attend(&server, &store, &tables).await?;
    list(&store).await?;
    race(&server, &store, &tables, callers, Duration::from_secs(seconds)).await
}

/// Makes tables and plays at them, and tells what they take.
async fn play(
    server: &Server,
    store: &Arc<RedisTables>,
    count: usize,
    callers: usize,
    moves: u64,
) -> Result<Vec<Seated>, Failure> {
    let empty = memory(server).await?;
    let tables: Vec<Seated> = (0..count).map(|_| seated()).collect();
    let tables = on_each(store, tables, callers, async |store, mut table| {
        append(store, &mut table, true).await?;
        Ok(table)
    })
    .await?;
    let each = |memory: u64| memory.saturating_sub(empty) / count as u64;
    tell(&format!(
        "a table that has just begun: {} bytes",
        each(memory(server).await?)
    ))?;
    let tables = on_each(store, tables, callers, async |store, mut table| {
        for _ in 0..moves {
            append(store, &mut table, false).await?;
        }
        Ok(table)
    })
    .await?;
    tell(&format!(
        "a table after {moves} moves: {} bytes",
        each(memory(server).await?)
    ))?;
    Ok(tables)
}

/// Renews the leases of both players of each table, and tells what that takes.
async fn attend(server: &Server, store: &RedisTables, tables: &[Seated]) -> Result<(), Failure> {
    let before = memory(server).await?;
    let tended: Vec<Tended> = tables
        .iter()
        .map(|table| Tended {
            table: table.id,
            present: BySide {
                white: true,
                black: true,
            },
            spectators: 1,
            round_trips: BySide {
                white: Some(Duration::from_millis(40)),
                black: Some(Duration::from_millis(140)),
            },
            announce: false,
        })
        .collect();
    let (mut took, mut took_of_server) = (Duration::ZERO, 0.0);
    for millis in [86_400_000, 86_405_000] {
        let (begun, were_busy) = (Instant::now(), busy(server).await?);
        for batch in tended.chunks(500) {
            store.tend(GameTime::from_millis(millis), batch).await?;
        }
        (took, took_of_server) = (begun.elapsed(), busy(server).await? - were_busy);
    }
    let count = tables.len() as u64;
    let memory = memory(server).await?.saturating_sub(before) / count;
    tell(&format!(
        "who is at a table: {memory} bytes; to renew all {count} took {took:.1?}, of which the server {:.1?}",
        Duration::from_secs_f64(took_of_server),
    ))
}

/// Lists the newest tables, and tells how long it takes.
async fn list(store: &RedisTables) -> Result<(), Failure> {
    let live = ListFilter {
        statuses: vec![Status::Open, Status::Playing],
        ..ListFilter::default()
    };
    let mut took = Vec::new();
    for _ in 0..51 {
        let begun = Instant::now();
        store.list(&live, None, 50).await?;
        took.push(begun.elapsed());
    }
    took.sort_unstable();
    tell(&format!(
        "a page of 50 live tables: median {:.1?}",
        took[took.len() / 2]
    ))
}

/// Appends moves as fast as the answers come, and tells how many and what one costs the server.
async fn race(
    server: &Server,
    store: &Arc<RedisTables>,
    tables: &[Seated],
    callers: usize,
    duration: Duration,
) -> Result<(), Failure> {
    server.ask::<()>(&["CONFIG", "RESETSTAT"]).await?;
    let (begun, were_busy) = (Instant::now(), busy(server).await?);
    let until = begun + duration;
    let mut running = JoinSet::new();
    for tables in tables.chunks(tables.len().div_ceil(callers)) {
        let (store, mut tables) = (Arc::clone(store), tables.to_vec());
        running.spawn(async move {
            let mut moves = 0_u64;
            while Instant::now() < until {
                let next = usize::try_from(moves)? % tables.len();
                append(&store, &mut tables[next], false).await?;
                moves += 1;
            }
            Ok::<u64, Failure>(moves)
        });
    }
    let mut moves = 0;
    while let Some(outcome) = running.join_next().await {
        moves += outcome??;
    }
    let took = begun.elapsed().as_secs_f64();
    let busy = busy(server).await? - were_busy;
    let stats: String = server.ask(&["INFO", "commandstats"]).await?;
    let script = stats.lines().find(|line| line.starts_with("cmdstat_evalsha:"));
    tell(&format!(
        "{:.0} moves a second at {} tables by {callers} callers; one cost the server {:.1} us of a core",
        moves as f64 / took,
        tables.len(),
        busy * 1e6 / moves as f64,
    ))?;
    tell(script.unwrap_or_default())
}

/// Does something with each table, many at once.
async fn on_each<F>(
    store: &Arc<RedisTables>,
    tables: Vec<Seated>,
    at_once: usize,
    act: F,
) -> Result<Vec<Seated>, Failure>
where
    F: AsyncFn(&RedisTables, Seated) -> Result<Seated, Failure>,
{
    use futures::{StreamExt, TryStreamExt};
    futures::stream::iter(tables)
        .map(|table| act(store, table))
        .buffer_unordered(at_once)
        .try_collect()
        .await
}

fn seated() -> Seated {
    let accounts = [AccountId::random(), AccountId::random()];
    Seated {
        id: TableId::derive(accounts[0], RequestId::random()),
        accounts,
        head: Version {
            number: 0,
            event: EventId(0),
        },
    }
}

async fn append(store: &RedisTables, table: &mut Seated, is_making: bool) -> Result<(), Failure> {
    let event = Event {
        id: EventId(rand::random()),
        recorded_at_ms: 1_790_000_000_000,
        at: GameTime::from_millis(86_400_000),
        outage_credit: Duration::ZERO,
        call: Some(CallMark {
            key: rand::random(),
            body: rand::random(),
        }),
        kind: if is_making { made(table)? } else { a_move()? },
    };
    let after = Version {
        number: table.head.number + 1,
        event: event.id,
    };
    let due = Some(GameTime::from_millis(86_700_000));
    let append = Append {
        table: table.id,
        expected: (!is_making).then_some(table.head),
        events: vec![event],
        alarm: due,
        alarm_order: after.number,
        entry: IndexEntry {
            created_at_ms: 1_790_000_000_000,
            variant: Variant::all()[0].id(),
            status: Status::Playing,
            seated: table.accounts.to_vec(),
        },
        was: (!is_making).then_some(Status::Playing),
        not_after: store
            .now(table.id)
            .map(|now| StoreTime(now.0 + Duration::from_secs(60))),
        unless_seen: None,
    };
    let appended = store.append(append).await?;
    if appended != Appended::Stored {
        return Err(format!("an append was not stored but {appended:?}").into());
    }
    table.head = after;
    // As if it were armed at once, so that what is kept in memory stays small.
    let alarm = WantedAlarm {
        table: table.id,
        version: after.number,
        due,
    };
    if after.number.is_multiple_of(16) {
        store.armed(&[alarm]).await?;
    }
    Ok(())
}

fn made(table: &Seated) -> Result<EventKind, Failure> {
    let seat = |account: AccountId| {
        Some(Seat {
            account,
            kind: AccountKind::Player,
            rating: None,
        })
    };
    let agreement = Agreement {
        variant: &Variant::all()[0],
        set_up: None,
        time_control: TimeControl::Untimed,
        takebacks: Takebacks::Agreed,
        rated: false,
        creator: table.accounts[0],
        seats: BySide {
            white: seat(table.accounts[0]),
            black: seat(table.accounts[1]),
        },
        request_digest: [7; 32],
    };
    Ok(EventKind::TableCreated(Box::new(agreement)))
}

fn a_move() -> Result<EventKind, Failure> {
    let squares: Option<Vec<Square>> = [(0, 0), (2, 0), (2, 2)]
        .into_iter()
        .map(|(file, rank)| Square::new(file, rank))
        .collect();
    Ok(EventKind::MovePlayed {
        path: Path::new(&squares.ok_or("no squares")?)?,
        remaining: Duration::from_millis(299_123),
        next_turn_started: GameTime::from_millis(86_400_000),
        think_time: Some(Duration::from_millis(1_234)),
        lag_credit: Duration::from_millis(87),
    })
}

async fn memory(server: &Server) -> Result<u64, Failure> {
    Ok(server.info("used_memory").await?.parse()?)
}

/// For how many seconds the server's threads were busy.
async fn busy(server: &Server) -> Result<f64, Failure> {
    let (user, system) = (
        server.info("used_cpu_user").await?.parse::<f64>()?,
        server.info("used_cpu_sys").await?.parse::<f64>()?,
    );
    Ok(user + system)
}

fn tell(line: &str) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{line}")?)
}
