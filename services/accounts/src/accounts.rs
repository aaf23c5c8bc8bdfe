//! The service as a whole.

use std::sync::Arc;
use std::time::Duration;

use corners_proto::accounts::v1::accounts_service_server::AccountsServiceServer;
use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, RequestId};
use corners_service::auth::{AccountKind, Scope, Verifier};
use corners_service::time::{millis_since_1970, wall_clock};
use sha2::{Digest as _, Sha256};
use tonic::Status;

use crate::config::Options;
use crate::domain::{Account, Digest, MeterKey, MeterRule, Remembered, RequestDigest, Verdict};
use crate::signing::{Signer, Token};
use crate::store::{AccountsStore, Commit, Committed, StoreError, Write};

/// What a guest may do.
const GUEST_SCOPES: [Scope; 2] = [Scope::Play, Scope::Watch];

/// How long a call is remembered: repeated within this time it answers the same account.
const REMEMBERED_MS: u64 = 60 * 60 * 1000;

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
        let account = self.guest_of(request, millis_since_1970(now)).await?;
        let scopes = GUEST_SCOPES.into_iter().collect();
        let token = self
            .signer
            .sign(account, AccountKind::Guest, scopes, now, self.options.token_lifetime);
        let token = token.map_err(|error| caused_by(Refusal::new(Reason::Internal, "cannot sign the token"), error))?;
        Ok((account, token))
    }

    async fn guest_of(&self, request: RequestId, now_ms: u64) -> Result<AccountId, Status> {
        let digest = RequestDigest::from_bytes(Sha256::digest(request.as_bytes()).into());
        if let Some(known) = self.store.remembered(digest, now_ms).await.map_err(unavailable)? {
            return Ok(known.account);
        }
        let rule = MeterRule::PerHour(self.options.guests_per_hour);
        let verdict = self.store.count(MeterKey::from_bytes([0; 32]), rule, now_ms).await;
        if let Verdict::Refused { until_ms } = verdict.map_err(unavailable)? {
            return Err(full(until_ms.saturating_sub(now_ms)).into());
        }
        let account = new_guest(now_ms);
        let id = account.id;
        let remembered = Remembered {
            request: digest,
            body: Digest::from_bytes([0; 32]),
            account: id,
            subject: [0; 16],
            created: true,
            forget_at_ms: now_ms + REMEMBERED_MS,
        };
        let commit = Commit {
            now_ms,
            request: Some(remembered),
            writes: vec![Write::InsertAccount(account)],
        };
        match self.store.commit(commit).await.map_err(unavailable)? {
            Committed::Remembered(known) => Ok(known.account),
            _ => Ok(id),
        }
    }
}

fn new_guest(now_ms: u64) -> Account {
    Account {
        id: AccountId::random(),
        revision: 1,
        kind: AccountKind::Guest,
        display_name: "Guest".to_owned(),
        folded_name: "guest".to_owned(),
        name_key: None,
        password: None,
        recovery: None,
        owner: None,
        operator: false,
        created_at_ms: now_ms,
        renamed_at_ms: None,
        ban: None,
        deleted_at_ms: None,
    }
}

fn full(room_in_ms: u64) -> Refusal {
    Refusal::new(
        Reason::Overloaded,
        "as many guests were made in the last hour as are allowed; try again later",
    )
    .retry_after(Duration::from_millis(room_in_ms))
}

fn unavailable(error: StoreError) -> Status {
    let message = "cannot reach the store of accounts; repeat the call with the same request id";
    caused_by(Refusal::new(Reason::StoreUnavailable, message), error)
}

/// The cause goes to the log, and only there.
fn caused_by(refusal: Refusal, cause: impl std::error::Error + Send + Sync + 'static) -> Status {
    let mut status = Status::from(refusal);
    status.set_source(Arc::new(cause));
    status
}
