//! The embedded stores in memory answer at once: outside of the simulated hosts nothing has to be waited for.

use std::fmt::Display;

use futures::FutureExt;

/// The answer of a store in memory.
pub(crate) fn at_once<T, E: Display>(work: impl Future<Output = Result<T, E>>) -> Result<T, String> {
    match work.now_or_never() {
        Some(answer) => answer.map_err(|error| error.to_string()),
        None => Err("the store in memory did not answer at once".to_owned()),
    }
}
