//! A running service.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use corners_accounts::signing::Signer;
use corners_accounts::store::{AccountsStore, EmbeddedAccountsStore};
use corners_accounts::{Accounts, Options};
use corners_embedded::Location;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::{
    CreateGuestRequest, CreateGuestResponse, RegisterRequest, RegisterResponse, SignInRequest, SignInResponse, Tokens,
};
use corners_proto::error::{metadata_of, reason_of};
use corners_proto::ids::RequestId;
use corners_service::auth::{Caller, KeySet, Trust, Verifier};
use corners_service::internal::InternalChannel;
use corners_service::server::ClientAddress;
use corners_service::time::wall_clock;
use data_encoding::BASE64URL_NOPAD;
use tempfile::TempDir;
use tonic::{Request, Response, Status};

pub const PASSWORD: &str = "correct horse battery";

pub const HOUR: Duration = Duration::from_secs(60 * 60);
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The service over a file, at a clock that stands still.
pub struct Rig {
    pub accounts: Accounts,
    pub folder: TempDir,
    /// Milliseconds beyond the moment that the rig was made at.
    clock: Arc<Mutex<SystemTime>>,
    callers: AtomicU64,
}

impl Rig {
    pub fn new() -> Self {
        Self::with(Options::default())
    }

    pub fn with(options: Options) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(Mutex::new(wall_clock()));
        let time = Arc::clone(&clock);
        let store = EmbeddedAccountsStore::open(Location::File(folder.path().join("accounts.db"))).unwrap();
        let accounts = with(folder.path(), Arc::new(store), options);
        Self {
            accounts: accounts.with_clock(move || *time.lock().unwrap()),
            folder,
            clock,
            callers: AtomicU64::new(0),
        }
    }

    pub fn now(&self) -> SystemTime {
        *self.clock.lock().unwrap()
    }

    pub fn advance(&self, by: Duration) {
        *self.clock.lock().unwrap() += by;
    }

    pub fn set_back(&self, by: Duration) {
        *self.clock.lock().unwrap() -= by;
    }

    /// A call from an address of its own.
    pub fn call<M>(&self, message: M) -> Request<M> {
        let [high, low, ..] = self.callers.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        self.call_from(&format!("198.51.{high}.{low}"), message)
    }

    pub fn call_from<M>(&self, address: &str, message: M) -> Request<M> {
        let mut request = Request::new(message);
        request.extensions_mut().insert(ClientAddress(address.parse().unwrap()));
        request
    }

    /// A call with an access token, as the gate lets it in.
    pub fn call_as<M>(&self, token: &str, message: M) -> Request<M> {
        let mut request = self.call(message);
        request.extensions_mut().insert(self.caller(token));
        request
    }

    /// Whom a token of this service stood for when it was made.
    pub fn caller(&self, token: &str) -> Caller {
        let payload = BASE64URL_NOPAD
            .decode(token.split('.').nth(1).unwrap().as_bytes())
            .unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&payload).unwrap();
        let issued = SystemTime::UNIX_EPOCH + Duration::from_secs(claims["iat"].as_u64().unwrap());
        let keys = KeySet::from_jwks(str::from_utf8(&(self.accounts.jwks())()).unwrap()).unwrap();
        Verifier::new(Trust::in_keys(keys)).verify(token, issued).unwrap()
    }

    pub async fn guest(&self) -> CreateGuestResponse {
        let request = CreateGuestRequest {
            request_id: request_id(),
        };
        answer(AccountsService::create_guest(&self.accounts, self.call(request)).await)
    }

    pub async fn register(&self, name: &str) -> RegisterResponse {
        answer(self.try_register(name).await)
    }

    pub async fn try_register(&self, name: &str) -> Result<Response<RegisterResponse>, Status> {
        AccountsService::register(&self.accounts, self.call(register(name))).await
    }

    pub async fn sign_in(&self, name: &str, password: &str) -> Result<SignInResponse, Status> {
        let request = self.call(sign_in(name, password));
        AccountsService::sign_in(&self.accounts, request)
            .await
            .map(Response::into_inner)
    }
}

pub fn register(name: &str) -> RegisterRequest {
    RegisterRequest {
        request_id: request_id(),
        display_name: name.to_owned(),
        password: PASSWORD.to_owned(),
    }
}

pub fn sign_in(name: &str, password: &str) -> SignInRequest {
    SignInRequest {
        request_id: request_id(),
        display_name: name.to_owned(),
        password: password.to_owned(),
    }
}

pub fn request_id() -> String {
    RequestId::random().to_string()
}

pub fn answer<M>(response: Result<Response<M>, Status>) -> M {
    response.unwrap().into_inner()
}

/// The reason of a refusal, with what `why` says if it does.
pub fn refusal<M: std::fmt::Debug>(response: Result<M, Status>) -> String {
    let status = response.unwrap_err();
    let reason = reason_of(&status).unwrap_or_else(|| panic!("{status:?}"));
    match metadata_of(&status, "why") {
        Some(why) => format!("{reason} {why}"),
        None => reason,
    }
}

pub fn tokens(tokens: Option<Tokens>) -> Tokens {
    tokens.unwrap()
}

/// The service over the files in `folder`.
pub fn open(folder: &Path) -> Accounts {
    let store = EmbeddedAccountsStore::open(Location::File(folder.join("accounts.db"))).unwrap();
    with(folder, Arc::new(store), Options::default())
}

/// The service over another store, with its keys in `folder`.
pub fn with(folder: &Path, store: Arc<dyn AccountsStore>, options: Options) -> Accounts {
    Accounts::new(store, Signer::open(folder, wall_clock()).unwrap(), options)
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
    client.create_guest(request).await.map(Response::into_inner)
}

/// The verifier that another process makes from the published key.
pub fn published_verifier(folder: &Path) -> Verifier {
    let jwks = std::fs::read_to_string(folder.join(corners_accounts::signing::PUBLIC_KEYS_FILE)).unwrap();
    Verifier::new(Trust::in_keys(KeySet::from_jwks(&jwks).unwrap()))
}
