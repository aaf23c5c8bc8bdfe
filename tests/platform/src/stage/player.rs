//! Guests, who can call any replica.

use corners_client::{Corners, Options, Session};
use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::ids::RequestId;

/// An account and its token: one player, on as many connections as a test wants.
#[derive(Clone, Debug)]
pub struct Player {
    account: String,
    token: String,
}

impl Player {
    /// A new guest of the accounts at a URL.
    pub(crate) async fn new_guest(accounts: &str, options: Options) -> Self {
        let corners = Corners::connect(accounts, options).await;
        let mut accounts = AccountsServiceClient::new(corners.unwrap().channel());
        let request = CreateGuestRequest {
            request_id: RequestId::random().to_string(),
        };
        let guest = accounts.create_guest(request).await.unwrap().into_inner();
        Self {
            account: guest.account,
            token: guest.token,
        }
    }

    /// The account's id.
    #[must_use]
    pub fn account(&self) -> &str {
        &self.account
    }

    /// What calls carry in `authorization` metadata, for those that go past the SDK.
    #[must_use]
    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    /// The player's session on a connection.
    #[must_use]
    pub fn over(&self, corners: &Corners) -> Session {
        corners.session(self.account.clone(), &self.token).unwrap()
    }
}
