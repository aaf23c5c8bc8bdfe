//! The files that a page is made of.

use std::fmt::Debug;

use bytes::Bytes;

/// Where a page's files come from.
pub trait Files: Debug + Send + Sync + 'static {
    /// The file of a name such as `assets/board.js`. Names are plain ones: none begins with a dot or a slash, or leads
    /// up. Does not wait.
    fn file(&self, name: &str) -> Option<File>;
}

/// A file of a page.
#[derive(Clone, Debug)]
pub struct File {
    /// What is in it.
    pub content: Bytes,
    /// SHA-256 of the content.
    pub hash: [u8; 32],
}

/// Whether this may be the name of a file: plain names below each other, none hidden. So no name leaves the folder, however
/// the file system reads it.
pub(crate) fn is_name(text: &str) -> bool {
    text.split('/').all(|part| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(plain)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_stay_in_their_folder() {
        for name in ["index.html", "assets/board-C_x9-1.js", "a/b/c", "a..b"] {
            assert!(is_name(name), "{name}");
        }
        for other in [
            "",
            "/",
            "/etc/passwd",
            "a//b",
            "a/",
            ".",
            "..",
            "../a",
            "a/../b",
            "a/.b",
            "..\\a",
            "a\\b",
            "c:a",
            "%2e%2e/a",
            "a\0b",
            "a b",
            "ä",
        ] {
            assert!(!is_name(other), "{other:?}");
        }
    }
}
