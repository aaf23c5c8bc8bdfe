//! Certificates and keys as files hold them.
//!
//! No error repeats what a file says: it may be a key.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use rustls::{InconsistentKeys, RootCertStore};

use super::provider;

/// Files of certificates and keys are not larger, in bytes.
const LARGEST_FILE: u64 = 1024 * 1024;

/// What files hold, in the order of their paths.
pub(crate) type Contents = [Vec<u8>];

/// Why files of certificates and keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TlsFileError {
    #[error("cannot read {path}: {source}", path = path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{path} holds no whole certificate in PEM", path = .0.display())]
    NoCertificate(PathBuf),
    #[error("{path} holds no whole private key in PEM, without a password", path = .0.display())]
    NoKey(PathBuf),
    #[error("the key in {key} is not that of the certificate in {certificate}", key = .0.key.display(), certificate = .0.certificate.display())]
    AnothersKey(CertificateFiles),
    #[error("cannot use the certificates in {path}: {why}", path = path.display())]
    Unusable { path: PathBuf, why: String },
}

/// A certificate, with the chain behind it, and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CertificateFiles {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

impl CertificateFiles {
    pub(crate) fn paths(&self) -> [PathBuf; 2] {
        [self.certificate.clone(), self.key.clone()]
    }

    /// Makes a pair of the contents of the files.
    pub(crate) fn read(&self, contents: &Contents) -> Result<Arc<CertifiedKey>, TlsFileError> {
        let content = |place| contents.get(place).map_or(&[][..], Vec::as_slice);
        let chain = certificates(content(0)).ok_or_else(|| TlsFileError::NoCertificate(self.certificate.clone()))?;
        let key = PrivateKeyDer::from_pem_slice(content(1)).map_err(|_| TlsFileError::NoKey(self.key.clone()))?;
        let own = CertifiedKey::from_der(chain, key, &provider()).map_err(|error| match error {
            rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => TlsFileError::AnothersKey(self.clone()),
            rustls::Error::InvalidCertificate(_) => TlsFileError::NoCertificate(self.certificate.clone()),
            // Its text would be about the key.
            _ => TlsFileError::NoKey(self.key.clone()),
        })?;
        Ok(Arc::new(own))
    }

    /// What a failure that concerns no single file is told as.
    pub(crate) fn unusable(&self, why: &impl ToString) -> TlsFileError {
        TlsFileError::Unusable {
            path: self.certificate.clone(),
            why: why.to_string(),
        }
    }
}

/// The authorities in a file.
pub(crate) fn authorities(path: &Path, content: &[u8]) -> Result<Arc<RootCertStore>, TlsFileError> {
    let mut roots = RootCertStore::empty();
    for certificate in certificates(content).ok_or_else(|| TlsFileError::NoCertificate(path.to_owned()))? {
        roots
            .add(certificate)
            .map_err(|_| TlsFileError::NoCertificate(path.to_owned()))?;
    }
    Ok(Arc::new(roots))
}

/// All certificates, or none when there is none or one is cut short.
fn certificates(content: &[u8]) -> Option<Vec<CertificateDer<'static>>> {
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(content).collect();
    all.ok().filter(|certificates| !certificates.is_empty())
}

/// What the files hold now.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Vec<Vec<u8>>, TlsFileError> {
    paths.iter().map(|path| read_one(path)).collect()
}

fn read_one(path: &Path) -> Result<Vec<u8>, TlsFileError> {
    let read = || {
        let mut content = Vec::new();
        let read = File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut content)?;
        if read as u64 > LARGEST_FILE {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(content)
    };
    read().map_err(|source| TlsFileError::Unreadable {
        path: path.to_owned(),
        source,
    })
}
