//! A running service.

use std::path::Path;
use std::sync::Arc;

use corners_accounts::signing::Signer;
use corners_accounts::store::{AccountsStore, EmbeddedAccountsStore};
use corners_accounts::{Accounts, Options};
use corners_embedded::Location;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::accounts::v1::{CreateGuestRequest, CreateGuestResponse};
use corners_service::auth::{KeySet, Trust, Verifier};
use corners_service::internal::InternalChannel;
use tonic::Status;

/// The service over the files in `folder`.
pub fn open(folder: &Path) -> Accounts {
    let store = EmbeddedAccountsStore::open(Location::File(folder.join("accounts.db"))).unwrap();
    with(folder, Arc::new(store), Options::default())
}

/// The service over another store, with its key in `folder`.
pub fn with(folder: &Path, store: Arc<dyn AccountsStore>, options: Options) -> Accounts {
    Accounts::new(store, Signer::open(folder).unwrap(), options)
}

/// Options as the configuration would give them.
pub fn options(key: &str, value: &str) -> Options {
    #[derive(serde::Deserialize)]
    struct Settings {
        accounts: Options,
    }
    let overrides = [(format!("accounts.{key}"), value.to_owned())];
    corners_service::config::load::<Settings>(corners_accounts::DEFAULTS, None, [], overrides)
        .unwrap()
        .accounts
}

/// Calls the service through its generated client.
pub async fn create_guest(accounts: &Accounts, request_id: &str) -> Result<CreateGuestResponse, Status> {
    let mut client = AccountsServiceClient::new(InternalChannel::in_process(accounts.server()));
    let request = CreateGuestRequest {
        request_id: request_id.to_owned(),
    };
    client.create_guest(request).await.map(tonic::Response::into_inner)
}

/// The verifier that another process makes from the published key.
pub fn published_verifier(folder: &Path) -> Verifier {
    let jwks = std::fs::read_to_string(folder.join(corners_accounts::signing::PUBLIC_KEYS_FILE)).unwrap();
    Verifier::new(Trust::in_keys(KeySet::from_jwks(&jwks).unwrap()))
}
