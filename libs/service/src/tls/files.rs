//! Something that is made of the contents of files, and made anew when these change.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::time::sleep;

use super::pem::{self, Contents, TlsFileError};

/// How often the files are looked at. Their content counts: whoever swaps symbolic links or copies files changes it, and
/// times of change tell nothing of that.
const LOOK_INTERVAL: Duration = Duration::from_secs(2);

/// A value made of files. It is swapped whole, and the last good one stays when the files are not.
pub(crate) struct FromFiles<T> {
    paths: Vec<PathBuf>,
    make: Make<T>,
    now: RwLock<T>,
    /// What the files held when they were last looked at, good or not.
    seen: Mutex<Seen>,
}

type Make<T> = Box<dyn Fn(&Contents) -> Result<T, TlsFileError> + Send + Sync>;

/// A digest of the contents, or why there are none.
#[derive(PartialEq, Eq)]
enum Seen {
    Content([u8; 32]),
    Unreadable(String),
}

impl<T: Clone + Send + Sync + 'static> FromFiles<T> {
    /// Makes the value, and again whenever the files change, until it is dropped. Needs a runtime to be called in.
    ///
    /// # Errors
    ///
    /// When the files cannot be used.
    pub(crate) fn open(
        paths: Vec<PathBuf>,
        make: impl Fn(&Contents) -> Result<T, TlsFileError> + Send + Sync + 'static,
    ) -> Result<Arc<Self>, TlsFileError> {
        let kept = Arc::new(Self::read(paths, make)?);
        let looking = Arc::downgrade(&kept);
        tokio::spawn(async move {
            loop {
                sleep(LOOK_INTERVAL).await;
                let Some(kept) = looking.upgrade() else {
                    return;
                };
                // Files may be on another machine, and take their time.
                let _ = tokio::task::spawn_blocking(move || kept.look()).await;
            }
        });
        Ok(kept)
    }

    fn read(
        paths: Vec<PathBuf>,
        make: impl Fn(&Contents) -> Result<T, TlsFileError> + Send + Sync + 'static,
    ) -> Result<Self, TlsFileError> {
        let contents = pem::read_all(&paths)?;
        Ok(Self {
            now: RwLock::new(make(&contents)?),
            seen: Mutex::new(Seen::Content(digest(&contents))),
            make: Box::new(make),
            paths,
        })
    }

    /// The value, as of the last good contents.
    pub(crate) fn now(&self) -> T {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes the value anew if the files have changed. Tells what came of it, once.
    fn look(&self) {
        let contents = pem::read_all(&self.paths);
        let seen = match &contents {
            Ok(contents) => Seen::Content(digest(contents)),
            Err(error) => Seen::Unreadable(error.to_string()),
        };
        let mut before = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if *before == seen {
            return;
        }
        *before = seen;
        drop(before);
        match contents.and_then(|contents| (self.make)(&contents)) {
            Ok(made) => {
                *self.now.write().unwrap_or_else(PoisonError::into_inner) = made;
                tracing::info!(files = %self, "certificates have changed: new connections use the new ones");
            }
            Err(error) => {
                tracing::warn!(files = %self, %error, "certificates have changed and cannot be used: the old ones stay");
            }
        }
    }
}

/// Of all contents; where each ends counts, too.
fn digest(contents: &Contents) -> [u8; 32] {
    let mut digest = Sha256::new();
    for content in contents {
        digest.update((content.len() as u64).to_be_bytes());
        digest.update(content);
    }
    digest.finalize().into()
}

impl<T> fmt::Display for FromFiles<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths: Vec<_> = self.paths.iter().map(|path| path.display().to_string()).collect();
        formatter.write_str(&paths.join(", "))
    }
}

impl<T> fmt::Debug for FromFiles<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("FromFiles").field(&self.paths).finish()
    }
}

#[cfg(test)]
mod tests;
