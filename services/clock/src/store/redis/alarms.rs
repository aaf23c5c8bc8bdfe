//! Alarms by partition.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

use corners_clockwork::{GameTime, whole_millis};
use corners_proto::ids::TableId;
use corners_redis::driver::{Cmd, cmd};
use corners_redis::{Pipeline, Redis, RedisFault, Script, partition_tag};

use crate::alarm::{Alarm, Claim, DOUBLINGS, Ring, hidden_for};

/// How often a claim goes back to partitions that had more due alarms than it took. What is left then is for the next
/// claim, which comes at once.
const ROUNDS: usize = 4;

/// A version or a due time as it is stored: so many digits, so that texts compare as the numbers do.
const DIGITS: usize = 20;

/// The alarms of all tables.
#[derive(Debug)]
pub(super) struct Alarms {
    redis: Redis,
    arm: Script,
    claim: Script,
    partitions: Vec<Partition>,
    /// Whether some partitions, but not all, could not be asked the last time.
    fails_in_part: AtomicBool,
}

/// The keys of a partition, and the command that finds its first alarm.
#[derive(Debug)]
struct Partition {
    keys: [String; 2],
    first: Cmd,
}

/// What the script of a claim answers: when the next alarm can be claimed; and of each claimed one the table, the stored
/// text, and since when it could be claimed.
type Claimed = (Option<f64>, Vec<(Vec<u8>, String, f64)>);

impl Alarms {
    pub(super) fn new(redis: Redis) -> Self {
        Self {
            redis,
            arm: Script::new(include_str!("arm.lua")),
            claim: Script::new(include_str!("claim.lua")),
            partitions: (0..=u8::MAX).map(Partition::new).collect(),
            fails_in_part: AtomicBool::new(false),
        }
    }

    pub(super) async fn arm(&self, alarms: &[Alarm]) -> Result<(), RedisFault> {
        let mut by_partition: BTreeMap<u16, Vec<Vec<u8>>> = BTreeMap::new();
        for alarm in alarms {
            let args = by_partition.entry(alarm.table.partition()).or_default();
            args.extend(described(alarm, None));
        }
        let mut pipeline = Pipeline::new();
        for (partition, args) in &by_partition {
            pipeline.run(&self.arm, &self.partition(*partition)?.keys, args);
        }
        let answers = self.redis.pipeline::<u64>(&pipeline).await;
        answers.into_iter().try_for_each(|answer| answer.map(drop))
    }

    pub(super) async fn settle(&self, ring: Ring, answer: Alarm) -> Result<(), RedisFault> {
        let keys = &self.partition(ring.table.partition())?.keys;
        let args = described(&answer, Some(ring.version));
        self.redis.run::<u64>(&self.arm, keys, &args[..]).await.map(drop)
    }

    pub(super) async fn claim(&self, now: GameTime, limit: usize) -> Result<Claim, RedisFault> {
        let now_ms = now.millis();
        let mut trouble = Trouble::default();
        let mut first = self.look(&mut trouble).await;
        let mut claimed: Vec<(u64, Ring)> = Vec::new();
        for _ in 0..ROUNDS {
            let left = limit - claimed.len();
            let due = due_ones(&first, now_ms);
            if left == 0 || due.is_empty() {
                break;
            }
            self.claim_from(&due, now_ms, left, &mut first, &mut claimed, &mut trouble)
                .await;
        }
        self.tell(trouble, claimed.is_empty())?;
        claimed.sort_by_key(|(since_ms, ring)| (*since_ms, ring.due));
        Ok(Claim {
            rings: claimed.into_iter().map(|(_, ring)| ring).collect(),
            next: first.into_iter().flatten().min().map(GameTime::from_millis),
        })
    }

    /// When the first alarm of each partition can be claimed; none where there is none, or where nobody can tell.
    async fn look(&self, trouble: &mut Trouble) -> Vec<Option<u64>> {
        let mut pipeline = Pipeline::new();
        for partition in &self.partitions {
            pipeline.query(&partition.first);
        }
        let answers = self.redis.pipeline::<Vec<(Vec<u8>, f64)>>(&pipeline).await;
        let answers = answers.into_iter().map(|answer| trouble.note(answer));
        answers
            .map(|answer| answer?.first().map(|(_, score)| whole(*score)))
            .collect()
    }

