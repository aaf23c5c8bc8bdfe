//! What one move costs the pure table: `cargo bench -p corners-game-authority`.
//!
//! Prints the median time of deciding and applying one move on a cached fold, and of folding a whole log.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use corners_clockwork::{GameTime, Punch, TimeControl};
use corners_game_authority::table::{
    AccountKind, Action, Actor, Agreement, By, BySide, Command, Event, EventId, EventKind, Readings, Recorded, Seat,
    Stamp, Table, Takebacks, decide, fold, record,
};
use corners_proto::ids::AccountId;
use corners_rules::{Side, Variant};

const PLAYER: AccountId = AccountId::from_bytes([1; 16]);
const SAMPLES: usize = 101;
const MOST_PLIES: usize = 160;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    writeln!(
        output,
        "| variant | plies | decide + apply of one move | fold of the log |\n|---|---|---|---|"
    )?;
    for id in ["classic-3x3", "diagonal-3x4", "halma-16x16"] {
        let variant = Variant::find(id).ok_or("unknown variant")?;
        let (table, log) = play_out(variant)?;
        let plies = table.plies().len();
        let next = moves(&table).next().ok_or("no move is legal")?;
        let deciding = median(|| black_box(advanced(black_box(&table), &next)));
        let folding = median(|| black_box(fold(black_box(&log))));
        writeln!(output, "| {id} | {plies} | {deciding:?} | {folding:?} |")?;
    }
    Ok(())
}

/// The median time of a call, each sample over a hundred calls.
fn median<T>(mut call: impl FnMut() -> T) -> Duration {
    let mut samples: Vec<_> = (0..SAMPLES)
        .map(|_| {
            let began = Instant::now();
            for _ in 0..100 {
                call();
            }
            began.elapsed() / 100
        })
        .collect();
    samples.sort_unstable();
    samples[SAMPLES / 2]
}

/// A table after at most `MOST_PLIES` plies that end no game: each side moves forward as far as it can.
fn play_out(variant: &'static Variant) -> Result<(Table, Vec<Event>), Failure> {
    let mut log = vec![event(1, EventKind::TableCreated(Box::new(agreement(variant))))];
    let mut table = Table::created(&log[0])?;
    while table.plies().len() < MOST_PLIES {
        let Some(command) = moves(&table).find(|command| goes_on(&table, command)) else {
            break;
        };
        let (after, events) = advanced(&table, &command).ok_or("a legal move was refused")?;
        table = after;
        log.extend(events);
    }
    Ok((table, log))
}

/// The legal moves, those forward first.
fn moves(table: &Table) -> impl Iterator<Item = Command> + use<> {
    let forward = table.game().position().side_to_move() == Side::White;
    let mut paths = table.game().position().legal_paths();
    paths.sort_by_key(|path| {
        let height = |square: corners_rules::Square| i32::from(square.file()) + i32::from(square.rank());
        let gain = height(path.destination()) - height(path.origin());
        if forward { -gain } else { gain }
    });
    paths.into_iter().map(|path| Command {
        by: Actor {
            account: PLAYER,
            kind: AccountKind::Guest,
        },
        expected_turn: None,
        action: Action::Play {
            squares: path.to_vec(),
            confirm_return_home: true,
            think_time: None,
        },
    })
}

fn goes_on(table: &Table, command: &Command) -> bool {
    advanced(table, command).is_some_and(|(after, _)| after.verdict().is_none())
}

fn advanced(table: &Table, command: &Command) -> Option<(Table, Vec<Event>)> {
    let intent = decide(table, command).ok()?;
    let now = GameTime::ZERO;
    let punch = Punch {
        reading: now,
        outage_credit: Duration::ZERO,
        lag_credit: Duration::ZERO,
        due: None,
        expired: false,
        remaining_after: None,
    };
    let mut id = table.version().number;
    let mut draw_id = || {
        id += 1;
        EventId(id)
    };
    let mut stamp = Stamp {
        recorded_at_ms: 0,
        draw_id: &mut draw_id,
    };
    let recorded = record(
        table,
        &intent,
        &Readings {
            punch,
            next_turn: now,
            by: By::Move,
        },
        None,
        &mut stamp,
    );
    let (Recorded::Happened(events) | Recorded::TimeWasUp(events)) = recorded;
    let mut after = table.clone();
    for event in &events {
        after.apply(event).ok()?;
    }
    Some((after, events))
}

fn agreement(variant: &'static Variant) -> Agreement {
    let seat = Some(Seat {
        account: PLAYER,
        kind: AccountKind::Guest,
        rating: None,
    });
    Agreement {
        variant,
        set_up: None,
        time_control: TimeControl::Untimed,
        takebacks: Takebacks::Off,
        rated: false,
        creator: PLAYER,
        seats: BySide {
            white: seat,
            black: seat,
        },
        request_digest: [0; 32],
    }
}

fn event(id: u64, kind: EventKind) -> Event {
    Event {
        id: EventId(id),
        recorded_at_ms: 0,
        at: GameTime::ZERO,
        outage_credit: Duration::ZERO,
        call: None,
        kind,
    }
}
