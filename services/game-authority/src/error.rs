//! Why the authority could not do what it was asked.

use corners_proto::ids::{AccountId, TableId};

use crate::store::StoreError;
use crate::table::{CorruptLog, Rejection};

/// Why the authority could not do what it was asked. Nothing that was asked for has happened, unless the store was lost
/// on the way: then the same call with the same request id tells.
#[derive(Debug, thiserror::Error)]
pub enum AuthorityError {
    /// There is no such table; if there was, it is over and forgotten here.
    #[error("there is no live table {0}: if its game is over, the archive has it")]
    TableNotLive(TableId),
    /// The table refuses the command.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The caller's time was up before the move; the table has recorded the end.
    #[error("the time for this move was up before it arrived")]
    FlagFallen,
    /// The request id stands for another call.
    #[error("this request id was used for a call with another body")]
    RequestIdReused,
    /// The store is away or a log cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A log does not fold.
    #[error("the log of table {table} is corrupt: {cause}")]
    Corrupt {
        /// The table.
        table: TableId,
        /// Where and why.
        cause: CorruptLog,
    },
    /// The clock is away.
    #[error("the clock is unavailable: {0}")]
    Clock(String),
    /// So many finished tables wait to be recorded that no new one is made.
    #[error("{backlog} finished games wait to be recorded: no new tables until there are fewer")]
    BacklogFull {
        /// How many wait.
        backlog: u64,
    },
    /// The account sits at as many live tables as it may.
    #[error("account {account} sits at {most} tables: finish or leave some before it takes a seat at another")]
    TooManyTables {
        /// The account.
        account: AccountId,
        /// How many it may sit at.
        most: usize,
    },
    /// Every attempt to append lost a race or took too long.
    #[error("the table is too busy: {0} attempts to record this were overtaken")]
    Contended(u32),
}
