//! The token of a request.

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};

use super::TokenError;

/// Takes the credential out of a request, so that nothing behind can leak it; none where it brings none.
///
/// # Errors
///
/// [`TokenError::Invalid`] when it brings several.
pub(crate) fn take_credential(headers: &mut HeaderMap) -> Result<Option<HeaderValue>, TokenError> {
    let several = headers.get_all(AUTHORIZATION).iter().count() > 1;
    match headers.remove(AUTHORIZATION) {
        Some(_) if several => Err(TokenError::Invalid),
        credential => Ok(credential),
    }
}

/// The token of a credential. The scheme's name has no case (RFC 9110).
///
/// # Errors
///
/// [`TokenError::Invalid`] when it is something else.
pub(crate) fn token_of(credential: &HeaderValue) -> Result<&str, TokenError> {
    let parts = credential.to_str().ok().and_then(|text| text.split_once(' '));
    let token = parts.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    token
        .map(|(_, token)| token.trim_matches(' '))
        .ok_or(TokenError::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(values: &[&'static str]) -> Result<Option<String>, TokenError> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(AUTHORIZATION, HeaderValue::from_static(value));
        }
        let taken = take_credential(&mut headers);
        assert!(!headers.contains_key(AUTHORIZATION));
        taken?
            .as_ref()
            .map(|credential| token_of(credential).map(str::to_owned))
            .transpose()
    }

    #[test]
    fn a_request_has_one_bearer_token_or_none() {
        assert_eq!(taken(&[]), Ok(None));
        for good in ["Bearer t", "bearer  t "] {
            assert_eq!(taken(&[good]), Ok(Some("t".to_owned())));
        }
        for bad in [&["t"][..], &["Basic dDp0"], &[""], &["Bearer t", "Bearer t"]] {
            assert_eq!(taken(bad), Err(TokenError::Invalid), "{bad:?}");
        }
    }
}
