//! Games to store.

use corners_proto::game::v1::{AccountKind, EndReason, Result as Outcome, Side, TakebackPolicy};
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Variant;

use crate::domain::{Blame, Ending, Game, Player, Ply, Rating, TimeControl};
use crate::store::{ArchiveStore, NewGame, Recorded, StoreError};

/// Tables are numbered from the end of their ids, so that their texts sort as their numbers do.
pub(super) fn table(number: u32) -> TableId {
    let mut bytes = [0; 16];
    for (byte, digit) in bytes[..10].chunks_exact_mut(5).zip([number / 1000, number % 1000]) {
        // Of 40 bits, which are eight letters, each five from below 26: the letters of the text are in order then.
        let letters = [digit / 26 / 26, digit / 26 % 26, digit % 26];
        let bits = letters
            .iter()
            .fold(0_u64, |bits, letter| bits << 5 | u64::from(*letter));
        byte.copy_from_slice(&bits.to_be_bytes()[3..]);
    }
    TableId::from_bytes(bytes)
}

pub(super) fn account(number: u8) -> AccountId {
    AccountId::from_bytes([number; 16])
}

pub(super) fn player(number: u8) -> Player {
    Player {
        account: account(number),
        kind: AccountKind::Player,
        rating: Some(Rating {
            rating: 1500.0 + 0.1 * f64::from(number),
            deviation: 350.0 / 3.0,
        }),
    }
}

fn variant(id: &str) -> &'static Variant {
    Variant::find(id).unwrap_or(&Variant::all()[0])
}

/// A rated game of two players with everything that a game can have.
pub(super) fn game(number: u32) -> Game {
    let ply = |path: &str, remaining_ms, elapsed_ms, think_time_ms, lag_credit_ms| Ply {
        path: path.to_owned(),
        remaining_ms: Some(remaining_ms),
        elapsed_ms,
        think_time_ms,
        lag_credit_ms,
    };
    Game {
        table: table(number),
        variant: variant("classic-3x3"),
        time_control: TimeControl::RealTime {
            reserve_ms: 300_000,
            increment_ms: 3000,
        },
        takebacks: TakebackPolicy::Agreed,
        rated: true,
        creator: account(1),
        white: Some(player(1)),
        black: Some(player(2)),
        created_at_ms: 1000,
        started_at_ms: Some(2000),
        finished_at_ms: 10_000 + u64::from(number),
        start_position: "5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1".to_owned(),
        final_position: "5bbb/5bbb/4b1bb/8/8/ww1w4/www5/www5 b 2".to_owned(),
        moves: vec![
            ply("c3-d3", 300_000, 0, None, 0),
            ply("f6-e6", 299_000, 4000, Some(3500), 120),
            ply("c1-c3-e3", 0, 303_000, None, 0),
        ],
        clocks_ms: Some((0, 299_000)),
        ending: Ending {
            reason: EndReason::Timeout,
            result: Outcome::BlackWins,
            blame: None,
        },
    }
}

/// A game that nobody came to, so that it has next to nothing.
pub(super) fn aborted(number: u32) -> Game {
    Game {
        time_control: TimeControl::Untimed,
        takebacks: TakebackPolicy::Off,
        rated: false,
        white: None,
        black: None,
        started_at_ms: None,
        moves: Vec::new(),
        clocks_ms: None,
        ending: Ending {
            reason: EndReason::Aborted,
            result: Outcome::Unspecified,
            blame: None,
        },
        ..game(number)
    }
}

/// A game that a side aborted, or did not come to.
pub(super) fn aborted_by(number: u32, side: Side, no_show: bool) -> Game {
    Game {
        moves: Vec::new(),
        ending: Ending {
            blame: Some(Blame { side, no_show }),
            ..aborted(number).ending
        },
        ..game(number)
    }
}

/// An untimed game of a bot against a guest, on the large board.
pub(super) fn casual(number: u32) -> Game {
    let unrated = |number, kind| Player {
        kind,
        rating: None,
        ..player(number)
    };
    let untimed = |path: &str| Ply {
        path: path.to_owned(),
        remaining_ms: None,
        elapsed_ms: 0,
        think_time_ms: None,
        lag_credit_ms: 0,
    };
    Game {
        variant: variant("halma-16x16"),
        time_control: TimeControl::Correspondence { days_per_move: 14 },
        takebacks: TakebackPolicy::Free,
        rated: false,
        white: Some(unrated(3, AccountKind::Bot)),
        black: Some(unrated(4, AccountKind::Guest)),
        moves: vec![untimed("a1-a3"), untimed("p16-p14")],
        clocks_ms: None,
        ending: Ending {
            reason: EndReason::DrawAgreement,
            result: Outcome::Draw,
            blame: None,
        },
        ..game(number)
    }
}

/// What an event tells, written as Postgres writes JSON.
pub(super) fn told(game: &Game) -> String {
    format!("{{\"table\": \"{}\"}}", game.table)
}

pub(super) fn new(game: &Game) -> NewGame {
    NewGame {
        game: game.clone(),
        told: told(game),
    }
}

/// Records games of which none is there, at a moment.
pub(super) async fn record_at(store: &dyn ArchiveStore, games: &[Game], now_ms: u64) -> Result<(), StoreError> {
    let recorded = store.record(games.iter().map(new).collect(), now_ms).await?;
    assert!(recorded.iter().all(|recorded| matches!(recorded, Recorded::New(_))));
    assert_eq!(recorded.len(), games.len());
    Ok(())
}
