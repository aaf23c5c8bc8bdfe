//! The server that all tests of a process share.

use tokio::sync::OnceCell;

use crate::database::Database;
use crate::error::TestPostgresError;
use crate::options::Durability;
use crate::server::Server;

/// Never dropped: its watchdog ends it with the process.
static SERVER: OnceCell<Server> = OnceCell::const_new();

/// Makes an empty database on the server of this process, which is started if it is not there yet. Where every test is a
/// process of its own, as cargo-nextest does it, every test has a server of its own.
///
/// # Errors
/// When the server cannot be started, or refuses.
pub async fn database() -> Result<Database, TestPostgresError> {
    let server = SERVER.get_or_try_init(|| Server::start(Durability::Unsynced)).await?;
    server.database().await
}
