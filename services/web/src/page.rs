//! What browsers get.

use bytes::Bytes;
use corners_service::server::Documents;
use data_encoding::HEXLOWER;
use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use crate::asked::{Asked, is_hashed};
use crate::built::Built;
use crate::encoding::{self, Encoding};
use crate::files::{File, Files, is_name};
use crate::headers::{ASK_AGAIN, KEEP_FOR_EVER, explain, has_already, secure};

/// The document that the page starts from, at every place in it.
const START: &str = "index.html";

/// How much of a hash is a tag, in bytes.
const TAG: usize = 16;

const NOT_FOUND: &str = "there is no such file\n";

const NOT_BUILT: &str = "the page was not built: run `npm ci && npm run build -w services/web` in the folder of the \
     sources, and build this program again\n";

/// A page, made of files.
///
/// A place in the page, such as `/table/<id>`, is answered with the document that it starts from. Of a file, the build may
/// have made encoded ones beside it (`.br`, `.gz`): a client that accepts one gets it, under the name of the file.
#[derive(Clone, Debug)]
pub struct Page<F> {
    files: F,
}

impl Page<Built> {
    /// The page as npm built it.
    #[must_use]
    pub const fn built() -> Self {
        Self::new(Built)
    }
}

impl<F: Files> Page<F> {
    /// A page of these files.
    #[must_use]
    pub const fn new(files: F) -> Self {
        Self { files }
    }

    /// Whether there is a page at all.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.files.file(START).is_some()
    }

    /// The file of a name, as a client gets it that sends these headers.
    fn file(&self, name: &str, asked: &HeaderMap) -> Option<Response<Bytes>> {
        if !is_name(name) || Encoding::is_of(name) {
            return None;
        }
        let (file, encoding) = self.encoded(name, asked)?;
        let tag = tag_of(&file);
        let is_known = tag.as_ref().is_some_and(|tag| has_already(asked, tag));
        let mut response = Response::new(if is_known { Bytes::new() } else { file.content });
        let headers = response.headers_mut();
        headers.insert(VARY, HeaderValue::from(ACCEPT_ENCODING));
        headers.insert(CACHE_CONTROL, if is_hashed(name) { KEEP_FOR_EVER } else { ASK_AGAIN });
        headers.extend(tag.map(|tag| (ETAG, tag)));
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return Some(response);
        }
        headers.extend(type_of(name).map(|value| (CONTENT_TYPE, value)));
        headers.extend(encoding.map(|encoding| (CONTENT_ENCODING, encoding.value())));
        Some(response)
    }

    /// The best that the client accepts of what the build has made of a file.
    fn encoded(&self, name: &str, asked: &HeaderMap) -> Option<(File, Option<Encoding>)> {
        let plain = self.files.file(name)?;
        let encoded = encoding::accepted(asked).find_map(|encoding| {
            let file = self.files.file(&format!("{name}{}", encoding.suffix()))?;
            Some((file, Some(encoding)))
        });
        Some(encoded.unwrap_or((plain, None)))
    }
}

impl<F: Files> Documents for Page<F> {
    fn answer(&self, request: &Parts) -> Option<Response<Bytes>> {
        let asked = &request.headers;
        let mut response = match Asked::by(request.uri.path()) {
            Asked::Other => return None,
            Asked::File(name) => self
                .file(name, asked)
                .unwrap_or_else(|| missing(StatusCode::NOT_FOUND, NOT_FOUND)),
            Asked::Place => self
                .file(START, asked)
                .unwrap_or_else(|| missing(StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT)),
        };
        secure(response.headers_mut());
        Some(response)
    }
}

/// What stands for the content, in one encoding: a strong tag.
fn tag_of(file: &File) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("\"{}\"", HEXLOWER.encode(&file.hash[..TAG]))).ok()
}

/// The type of a file by its name, of which texts are UTF-8.
fn type_of(name: &str) -> Option<HeaderValue> {
    let guessed = mime_guess::from_path(name).first_or_octet_stream();
    let is_text = guessed.type_() == mime_guess::mime::TEXT;
    HeaderValue::try_from(format!("{guessed}{}", if is_text { "; charset=utf-8" } else { "" })).ok()
}

fn missing(status: StatusCode, text: &'static str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from_static(text.as_bytes()));
    *response.status_mut() = status;
    explain(response.headers_mut());
    response
}
