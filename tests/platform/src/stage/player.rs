//! Guests and registered players, who can call any replica.

use corners_client::{Corners, Options, Session};
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::accounts::v1::{CreateGuestRequest, RegisterRequest};
use corners_proto::ids::RequestId;
use corners_proto::matchmaking::v1::matchmaking_service_client::MatchmakingServiceClient;
use tonic::metadata::AsciiMetadataValue;
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Request, Status};

/// A player's calls to matchmaking, past the SDK: what they answer is what the service has said.
pub type Matchmaking = MatchmakingServiceClient<InterceptedService<Channel, AsPlayer>>;

/// Adds a player's token.
#[derive(Clone, Debug)]
pub struct AsPlayer(AsciiMetadataValue);

impl Interceptor for AsPlayer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        request.metadata_mut().insert("authorization", self.0.clone());
        Ok(request)
    }
}

/// The password of all registered players.
const PASSWORD: &str = "a long password of tests";

/// An account and its token: one player, on as many connections as a test wants.
#[derive(Clone, Debug)]
pub struct Player {
    account: String,
    token: String,
}

impl Player {
    /// A new guest of the accounts at a URL.
    pub(crate) async fn new_guest(accounts: &str, options: Options) -> Self {
        let corners = Corners::connect(accounts, options).await.unwrap();
        Self::guest_of(&corners).await
    }

    /// A new guest, over a connection to accounts.
    pub(crate) async fn guest_of(accounts: &Corners) -> Self {
        let mut accounts = AccountsServiceClient::new(accounts.channel());
        let request = CreateGuestRequest {
            request_id: RequestId::random().to_string(),
        };
        let guest = accounts.create_guest(request).await.unwrap().into_inner();
        Self {
            account: guest.account,
            token: guest.token,
        }
    }

    /// A new registered player, over a connection to accounts.
    pub(crate) async fn registered(accounts: &Corners, name: &str) -> Self {
        let mut accounts = AccountsServiceClient::new(accounts.channel());
        let request = RegisterRequest {
            request_id: RequestId::random().to_string(),
            display_name: name.to_owned(),
            password: PASSWORD.to_owned(),
        };
        let registered = accounts.register(request).await.unwrap().into_inner();
        let tokens = registered.tokens.unwrap();
        Self {
            account: tokens.account,
            token: tokens.access_token,
        }
    }

    /// The player's calls to matchmaking over a channel.
    #[must_use]
    pub fn matchmaking(&self, channel: Channel) -> Matchmaking {
        let token = self.bearer().parse().unwrap();
        MatchmakingServiceClient::with_interceptor(channel, AsPlayer(token))
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
