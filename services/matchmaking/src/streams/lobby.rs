//! WatchLobby: the lobby is read once for all who watch it in this replica.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use corners_proto::error::Refusal;
use corners_proto::ids::OfferId;
use corners_proto::matchmaking::v1 as proto;
use corners_proto::matchmaking::v1::watch_lobby_response::Message;
use futures::Stream;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::mark::mark_text;
use super::spoken::{Outbox, Spoken, spoken};
use super::{Pace, Passed};
use crate::domain::news::LobbyNews;
use crate::domain::offers::Seek;
use crate::draft::offer;
use crate::hub::Hub;
use crate::render;
use crate::store::{Audience, Index, Kind, Mark, MatchmakingStore, NewsPage, StoreError};

/// How many of the last changes are kept for those who come back.
const KEPT: usize = 500;

/// How many seeks the lobby shows.
const MOST_SEEKS: usize = 5_000;

/// How many records are read at once.
const READ_AT_ONCE: usize = 1_000;

/// How many changes are read at once.
const NEWS_AT_ONCE: usize = 200;

/// A lost wake-up is made good by then.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The lobby as this replica has read it. Clones share it.
#[derive(Clone)]
pub(crate) struct Lobby {
    store: Arc<dyn MatchmakingStore>,
    seen: Arc<Mutex<Seen>>,
    changed: watch::Sender<bool>,
}

#[derive(Default)]
struct Seen {
    head: Option<Mark>,
    seeks: BTreeMap<OfferId, Seek>,
    /// Whether there are more seeks than are shown.
    is_partial: bool,
    /// The place behind which the last changes are.
    base: Option<Mark>,
    recent: VecDeque<(Mark, LobbyNews)>,
}

impl Lobby {
    pub(crate) fn new(store: Arc<dyn MatchmakingStore>) -> Self {
        Self {
            store,
            seen: Arc::default(),
            changed: watch::Sender::new(false),
        }
    }

