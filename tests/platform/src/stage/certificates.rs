//! The certificates of a stage that speaks TLS.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use corners_client::CaBundle;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

/// One authority, and what it issues to each service.
#[derive(Debug)]
pub struct Certificates {
    folder: PathBuf,
    issuer: Issuer<'static, KeyPair>,
    ca: String,
    /// Every address that services are called at.
    addresses: Vec<String>,
}

impl Certificates {
    /// A new authority, whose files are in a folder.
    #[must_use]
    pub fn new(folder: &Path, addresses: impl IntoIterator<Item = IpAddr>) -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let ca = params.self_signed(&key).unwrap().pem();
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("ca.crt"), &ca).unwrap();
        Self {
            folder: folder.to_owned(),
            issuer: Issuer::new(params, key),
            ca,
            addresses: addresses.into_iter().map(|address| address.to_string()).collect(),
        }
    }

    /// The authority's certificate, in PEM.
    #[must_use]
    pub fn ca(&self) -> &str {
        &self.ca
    }

    /// The key that was issued to a service last, in PEM.
    #[must_use]
    pub fn key(&self, name: &str) -> String {
        std::fs::read_to_string(&self.files(name)[1]).unwrap()
    }

    /// What clients trust.
    #[must_use]
    pub fn bundle(&self) -> CaBundle {
        CaBundle::from_pem(self.ca.clone()).unwrap()
    }

    /// Issues a certificate, in the place of the one that there may be: the certificate's file, the key's, the authority's.
    pub fn issue(&self, name: &str) -> [PathBuf; 3] {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(self.addresses.clone()).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap().pem();
        let files = self.files(name);
        std::fs::write(&files[0], certificate).unwrap();
        std::fs::write(&files[1], key.serialize_pem()).unwrap();
        files
    }

    /// The settings of a service that is called by the public only.
    pub(super) fn public_settings(&self, name: &str) -> Vec<(String, String)> {
        let [certificate, key, _] = self.issue(name).map(|path| path.display().to_string());
        vec![
            ("CORNERS_TLS__CERTIFICATE".to_owned(), certificate),
            ("CORNERS_TLS__KEY".to_owned(), key),
        ]
    }

    /// The settings of a service that uses one certificate for everything.
    pub(super) fn settings(&self, name: &str) -> Vec<(String, String)> {
        let mut settings = self.public_settings(name);
        let [certificate, key, ca] = self.files(name).map(|path| path.display().to_string());
        settings.extend([
            ("CORNERS_INTERNAL__CERTIFICATE".to_owned(), certificate),
            ("CORNERS_INTERNAL__KEY".to_owned(), key),
            ("CORNERS_INTERNAL__CA".to_owned(), ca),
        ]);
        settings
    }

    fn files(&self, name: &str) -> [PathBuf; 3] {
        let file = |ending: &str| self.folder.join(format!("{name}.{ending}"));
        [file("crt"), file("key"), self.folder.join("ca.crt")]
    }
}
