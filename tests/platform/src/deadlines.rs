//! Many flags that fall within a few seconds, while a clock replica is killed in the middle of them.
//!
//! Every flag has to fall, once, and none before its time; how late it is can be told from the logs, and from when the
//! players heard of it.

mod campaign;
mod judge;
mod report;

pub use campaign::Campaign;
pub use judge::{Lateness, Verdict};
pub use report::report;
