//! A replica of the archive, without network.

use std::sync::Arc;
use std::time::Duration;

use corners_archive::store::ArchiveStore;
use corners_archive::{Archive, Options};
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::game::internal::v1::game_internal_service_server::GameInternalServiceServer;
use corners_proto::ids::AccountId;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_test_bench::Failure;
use corners_test_calls::{Callers, caller};
use tokio::task::JoinHandle;

use crate::authority::Authority;

/// An archive that takes finished tables and reads the feed.
pub struct Replica {
    archive: Archive,
    drain: Drain,
    work: JoinHandle<()>,
}

impl Replica {
    pub fn start(store: Arc<dyn ArchiveStore>, authority: &Authority) -> Result<Self, Failure> {
        let game = InternalChannel::in_process(GameInternalServiceServer::new(authority.clone()));
        let drain = Drain::new();
        let archive = Archive::new(store, Options::default(), game, drain.clone())?;
        let work = archive.start();
        Ok(Self { archive, drain, work })
    }

    /// A way to its public service, as after the token was verified.
    pub fn channel(&self) -> InternalChannel {
        let caller = caller(AccountId::from_bytes([1; 16]), "watch feed");
        InternalChannel::in_process(Callers::of(self.archive.server(), caller))
    }

    pub fn client(&self) -> ArchiveServiceClient<InternalChannel> {
        ArchiveServiceClient::new(self.channel())
    }

    pub async fn stop(self) -> Result<(), Failure> {
        self.drain.start();
        self.drain.finish(Duration::from_secs(10)).await;
        Ok(self.work.await?)
    }
}
