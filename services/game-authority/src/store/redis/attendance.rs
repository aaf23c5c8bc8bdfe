//! Who watches.

use std::sync::LazyLock;
use std::time::Duration;

use corners_clockwork::{GameTime, whole_millis};
use corners_redis::{Pipeline, RedisFault, Script};

use super::element::answered_payload;
use super::keys::partition_of;
use super::log::Words;
use super::{RedisTables, by_partition, keys};
use crate::store::{Attended, HeartbeatAnswer, SPECTATORS_COUNT_FOR, StoreError, Tended};
use crate::table::BySide;

static TEND: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/tend.lua")));

static PASS_ON: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/pass_on.lua")));

impl RedisTables {
    /// Tends tables, each partition in one step.
    pub(super) async fn tend_all(&self, now: GameTime, tables: &[Tended]) -> Result<Vec<Attended>, StoreError> {
        let mut pipeline = Pipeline::new();
        let mut groups = Vec::new();
        let positions: Vec<usize> = (0..tables.len()).collect();
        for (partition, positions) in by_partition(&positions, |position| tables[*position].table) {
            let group = || positions.iter().map(|position| &tables[*position]);
            let mut keys = vec![keys::forget(partition)];
            keys.extend(group().flat_map(|tended| [keys::log(tended.table), keys::here(tended.table)]));
            pipeline.run(&TEND, keys, self.words_to_tend(now, partition, group()));
            groups.push((partition, positions));
        }
        let answers: Vec<Result<Vec<i64>, RedisFault>> = self.redis.pipeline(&pipeline).await;
        let mut attended = vec![Attended::default(); tables.len()];
        for ((partition, positions), answer) in groups.into_iter().zip(answers) {
            let answer = answer?;
            let Some((micros, told)) = answer.split_first() else {
                return Err(StoreError::Failed("the answer to a renewal is empty".to_owned()));
            };
            self.times.heard(partition, micros.cast_unsigned());
            for (position, told) in positions.into_iter().zip(told.chunks_exact(6)) {
                attended[position] = attended_of(told);
            }
        }
        Ok(attended)
    }

    /// Publishes what a player has answered.
    pub(super) async fn publish_answer(&self, answer: HeartbeatAnswer) -> Result<(), StoreError> {
        let partition = partition_of(answer.table);
        let words: Words = vec![keys::news(partition).into(), answered_payload(&answer)];
        let _heard_by: i64 = self.redis.run(&PASS_ON, keys::forget(partition), words).await?;
        Ok(())
    }

    fn words_to_tend<'a>(&self, now: GameTime, partition: u8, tables: impl Iterator<Item = &'a Tended>) -> Words {
        let now_ms = now.millis();
        let lapsed_ms = now_ms.saturating_sub(whole_millis(SPECTATORS_COUNT_FOR));
        let mut words = vec![
            now_ms.to_string().into(),
            self.replica.to_vec(),
            lapsed_ms.to_string().into(),
            keys::news(partition).into(),
        ];
        let trip = |round_trip: Option<Duration>| match round_trip {
            Some(round_trip) => whole_millis(round_trip).to_string().into(),
            None => b"-1".to_vec(),
        };
        let flag = |is_so: bool| vec![if is_so { b'1' } else { b'0' }];
        for tended in tables {
            words.extend([
                tended.table.as_bytes().to_vec(),
                flag(tended.present.white),
                flag(tended.present.black),
                trip(tended.round_trips.white),
                trip(tended.round_trips.black),
                tended.spectators.to_string().into(),
                flag(tended.announce),
            ]);
        }
        words
    }
}

fn attended_of(told: &[i64]) -> Attended {
    let number = |position: usize| told.get(position).and_then(|told| u64::try_from(*told).ok());
    Attended {
        length: number(0).unwrap_or(0),
        seen: BySide {
            white: number(1).map(GameTime::from_millis),
            black: number(2).map(GameTime::from_millis),
        },
        round_trips: BySide {
            white: number(3).map(Duration::from_millis),
            black: number(4).map(Duration::from_millis),
        },
        spectators: number(5).and_then(|count| u32::try_from(count).ok()).unwrap_or(0),
    }
}
