//! An archive in one process with a game-authority that the test speaks for, and a store that it can take away.

mod authority;
mod served;
mod store;
mod tables;

use std::sync::{Arc, LazyLock};

use corners_archive::convert::{Json, finished, game_of};
use corners_archive::domain::Game;
use corners_archive::store::{ArchiveStore, EmbeddedArchiveStore, NewGame};
use corners_archive::{Archive, Options};
use corners_embedded::Location;
use corners_proto::archive::v1::admin_service_client::AdminServiceClient;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::game::internal::v1::game_internal_service_server::GameInternalServiceServer;
use corners_proto::ids::AccountId;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_test_calls::{Callers, caller};
use tokio::task::JoinHandle;

pub use authority::FakeAuthority;
pub use served::ServedGames;
pub use store::TestStore;
pub use tables::{End, Finished, finished_table, longest_table};

/// A game as the archive's own conversion makes it, with what its event tells.
pub fn new_game(table: &corners_proto::game::v1::Table) -> NewGame {
    told(game_of(table).unwrap())
}

/// A game with what its event tells.
pub fn told(game: Game) -> NewGame {
    static JSON: LazyLock<Json> = LazyLock::new(|| Json::new().unwrap());
    let told = JSON.of_finished(&finished(&game)).unwrap();
    NewGame { game, told }
}

pub const OPERATOR: AccountId = AccountId::from_bytes([77; 16]);

/// The running archive.
pub struct Rig {
    pub archive: Archive,
    pub authority: FakeAuthority,
    pub store: Arc<TestStore>,
    pub drain: Drain,
}

impl Rig {
    pub fn new() -> Self {
        Self::with(Options::default())
    }

    pub fn with(options: Options) -> Self {
        let store = Arc::new(EmbeddedArchiveStore::open(Location::Memory).unwrap());
        Self::over(Arc::new(TestStore::new(store)), FakeAuthority::default(), options)
    }

    /// Over a store of the test's, for tables that an authority hands out.
    pub fn on(store: Arc<dyn ArchiveStore>, authority: FakeAuthority) -> Self {
        Self::over(Arc::new(TestStore::new(store)), authority, Options::default())
    }

    /// Another replica on the same store and the same authority.
    pub fn another(&self) -> Self {
        Self::over(Arc::clone(&self.store), self.authority.clone(), Options::default())
    }

    fn over(store: Arc<TestStore>, authority: FakeAuthority, options: Options) -> Self {
        let channel = InternalChannel::in_process(GameInternalServiceServer::new(authority.clone()));
        let drain = Drain::new();
        let dynamic: Arc<dyn ArchiveStore> = Arc::<TestStore>::clone(&store);
        let archive = Archive::new(dynamic, options, channel, drain.clone()).unwrap();
        Self {
            archive,
            authority,
            store,
            drain,
        }
    }

    /// Takes finished tables and reads the feed from here on.
    pub fn start(&self) -> JoinHandle<()> {
        self.archive.start()
    }

    pub fn games(&self) -> ArchiveServiceClient<InternalChannel> {
        let callers = Callers::of(self.archive.server(), caller(OPERATOR, "watch feed"));
        ArchiveServiceClient::new(InternalChannel::in_process(callers)).max_decoding_message_size(1024 * 1024)
    }

    pub fn admin(&self) -> AdminServiceClient<InternalChannel> {
        let callers = Callers::of(self.archive.admin_server(), caller(OPERATOR, "admin"));
        AdminServiceClient::new(InternalChannel::in_process(callers))
    }
}
