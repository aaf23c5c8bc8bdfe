//! The clocks as clients are shown them: what changes without a move has a reason.

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

/// What an event showed of turn and clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The turn after it.
    pub turn: u32,
    /// Whose move it was, if it was one.
    pub moved: Option<Color>,
    /// Whether moves were taken back.
    pub is_takeback: bool,
    /// The reading of game time; none in untimed games, like all that follows.
    pub game_time_ms: Option<u64>,
    /// What White and Black have left.
    pub left_ms: Option<[u64; 2]>,
    /// Whose clock runs after it.
    pub running: Option<Color>,
    /// When the turn is over.
    pub due_ms: Option<u64>,
    /// Time given for an outage, and to whom.
    pub outage_credit: Option<(Color, u64)>,
    /// What was not charged because it was the move's way.
    pub lag_credit_ms: u64,
}

/// How a table's clocks count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counting {
    /// Added after a move.
    pub increment_ms: u64,
    /// Each move has a fresh period: clocks are set, not counted.
    pub is_periodic: bool,
}

impl Color {
    pub(crate) fn index(self) -> usize {
        match self {
            Self::White => 0,
            Self::Black => 1,
        }
    }

    fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Shown {
    /// Time given to a side, whatever for.
    fn given_to(&self, side: Color) -> u64 {
        let for_outage = self.outage_credit.filter(|(to, _)| *to == side).map_or(0, |(_, ms)| ms);
        let for_lag = if self.moved == Some(side) {
            self.lag_credit_ms
        } else {
            0
        };
        for_outage + for_lag
    }
}

/// What is wrong between an event and the next.
pub(crate) fn step(number: u64, before: &Shown, after: &Shown, counting: Counting) -> Vec<String> {
    let mut broken = Vec::new();
    let (Some(from), Some(to)) = (before.game_time_ms, after.game_time_ms) else {
        return broken;
    };
    let (Some(left_before), Some(left_after)) = (before.left_ms, after.left_ms) else {
        return broken;
    };
    if to < from {
        broken.push(format!(
            "version {number} went back in game time from {from} to {to} ms"
        ));
    }
    if after.outage_credit.is_some_and(|(to, _)| before.running != Some(to)) {
        broken.push(format!(
            "version {number} gives time to a clock that did not run: {after:?}"
        ));
    }
    if counting.is_periodic {
        return broken;
    }
    for side in [Color::White, Color::Black] {
        let (had, has) = (left_before[side.index()], left_after[side.index()]);
        let given = after.given_to(side);
        let increment = if after.moved == Some(side) && before.running == Some(side) {
            counting.increment_ms
        } else {
            0
        };
        let elapsed = if before.running == Some(side) {
            to.saturating_sub(from)
        } else {
            0
        };
        // A clock that is shown at zero may have been beyond it.
        let counted = if had == 0 {
            0
        } else {
            (had + given).saturating_sub(elapsed)
        };
        let least = counted + increment;
        // A move that took long to store is charged for what it took to arrive, and the rival's turn starts later.
        let most = if after.moved == Some(side) || had == 0 {
            had + given + increment
        } else {
            least
        };
        if !(least..=most).contains(&has) {
            broken.push(format!(
                "version {number} shows {side:?} {has} ms after {had} ms, where {least} to {most} can be explained: {after:?}"
            ));
        }
    }
    if let (Some(side), Some(due)) = (after.running, after.due_ms)
        && left_after[side.index()] > 0
        && due < to + left_after[side.index()]
    {
        broken.push(format!(
            "version {number} is due at {due} ms, before {side:?} has used its time: {after:?}"
        ));
    }
    if before.running.is_some() && after.moved.is_some() && after.moved != before.running {
        let waited = before.running.map(Color::other);
        broken.push(format!(
            "version {number} is a move of {waited:?} while the other's clock ran"
        ));
    }
    broken
}
