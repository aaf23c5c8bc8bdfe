//! Logs: read, and appended to.

use std::sync::LazyLock;

use corners_proto::ids::TableId;
use corners_redis::{Pipeline, Script, driver};
use corners_rules::Side;
use futures::future::join;

use super::element::{element, event_of, id_bytes};
use super::index::places_of;
use super::{RedisTables, keys};
use crate::store::{Append, Appended, Loaded, LogRead, StoreError, WantedAlarm};
use crate::table::{Event, Status, Version};

static APPEND: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/append.lua")));
static LOAD: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/load.lua")));

/// Arguments of a script.
pub(super) type Words = Vec<Vec<u8>>;

/// What a log was read as: the time, the log's length, how many events were left out, and the others.
type Read = (u64, u64, u64, Vec<Vec<u8>>);

impl RedisTables {
    pub(super) async fn read_log(&self, table: TableId, known: Option<Version>) -> Result<Loaded, StoreError> {
        let read = self.redis.run(&LOAD, keys::log(table), known_words(known)).await?;
        self.loaded(table, read)
    }

    /// Whole logs are read without a script, which would copy each event twice more.
    pub(super) async fn read_logs(&self, reads: &[(TableId, Option<Version>)]) -> Vec<Result<LogRead, StoreError>> {
        let (mut tails, mut wholes) = (Pipeline::new(), Pipeline::new());
        for (table, known) in reads {
            match known {
                Some(_) => tails.run(&LOAD, keys::log(*table), known_words(*known)),
                None => wholes.query(driver::cmd("LRANGE").arg(keys::log(*table)).arg(0).arg(-1)),
            };
        }
        let (tails, wholes) = join(
            self.redis.pipeline(&tails),
            self.redis.pipeline::<Vec<Vec<u8>>>(&wholes),
        )
        .await;
        let (mut tails, mut wholes) = (tails.into_iter(), wholes.into_iter());
        let unanswered = || StoreError::Failed("a read of a log has no answer".to_owned());
        let mut logs = Vec::with_capacity(reads.len());
        for (table, known) in reads {
            let log = match known {
                Some(_) => tails.next().ok_or_else(unanswered).and_then(|read| {
                    let loaded = self.loaded(*table, read?)?;
                    Ok(loaded.log)
                }),
                None => wholes
                    .next()
                    .ok_or_else(unanswered)
                    .and_then(|read| whole(*table, &read?)),
            };
            logs.push(log);
        }
        logs
    }

    fn loaded(&self, table: TableId, (micros, length, known, elements): Read) -> Result<Loaded, StoreError> {
        let now = self.times.heard(keys::partition_of(table), micros);
        let events = decode_all(table, known, &elements)?;
        let log = match (length, known) {
            (0, _) => LogRead::Missing,
            (_, 0) => LogRead::Whole(events),
            _ => LogRead::Tail(events),
        };
        Ok(Loaded { now, log })
    }

    pub(super) async fn write_append(&self, append: &Append) -> Result<Appended, StoreError> {
        let partition = keys::partition_of(append.table);
        let alarm = WantedAlarm {
            table: append.table,
            version: append.alarm_order,
            due: append.alarm,
        };
        let mut keys = vec![keys::log(append.table), keys::alarms(partition)];
        let mut words = words_of(append, &alarm, partition);
        if append.was != Some(append.entry.status) || append.was == Some(Status::Open) || append.unless_seen.is_some() {
            keys.extend([
                keys::here(append.table),
                keys::index(partition),
                keys::finished(partition),
                keys::forget(partition),
            ]);
            add_places(&mut words, append);
        }
        let (outcome, micros): (u8, u64) = self.redis.run(&APPEND, keys, words).await?;
        self.times.heard(partition, micros);
        let appended = outcome_of(outcome)?;
        if appended == Appended::Stored {
            self.wanted.want(alarm);
        }
        Ok(appended)
    }
}

fn whole(table: TableId, elements: &[Vec<u8>]) -> Result<LogRead, StoreError> {
    if elements.is_empty() {
        return Ok(LogRead::Missing);
    }
    Ok(LogRead::Whole(decode_all(table, 0, elements)?))
}

fn known_words(known: Option<Version>) -> Words {
    known.map_or_else(Words::new, |known| {
        vec![known.number.to_string().into(), id_bytes(known.event).into()]
    })
}

fn decode_all(table: TableId, known: u64, elements: &[Vec<u8>]) -> Result<Vec<Event>, StoreError> {
    let numbered = (known + 1..).zip(elements);
    numbered
        .map(|(number, element)| {
            event_of(element).map_err(|error| StoreError::Corrupt {
                table,
                number,
                why: error.to_string(),
            })
        })
        .collect()
}

fn words_of(append: &Append, alarm: &WantedAlarm, partition: u8) -> Words {
    let expected = append.expected;
    let not_after = append.not_after.map(|limit| limit.0.as_micros().to_string());
    let mut words = vec![
        append.table.as_bytes().to_vec(),
        expected.map_or(0, |expected| expected.number).to_string().into(),
        expected.map_or_else(Vec::new, |expected| id_bytes(expected.event).to_vec()),
        not_after.unwrap_or_default().into(),
        super::wanted::alarm_text(alarm).into(),
        keys::news(partition).into(),
        append.events.len().to_string().into(),
    ];
    words.extend(append.events.iter().map(element));
    words
}

/// What changes in lists, and who must not have come back.
fn add_places(words: &mut Words, append: &Append) {
    let (side, moment) = match append.unless_seen {
        Some((side, moment)) => (side_field(side), moment.millis().to_string()),
        None => ("", String::new()),
    };
    let entry = &append.entry;
    let changes = append.was.filter(|was| *was != entry.status);
    let given_up = changes.map_or_else(Words::new, |was| places_of(append.table, entry, was));
    let fate = match (append.was, entry.status) {
        (_, Status::Finished) => "1",
        (Some(Status::Finished), _) => "2",
        _ => "0",
    };
    words.extend([side.into(), moment.into(), fate.into()]);
    words.push(given_up.len().to_string().into());
    words.extend(given_up);
    words.extend(places_of(append.table, entry, entry.status));
}

/// The field of who is here that holds when the player of a side was last seen.
fn side_field(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}

fn outcome_of(code: u8) -> Result<Appended, StoreError> {
    match code {
        1 => Ok(Appended::Stored),
        2 => Ok(Appended::HeadMoved),
        3 => Ok(Appended::TooLate),
        4 => Ok(Appended::SeenSince),
        other => Err(StoreError::Failed(format!(
            "the outcome {other} of an append is unknown"
        ))),
    }
}
