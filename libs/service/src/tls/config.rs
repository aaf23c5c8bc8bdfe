//! The section `[tls]`.

use std::path::PathBuf;

use serde::Deserialize;

use super::CertificateFiles;

/// The certificate of the public listener: the section `[tls]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct TlsConfig(pub(crate) Option<CertificateFiles>);

impl TlsConfig {
    /// Whether clients speak TLS.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    certificate: PathBuf,
    key: PathBuf,
}

/// Why the section cannot be used.
#[derive(Debug, thiserror::Error)]
enum SectionError {
    #[error("certificate names a file and key does not: name both, or none for plain text")]
    NoKey,
    #[error("key names a file and certificate does not: name both, or none for plain text")]
    NoCertificate,
}

impl TryFrom<Section> for TlsConfig {
    type Error = SectionError;

    fn try_from(section: Section) -> Result<Self, SectionError> {
        let Section { certificate, key } = section;
        match (is_named(&certificate), is_named(&key)) {
            (false, false) => Ok(Self(None)),
            (true, true) => Ok(Self(Some(CertificateFiles { certificate, key }))),
            (true, false) => Err(SectionError::NoKey),
            (false, true) => Err(SectionError::NoCertificate),
        }
    }
}

fn is_named(file: &std::path::Path) -> bool {
    !file.as_os_str().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(overrides: &[(&str, &str)]) -> Result<TlsConfig, String> {
        #[derive(Deserialize)]
        struct Settings {
            tls: TlsConfig,
        }
        let overrides = overrides
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        crate::config::load(crate::DEFAULTS, None, [], overrides)
            .map(|settings: Settings| settings.tls)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn it_is_off_by_default_and_on_with_both_files() {
        assert!(!load(&[]).unwrap().is_on());
        assert!(
            load(&[("tls.certificate", "a.pem"), ("tls.key", "b.pem")])
                .unwrap()
                .is_on()
        );
    }

    #[test]
    fn one_file_without_the_other_is_refused_by_name() {
        let refused = load(&[("tls.certificate", "a.pem")]).unwrap_err();
        assert!(refused.contains("name both"), "{refused}");
        let refused = load(&[("tls.key", "a.pem")]).unwrap_err();
        assert!(refused.contains("name both"), "{refused}");
    }
}
