//! How the content of a file is encoded for a client that says what it accepts (RFC 9110, section 12.5.3).

use http::header::ACCEPT_ENCODING;
use http::{HeaderMap, HeaderValue};

/// An encoding that the build has made of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// What the name of an encoded file ends with, behind that of the file.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// The encoding, as headers name it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    pub(crate) const fn value(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }

    /// Whether this is the name of an encoded file.
    pub(crate) fn is_of(name: &str) -> bool {
        [Self::Brotli, Self::Gzip]
            .iter()
            .any(|encoding| name.ends_with(encoding.suffix()))
    }
}

/// The encodings that a client would rather have than none, the best first. The smaller one is the better of two that are
/// equally welcome.
pub(crate) fn accepted(headers: &HeaderMap) -> impl Iterator<Item = Encoding> + use<> {
    let weight_of = |name| quality(headers, name).unwrap_or(0);
    // Unless it is named, no encoding is always good, and always the last choice.
    let plain = weight_of("identity");
    let [brotli, gzip] = [Encoding::Brotli, Encoding::Gzip].map(|encoding| (weight_of(encoding.name()), encoding));
    let ordered = if gzip.0 > brotli.0 {
        [gzip, brotli]
    } else {
        [brotli, gzip]
    };
    let welcome = move |&(weight, _): &(u16, Encoding)| weight > 0 && weight >= plain;
    ordered.into_iter().filter(welcome).map(|(_, encoding)| encoding)
}

/// How welcome an encoding is, in thousandths: as it is named or, if it is not, as all others are. None if nothing is said.
fn quality(headers: &HeaderMap, name: &str) -> Option<u16> {
    let listed = || {
        let values = headers.get_all(ACCEPT_ENCODING).into_iter();
        values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(|item| item.split_once(';').unwrap_or((item, "")))
    };
    let find = |wanted: &str| {
        let (_, weight) = listed().find(|(listed, _)| listed.trim().eq_ignore_ascii_case(wanted))?;
        Some(thousandths(weight.trim()))
    };
    find(name).or_else(|| find("*"))
}

/// A weight such as `q=0.5`. What is none says that the encoding is named, and no more. What is malformed wants nothing.
fn thousandths(weight: &str) -> u16 {
    if weight.is_empty() {
        return 1000;
    }
    let number = weight.strip_prefix("q=").or_else(|| weight.strip_prefix("Q="));
    let number = number.and_then(|number| number.parse::<f32>().ok());
    match number {
        // In range, so that it fits.
        Some(number @ 0.0..=1.0) => (number * 1000.0).round() as u16,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(accept: &[&'static str]) -> Vec<&'static str> {
        let values = accept
            .iter()
            .map(|text| (ACCEPT_ENCODING, HeaderValue::from_static(text)));
        let mut headers = HeaderMap::new();
        values.for_each(|(name, value)| {
            headers.append(name, value);
        });
        accepted(&headers).map(Encoding::name).collect()
    }

    #[test]
    fn the_best_of_what_is_accepted_comes_first() {
        for (accept, expected) in [
            (&[][..], &[][..]),
            (&[""], &[]),
            (&["gzip, deflate, br, zstd"], &["br", "gzip"]),
            (&["gzip", "br"], &["br", "gzip"]),
            (&["GZip"], &["gzip"]),
            (&["deflate, zstd"], &[]),
            (&["identity"], &[]),
            (&["br;q=0.5, gzip;q=0.8"], &["gzip", "br"]),
            (&["br; q=0.5, gzip ;q=0.5"], &["br", "gzip"]),
            (&["br;q=0, gzip"], &["gzip"]),
            (&["br;q=0.000, gzip;Q=0.001"], &["gzip"]),
            (&["gzip;q=0"], &[]),
            (&["*"], &["br", "gzip"]),
            (&["*, br;q=0"], &["gzip"]),
            (&["*;q=0"], &[]),
            (&["*;q=0, gzip"], &["gzip"]),
            (&["identity, gzip"], &["gzip"]),
            (&["identity;q=0.9, gzip;q=0.5, br"], &["br"]),
            (&["identity;q=0, br;q=0.1"], &["br"]),
        ] {
            assert_eq!(of(accept), expected, "{accept:?}");
        }
    }

    #[test]
    fn an_encoding_with_a_malformed_weight_is_not_taken() {
        for malformed in [
            "br;q=2",
            "br;q=-1",
            "br;q=",
            "br;q",
            "br;level=3",
            "br;q=NaN",
            "br;q=inf",
        ] {
            assert!(of(&[malformed]).is_empty(), "{malformed}");
        }
    }
}
