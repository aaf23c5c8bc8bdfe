//! The services that matchmaking asks.

use std::time::Duration;

use corners_proto::accounts::internal::v1::accounts_internal_service_client::AccountsInternalServiceClient;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_proto::rating::v1::rating_service_client::RatingServiceClient;
use corners_service::internal::InternalChannel;
use tonic::Request;

/// A call that was not answered by then is given up.
pub(crate) const ANSWERED_WITHIN: Duration = Duration::from_secs(3);

/// The services that matchmaking asks. Clones share their connections.
#[derive(Clone, Debug)]
pub struct Peers {
    pub(crate) tables: GameInternalServiceClient<InternalChannel>,
    pub(crate) ratings: RatingServiceClient<InternalChannel>,
    pub(crate) accounts: AccountsInternalServiceClient<InternalChannel>,
    pub(crate) archive: ArchiveServiceClient<InternalChannel>,
}

impl Peers {
    /// The services behind these channels: internal ones of game-authority, rating, accounts and archive.
    #[must_use]
    pub fn new(
        game_authority: InternalChannel,
        rating: InternalChannel,
        accounts: InternalChannel,
        archive: InternalChannel,
    ) -> Self {
        Self {
            tables: GameInternalServiceClient::new(game_authority),
            ratings: RatingServiceClient::new(rating),
            accounts: AccountsInternalServiceClient::new(accounts),
            archive: ArchiveServiceClient::new(archive),
        }
    }
}

/// A request with the time that it has.
pub(crate) fn within<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(ANSWERED_WITHIN);
    request
}