    /// Reads what happens in the lobby until `over`.
    pub(crate) async fn follow(self, hub: Hub, over: CancellationToken) {
        let mut woken = hub.lobby();
        while !over.is_cancelled() {
            if let Err(error) = self.read().await {
                let error: &(dyn std::error::Error + 'static) = &error;
                tracing::debug!(error, "the lobby cannot be read");
            }
            tokio::select! {
                () = over.cancelled() => {}
                _ = woken.changed() => {}
                () = sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// Reads what is new; all of the lobby where that cannot be told.
    async fn read(&self) -> Result<(), StoreError> {
        loop {
            let head = self.lock().head;
            let from = head.map_or(1, |head| head.number);
            let page = self.store.news(Audience::Lobby, from, NEWS_AT_ONCE).await?;
            let is_known = *self.changed.borrow();
            let Some(new) = is_known.then(|| following(head, &page)).flatten() else {
                return self.read_all().await;
            };
            if new.is_empty() {
                return Ok(());
            }
            let has_room = self.note(new);
            self.changed.send_replace(true);
            if has_room {
                return self.read_all().await;
            }
        }
    }

    /// Reads the whole lobby. What happens meanwhile may be in it already: it is told once more, and makes no difference.
    async fn read_all(&self) -> Result<(), StoreError> {
        let head = self.store.news(Audience::Lobby, u64::MAX, 1).await?.head;
        let listed = self.store.list(&Index::Lobby, 0, MOST_SEEKS).await?;
        let ids = listed.members.iter();
        let ids = ids.filter_map(|(member, _)| member.as_slice().try_into().ok());
        let keys: Vec<_> = ids.map(|id| offer(Kind::Seek, OfferId::from_bytes(id))).collect();
        let mut seeks = BTreeMap::new();
        for some in keys.chunks(READ_AT_ONCE) {
            for record in self.store.read(some).await?.records.into_iter().flatten() {
                match serde_json::from_slice::<Seek>(&record.body) {
                    Ok(seek) if seek.open => drop(seeks.insert(seek.id, seek)),
                    Ok(_) => {}
                    Err(error) => tracing::error!(%error, "a seek cannot be read by this program"),
                }
            }
        }
        *self.lock() = Seen {
            head,
            base: head,
            is_partial: keys.len() >= MOST_SEEKS,
            seeks,
            recent: VecDeque::new(),
        };
        self.changed.send_replace(true);
        Ok(())
    }

    /// Notes what is new; answers whether seeks can be shown for which there was no room.
    fn note(&self, new: Vec<(Mark, LobbyNews)>) -> bool {
        let mut seen = self.lock();
        for (mark, news) in new {
            seen.note(mark, news);
        }
        seen.is_partial && seen.seeks.len() < MOST_SEEKS - MOST_SEEKS / 10
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The messages behind a place: that of a mark, or of a lobby of which there was no news yet. A snapshot where nothing was seen
    /// so far, or what was missed is not kept any more.
    fn behind(&self, seen_to: Option<Option<Mark>>) -> Vec<(Option<Mark>, Message)> {
        let seen = self.lock();
        let first_new = match seen_to {
            None => None,
            Some(mark) if mark == seen.base => Some(0),
            Some(mark) => {
                let place = seen.recent.iter().position(|(known, _)| Some(*known) == mark);
                place.map(|place| place + 1)
            }
        };
        let Some(first_new) = first_new else {
            let mut seeks: Vec<&Seek> = seen.seeks.values().collect();
            seeks.sort_by_key(|seek| seek.made_ms);
            let seeks = seeks.into_iter().map(render::seek).collect();
            return vec![(seen.head, Message::Snapshot(proto::LobbySnapshot { seeks }))];
        };
        let new = seen.recent.range(first_new..);
        new.map(|(mark, news)| {
            let message = match news {
                LobbyNews::Added(seek) => Message::Added(render::seek(seek)),
                LobbyNews::Removed(id) => Message::Removed(id.to_string()),
            };
            (Some(*mark), message)
        })
        .collect()
    }
}

impl Seen {
    fn note(&mut self, mark: Mark, news: LobbyNews) {
        match &news {
            LobbyNews::Added(seek) => {
                if self.seeks.len() < MOST_SEEKS {
                    self.seeks.insert(seek.id, seek.clone());
                } else {
                    self.is_partial = true;
                }
            }
            LobbyNews::Removed(id) => drop(self.seeks.remove(id)),
        }
        self.head = Some(mark);
        self.recent.push_back((mark, news));
        if self.recent.len() > KEPT {
            self.base = self.recent.pop_front().map(|(mark, _)| mark);
        }
    }
}

/// What follows a mark without a gap; none when that cannot be told.
fn following(head: Option<Mark>, page: &NewsPage) -> Option<Vec<(Mark, LobbyNews)>> {
    let mut told = page.told.iter();
    match head {
        Some(head) => {
            if told.next()?.mark != head {
                return None;
            }
        }
        None if page.head.is_none() => return Some(Vec::new()),
        None => {
            if page.told.first()?.mark.number != 1 {
                return None;
            }
        }
    }
    told.map(|told| Some((told.mark, serde_json::from_slice(&told.body).ok()?)))
        .collect()
}

/// One stream over the lobby.
pub(crate) struct LobbyStream {
    lobby: Lobby,
    changed: watch::Receiver<bool>,
    pace: Pace,
    mark: Option<Mark>,
    has_snapshot: bool,
    outbox: Outbox<(Option<Mark>, Message)>,
}

impl LobbyStream {
    pub(crate) fn new(lobby: Lobby, mark: Option<Mark>, pace: Pace) -> Self {
        Self {
            changed: lobby.changed.subscribe(),
            lobby,
            pace,
            has_snapshot: mark.is_some(),
            // Of a lobby without news there is no place yet.
            mark: mark.filter(|mark| mark.number > 0),
            outbox: Outbox::new(),
        }
    }

    /// The stream that a server sends. It works only while its client reads.
    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<proto::WatchLobbyResponse, Status>> + Send {
        spoken(self)
    }

    fn end_with(&mut self, refusal: Refusal) {
        let ending = proto::StreamEnd {
            reason: refusal.reason().to_string(),
            resume_after: if self.has_snapshot {
                mark_text(self.mark)
            } else {
                String::new()
            },
        };
        self.outbox.say((None, Message::Ending(ending)));
        self.outbox.end_with(refusal);
    }
}

impl Spoken for LobbyStream {
    type Word = (Option<Mark>, Message);
    type Message = proto::WatchLobbyResponse;

    fn outbox(&mut self) -> &mut Outbox<Self::Word> {
        &mut self.outbox
    }

    async fn advance(&mut self) {
        if let Some(refusal) = self.pace.over() {
            return self.end_with(refusal);
        }
        // Until the lobby was read once, there is nothing to tell.
        if *self.changed.borrow_and_update() {
            for word in self.lobby.behind(self.has_snapshot.then_some(self.mark)) {
                self.outbox.say(word);
            }
            if !self.outbox.is_empty() {
                return;
            }
        }
        tokio::select! {
            _ = self.changed.changed() => {}
            passed = self.pace.passed() => match passed {
                Passed::Over(refusal) => self.end_with(refusal),
                Passed::Beat => self.outbox.say((None, Message::Pulse(proto::Pulse {}))),
            },
        }
    }

    fn send(&mut self, (mark, message): Self::Word) -> proto::WatchLobbyResponse {
        self.pace.said();
        let changes = !matches!(message, Message::Pulse(_) | Message::Ending(_));
        if changes {
            self.mark = mark;
            self.has_snapshot = true;
        }
        proto::WatchLobbyResponse {
            mark: if changes { mark_text(mark) } else { String::new() },
            message: Some(message),
        }
    }
}
