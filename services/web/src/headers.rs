//! What browsers are told beside the content.

use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, IF_NONE_MATCH, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderValue};

/// A name with a hash in it is another one for another content.
pub(crate) const KEEP_FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Kept, and asked for again by its tag before it is used.
pub(crate) const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// What is missing now may be there in a moment.
const KEEP_NOT: HeaderValue = HeaderValue::from_static("no-store");

/// Only what comes from here is loaded, run or called, and nobody frames the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// What the page has no use for, whatever runs in it.
const NOT_USED: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()";

/// On every response.
const SECURITY: [(HeaderName, HeaderValue); 6] = [
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // The address of a challenge is the right to accept it.
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(NOT_USED),
    ),
];

pub(crate) fn secure(headers: &mut HeaderMap) {
    headers.extend(SECURITY);
}

/// Of a text that says why something is not there.
pub(crate) fn explain(headers: &mut HeaderMap) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(CACHE_CONTROL, KEEP_NOT);
}

/// Whether the client has a response of this tag already (RFC 9110, section 13.1.2). No tag of ours has a comma in it.
pub(crate) fn has_already(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let is_tag = |listed: &str| {
        let listed = listed.trim();
        listed == "*" || listed.strip_prefix("W/").unwrap_or(listed).as_bytes() == tag.as_bytes()
    };
    let values = headers.get_all(IF_NONE_MATCH).into_iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(is_tag)
}
