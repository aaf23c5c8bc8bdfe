//! Keeps a service's trust up to date: it asks accounts every few seconds.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use corners_proto::accounts::internal::v1::accounts_internal_service_client::AccountsInternalServiceClient;
use corners_proto::accounts::internal::v1::{GetTrustRequest, GetTrustResponse, Revocation};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status};

use super::{KeySet, KeySetError, Trust};
use crate::internal::InternalChannel;

/// Between two questions.
const EVERY: Duration = Duration::from_secs(10);

/// Between two questions, however much somebody wants to know: tokens of keys that do not exist are anybody's to send.
const AT_MOST_EVERY: Duration = Duration::from_secs(1);

/// How long an answer may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(3);

/// A revocation becomes visible a little later than its moment: so much of the past is asked for again.
const OVERLAP_MS: u64 = 120_000;

/// Pages of one answer: more than there can be revocations.
const MOST_PAGES: usize = 1000;

/// Why the trust is not up to date.
#[derive(Debug, thiserror::Error)]
enum FollowError {
    #[error("accounts does not answer: {0}")]
    Away(#[from] Status),
    #[error(transparent)]
    Keys(#[from] KeySetError),
    #[error("accounts tells of a revocation whose subject has not 16 bytes")]
    Subject,
    #[error("accounts tells of revocations without end")]
    Endless,
}

impl Trust {
    /// Asks the service behind `accounts` whom to trust, now and every ten seconds, and within a second of a token that names a
    /// key which is not known; until `over`.
    ///
    /// While accounts does not answer, what is known goes on to count. The keys are kept in the file `kept`, if there is one:
    /// a process that starts while accounts is away knows them from before.
    pub fn follow(&self, accounts: InternalChannel, kept: Option<PathBuf>, over: CancellationToken) -> JoinHandle<()> {
        if let Some(path) = &kept {
            self.read_kept(path);
        }
        let follower = Follower {
            trust: self.clone(),
            kept,
            accounts: AccountsInternalServiceClient::new(accounts),
            since_ms: 0,
            trouble: false,
        };
        tokio::spawn(async move {
            // Ends when it is over.
            let _ = over.run_until_cancelled(follower.go_on()).await;
        })
    }
}

impl Trust {
    fn read_kept(&self, path: &Path) {
        let read = match std::fs::read_to_string(path) {
            Ok(jwks) => KeySet::from_jwks(&jwks).map_err(|error| error.to_string()),
            Err(error) if error.kind() == ErrorKind::NotFound => return,
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok(keys) => drop(self.set_keys(keys)),
            Err(error) => tracing::warn!(path = %path.display(), error, "cannot use the keys of the last run"),
        }
    }
}

struct Follower {
    trust: Trust,
    kept: Option<PathBuf>,
    accounts: AccountsInternalServiceClient<InternalChannel>,
    since_ms: u64,
    trouble: bool,
}

impl Follower {
    async fn go_on(mut self) {
        loop {
            let outcome = self.ask().await;
            self.tell(outcome.as_ref().err());
            sleep(AT_MOST_EVERY).await;
            // Before the first answer nobody can call: asked again at once.
            if self.trust.keys().is_some() {
                let _ = timeout(EVERY - AT_MOST_EVERY, self.trust.asked()).await;
            }
        }
    }

    async fn ask(&mut self) -> Result<(), FollowError> {
        let mut page_token = String::new();
        for page in 0..MOST_PAGES {
            let answer = self.page(page_token).await?;
            let now = UNIX_EPOCH + Duration::from_millis(answer.as_of_ms);
            if self.trust.set_keys(KeySet::from_jwks(&answer.jwks)?) {
                self.keep(&answer.jwks).await;
            }
            let revocations = answer.revocations.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            self.trust.revoke(revocations, now);
            if answer.next_page_token.is_empty() {
                self.since_ms = answer.as_of_ms.saturating_sub(OVERLAP_MS);
                return Ok(());
            }
            tracing::debug!(page, "revocations go on");
            page_token = answer.next_page_token;
        }
        Err(FollowError::Endless)
    }

    /// Keeps the keys for the next start. Without it that start waits for accounts, and nothing else is lost.
    async fn keep(&self, jwks: &str) {
        let Some(path) = &self.kept else { return };
        let aside = path.with_extension("new");
        let write = async {
            if let Some(folder) = path.parent() {
                tokio::fs::create_dir_all(folder).await?;
            }
            tokio::fs::write(&aside, jwks).await?;
            tokio::fs::rename(&aside, path).await
        };
        if let Err(error) = write.await {
            tracing::warn!(path = %path.display(), %error, "cannot keep the keys for the next start");
        }
    }

    async fn page(&mut self, page_token: String) -> Result<GetTrustResponse, Status> {
        let mut request = Request::new(GetTrustRequest {
            since_ms: self.since_ms,
            page_token,
        });
        request.set_timeout(ANSWER_WITHIN);
        Ok(self.accounts.get_trust(request).await?.into_inner())
    }

    /// Says once that accounts is away, and once that it is back.
    fn tell(&mut self, error: Option<&FollowError>) {
        match error {
            Some(error) if !self.trouble => {
                tracing::warn!(%error, "cannot learn which tokens were revoked; what is known goes on to count");
            }
            None if self.trouble => tracing::info!("accounts tells again which tokens were revoked"),
            _ => {}
        }
        self.trouble = error.is_some();
    }
}

fn read(revocation: &Revocation) -> Result<([u8; 16], u64), FollowError> {
    let subject = <[u8; 16]>::try_from(&*revocation.subject).map_err(|_| FollowError::Subject)?;
    Ok((subject, revocation.revoked_at_ms))
}
