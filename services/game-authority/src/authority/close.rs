//! Closing a table, as operators do.

use std::sync::Arc;

use corners_proto::ids::TableId;

use super::Authority;
use crate::error::AuthorityError;
use crate::table::{Action, Actor, CallMark, Command, Rejection, Table, Verdict};

impl Authority {
    /// Ends a table without a result, whatever goes on at it. One that was closed before is answered as it is.
    ///
    /// # Errors
    /// [`Rejection::GameOver`] when it had ended otherwise; otherwise as [`execute`](Self::execute).
    pub async fn close(&self, id: TableId, call: CallMark, by: Actor) -> Result<Arc<Table>, AuthorityError> {
        let command = Command {
            by,
            expected_turn: None,
            action: Action::Close,
        };
        match self.execute(id, call, command).await {
            Err(over @ AuthorityError::Rejected(Rejection::GameOver)) => {
                let table = self.table(id).await?;
                let is_closed = table.verdict() == Some(Verdict::CLOSED);
                if is_closed { Ok(table) } else { Err(over) }
            }
            outcome => outcome,
        }
    }
}
