//! The section `[limits]`.

use std::num::NonZeroU32;

use serde::Deserialize;

use crate::config::{OutOfRange, in_range};

/// No setting may be more.
const MOST: u64 = 1_000_000;

/// How often something may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Times a second, on average.
    pub per_second: NonZeroU32,
    /// Times at once, after a rest.
    pub burst: NonZeroU32,
}

/// How much one caller may use: the section `[limits]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct LimitsConfig {
    /// Calls from one address.
    pub calls_by_address: Rate,
    /// Calls of one account.
    pub calls_by_account: Rate,
    /// Moves of one account.
    pub moves_by_account: Rate,
    /// Streams that one address has open.
    pub streams_by_address: usize,
    /// Streams that one account has open.
    pub streams_by_account: usize,
    /// Connections that one address has open.
    pub connections_by_address: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    calls_per_second_by_address: u64,
    calls_burst_by_address: u64,
    calls_per_second_by_account: u64,
    calls_burst_by_account: u64,
    moves_per_second_by_account: u64,
    moves_burst_by_account: u64,
    streams_by_address: u64,
    streams_by_account: u64,
    connections_by_address: u64,
}

impl TryFrom<Section> for LimitsConfig {
    type Error = OutOfRange;

    fn try_from(section: Section) -> Result<Self, OutOfRange> {
        Ok(Self {
            calls_by_address: Rate {
                per_second: number("calls_per_second_by_address", section.calls_per_second_by_address)?,
                burst: number("calls_burst_by_address", section.calls_burst_by_address)?,
            },
            calls_by_account: Rate {
                per_second: number("calls_per_second_by_account", section.calls_per_second_by_account)?,
                burst: number("calls_burst_by_account", section.calls_burst_by_account)?,
            },
            moves_by_account: Rate {
                per_second: number("moves_per_second_by_account", section.moves_per_second_by_account)?,
                burst: number("moves_burst_by_account", section.moves_burst_by_account)?,
            },
            streams_by_address: places("streams_by_address", section.streams_by_address)?,
            streams_by_account: places("streams_by_account", section.streams_by_account)?,
            connections_by_address: places("connections_by_address", section.connections_by_address)?,
        })
    }
}

fn number(key: &'static str, value: u64) -> Result<NonZeroU32, OutOfRange> {
    let value = u32::try_from(in_range(key, value, 1..=MOST)?).ok();
    Ok(value.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN))
}

fn places(key: &'static str, value: u64) -> Result<usize, OutOfRange> {
    Ok(usize::try_from(in_range(key, value, 1..=MOST)?).unwrap_or(usize::MAX))
}
