//! The service as a whole.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use corners_proto::accounts::internal::v1::accounts_internal_service_server::AccountsInternalServiceServer;
use corners_proto::accounts::v1::accounts_service_server::AccountsServiceServer;
use corners_proto::accounts::v1::admin_service_server::AdminServiceServer;
use corners_service::auth::{Trust, Verifier};
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_service::time::{millis_since_1970, wall_clock};
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;
use tonic::Status;

use crate::config::Options;
use crate::domain::StoreSecret;
use crate::hashing::Hasher;
use crate::identity::Issuers;
use crate::refusals::unavailable;
use crate::signing::{REREAD_EVERY, Signer};
use crate::store::AccountsStore;

/// Where the public keys are found over plain HTTP.
pub const JWKS_PATH: &str = "/.well-known/jwks.json";

/// The content type of a JWKS (RFC 7517, section 8.5).
pub const JWKS_TYPE: &str = "application/jwk-set+json";

/// How often what means nothing any more is deleted.
const PRUNE_EVERY: Duration = Duration::from_secs(60);

/// Rows of each kind that are deleted in one go, and how often in a row: the rest can wait for a minute.
const PRUNED_AT_ONCE: u32 = 500;
const PRUNED_IN_A_ROW: u32 = 200;

/// Tells the time.
type WallClock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// A replica of accounts. Clones are handles to the same one.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) store: Arc<dyn AccountsStore>,
    pub(crate) signer: Arc<Signer>,
    pub(crate) options: Arc<Options>,
    pub(crate) hasher: Hasher,
    pub(crate) issuers: Arc<Issuers>,
    secret: Arc<OnceCell<StoreSecret>>,
    clock: WallClock,
}

impl Accounts {
    /// The service over its store and its keys.
    #[must_use]
    pub fn new(store: Arc<dyn AccountsStore>, signer: Signer, options: Options) -> Self {
        Self {
            store,
            signer: Arc::new(signer),
            issuers: Arc::new(Issuers::new(&options.issuers)),
            options: Arc::new(options),
            hasher: Hasher::new(),
            secret: Arc::default(),
            clock: Arc::new(wall_clock),
        }
    }

    /// The same, by another clock.
    #[must_use]
    pub fn with_clock(self, clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self {
            clock: Arc::new(clock),
            ..self
        }
    }

    /// The server of `corners.accounts.v1.AccountsService`, to be mounted.
    #[must_use]
    pub fn server(&self) -> AccountsServiceServer<Self> {
        AccountsServiceServer::new(self.clone())
    }

    /// The server of `corners.accounts.v1.AdminService`, to be mounted.
    #[must_use]
    pub fn admin_server(&self) -> AdminServiceServer<Self> {
        AdminServiceServer::new(self.clone())
    }

    /// The server of `corners.accounts.internal.v1.AccountsInternalService`, to be mounted where the public cannot reach it.
    #[must_use]
    pub fn internal_server(&self) -> AccountsInternalServiceServer<Self> {
        AccountsInternalServiceServer::new(self.clone())
    }

    /// Whom this process trusts: the keys that sign here, whatever they become, and what [`start`](Self::start) learns to be
    /// revoked.
    #[must_use]
    pub fn trust(&self) -> Trust {
        self.signer.trust()
    }

    /// A verifier for the tokens made here.
    #[must_use]
    pub fn verifier(&self) -> Verifier {
        Verifier::new(self.trust())
    }

    /// What answers the public keys as a JWKS (RFC 7517), to be published at [`JWKS_PATH`].
    pub fn jwks(&self) -> impl Fn() -> Bytes + Send + Sync + 'static {
        let signer = Arc::clone(&self.signer);
        move || Bytes::copy_from_slice(signer.jwks().as_bytes())
    }

    /// Keeps the service going until the drain ends: reads the signing keys again every few seconds, asks itself what was
    /// revoked, and deletes what means nothing any more.
    #[must_use]
    pub fn start(&self, drain: &Drain) -> JoinHandle<()> {
        let (keys, rows) = (self.clone(), self.clone());
        let over = drain.over();
        tokio::spawn(async move {
            let reread = every(REREAD_EVERY, || keys.reread_keys());
            let prune = every(PRUNE_EVERY, || rows.prune());
            let follow = keys
                .trust()
                .follow(InternalChannel::in_process(keys.internal_server()), None, over.clone());
            tokio::select! {
                () = over.cancelled() => {}
                _ = follow => {}
                () = reread => {}
                () = prune => {}
            }
        })
    }

    pub(crate) fn now(&self) -> SystemTime {
        (self.clock)()
    }

    /// The secret that others are derived from, asked of the store once.
    pub(crate) async fn secret(&self) -> Result<&StoreSecret, Status> {
        let ask = || async { self.store.secret().await.map(StoreSecret::new) };
        self.secret.get_or_try_init(ask).await.map_err(unavailable)
    }

    async fn reread_keys(&self) {
        let signer = Arc::clone(&self.signer);
        let reread = tokio::task::spawn_blocking(move || signer.reread()).await;
        if let Ok(Err(error)) = reread {
            tracing::warn!(%error, "cannot read the signing keys again; those read before go on to count");
        }
    }

    async fn prune(&self) {
        let now_ms = millis_since_1970(self.now());
        let kept_ms = u64::try_from(self.options.audit_kept.as_millis()).unwrap_or(u64::MAX);
        for _ in 0..PRUNED_IN_A_ROW {
            let pruned = self
                .store
                .prune(now_ms, now_ms.saturating_sub(kept_ms), PRUNED_AT_ONCE)
                .await;
            match pruned {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "cannot delete what is over; tried again in a minute"
                    );
                    return;
                }
            }
        }
    }
}

async fn every<F: Future<Output = ()>>(period: Duration, job: impl Fn() -> F) {
    loop {
        tokio::time::sleep(period).await;
        job().await;
    }
}
