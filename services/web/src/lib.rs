//! Web: serves the page on which people play in the browser.
//!
//! The page is built by npm and its files are part of the program ([`Built`]); a debug build reads them from their folder
//! at each request, so that whoever works on the page need not build the program again. [`Page`] answers with them what
//! browsers ask for, and leaves calls alone: it is mounted before the services in `corners up`, and alone in
//! `corners-web`.

mod asked;
mod built;
mod encoding;
mod files;
mod headers;
mod page;

pub use built::Built;
pub use files::{File, Files};
pub use page::Page;
