//! An event, encoded once for each audience.

use std::sync::Arc;

use corners_proto::encoded::Encoded;
use corners_proto::game::v1::watch_tables_response::Message;
use corners_proto::game::v1::{TableEvent, WatchTablesResponse};
use corners_proto::ids::{AccountId, TableId};

use super::WatchMessage;
use crate::authority::apply_one;
use crate::error::AuthorityError;
use crate::render;
use crate::table::{Event, Table, Version};

/// An event, encoded once for each audience: for who is to move after it, and for everybody else.
#[derive(Debug)]
pub struct Rendered {
    before: Version,
    version: Version,
    mover: Option<AccountId>,
    for_mover: WatchMessage,
    for_others: WatchMessage,
}

/// Renders the event that led from `before` to `table`.
pub(super) fn render_one(id: TableId, before: Version, event: &Event, table: &Table) -> Arc<Rendered> {
    let mut response = WatchTablesResponse {
        message: render::event(id, event, table, false).map(Message::Event),
    };
    let for_others = Encoded::new(&response);
    let mover = render::mover(table);
    let for_mover = match &mut response.message {
        Some(Message::Event(TableEvent { state: Some(state), .. })) if mover.is_some() => {
            state.legal_moves = render::legal_moves(table.game().position());
            Encoded::new(&response)
        }
        _ => for_others.clone(),
    };
    Arc::new(Rendered {
        before,
        version: table.version(),
        mover,
        for_mover,
        for_others,
    })
}

/// Folds events into a table and renders each on the way.
pub(super) fn render_onto<'a>(
    id: TableId,
    table: &mut Table,
    events: impl IntoIterator<Item = &'a Event>,
) -> Result<Vec<Arc<Rendered>>, AuthorityError> {
    let render = |event: &Event| {
        let before = table.version();
        apply_one(id, table, event)?;
        Ok(render_one(id, before, event, table))
    };
    events.into_iter().map(render).collect()
}

impl Rendered {
    /// The version that a watcher has seen before this event.
    #[must_use]
    pub fn before(&self) -> Version {
        self.before
    }

    /// The version that a watcher has seen after this event.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The message for a viewer: with the legal moves for who is to move, without them for all others.
    #[must_use]
    pub fn message_for(&self, viewer: AccountId) -> WatchMessage {
        let for_mover = self.mover == Some(viewer);
        if for_mover {
            self.for_mover.clone()
        } else {
            self.for_others.clone()
        }
    }
}
