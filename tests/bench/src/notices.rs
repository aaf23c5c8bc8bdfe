//! What the server says beside its answers: the plans of what it has done, when it is told to.

use std::fmt::{Debug, Write};
use std::sync::{Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::Failure;

const TARGET: &str = "sqlx::postgres::notice";

static HEARD: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Listener;

/// Listens from here on, for [`Plans`](crate::Plans).
///
/// # Errors
/// When somebody else listens already.
pub fn listen() -> Result<(), Failure> {
    Ok(tracing::subscriber::set_global_default(Listener)?)
}

/// What was said since this was last asked.
pub(crate) fn take() -> Vec<String> {
    std::mem::take(&mut *HEARD.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut message = Message(String::new());
        event.record(&mut message);
        HEARD.lock().unwrap_or_else(PoisonError::into_inner).push(message.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            let _ = write!(self.0, "{value:?}");
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.0.push_str(value);
        }
    }
}
