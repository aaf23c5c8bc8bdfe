//! Tables for tests, with real positions and their real legal moves.

use corners_client::Update;
use corners_client::proto::game::v1::{
    Clocks, DrawOffered, GameEnded, LegalMove, MovePlayed, MovesTakenBack, PlayedMove, Seat, Side, Table, TableEvent,
    TableState, TableStatus, Turn, Variant, Version, table_event::Kind,
};
use corners_rules::{Game, Position};
use tokio::time::Instant;

use super::model::Model;
use super::time_control;
use super::update::Input;

pub(crate) const START: &str = "5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1";

/// Who looks at a table.
pub(crate) struct Seen(&'static str, Table);

/// The table as this account sees it.
pub(crate) fn by(account: &'static str, table: Table) -> Seen {
    Seen(account, table)
}

/// A model of the table, at a moment.
pub(crate) fn model(Seen(account, table): Seen) -> Model {
    Model::new(
        account,
        "corners play --join aaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(),
        table,
        Instant::now(),
    )
}

fn variant(id: &str) -> Variant {
    let known = corners_rules::Variant::find(id).unwrap();
    let texts = |side| known.home(side).map(|square| square.to_string()).collect();
    Variant {
        id: id.to_owned(),
        board_size: known.files().into(),
        home_deadline: known.home_deadline().into(),
        move_limit: known.move_limit().into(),
        white_home: texts(corners_rules::Side::White),
        black_home: texts(corners_rules::Side::Black),
        ..Default::default()
    }
}

fn seat(side: Side, account: &str) -> Seat {
    Seat {
        side: side.into(),
        account: account.to_owned(),
        kind: 0,
        rating: None,
    }
}

/// A game that is on, seated by `white` and `black`, untimed.
pub(crate) fn playing(id: &str, position: &str) -> Table {
    let known = Position::parse(corners_rules::Variant::find(id).unwrap(), position).unwrap();
    let side = match known.side_to_move() {
        corners_rules::Side::White => Side::White,
        corners_rules::Side::Black => Side::Black,
    };
    let legal = |path: corners_rules::Path| LegalMove {
        returns_home: known.returns_home(path.as_move()),
        path: path.to_string(),
    };
    let ply = 2 * u32::from(known.move_number()) + u32::from(side == Side::Black);
    let state = TableState {
        version: Some(Version {
            number: ply.into(),
            event_id: "01".to_owned(),
        }),
        turn: Some(Turn {
            number: ply,
            event_id: "01".to_owned(),
        }),
        status: TableStatus::Playing.into(),
        seats: vec![seat(Side::White, "white"), seat(Side::Black, "black")],
        position: position.to_owned(),
        side_to_move: side.into(),
        move_number: known.move_number().into(),
        legal_moves: known.legal_paths().into_iter().map(legal).collect(),
        ..Default::default()
    };
    Table {
        id: "aaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(),
        variant: Some(variant(id)),
        time_control: time_control::parse("untimed").ok(),
        state: Some(state),
        ..Default::default()
    }
}

/// The table before the second player has come.
pub(crate) fn open(mut table: Table) -> Table {
    change(&mut table, |state| {
        state.status = TableStatus::Open.into();
        state.seats.pop();
    });
    table
}

/// The table with White's draw offer open.
pub(crate) fn draw_offered(mut table: Table) -> Table {
    change(&mut table, |state| state.draw_offer = Side::White.into());
    table
}

/// The table with clocks: five minutes and the given rest for White, whose clock runs.
pub(crate) fn timed(mut table: Table, white_ms: u64) -> Table {
    table.time_control = time_control::parse("5+3").ok();
    table.game_time_ms = 100_000;
    change(&mut table, |state| {
        state.clocks = Some(Clocks {
            game_time_ms: 100_000,
            white_ms,
            black_ms: 300_000,
            running: Side::White.into(),
            due_ms: None,
            low_time_ms: 10_000,
            ..Clocks::default()
        });
    });
    table
}

/// The finished table.
pub(crate) fn finished(mut table: Table, ending: corners_client::proto::game::v1::Ending) -> Table {
    change(&mut table, |state| {
        state.status = TableStatus::Finished.into();
        state.side_to_move = Side::Unspecified.into();
        state.legal_moves.clear();
        state.ending = Some(ending);
    });
    table
}

pub(crate) fn change(table: &mut Table, change: impl FnOnce(&mut TableState)) {
    change(table.state.as_mut().unwrap());
}

/// The event of a move that leads to this table.
pub(crate) fn played(path: &str, table: Table) -> Input {
    let state = table.state.unwrap();
    let side = if state.side_to_move() == Side::White {
        Side::Black
    } else {
        Side::White
    };
    let played = PlayedMove {
        path: path.to_owned(),
        side: side.into(),
        ..Default::default()
    };
    let kind = Kind::MovePlayed(MovePlayed {
        r#move: Some(played.clone()),
    });
    let state = TableState {
        last_move: Some(played),
        ..state
    };
    event(kind, state)
}

pub(crate) fn taken_back(plies: u32, table: Table) -> Input {
    let by = Side::White.into();
    event(Kind::MovesTakenBack(MovesTakenBack { by, plies }), table.state.unwrap())
}

pub(crate) fn offered(table: Table) -> Input {
    event(
        Kind::DrawOffered(DrawOffered { by: Side::White.into() }),
        draw_offered(table).state.unwrap(),
    )
}

pub(crate) fn ended(table: Table) -> Input {
    let state = table.state.unwrap();
    event(Kind::GameEnded(GameEnded { ending: state.ending }), state)
}

fn event(kind: Kind, state: TableState) -> Input {
    Input::Watch(Update::Event(Box::new(TableEvent {
        table: "aaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(),
        kind: Some(kind),
        state: Some(state),
        ..Default::default()
    })))
}

/// The position after some moves from the start.
pub(crate) fn after(id: &str, moves: &str) -> String {
    let mut game = Game::new(corners_rules::Variant::find(id).unwrap());
    for text in moves.split_whitespace() {
        game.play(&text.parse::<corners_rules::Path>().unwrap()).unwrap();
    }
    game.position().to_string()
}
