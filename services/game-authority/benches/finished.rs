//! How fast finished tables are handed out and acknowledged.
//!
//! `cargo bench -p corners-game-authority --bench finished -- [tables] [takers] [limit]`
//!
//! Makes finished tables of about 80 plies, as real games have, in the embedded store (a file, synced) and in a Redis of its
//! own (AOF everysec), and takes them with TakeFinished and AckFinished, in this process. This process has not seen the
//! games before, as after a restart: each log is read, decoded and folded. Prints tables a second, how large the answers
//! were, what a table cost this process and the server, and what looking in vain costs.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use corners_clockwork::{GameTime, RealTime};
use corners_embedded::{Durability as OnDisk, Location};
use corners_game_authority::clock::Clock;
use corners_game_authority::grpc::GameInternal;
use corners_game_authority::store::{Append, Appended, EmbeddedTables, IndexEntry, RedisTables, TableStore};
use corners_game_authority::table::{
    AccountKind, Agreement, BySide, CallMark, EndReason, Event, EventId, EventKind, Seat, Status, Takebacks, Verdict,
};
use corners_game_authority::{Authority, Options};
use corners_proto::game::internal::v1::game_internal_service_server::GameInternalService;
use corners_proto::game::internal::v1::{AckFinishedRequest, TakeFinishedRequest};
use corners_proto::ids::{AccountId, TableId};
use corners_redis::{Mode, Redis, RedisConfig};
use corners_rules::{Game, Path, Side, Variant};
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_test_redis::{Durability, Server};
use prost::Message;
use tokio::task::JoinSet;
use tonic::Request;

type Failure = Box<dyn std::error::Error + Send + Sync>;

const PLIES: usize = 80;
const WRITERS: usize = 64;
const LOOKS_IN_VAIN: u32 = 200;

/// What was taken.
#[derive(Clone, Copy, Default)]
struct Taken {
    tables: usize,
    bytes: usize,
    answers: usize,
    largest: usize,
}

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<(), Failure> {
    // `cargo bench` adds an argument of its own.
    let arguments: Vec<_> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let argument = |number: usize, default: &'static str| arguments.get(number).map_or(default, String::as_str);
    let (tables, takers): (usize, usize) = (argument(0, "20000").parse()?, argument(1, "2").parse()?);
    let limit: u32 = argument(2, "256").parse()?;
    let paths = play_out()?;
    tell(&format!(
        "{tables} tables of {} plies, {takers} takers of {limit}",
        paths.len()
    ))?;

    let folder = tempfile::tempdir()?;
    let file = Location::File(folder.path().join("game.db"));
    let store: Arc<dyn TableStore> = Arc::new(EmbeddedTables::open(file, OnDisk::Full).await?);
    finish(&store, tables, &paths).await?;
    take("embedded", &store, takers, limit, None).await?;

    let server = Server::start(Durability::EverySecond).await?;
    let config = RedisConfig::of(Mode::Single, vec![server.address().parse()?]);
    let store: Arc<dyn TableStore> = Arc::new(RedisTables::new(Redis::connect(&config).await?));
    finish(&store, tables, &paths).await?;
    // This process has made them, but has not folded them.
    take("redis", &store, takers, limit, Some(&server)).await
}

