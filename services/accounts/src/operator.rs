//! The operator's token of a platform in one process: a file that only its owner can read.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use tempfile::NamedTempFile;

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
    let failed = |attempt| {
        let path = path.clone();
        move |source| KeyError::File { attempt, path, source }
    };
    match fs::read_to_string(&path) {
        Ok(text) => digest_of(&text).ok_or_else(|| {
            let what = "it holds no operator's token; move it away to get a new one";
            failed("use")(std::io::Error::new(ErrorKind::InvalidData, what))
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(data).map_err(failed("make the folder of"))?;
            let token = operator_token(rand::random());
            let write = || {
                // Files of this kind are for their owner only.
                let mut file = NamedTempFile::new_in(data)?;
                writeln!(file, "{}", token.as_str())?;
                file.as_file().sync_all()?;
                Ok(file)
            };
            let complete: NamedTempFile = write().map_err(failed("write"))?;
            complete
                .persist_noclobber(&path)
                .map_err(|error| failed("write")(error.error))?;
            Ok(token.digest())
        }
        Err(source) => Err(failed("read")(source)),
    }
}

fn digest_of(text: &str) -> Option<Digest> {
    match LongLivedToken::parse(text.trim_end())? {
        LongLivedToken::Operator(token) => Some(SecretText::digest(&token)),
        LongLivedToken::Personal(..) => None,
    }
}

#[cfg(test)]
mod tests {
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
