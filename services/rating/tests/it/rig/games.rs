//! Results as the archive tells them.

use corners_proto::archive::v1::GameFinished;
use corners_proto::game::v1::{AccountKind, EndReason, Ending, Result as Outcome, Seat, Side};
use corners_proto::ids::{AccountId, TableId};
use corners_proto::time::timestamp;

pub const DAY_MS: u64 = 86_400_000;
pub const START_MS: u64 = 20_000 * DAY_MS;

pub fn account(number: u8) -> AccountId {
    AccountId::from_bytes([number; 16])
}

pub fn table(number: u32) -> TableId {
    let mut bytes = [7; 16];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    TableId::from_bytes(bytes)
}

/// White wins a rated game of classic-3x3, which ends a minute later for each number.
pub fn won(number: u32, white: u8, black: u8) -> GameFinished {
    let seat = |side: Side, number| Seat {
        side: side.into(),
        account: account(number).to_string(),
        kind: AccountKind::Player.into(),
        rating: None,
    };
    GameFinished {
        table: table(number).to_string(),
        variant: "classic-3x3".to_owned(),
        rated: true,
        seats: vec![seat(Side::White, white), seat(Side::Black, black)],
        finish_time: Some(timestamp(START_MS + u64::from(number) * 60_000)),
        plies: 60,
        ending: Some(Ending {
            reason: EndReason::Goal.into(),
            result: Outcome::WhiteWins.into(),
            ..Ending::default()
        }),
        ..GameFinished::default()
    }
}
