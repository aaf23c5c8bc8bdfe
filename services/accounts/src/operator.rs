//! The operator's token of a platform in one process: a file that only its owner can read.

use std::io;
use std::path::Path;

use corners_service::secret_file::read_or_make;

use crate::domain::{Digest, LongLivedToken, SecretText, operator_token};
use crate::signing::KeyError;

/// The file of the operator's token, in the data folder.
pub const OPERATOR_TOKEN_FILE: &str = "admin-token";

/// The digest of the operator's token in the data folder, for [`Options::operator_token`](crate::Options). At the first
/// start the token is made, readable by its owner only.
///
/// # Errors
/// When the file cannot be read or written, or holds something else.
pub fn operator_token_in(data: &Path) -> Result<Digest, KeyError> {
    let path = data.join(OPERATOR_TOKEN_FILE);
    let make = || Ok::<_, KeyError>(format!("{}\n", operator_token(rand::random()).as_str()));
    let text = read_or_make(&path, "token for operators", make)?;
    digest_of(&text).ok_or_else(|| KeyError::File {
        attempt: "use",
        path,
        source: io::Error::new(
            io::ErrorKind::InvalidData,
            "it holds no operator's token; move it away to get a new one",
        ),
    })
}

fn digest_of(text: &str) -> Option<Digest> {
    match LongLivedToken::parse(text.trim_end())? {
        LongLivedToken::Operator(token) => Some(SecretText::digest(&token)),
        LongLivedToken::Personal(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_token_is_made_once_and_read_ever_after() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let made = operator_token_in(&data).unwrap();
        assert_eq!(operator_token_in(&data).unwrap(), made);
        let path = data.join(OPERATOR_TOKEN_FILE);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(SecretText::new(text.trim_end().to_owned()).digest(), made);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::write(&path, "copt_short").unwrap();
        assert!(
            operator_token_in(&data)
                .unwrap_err()
                .to_string()
                .contains(OPERATOR_TOKEN_FILE)
        );
    }
}
