//! What a run of the model checks: how the game begins, who calls, what goes wrong, and the protocol.

use corners_clockwork::TimeControl;

use crate::table::Side;
use crate::wrong::Wrong;

/// What a client asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A move by a side.
    Move(Side),
    /// A takeback of the last move that both agree on.
    TakeBack,
    /// A side gives up.
    Resign(Side),
}

/// A part of the platform that can be away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The store answers nobody.
    Store,
    /// All replicas of the authority stand still; what dies meanwhile is another fault.
    Authorities,
    /// All replicas of the clock stand still.
    Clock,
}

/// How often each thing goes wrong at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Faults {
    /// A replica of the authority dies and is back at once, without its memory.
    pub crashes: u8,
    /// A reply gets lost after what it tells of was stored.
    pub lost_replies: u8,
    /// An alarm is delivered once more, too early or too late.
    pub stray_alarms: u8,
    /// A part of the platform is away for a while.
    pub outages: u8,
    /// The store's clock is set back or forward by an hour.
    pub clock_steps: u8,
    /// The store's copy falls behind, and may take its place.
    pub failovers: u8,
}

/// A run of the model.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What it is about.
    pub name: &'static str,
    /// How much time passes in one step.
    pub step_ms: u64,
    /// When the run ends.
    pub horizon_ms: u64,
    /// The time control.
    pub control: TimeControl,
    /// White's and Black's time at the beginning.
    pub clocks_ms: [u64; 2],
    /// The round trip that was measured of both players, whose moves then earn lag credit; without it there is no quota.
    pub round_trip_ms: Option<u64>,
    /// The calls that clients make, in any order.
    pub calls: Vec<Command>,
    /// How many replicas the authority has.
    pub replicas: usize,
    /// How often each call is delivered at most.
    pub deliveries: u8,
    /// What goes wrong.
    pub faults: Faults,
    /// What can be away.
    pub parts: Vec<Part>,
    /// How long an outage lasts at most.
    pub longest_outage_ms: u64,
    /// How many dry moves can be under way at once.
    pub probes_at_once: usize,
    /// While nothing is away there is a beat at least this often.
    pub beats_within_ms: u64,
    /// While nothing is away no replica of the authority is longer at anything.
    pub patience_ms: u64,
    /// Whether a client is told yes only once the store's copy has the event.
    pub durable: bool,
    /// The states it must reach, of [`REACHED`](crate::properties::REACHED).
    pub reaches: Vec<&'static str>,
    /// What is wrong with the protocol; nothing in the one that is built.
    pub wrong: Option<Wrong>,
}

impl Setting {
    /// Whether the protocol is wrong in this point.
    pub fn is(&self, wrong: Wrong) -> bool {
        self.wrong == Some(wrong)
    }

    /// The same run of a protocol that is wrong in one point.
    #[must_use]
    pub fn but(self, wrong: Wrong) -> Self {
        Self {
            wrong: Some(wrong),
            ..self
        }
    }
}
