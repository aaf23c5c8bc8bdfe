//! Where the platform is, and as whom to speak to it.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use corners_client::{CaBundle, Corners, Error, Options, Session};
use corners_service::startup::MainError;

/// Where `corners up` listens unless it is told otherwise.
pub(crate) const LOCAL_SERVER: &str = "http://127.0.0.1:8080";

/// Longer than any token.
const LONGEST_TOKEN: u64 = 4096;

/// Where the platform is.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlaceArgs {
    /// The platform's address
    #[arg(long, default_value = LOCAL_SERVER, value_name = "URI", global = true)]
    pub(crate) server: String,
    /// A file with the authorities, in PEM, that an https:// platform's certificate may come from, beside those that this
    /// machine trusts
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) ca: Option<PathBuf>,
}

impl PlaceArgs {
    /// A connection to it, within these bounds.
    pub(crate) async fn connect(&self, bounds: Options) -> Result<Corners, MainError> {
        let options = Options {
            ca: self.ca.as_deref().map(CaBundle::from_file).transpose()?,
            ..bounds
        };
        Corners::connect(&self.server, options)
            .await
            .map_err(|error| match error {
                // Nobody there is the first thing to go wrong; what to do about it is known.
                Error::Connect { .. } => format!("{error}\n  start a platform with: corners up").into(),
                error => error.into(),
            })
    }

    /// The session of whoever the token in a file is of.
    pub(crate) async fn session(&self, token_file: &Path) -> Result<Session, MainError> {
        let token = read_token(token_file)?;
        let corners = self.connect(Options::default()).await?;
        corners.with_personal_token(&token).await.map_err(explain)
    }
}

pub(crate) fn read_token(file: &Path) -> Result<String, MainError> {
    let read = || {
        let mut text = String::new();
        File::open(file)?.take(LONGEST_TOKEN).read_to_string(&mut text)?;
        Ok::<_, io::Error>(text.trim().to_owned())
    };
    read().map_err(|error| {
        let file = file.display();
        format!(
            "cannot read a token from {file}: {error}\n  \
             corners up keeps the operator's in its data folder, as admin-token; --token-file names another"
        )
        .into()
    })
}

/// Who is refused at the door has the wrong token.
fn explain(error: Error) -> MainError {
    match error {
        Error::SessionOver { refused } => {
            format!("the platform does not take the token: {refused}; --token-file names another").into()
        }
        error => error.into(),
    }
}
