//! Hashing passwords, which is meant to be slow, without slowing down anything else.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash as Phc;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use corners_proto::error::{Reason, Refusal};
use tokio::sync::Semaphore;
use tonic::Status;

use crate::domain::{Password, PasswordHash};

/// Argon2id with 19 MiB, two passes and one lane: the first choice of the OWASP cheat sheet on storing passwords.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Who may wait for a core; a hash takes some 20 ms, so that this is about a second.
const MOST_WAITING: usize = 64;

const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Verified in place of the password of an account that does not exist, which is to take as long.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Y29ybmVycyBub2JvZHkhIQ$Y4KzzIgUErd7/K7tAmABwA2eMCXmbCD25+kvB5hRRio";

/// Hashes and verifies passwords: as many at once as there are cores, with a bounded queue before them.
#[derive(Clone, Debug)]
pub(crate) struct Hasher {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
}

impl Hasher {
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            running: Arc::new(Semaphore::new(cores)),
            admitted: Arc::new(Semaphore::new(cores + MOST_WAITING)),
        }
    }

    /// Passes while there is room for one more.
    pub(crate) fn has_room(&self) -> Result<(), Status> {
        match self.admitted.available_permits() {
            0 => Err(overloaded()),
            _ => Ok(()),
        }
    }

    /// The hash of a password that is to be kept.
    pub(crate) async fn hash(&self, password: Password) -> Result<PasswordHash, Status> {
        let hash = self.run(move || {
            let salt: [u8; 16] = rand::random();
            let hash: Phc = argon2()?.hash_password_with_salt(password.as_bytes(), &salt)?;
            Ok(PasswordHash::new(hash.to_string()))
        });
        hash.await
    }

    /// Whether this is the password. Takes as long when there is none.
    pub(crate) async fn verify(&self, password: Password, hash: Option<PasswordHash>) -> Result<bool, Status> {
        let verified = self.run(move || {
            let text = hash.as_ref().map_or(NOBODYS, PasswordHash::as_str);
            let matches = argon2()?.verify_password(password.as_bytes(), &Phc::new(text)?);
            Ok(matches.is_ok() && hash.is_some())
        });
        verified.await
    }

    async fn run<R: Send + 'static>(
        &self,
        job: impl FnOnce() -> argon2::password_hash::Result<R> + Send + 'static,
    ) -> Result<R, Status> {
        let _admitted = Arc::clone(&self.admitted)
            .try_acquire_owned()
            .map_err(|_| overloaded())?;
        let running = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|_| overloaded())?;
        let done = tokio::task::spawn_blocking(move || {
            let outcome = job();
            drop(running);
            outcome
        });
        let failed = || Status::from(Refusal::new(Reason::Internal, "cannot hash the password"));
        done.await.map_err(|_| failed())?.map_err(|error| {
            tracing::error!(%error, "cannot hash a password");
            failed()
        })
    }
}

fn argon2() -> argon2::password_hash::Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn overloaded() -> Status {
    let message = "as many passwords are being checked as can be; try again in a second";
    Refusal::new(Reason::Overloaded, message)
        .retry_after(RETRY_AFTER)
        .into()
}

#[cfg(test)]
mod tests {
    use corners_proto::error::reason_of;

    use super::*;

    fn typed(text: &str) -> Password {
        Password::typed(text)
    }

    #[tokio::test]
    async fn a_password_is_known_by_its_hash() {
        let hasher = Hasher::new();
        let hash = hasher.hash(typed("correct horse")).await.unwrap();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let again = hasher.hash(typed("correct horse")).await.unwrap();
        assert_ne!(hash, again, "salted");
        assert!(hasher.verify(typed("correct horse"), Some(hash.clone())).await.unwrap());
        assert!(!hasher.verify(typed("correct hors"), Some(hash)).await.unwrap());
        let broken = PasswordHash::new("not a hash".to_owned());
        assert!(hasher.verify(typed("x"), Some(broken)).await.is_err());
    }

    #[tokio::test]
    async fn nobodys_password_is_never_right_and_costs_as_much() {
        let nobodys = Phc::new(NOBODYS).unwrap();
        assert_eq!(
            Params::try_from(&nobodys).unwrap(),
            Params::new(MEMORY_KIB, PASSES, LANES, Some(32)).unwrap()
        );
        assert!(!Hasher::new().verify(typed("correct horse"), None).await.unwrap());
    }

    #[tokio::test]
    async fn who_would_wait_too_long_is_turned_away() {
        let hasher = Hasher::new();
        let all = u32::try_from(hasher.admitted.available_permits()).unwrap();
        let _busy = hasher.admitted.clone().acquire_many_owned(all).await.unwrap();
        let refused = hasher.verify(typed("x"), None).await.unwrap_err();
        assert_eq!(reason_of(&refused).as_deref(), Some("OVERLOADED"));
    }
}
