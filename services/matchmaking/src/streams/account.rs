//! WatchAccount: what concerns one account.

use std::sync::Arc;
use std::time::Duration;

use corners_proto::error::Refusal;
use corners_proto::ids::AccountId;
use corners_proto::matchmaking::v1 as proto;
use corners_proto::matchmaking::v1::watch_account_response::Message;
use corners_proto::time::timestamp;
use futures::Stream;
use serde::de::DeserializeOwned;
use tokio::time::sleep;
use tonic::Status;

use super::apart::apart;
use super::mark::mark_text;
use super::spoken::{Outbox, Spoken, spoken};
use super::{Pace, Passed};
use crate::desk::{Desk, DeskError};
use crate::domain::ledger::delayed_until;
use crate::domain::news::News;
use crate::domain::offers::{Challenge, ChallengeStatus, Rematch, RematchState, Seek};
use crate::domain::player::{Live, Player};
use crate::domain::ticket::TicketRecord;
use crate::draft::{offer, rematch};
use crate::grpc::refuse;
use crate::hub::Wakes;
use crate::render;
use crate::store::{Audience, Index, Key, Kind, Mark, Record};

/// How much news is read at once.
const NEWS_AT_ONCE: usize = 50;

/// How many received challenges and offers a snapshot tells.
pub(crate) const MOST_RECEIVED: usize = 100;

/// How long a stream waits for a store that is away before it looks again.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// How often a snapshot is read anew because something happened meanwhile.
const ATTEMPTS: usize = 10;

/// Reads snapshots of accounts.
#[derive(Clone)]
pub(crate) struct Snapshots {
    pub(crate) desk: Desk,
}

/// Records of a snapshot, of which those that cannot be read are left out and said.
fn parse<T: DeserializeOwned>(key: Key, record: Option<Record>) -> Option<T> {
    let record = record?;
    match serde_json::from_slice(&record.body) {
        Ok(value) => Some(value),
        Err(error) => {
            tracing::error!(?key, %error, "a record of matchmaking cannot be read by this program");
            None
        }
    }
}

impl Snapshots {
    /// What concerns the account, and the last news that is in it.
    async fn read(&self, account: AccountId) -> Result<(Option<Mark>, proto::AccountSnapshot), DeskError> {
        let store = self.desk.store();
        let audience = Audience::Account(account);
        let mut attempt = 0;
        loop {
            attempt += 1;
            let before = store.news(audience, u64::MAX, 1).await?.head;
            let snapshot = self.read_once(account).await?;
            let after = store.news(audience, u64::MAX, 1).await?.head;
            // News that comes all the time is told twice rather than never.
            if before == after || attempt == ATTEMPTS {
                return Ok((before, snapshot));
            }
        }
    }

    async fn read_once(&self, account: AccountId) -> Result<proto::AccountSnapshot, DeskError> {
        let store = self.desk.store();
        let own = Key::player(account);
        let reading = store.read(&[own]).await?;
        let now_ms = reading.now_ms;
        let player: Player = parse(own, reading.records.into_iter().flatten().next()).unwrap_or_default();
        let received = store.list(&Index::Received(account), 0, MOST_RECEIVED).await?;
        let mut keys: Vec<Key> = player.live.iter().map(key_of).collect();
        keys.extend(
            received
                .members
                .iter()
                .filter_map(|(member, _)| Key::from_bytes(member)),
        );
        // One whose table is not made yet has not started.
        let started = player.games.iter().filter(|game| player.starting != Some(game.table));
        let mut snapshot = proto::AccountSnapshot {
            games: started.map(render::game).collect(),
            delay: delay(&player, now_ms),
            ..proto::AccountSnapshot::default()
        };
        if keys.is_empty() {
            return Ok(snapshot);
        }
        let records = store.read(&keys).await?.records;
        let mut challenges = Vec::new();
        for (key, record) in keys.into_iter().zip(records) {
            match key.kind {
                Kind::Ticket => {
                    let ticket = parse::<TicketRecord>(key, record).and_then(|record| record.ticket);
                    snapshot.tickets.extend(ticket.iter().map(render::ticket));
                }
                Kind::Seek => {
                    let seek = parse::<Seek>(key, record).filter(|seek| seek.open);
                    snapshot.seeks.extend(seek.iter().map(render::seek));
                }
                Kind::Rematch => {
                    let offer = parse::<Rematch>(key, record).filter(|offer| offer.state == RematchState::Open);
                    snapshot.rematches.extend(offer.iter().map(render::rematch));
                }
                _ => {
                    let is_open = |challenge: &Challenge| challenge.status == ChallengeStatus::Open;
                    challenges.extend(parse::<Challenge>(key, record).filter(is_open));
                }
            }
        }
        challenges.sort_by_key(|challenge| challenge.made_ms);
        snapshot.challenges = challenges.iter().map(render::challenge).collect();
        Ok(snapshot)
    }
}

fn key_of(live: &Live) -> Key {
    match live {
        Live::Ticket { id, .. } => offer(Kind::Ticket, *id),
        Live::Seek(id) => offer(Kind::Seek, *id),
        Live::Challenge { id, .. } => offer(Kind::Challenge, *id),
        Live::Rematch { table, .. } => rematch(*table),
    }
}

fn delay(player: &Player, now_ms: u64) -> Option<proto::QueueDelay> {
    let until_ms = delayed_until(&player.offences, now_ms)?;
    Some(proto::QueueDelay {
        until: Some(timestamp(until_ms)),
        offences: player.offences.iter().map(render::offence).collect(),
    })
}