    /// A store that answers for no partition is away. One that answers for some has its alarms of the others delivered, and
    /// says so once.
    fn tell(&self, trouble: Trouble, nothing_claimed: bool) -> Result<(), RedisFault> {
        let fails = trouble.first.is_some();
        match trouble.first {
            Some(fault) if nothing_claimed && trouble.answered == 0 => return Err(fault),
            Some(fault) if !self.fails_in_part.swap(true, Ordering::Relaxed) => {
                tracing::error!(
                    error = &fault as &dyn Error,
                    "alarms of some partitions cannot be claimed"
                );
            }
            _ => {}
        }
        if !fails && self.fails_in_part.swap(false, Ordering::Relaxed) {
            tracing::info!("alarms of all partitions can be claimed again");
        }
        Ok(())
    }

    /// Claims from these partitions, from each its share. An alarm that was claimed is the caller's even if another
    /// partition fails: it is lost to this call, and comes back.
    async fn claim_from(
        &self,
        due: &[usize],
        now_ms: u64,
        limit: usize,
        first: &mut [Option<u64>],
        claimed: &mut Vec<(u64, Ring)>,
        trouble: &mut Trouble,
    ) {
        let asked = &due[..due.len().min(limit)];
        let share = limit / asked.len();
        let mut pipeline = Pipeline::new();
        for position in asked {
            let mut args = vec![now_ms, u64::try_from(share).unwrap_or(u64::MAX)];
            args.extend((0..=DOUBLINGS).map(|in_vain| whole_millis(hidden_for(in_vain))));
            pipeline.run(&self.claim, &self.partitions[*position].keys, args);
        }
        let answers = self.redis.pipeline::<Claimed>(&pipeline).await;
        for (position, answer) in asked.iter().zip(answers) {
            let Some((next, rings)) = trouble.note(answer) else {
                first[*position] = None;
                continue;
            };
            first[*position] = next.map(whole);
            let rings = rings.into_iter().filter_map(|(table, stored, since)| {
                let ring = trouble.note(ring(table, &stored))?;
                Some((whole(since), ring))
            });
            claimed.extend(rings);
        }
    }

    fn partition(&self, number: u16) -> Result<&Partition, RedisFault> {
        let partition = self.partitions.get(usize::from(number));
        partition.ok_or_else(|| RedisFault::Failed(format!("there is no partition {number}")))
    }
}

/// What went wrong while partitions were asked.
#[derive(Debug, Default)]
struct Trouble {
    first: Option<RedisFault>,
    answered: usize,
}

impl Trouble {
    fn note<T>(&mut self, answer: Result<T, RedisFault>) -> Option<T> {
        match answer {
            Ok(answer) => {
                self.answered += 1;
                Some(answer)
            }
            Err(fault) => {
                self.first.get_or_insert(fault);
                None
            }
        }
    }
}

impl Partition {
    fn new(number: u8) -> Self {
        let tag = partition_tag(number);
        let keys = [format!("clock:{tag}:due"), format!("clock:{tag}:alarms")];
        let mut first = cmd("ZRANGE");
        first.arg(&keys[0]).arg(0).arg(0).arg("WITHSCORES");
        Self { keys, first }
    }
}

/// The partitions whose first alarm is due, the earliest first.
fn due_ones(first: &[Option<u64>], now_ms: u64) -> Vec<usize> {
    let mut due: Vec<(u64, usize)> = first
        .iter()
        .enumerate()
        .filter_map(|(position, moment)| Some(((*moment)?, position)))
        .filter(|(moment, _)| *moment <= now_ms)
        .collect();
    due.sort_unstable();
    due.into_iter().map(|(_, position)| position).collect()
}

/// An alarm as the script takes it.
fn described(alarm: &Alarm, answered_version: Option<u64>) -> [Vec<u8>; 4] {
    let digits = |value: u64| format!("{value:0DIGITS$}").into_bytes();
    [
        alarm.table.as_bytes().to_vec(),
        digits(alarm.version),
        alarm.due.map(|due| digits(due.millis())).unwrap_or_default(),
        answered_version.map(digits).unwrap_or_default(),
    ]
}

/// A claimed alarm, as it was stored.
fn ring(table: Vec<u8>, stored: &str) -> Result<Ring, RedisFault> {
    let corrupt = || RedisFault::Failed(format!("an alarm is not stored as it should be: {stored:?}"));
    let number = |from: usize| stored.get(from..from + DIGITS)?.parse::<u64>().ok();
    Ok(Ring {
        table: TableId::from_bytes(table.try_into().map_err(|_| corrupt())?),
        version: number(0).ok_or_else(corrupt)?,
        due: number(DIGITS).map(GameTime::from_millis).ok_or_else(corrupt)?,
    })
}

/// A score: sorted sets have floating numbers, all of ours are whole.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole, and from 0 to 2^64"
)]
fn whole(score: f64) -> u64 {
    score as u64
}