/// Takes and acknowledges all there are, and looks in vain for more.
async fn take(
    name: &str,
    store: &Arc<dyn TableStore>,
    takers: usize,
    limit: u32,
    server: Option<&Server>,
) -> Result<(), Failure> {
    // Nobody asks the clock here.
    let nobody = tower::service_fn(async |_: http::Request<tonic::body::Body>| {
        Ok(tonic::Status::unavailable("no clock").into_http())
    });
    let clock = Clock::new(InternalChannel::in_process(nobody));
    let authority = Arc::new(Authority::new(Arc::clone(store), clock, &Options::default()));
    let service = GameInternal::new(authority, Drain::new());
    // What has ended is handed out two seconds later.
    tokio::time::sleep(Duration::from_millis(2_500)).await;

    let (began, own_before, server_before) = (Instant::now(), own_busy()?, busy(server).await?);
    let mut tasks = JoinSet::new();
    for _ in 0..takers {
        tasks.spawn(take_all(service.clone(), limit));
    }
    let mut all = Taken::default();
    while let Some(taken) = tasks.join_next().await {
        let taken = taken??;
        all.tables += taken.tables;
        all.bytes += taken.bytes;
        all.answers += taken.answers;
        all.largest = all.largest.max(taken.largest);
    }
    let took = began.elapsed();
    let (own, of_server) = (own_busy()? - own_before, busy(server).await? - server_before);
    let count = all.tables.max(1);
    let micros = |seconds: f64| seconds * 1e6 / f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    tell(&format!(
        "{name}: {} tables in {took:.2?}: {:.0} a second; {} answers, {} bytes a table, the largest answer {} bytes; {:.0} us of \
         this process a table, {:.0} us of the server",
        all.tables,
        1e6 / micros(took.as_secs_f64()),
        all.answers,
        all.bytes / count,
        all.largest,
        micros(own),
        micros(of_server),
    ))?;

    let (began, own_before, server_before) = (Instant::now(), own_busy()?, busy(server).await?);
    for _ in 0..LOOKS_IN_VAIN {
        take_some(&service, limit).await?;
    }
    let each = |seconds: f64| seconds * 1e6 / f64::from(LOOKS_IN_VAIN);
    tell(&format!(
        "{name}: a look in vain takes {:.0} us, {:.0} us of this process, {:.0} us of the server",
        each(began.elapsed().as_secs_f64()),
        each(own_busy()? - own_before),
        each(busy(server).await? - server_before),
    ))
}

async fn take_some(service: &GameInternal, limit: u32) -> Result<Vec<String>, Failure> {
    let answer = service
        .take_finished(Request::new(TakeFinishedRequest { limit }))
        .await?;
    Ok(answer.into_inner().tables.into_iter().map(|table| table.id).collect())
}

async fn take_all(service: GameInternal, limit: u32) -> Result<Taken, Failure> {
    let mut taken = Taken::default();
    loop {
        let answer = service
            .take_finished(Request::new(TakeFinishedRequest { limit }))
            .await?;
        let answer = answer.into_inner();
        if answer.tables.is_empty() {
            return Ok(taken);
        }
        // As it goes to the archive.
        let bytes = answer.encode_to_vec().len();
        taken.bytes += bytes;
        taken.largest = taken.largest.max(bytes);
        taken.answers += 1;
        taken.tables += answer.tables.len();
        let tables = answer.tables.into_iter().map(|table| table.id).collect();
        service
            .ack_finished(Request::new(AckFinishedRequest { tables }))
            .await?;
    }
}

