//! The pair of times.

use std::sync::{Mutex, PoisonError};

use corners_clockwork::{BEAT_REACH, Beat, GameTime, STALL_AFTER, whole_millis};
use corners_redis::{Redis, RedisFault, Script};

use crate::store::Pair;

/// One key for the whole platform, on one server: its time is the store's own.
const KEY: &str = "clock:{time}:pair";

/// Reads and moves the pair.
#[derive(Debug)]
pub(super) struct PairKeeper {
    redis: Redis,
    read: Script,
    beat: Script,
    /// The latest of what was answered. A server that knows less has forgotten it.
    seen: Mutex<Seen>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    game: GameTime,
    stall_end: Option<GameTime>,
}

/// Own time now; own time and game time of the beat; own time when the last probe had succeeded; the end of the last
/// stall, or nothing.
type Answer = (u64, u64, u64, u64, Option<u64>);

impl PairKeeper {
    pub(super) fn new(redis: Redis) -> Self {
        Self {
            redis,
            read: Script::new(include_str!("read.lua")),
            beat: Script::new(include_str!("beat.lua")),
            seen: Mutex::default(),
        }
    }

    pub(super) async fn read(&self) -> Result<Pair, RedisFault> {
        let (game_ms, stall_end_ms) = self.seen();
        let args = (game_ms, stall_end_ms);
        match self.redis.run::<Option<Answer>>(&self.read, KEY, args).await? {
            Some(answer) => Ok(self.take_over(answer)),
            // A new store, or one that has lost everything: it begins now, at what was seen of it.
            None => self.beat(LARGEST).await,
        }
    }

    pub(super) async fn beat(&self, probe_began_own_ms: u64) -> Result<Pair, RedisFault> {
        let (game_ms, stall_end_ms) = self.seen();
        let spans = (whole_millis(BEAT_REACH), whole_millis(STALL_AFTER));
        let args = (game_ms, stall_end_ms, number(probe_began_own_ms), spans);
        let answer = self.redis.run(&self.beat, KEY, args).await?;
        Ok(self.take_over(answer))
    }

    fn seen(&self) -> (u64, String) {
        let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let stall_end = seen.stall_end.map(|moment| number(moment.millis()).to_string());
        (number(seen.game.millis()), stall_end.unwrap_or_default())
    }

    fn take_over(&self, (own_now_ms, own_ms, game_ms, came_ms, stall_end_ms): Answer) -> Pair {
        let beat = Beat {
            own_ms,
            came_ms,
            game: GameTime::from_millis(game_ms),
            stall_end: stall_end_ms.map(GameTime::from_millis),
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        *seen = Seen {
            game: seen.game.max(beat.game),
            stall_end: seen.stall_end.max(beat.stall_end),
        };
        Pair { beat, own_now_ms }
    }
}

/// The largest whole number that is one to Lua, whose numbers are floating. No real time is beyond it.
const LARGEST: u64 = (1 << 53) - 1;

/// A time as Lua can have it.
fn number(millis: u64) -> u64 {
    millis.min(LARGEST)
}
