//! Points at which tests kill the process.
//!
//! A promise such as "an acknowledged move is never lost" is tested by killing the process between two steps. The steps
//! are named in the code; a debug build that was started with `CORNERS_KILL_AT=<name>:<n>` kills itself, as `kill -9`
//! would, when it passes the point of that name for the n-th time. In release builds nothing of this exists.

/// The environment variable that chooses the point.
pub const KILL_AT: &str = "CORNERS_KILL_AT";

/// A step that tests may kill the process at.
#[cfg(not(all(debug_assertions, unix)))]
#[inline(always)]
pub fn kill_point(_name: &str) {}

/// A step that tests may kill the process at.
#[cfg(all(debug_assertions, unix))]
pub fn kill_point(name: &str) {
    use std::sync::OnceLock;

    static CHOSEN: OnceLock<Option<KillPoint>> = OnceLock::new();
    #[allow(clippy::disallowed_methods, reason = "for tests only, and not a setting")]
    let chosen = CHOSEN.get_or_init(|| KillPoint::parse(&std::env::var(KILL_AT).ok()?));
    if chosen.as_ref().is_some_and(|point| point.is_reached(name)) {
        // The signal cannot be refused; should it ever fail, the process goes on and the test notices.
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    }
}

/// A point's name and how many more passages it lets through.
#[cfg(all(debug_assertions, unix))]
#[derive(Debug)]
struct KillPoint {
    name: String,
    passages_left: std::sync::atomic::AtomicU64,
}

#[cfg(all(debug_assertions, unix))]
impl KillPoint {
    fn parse(text: &str) -> Option<Self> {
        let (name, passage) = text.rsplit_once(':')?;
        let passage: u64 = passage.parse().ok()?;
        Some(KillPoint {
            name: name.to_owned(),
            passages_left: passage.into(),
        })
    }

    /// Counts a passage of the point called `name`; true when it is the chosen one.
    fn is_reached(&self, name: &str) -> bool {
        use std::sync::atomic::Ordering;

        self.name == name
            && self
                .passages_left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                == Ok(1)
    }
}

#[cfg(all(test, debug_assertions, unix))]
mod tests {
    use super::KillPoint;

    #[test]
    fn the_nth_passage_of_the_named_point_is_the_one() {
        let point = KillPoint::parse("after-append:3").unwrap();
        let passages: Vec<_> = (0..6)
            .map(|_| point.is_reached("other") || point.is_reached("after-append"))
            .collect();
        assert_eq!(passages, [false, false, true, false, false, false]);
    }

    #[test]
    fn what_is_not_a_name_and_a_number_chooses_no_point() {
        for text in ["", "after-append", "after-append:", "after-append:x", ":-1"] {
            assert!(KillPoint::parse(text).is_none(), "{text}");
        }
    }
}
