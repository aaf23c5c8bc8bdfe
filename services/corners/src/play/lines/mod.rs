//! Playing line by line, for scripts and for terminals that are none.

mod command;
mod render;
mod script;

pub(crate) use render::{banner, page, rematch};
pub(crate) use script::{Script, Step, refusal};
