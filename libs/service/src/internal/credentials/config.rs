//! The section `[internal]`.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{MutualFiles, ServiceCredentials, ServiceToken};
use crate::config::ConfigError;
use crate::server::ServerConfig;
use crate::tls::CertificateFiles;

/// The section `[internal]` of the default configuration, with every setting explained. Each service has a port of its own
/// to `listen` on.
#[must_use]
pub fn defaults(listen: &str) -> String {
    let listen = include_str!("../listen.toml").replace("{listen}", listen);
    ["[internal]\n", &listen, include_str!("../internal.toml")].concat()
}

/// The same for a service that serves nothing to other services, and only asks them.
#[must_use]
pub fn defaults_of_a_caller() -> String {
    ["[internal]\n", include_str!("../internal.toml")].concat()
}

/// How the services of the platform reach each other and prove that they belong to it: the section `[internal]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct InternalConfig {
    /// The address to listen on for other services.
    pub listen: SocketAddr,
    credentials: CredentialsConfig,
}

/// How a service that serves nothing to other services proves that it belongs to the platform: the section `[internal]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct CredentialsConfig {
    proof: Proof,
    plaintext: bool,
}

/// What services prove themselves with.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Proof {
    Certificates(MutualFiles),
    Token(PathBuf),
}

impl InternalConfig {
    /// The settings of the server for other services: those of the public one, at the address of its own.
    #[must_use]
    pub fn server(&self, public: &ServerConfig) -> ServerConfig {
        ServerConfig {
            listen: self.listen,
            ..public.clone()
        }
    }

    /// As [`CredentialsConfig::credentials`].
    ///
    /// # Errors
    ///
    /// When the files cannot be used.
    pub fn credentials(&self) -> Result<ServiceCredentials, ConfigError> {
        self.credentials.credentials()
    }
}

impl CredentialsConfig {
    /// What the files hold; a token is made if there is none. Needs a runtime to be called in.
    ///
    /// # Errors
    ///
    /// When they cannot be used.
    pub fn credentials(&self) -> Result<ServiceCredentials, ConfigError> {
        let credentials = match &self.proof {
            Proof::Certificates(MutualFiles { own, ca }) => {
                ServiceCredentials::certificates(&own.certificate, &own.key, ca)?
            }
            Proof::Token(file) => ServiceCredentials::token(ServiceToken::read_or_make(file)?),
        };
        Ok(credentials.plaintext(self.plaintext))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    listen: Option<SocketAddr>,
    certificate: PathBuf,
    key: PathBuf,
    ca: PathBuf,
    token_file: PathBuf,
    plaintext: bool,
}

/// Why the section cannot be used.
#[derive(Debug, thiserror::Error)]
enum SectionError {
    #[error("{missing} names no file: name one for certificate, key and ca, or for none of them")]
    Incomplete { missing: &'static str },
    #[error("token_file names no file, and there are no certificates")]
    NoToken,
    #[error("listen names no address")]
    NoAddress,
}

impl TryFrom<Section> for InternalConfig {
    type Error = SectionError;

    fn try_from(section: Section) -> Result<Self, SectionError> {
        Ok(Self {
            listen: section.listen.ok_or(SectionError::NoAddress)?,
            credentials: section.try_into()?,
        })
    }
}

impl TryFrom<Section> for CredentialsConfig {
    type Error = SectionError;

    fn try_from(section: Section) -> Result<Self, SectionError> {
        let files = [
            ("certificate", &section.certificate),
            ("key", &section.key),
            ("ca", &section.ca),
        ];
        let missing: Vec<_> = files.iter().filter(|(_, file)| is_missing(file)).collect();
        let proof = match missing[..] {
            [] => Proof::Certificates(MutualFiles {
                own: CertificateFiles {
                    certificate: section.certificate,
                    key: section.key,
                },
                ca: section.ca,
            }),
            [_, _, _] if is_missing(&section.token_file) => return Err(SectionError::NoToken),
            [_, _, _] => Proof::Token(section.token_file),
            [(missing, _), ..] => return Err(SectionError::Incomplete { missing }),
        };
        Ok(Self {
            proof,
            plaintext: section.plaintext,
        })
    }
}

fn is_missing(file: &Path) -> bool {
    file.as_os_str().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(overrides: &[(&str, &str)]) -> Result<InternalConfig, String> {
        #[derive(Deserialize)]
        struct Settings {
            internal: InternalConfig,
        }
        let overrides = overrides
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        crate::config::load(&defaults("127.0.0.1:8081"), None, [], overrides)
            .map(|settings: Settings| settings.internal)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn it_is_a_token_by_default_and_certificates_when_all_three_are_named() {
        let default = load(&[]).unwrap();
        assert_eq!(default.listen.to_string(), "127.0.0.1:8081");
        assert_eq!(default.credentials.proof, Proof::Token("data/service-token".into()));
        let all = [
            ("internal.certificate", "a"),
            ("internal.key", "b"),
            ("internal.ca", "c"),
        ];
        assert!(matches!(load(&all).unwrap().credentials.proof, Proof::Certificates(_)));
    }

    #[test]
    fn who_only_calls_others_has_no_address() {
        #[derive(Debug, Deserialize)]
        struct Settings {
            internal: CredentialsConfig,
        }
        let load = |key: &str, value: &str| {
            let overrides = [(key.to_owned(), value.to_owned())];
            crate::config::load::<Settings>(&defaults_of_a_caller(), None, [], overrides)
        };
        let loaded = load("internal.token_file", "t").unwrap().internal;
        assert_eq!(loaded.proof, Proof::Token("t".into()));
        let refused = load("internal.listen", "127.0.0.1:1").unwrap_err().to_string();
        assert!(refused.contains("internal.listen"), "{refused}");
    }

    #[test]
    fn a_part_of_them_is_refused_and_what_is_missing_is_named() {
        for (given, missing) in [
            (&["certificate"][..], "key"),
            (&["key"], "certificate"),
            (&["ca"], "certificate"),
            (&["certificate", "key"], "ca"),
            (&["certificate", "ca"], "key"),
        ] {
            let named: Vec<_> = given.iter().map(|name| format!("internal.{name}")).collect();
            let overrides: Vec<_> = named.iter().map(|name| (name.as_str(), "file.pem")).collect();
            let refused = load(&overrides).unwrap_err();
            assert!(refused.contains(&format!("{missing} names no file")), "{refused}");
        }
        assert!(load(&[("internal.token_file", "")]).unwrap_err().contains("token_file"));
    }
}
