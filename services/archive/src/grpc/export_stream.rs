//! The stream of an export.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use corners_proto::archive::v1::ExportGamesResponse;
use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::TableId;
use corners_service::auth::TokenError;
use corners_service::page_token::Place;
use futures::future::BoxFuture;
use futures::{FutureExt, Stream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tonic::Status;

use super::export::{ExportCall, Selection};
use super::filter::place;
use super::pack::Packer;
use super::refuse;
use crate::domain::{ArchivedGame, GamePoint};
use crate::store::{ArchiveStore, GamesQuery};

/// How many games are read at once.
const READ_AT_ONCE: usize = 32;

/// How many of the named games are looked up at once: as many as the store takes.
const LOOKED_UP_AT_ONCE: usize = 200;

/// The stream of an export.
pub(super) struct ExportStream {
    /// What is left to be read; none while it is being read, and after the end.
    source: Option<Source>,
    reading: Option<Reading>,
    /// Messages that are to be sent.
    ready: VecDeque<ExportGamesResponse>,
    right: BoxFuture<'static, TokenError>,
    drain: CancellationToken,
    ended: bool,
}

/// A part of an export that is being read, for as long as somebody waits for it: the messages, and what is left after them.
type Reading = AbortOnDropHandle<Result<(Vec<ExportGamesResponse>, Option<Source>), Status>>;

/// What an export reads.
pub(super) struct Source {
    selection: Selection,
    packer: Packer,
    store: Arc<dyn ArchiveStore>,
    room: Arc<Semaphore>,
}

impl Source {
    pub(super) fn new(call: ExportCall, packer: Packer, store: Arc<dyn ArchiveStore>, room: Arc<Semaphore>) -> Self {
        Self {
            selection: call.selection,
            packer,
            store,
            room,
        }
    }

    /// Looks whether all games are there that were named.
    pub(super) async fn check(&self) -> Result<(), Status> {
        let Selection::Named { tables, next } = &self.selection else {
            return Ok(());
        };
        let _room = self.room.acquire().await;
        for part in tables.get(*next..).unwrap_or_default().chunks(LOOKED_UP_AT_ONCE) {
            let found = self.games(part).await?;
            if let Some(missing) = part.iter().find(|table| !found.contains_key(table)) {
                return Err(refuse::not_found(*missing));
            }
        }
        Ok(())
    }

    /// Reads the next part. In a task of its own: others wait for the room, and a stream stops in the middle when its client
    /// does not read.
    async fn read(mut self) -> Result<(Vec<ExportGamesResponse>, Option<Self>), Status> {
        let (games, left) = {
            let _room = self.room.acquire().await;
            match self.selection.clone() {
                Selection::Named { tables, next } => self.read_named(tables, next).await?,
                Selection::Matching { filter, after } => {
                    let limit = u32::try_from(READ_AT_ONCE).unwrap_or(u32::MAX);
                    self.read_matching(GamesQuery { filter, after, limit }).await?
                }
            }
        };
        let packer = self.packer.clone();
        let packing = tokio::task::spawn_blocking(move || packer.pack(&games));
        let messages = packing.await.map_err(refuse::fault)??;
        let left = left.map(|selection| {
            self.selection = selection;
            self
        });
        Ok((messages, left))
    }

    async fn read_named(&self, tables: Vec<TableId>, next: usize) -> Result<Part, Status> {
        let end = (next + READ_AT_ONCE).min(tables.len());
        let part = tables.get(next..end).unwrap_or_default();
        let mut found = self.games(part).await?;
        let mut games = Vec::with_capacity(part.len());
        for (index, table) in part.iter().enumerate() {
            let game = found.remove(table).ok_or_else(|| refuse::not_found(*table))?;
            games.push((([(next + index + 1) as u64], [0; 16]), game));
        }
        let left = (end < tables.len()).then_some(Selection::Named { tables, next: end });
        Ok((games, left))
    }

    async fn read_matching(&self, query: GamesQuery) -> Result<Part, Status> {
        let page = self.store.list(&query).await.map_err(refuse::store)?;
        let listed: Vec<_> = page.games.iter().map(|listed| listed.game.table).collect();
        let mut found = self.games(&listed).await?;
        let games = listed.iter().filter_map(|table| {
            let game = found.remove(table)?;
            let point = GamePoint {
                finished_at_ms: game.game.finished_at_ms,
                table: *table,
            };
            Some((place(point), game))
        });
        let filter = query.filter;
        let left = page.next.map(|next| Selection::Matching {
            filter,
            after: Some(next),
        });
        Ok((games.collect(), left))
    }

    async fn games(&self, tables: &[TableId]) -> Result<HashMap<TableId, ArchivedGame>, Status> {
        if tables.is_empty() {
            return Ok(HashMap::new());
        }
        let found = self.store.games(tables).await.map_err(refuse::store)?;
        Ok(found.into_iter().map(|game| (game.game.table, game)).collect())
    }
}

/// Games that were read, each with the place behind it, and what is left.
type Part = (Vec<(Place, ArchivedGame)>, Option<Selection>);

impl ExportStream {
    /// A stream of what a source has, which ends when its `right` resolves or the process drains.
    pub(super) fn new(source: Source, right: BoxFuture<'static, TokenError>, drain: CancellationToken) -> Self {
        Self {
            source: Some(source),
            reading: None,
            ready: VecDeque::new(),
            right,
            drain,
            ended: false,
        }
    }

    /// The stream that a server sends. It reads only while its client does.
    pub(super) fn into_stream(self) -> impl Stream<Item = Result<ExportGamesResponse, Status>> + Send {
        futures::stream::unfold(self, |mut export| async move {
            let message = export.next().await?;
            Some((message, export))
        })
    }

    async fn next(&mut self) -> Option<Result<ExportGamesResponse, Status>> {
        while !self.ended {
            let message = match self.must_end() {
                Some(refusal) => Some(Err(refusal.into())),
                None => self.advance().await,
            };
            self.ended |= matches!(message, Some(Err(_)));
            if message.is_some() {
                return message;
            }
        }
        None
    }

    fn must_end(&mut self) -> Option<Refusal> {
        if self.drain.is_cancelled() {
            let message = "this process is shutting down: connect again and resume with the last page token";
            return Some(Refusal::new(Reason::Draining, message));
        }
        (&mut self.right).now_or_never().map(Refusal::from)
    }

    /// The next message, if there is one yet.
    async fn advance(&mut self) -> Option<Result<ExportGamesResponse, Status>> {
        if let Some(message) = self.ready.pop_front() {
            return Some(Ok(message));
        }
        if let Some(source) = self.source.take() {
            self.reading = Some(AbortOnDropHandle::new(tokio::spawn(source.read())));
        }
        let Some(reading) = &mut self.reading else {
            self.ended = true;
            return None;
        };
        let read = tokio::select! {
            () = self.drain.cancelled() => return None,
            error = &mut self.right => return Some(Err(Refusal::from(error).into())),
            read = reading => read,
        };
        self.reading = None;
        match read.map_err(refuse::fault).flatten() {
            Ok((messages, left)) => {
                self.ready.extend(messages);
                self.source = left;
                None
            }
            Err(status) => Some(Err(status)),
        }
    }
}
