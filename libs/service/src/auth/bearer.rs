//! The token of a request.

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};

use super::TokenError;

/// Takes the token out of a request, so that nothing behind can leak it; none where it brings none.
///
/// # Errors
///
/// [`TokenError::Invalid`] when it brings something else, or several.
pub(crate) fn take_token(headers: &mut HeaderMap) -> Result<Option<HeaderValue>, TokenError> {
    let several = headers.get_all(AUTHORIZATION).iter().count() > 1;
    match headers.remove(AUTHORIZATION) {
        None => Ok(None),
        Some(_) if several => Err(TokenError::Invalid),
        Some(header) => token(&header).map(Some).ok_or(TokenError::Invalid),
    }
}

/// The scheme's name has no case (RFC 9110).
fn token(header: &HeaderValue) -> Option<HeaderValue> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    let token = scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_matches(' '))?;
    HeaderValue::from_str(token).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(values: &[&'static str]) -> Result<Option<HeaderValue>, TokenError> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(AUTHORIZATION, HeaderValue::from_static(value));
        }
        let taken = take_token(&mut headers);
        assert!(!headers.contains_key(AUTHORIZATION));
        taken
    }

    #[test]
    fn a_request_has_one_bearer_token_or_none() {
        assert_eq!(taken(&[]), Ok(None));
        for good in ["Bearer t", "bearer  t "] {
            assert_eq!(taken(&[good]), Ok(Some(HeaderValue::from_static("t"))));
        }
        for bad in [&["t"][..], &["Basic dDp0"], &[""], &["Bearer t", "Bearer t"]] {
            assert_eq!(taken(bad), Err(TokenError::Invalid), "{bad:?}");
        }
    }
}
