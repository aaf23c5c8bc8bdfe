//! What other replicas did: a hint that saves reading the log.

use std::sync::Arc;

use corners_proto::ids::TableId;
use futures::StreamExt;

use super::Authority;
use super::read::advance;
use crate::store::{News, decode_event};
use crate::table::{Event, Version};

impl Authority {
    /// Hears what other replicas do, for ever.
    pub async fn hear_news(self: Arc<Self>) {
        let mut news = self.store.news();
        while let Some(news) = news.next().await {
            match news {
                News::Grown { table, before, event } => self.hear_growth(table, before, &event),
                News::Attended(table) => self.attend_soon(table),
                News::Answered(answer) => drop(self.heard_answer(answer)),
                News::Gap => self.hub.wake_all(),
            }
        }
    }

    /// A log has grown by an event. It counts only where it fits what is known here without a gap: the fold stays the one
    /// of a log that the store had. Otherwise the watchers read the log.
    fn hear_growth(&self, table: TableId, before: Version, event: &[u8]) {
        let Some(known) = self.known(table) else {
            return self.hub.wake(table);
        };
        if known.version() == before {
            let after = decode_event(event).ok().and_then(|event| {
                let after = advance(table, &known, std::slice::from_ref(&event)).ok()?;
                Some((event, after))
            });
            let Some((event, after)): Option<(Event, _)> = after else {
                return self.hub.wake(table);
            };
            return self.learned(table, before, &[event], &after.into());
        }
        // What is known here goes beyond the event, most often because it is this replica's own. The watchers may not know it:
        // a call may have read it from the log.
        self.hub.hear_of(table, before.number + 1);
    }
}
