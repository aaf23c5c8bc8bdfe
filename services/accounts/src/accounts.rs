//! The service as a whole.

use std::sync::Arc;
use std::time::Duration;

use corners_proto::accounts::v1::accounts_service_server::AccountsServiceServer;
use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, RequestId};
use corners_service::auth::{AccountKind, Scope, Verifier};
use corners_service::time::{millis_since_1970, wall_clock};
use tonic::Status;

use crate::config::Options;
use crate::guest::{Guest, REMEMBERED, RequestDigest};
use crate::signing::{Signer, Token};
use crate::store::{AccountsStore, Creation, Outcome};

/// What a guest may do.
const GUEST_SCOPES: [Scope; 2] = [Scope::Play, Scope::Watch];

/// A replica of accounts. Clones are handles to the same one.
#[derive(Clone)]
pub struct Accounts {
    store: Arc<dyn AccountsStore>,
    signer: Arc<Signer>,
    options: Options,
}

impl Accounts {
    /// The service over its store and its key.
    #[must_use]
    pub fn new(store: Arc<dyn AccountsStore>, signer: Signer, options: Options) -> Self {
        Self {
            store,
            signer: Arc::new(signer),
            options,
        }
    }

    /// The generated server, to be mounted.
    #[must_use]
    pub fn server(&self) -> AccountsServiceServer<Self> {
        AccountsServiceServer::new(self.clone())
    }

    /// A verifier for the tokens made here.
    #[must_use]
    pub fn verifier(&self) -> Verifier {
        self.signer.verifier()
    }

    /// Makes a guest, or finds the one that the same call made before, and signs a fresh token for it.
    pub(crate) async fn create_guest(&self, request: RequestId) -> Result<(AccountId, Token), Status> {
        let now = wall_clock();
        let now_ms = millis_since_1970(now);
        let creation = Creation {
            request: RequestDigest::of(request),
            guest: Guest {
                account: AccountId::random(),
                created_at_ms: now_ms,
            },
            remember_until_ms: now_ms + u64::try_from(REMEMBERED.as_millis()).unwrap_or(u64::MAX),
            most_remembered: self.options.guests_per_hour,
        };
        let outcome = self.store.create_guest(creation).await;
        let guest = match outcome {
            Ok(Outcome::Created(guest) | Outcome::Remembered(guest)) => guest,
            Ok(Outcome::Full { room_at_ms }) => return Err(full(room_at_ms.saturating_sub(now_ms)).into()),
            Err(error) => {
                let message = "cannot store the account; repeat the call with the same request id";
                return Err(caused_by(Refusal::new(Reason::StoreUnavailable, message), error));
            }
        };
        let scopes = GUEST_SCOPES.into_iter().collect();
        let token = self.signer.sign(
            guest.account,
            AccountKind::Guest,
            scopes,
            now,
            self.options.token_lifetime,
        );
        let token = token.map_err(|error| caused_by(Refusal::new(Reason::Internal, "cannot sign the token"), error))?;
        Ok((guest.account, token))
    }
}

fn full(room_in_ms: u64) -> Refusal {
    Refusal::new(
        Reason::Overloaded,
        "as many guests were made in the last hour as are allowed; try again later",
    )
    .retry_after(Duration::from_millis(room_in_ms))
}

/// The cause goes to the log, and only there.
fn caused_by(refusal: Refusal, cause: impl std::error::Error + Send + Sync + 'static) -> Status {
    let mut status = Status::from(refusal);
    status.set_source(Arc::new(cause));
    status
}