/// One stream of an account.
pub(crate) struct AccountStream {
    snapshots: Snapshots,
    account: AccountId,
    wakes: Wakes,
    pace: Pace,
    mark: Option<Mark>,
    wants_snapshot: bool,
    may_have_news: bool,
    outbox: Outbox<(Option<Mark>, Message)>,
}

impl AccountStream {
    /// A stream behind a mark, or with a snapshot first. `wakes` was there before anything is read.
    pub(crate) fn new(snapshots: Snapshots, account: AccountId, wakes: Wakes, mark: Option<Mark>, pace: Pace) -> Self {
        Self {
            snapshots,
            account,
            wakes,
            pace,
            mark,
            wants_snapshot: mark.is_none(),
            may_have_news: true,
            outbox: Outbox::new(),
        }
    }

    /// The stream that a server sends. It works only while its client reads.
    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<proto::WatchAccountResponse, Status>> + Send {
        spoken(self)
    }

    async fn read(&mut self) -> Result<(), DeskError> {
        if self.wants_snapshot {
            let (snapshots, account) = (self.snapshots.clone(), self.account);
            let (mark, snapshot) = apart(async move { snapshots.read(account).await }).await?;
            self.wants_snapshot = false;
            self.may_have_news = true;
            self.mark = mark;
            self.outbox.say((mark, Message::Snapshot(snapshot)));
            return Ok(());
        }
        let from = self.mark.map_or(1, |mark| mark.number.max(1));
        let audience = Audience::Account(self.account);
        let store = Arc::clone(self.snapshots.desk.store());
        let page = apart(async move { store.news(audience, from, NEWS_AT_ONCE).await }).await?;
        let mut told = page.told.into_iter().peekable();
        match self.mark.filter(|mark| mark.number > 0) {
            // What was seen is not what is there, or what came next is not kept any more.
            Some(mark) if told.next().is_none_or(|told| told.mark != mark) => {
                self.wants_snapshot = true;
                return Ok(());
            }
            None if told.peek().is_some_and(|told| told.mark.number != 1) => {
                self.wants_snapshot = true;
                return Ok(());
            }
            Some(_) | None => {}
        }
        self.may_have_news = false;
        for told in told {
            let key = Key::player(self.account);
            let news: News = serde_json::from_slice(&told.body).map_err(|source| DeskError::Damaged { key, source })?;
            self.outbox.say((Some(told.mark), message(news)));
        }
        // There may be more.
        self.may_have_news = !self.outbox.is_empty();
        Ok(())
    }

    fn end_with(&mut self, refusal: Refusal) {
        let ending = proto::StreamEnd {
            reason: refusal.reason().to_string(),
            resume_after: if self.wants_snapshot {
                String::new()
            } else {
                mark_text(self.mark)
            },
        };
        self.outbox.say((None, Message::Ending(ending)));
        self.outbox.end_with(refusal);
    }
}

impl Spoken for AccountStream {
    type Word = (Option<Mark>, Message);
    type Message = proto::WatchAccountResponse;

    fn outbox(&mut self) -> &mut Outbox<Self::Word> {
        &mut self.outbox
    }

    async fn advance(&mut self) {
        if let Some(refusal) = self.pace.over() {
            return self.end_with(refusal);
        }
        if self.wants_snapshot || self.may_have_news {
            match self.read().await {
                Ok(()) => return,
                Err(error @ (DeskError::Damaged { .. } | DeskError::Refused(_))) => {
                    self.outbox.end_with(refuse::desk(error));
                    return;
                }
                // It comes back.
                Err(DeskError::Store(_)) => {}
            }
        }
        let is_away = self.wants_snapshot || self.may_have_news;
        tokio::select! {
            () = self.wakes.woken() => self.may_have_news = true,
            () = sleep(AGAIN_AFTER), if is_away => {}
            passed = self.pace.passed() => match passed {
                Passed::Over(refusal) => self.end_with(refusal),
                // A wake-up that was lost is made good with it.
                Passed::Beat => {
                    self.may_have_news = true;
                    self.outbox.say((None, Message::Pulse(proto::Pulse {})));
                }
            },
        }
    }

    fn send(&mut self, (mark, message): Self::Word) -> proto::WatchAccountResponse {
        self.pace.said();
        let changes = !matches!(message, Message::Pulse(_) | Message::Ending(_));
        if changes {
            self.mark = mark;
        }
        proto::WatchAccountResponse {
            mark: if changes { mark_text(mark) } else { String::new() },
            message: Some(message),
        }
    }
}

fn message(news: News) -> Message {
    match news {
        News::GameStarted(game) => Message::GameStarted(render::game(&game)),
        News::ChallengeOpened(challenge) => Message::ChallengeOpened(render::challenge(&challenge)),
        News::ChallengeEnded(challenge) => Message::ChallengeEnded(render::challenge(&challenge)),
        News::RematchOffered(offer) => Message::RematchOffered(render::rematch(&offer)),
        News::RematchEnded(table) => Message::RematchEnded(table.to_string()),
        News::SeekEnded(id) => Message::SeekEnded(id.to_string()),
        News::GameScheduled { pairing, game } => Message::GameScheduled(proto::ScheduledGame {
            pairing: pairing.to_string(),
            game: Some(render::game(&game)),
        }),
        News::CalledOff { table, reason } => Message::GameCalledOff(proto::CalledOff {
            table: table.to_string(),
            reason,
        }),
    }
}
