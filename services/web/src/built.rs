//! The page as npm built it.

use std::borrow::Cow;

use bytes::Bytes;
use rust_embed::Embed;

use crate::files::{File, Files};

#[derive(Embed)]
#[folder = "dist/"]
struct Dist;

/// The built page: in the program; in a debug build, the folder as it is at each moment.
#[derive(Clone, Copy, Debug)]
pub struct Built;

impl Files for Built {
    fn file(&self, name: &str) -> Option<File> {
        let file = Dist::get(name)?;
        Some(File {
            hash: file.metadata.sha256_hash(),
            content: match file.data {
                Cow::Borrowed(content) => Bytes::from_static(content),
                Cow::Owned(content) => Bytes::from(content),
            },
        })
    }
}
