//! Authorities and the certificates they issue, in files.

use std::fs;
use std::path::PathBuf;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use tempfile::TempDir;

/// An authority.
pub struct Authority {
    pub pem: String,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate and its key, in PEM.
#[derive(Clone)]
pub struct Issued {
    pub certificate: String,
    pub key: String,
}

impl Authority {
    pub fn new() -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        Self {
            pem,
            issuer: Issuer::new(params, key),
        }
    }

    /// A certificate for 127.0.0.1 and this name.
    pub fn issue(&self, name: &str) -> Issued {
        self.sign(&Self::params(name))
    }

    /// One that nobody accepts any more.
    pub fn issue_expired(&self, name: &str) -> Issued {
        let mut params = Self::params(name);
        (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2021, 1, 1));
        self.sign(&params)
    }

    fn params(name: &str) -> CertificateParams {
        CertificateParams::new(["127.0.0.1".to_owned(), name.to_owned()]).unwrap()
    }

    fn sign(&self, params: &CertificateParams) -> Issued {
        let key = KeyPair::generate().unwrap();
        Issued {
            certificate: params.signed_by(&key, &self.issuer).unwrap().pem(),
            key: key.serialize_pem(),
        }
    }
}

/// A certificate in files.
pub struct Files(TempDir);

impl Files {
    pub fn with(issued: &Issued) -> Self {
        let files = Self(TempDir::new().unwrap());
        files.write(issued);
        files
    }

    pub fn write(&self, issued: &Issued) {
        fs::write(self.certificate(), &issued.certificate).unwrap();
        fs::write(self.key(), &issued.key).unwrap();
    }

    pub fn certificate(&self) -> PathBuf {
        self.0.path().join("tls.crt")
    }

    pub fn key(&self) -> PathBuf {
        self.0.path().join("tls.key")
    }

    /// Another file beside them.
    pub fn add(&self, name: &str, content: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }
}