/// Makes finished tables.
async fn finish(store: &Arc<dyn TableStore>, count: usize, paths: &Arc<Vec<Path>>) -> Result<(), Failure> {
    let mut tasks = JoinSet::new();
    for writer in 0..WRITERS {
        let (store, paths) = (Arc::clone(store), Arc::clone(paths));
        tasks.spawn(async move {
            for _ in (writer..count).step_by(WRITERS) {
                let append = finished(&paths)?;
                let wanted = corners_game_authority::store::WantedAlarm {
                    table: append.table,
                    version: append.alarm_order,
                    due: None,
                };
                if store.append(append).await? != Appended::Stored {
                    return Err("a table was not made".into());
                }
                store.armed(&[wanted]).await?;
            }
            Ok::<_, Failure>(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(())
}

/// A game, resigned at its end, with clocks, thinking times and calls as players have them.
fn finished(paths: &[Path]) -> Result<Append, Failure> {
    let accounts = [(); 2].map(|()| AccountId::from_bytes(rand::random()));
    let seat = |account| {
        Some(Seat {
            account,
            kind: AccountKind::Player,
            rating: None,
        })
    };
    let agreement = Agreement {
        variant: variant()?,
        set_up: None,
        time_control: RealTime::new(Duration::from_secs(300), Duration::from_secs(3))?.into(),
        takebacks: Takebacks::Off,
        rated: false,
        creator: accounts[0],
        seats: BySide {
            white: seat(accounts[0]),
            black: seat(accounts[1]),
        },
        request_digest: [7; 32],
    };
    let mut events = vec![event(0, EventKind::TableCreated(Box::new(agreement)))];
    for (number, path) in (1..).zip(paths) {
        let kind = EventKind::MovePlayed {
            path: *path,
            remaining: Duration::from_millis(300_000 - 1_234 * number),
            next_turn_started: GameTime::from_millis(86_400_000 + 2_500 * number),
            think_time: Some(Duration::from_millis(2_345)),
            lag_credit: Duration::from_millis(87),
        };
        events.push(event(number, kind));
    }
    let verdict = Verdict {
        reason: EndReason::Resignation,
        winner: Some(Side::White),
        blame: None,
    };
    events.push(event(1 + paths.len() as u64, EventKind::GameEnded(verdict)));
    Ok(Append {
        table: TableId::from_bytes(rand::random()),
        expected: None,
        alarm: None,
        alarm_order: events.len() as u64,
        events,
        entry: IndexEntry {
            created_at_ms: 1_790_000_000_000,
            variant: variant()?.id(),
            status: Status::Finished,
            seated: accounts.to_vec(),
        },
        was: None,
        not_after: None,
        unless_seen: None,
    })
}

fn event(number: u64, kind: EventKind) -> Event {
    Event {
        id: EventId(rand::random()),
        recorded_at_ms: 1_790_000_000_000 + 2_500 * number,
        at: GameTime::from_millis(86_400_000 + 2_500 * number),
        outage_credit: Duration::ZERO,
        call: Some(CallMark {
            key: rand::random(),
            body: rand::random(),
        }),
        kind,
    }
}

/// A game in which each side moves forward as far as it can, until it would end.
fn play_out() -> Result<Arc<Vec<Path>>, Failure> {
    let mut game = Game::new(variant()?);
    while game.plies().len() < PLIES {
        let forward = game.position().side_to_move() == Side::White;
        let height = |square: corners_rules::Square| i32::from(square.file()) + i32::from(square.rank());
        let mut paths = game.position().legal_paths();
        paths.sort_by_key(|path| {
            let gain = height(path.destination()) - height(path.origin());
            if forward { -gain } else { gain }
        });
        let goes_on = |path: &Path| {
            let mut after = game.clone();
            let played = after.play(path).ok()?;
            played.ending.is_none().then_some(after)
        };
        let Some(after) = paths.iter().find_map(goes_on) else {
            break;
        };
        game = after;
    }
    Ok(Arc::new(game.plies().to_vec()))
}

fn variant() -> Result<&'static Variant, Failure> {
    Ok(Variant::find("classic-3x4").ok_or("unknown variant")?)
}

/// For how many seconds the server's threads were busy.
async fn busy(server: Option<&Server>) -> Result<f64, Failure> {
    let Some(server) = server else { return Ok(0.0) };
    let (user, system) = (
        server.info("used_cpu_user").await?.parse::<f64>()?,
        server.info("used_cpu_sys").await?.parse::<f64>()?,
    );
    Ok(user + system)
}

/// For how many seconds this process's threads were busy.
fn own_busy() -> Result<f64, Failure> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let after_name = stat.rsplit(')').next().ok_or("no name")?;
    let mut fields = after_name.split_whitespace().skip(11);
    let mut ticks = || Ok::<f64, Failure>(fields.next().ok_or("no time")?.parse::<f64>()? / 100.0);
    Ok(ticks()? + ticks()?)
}

fn tell(line: &str) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{line}")?)
}
