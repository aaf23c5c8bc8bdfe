//! FindMatch: the stream that a ticket lives by.

use std::time::Duration;

use corners_pairing::{Policy, Seeker};
use corners_proto::error::{Reason, Refusal};
use corners_proto::matchmaking::v1 as proto;
use corners_proto::matchmaking::v1::find_match_response::Message;
use corners_proto::time::{duration, timestamp};
use corners_service::drain::Drain;
use corners_service::server::Departure;
use corners_service::time::wall_clock_ms;
use futures::Stream;
use tokio::time::{Instant, sleep_until};
use tonic::Status;

use super::apart::apart;
use super::spoken::{Outbox, Spoken, spoken};
use super::{Pace, Passed};
use crate::acts::tickets::{self, Standing, UNKNOWN, Wish};
use crate::desk::{Desk, DeskError};
use crate::domain::matched::{Match, MatchState};
use crate::domain::ticket::{Ticket, TicketRecord, TicketState, Why};
use crate::draft::offer;
use crate::grpc::refuse;
use crate::hub::{Hub, Wakes};
use crate::leases::{Held, Leases};
use crate::render;
use crate::store::{Key, Kind, MatchmakingStore, StoreError};
use crate::waves::{Board, PoolStatus};

/// How often a ticket's stream says how it stands, at least.
pub(crate) const SAYS_EVERY: Duration = Duration::from_secs(3);

/// How long a stream waits for a store that is away before it looks again.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// What streams of tickets work with. Clones share it.
#[derive(Clone)]
pub(crate) struct Finding {
    pub(crate) desk: Desk,
    pub(crate) hub: Hub,
    pub(crate) leases: Leases,
    pub(crate) board: Board,
    pub(crate) policy: Policy,
    pub(crate) drain: Drain,
}

/// The stream of one ticket.
pub(crate) struct FindStream {
    finding: Finding,
    wish: Wish,
    wakes: Wakes,
    pace: Pace,
    hold: Option<Hold>,
    look_at: Option<Instant>,
    /// What was last said of the ticket; none when it is to be said in any case.
    said: Option<proto::Waiting>,
    outbox: Outbox<Message>,
}

/// Keeps a ticket in its pool; when the client goes, so does the ticket.
struct Hold {
    lease: Held,
    desk: Desk,
    wish: Wish,
    departure: Departure,
    drain: Drain,
    is_let_go: bool,
}

/// What a look at the ticket has found.
enum Found {
    Waits(Ticket),
    Starts(Ticket),
    Game(proto::StartedGame),
    Ended(Why),
    /// It has to be taken up again.
    Lost,
}

impl FindStream {
    /// Puts the ticket into its pool and follows it.
    ///
    /// # Errors
    /// When the ticket is refused, or the store is away.
    pub(crate) async fn open(
        finding: Finding,
        wish: Wish,
        pace: Pace,
        departure: Departure,
    ) -> Result<Self, DeskError> {
        // Before the ticket is put into its pool, so that what becomes of it wakes the stream.
        let wakes = finding.hub.wait_for(wish.person.account);
        let hold = Hold {
            lease: finding
                .leases
                .hold(wish.person.account, (wish.pool.to_string(), *wish.id.as_bytes())),
            desk: finding.desk.clone(),
            wish,
            departure,
            drain: finding.drain.clone(),
            is_let_go: false,
        };
        let mut stream = Self {
            finding,
            wish,
            wakes,
            pace,
            hold: Some(hold),
            look_at: Some(Instant::now()),
            said: None,
            outbox: Outbox::new(),
        };
        let standing = enqueue(&stream.finding.desk, &wish).await;
        // Where it is not known whether the ticket was made, its lease ends by itself: a store that is away needs no further call.
        if !matches!(standing, Ok(Standing::Waits(_) | Standing::Matched(_))) {
            stream.let_go();
        }
        match standing? {
            Standing::Ended(why) => Err(ended(why).into()),
            Standing::Waits(_) | Standing::Matched(_) => Ok(stream),
        }
    }

    /// The stream that a server sends. It works only while its client reads.
    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<proto::FindMatchResponse, Status>> + Send {
        spoken(self)
    }

    /// The ticket needs this stream no more, or goes on without it.
    fn let_go(&mut self) {
        if let Some(hold) = &mut self.hold {
            hold.is_let_go = true;
        }
        self.hold = None;
    }

    /// Looks how the ticket stands, and says so.
    async fn look(&mut self) -> Result<(), DeskError> {
        match self.found().await? {
            Found::Waits(ticket) => self.say(&ticket, false).await?,
            Found::Starts(ticket) => self.say(&ticket, true).await?,
            Found::Game(game) => {
                self.outbox.say(Message::Found(game));
                self.let_go();
                self.outbox.end();
            }
            Found::Ended(why) => self.end_with(ended(why)),
            Found::Lost => match self.enqueue().await? {
                Standing::Ended(why) => self.end_with(ended(why)),
                Standing::Waits(_) | Standing::Matched(_) => self.look_at = Some(Instant::now()),
            },
        }
        Ok(())
    }

    async fn found(&mut self) -> Result<Found, DeskError> {
        let (desk, wish) = (self.finding.desk.clone(), self.wish);
        apart(async move { found(&desk, &wish).await }).await
    }

    async fn enqueue(&mut self) -> Result<Standing, DeskError> {
        let (desk, wish) = (self.finding.desk.clone(), self.wish);
        apart(async move { enqueue(&desk, &wish).await }).await
    }

    async fn say(&mut self, ticket: &Ticket, starting: bool) -> Result<(), StoreError> {
        let (board, pool) = (self.finding.board.clone(), ticket.pool);
        let status = apart(async move { board.status(&[pool]).await }).await?;
        let status = status.into_iter().next().unwrap_or_default();
        let policy = &self.finding.policy;
        let said = waiting(ticket, &status, policy, wall_clock_ms(), starting);
        // The range grows all the time: that alone is no news.
        let is_news = self.said.as_ref().is_none_or(|before| {
            (before.waiting, before.starting, &before.ticket) != (said.waiting, said.starting, &said.ticket)
        });
        if is_news {
            self.said = Some(said.clone());
            self.outbox.say(Message::Waiting(said));
        }
        Ok(())
    }

    fn end_with(&mut self, refusal: Refusal) {
        // Whether it has ended, or goes on waiting for its client to come back: it is not this stream's any more.
        self.let_go();
        let reason = refusal.reason().to_string();
        self.outbox.say(Message::Ending(proto::WaitEnding { reason }));
        self.outbox.end_with(refusal);
    }
}

impl Spoken for FindStream {
    type Word = Message;
    type Message = proto::FindMatchResponse;

    fn outbox(&mut self) -> &mut Outbox<Message> {
        &mut self.outbox
    }

    async fn advance(&mut self) {
        if let Some(refusal) = self.pace.over() {
            return self.end_with(refusal);
        }
        if self.look_at.is_some_and(|at| at <= Instant::now()) {
            self.look_at = None;
            if let Err(error) = self.look().await {
                match error {
                    DeskError::Refused(refusal) => return self.end_with(refusal),
                    DeskError::Damaged { .. } => {
                        self.let_go();
                        self.outbox.end_with(refuse::desk(error));
                        return;
                    }
                    // It comes back, and the ticket with it.
                    DeskError::Store(_) => self.look_at = Some(Instant::now() + AGAIN_AFTER),
                }
            }
            return;
        }
        tokio::select! {
            () = self.wakes.woken() => self.look_at = Some(Instant::now()),
            () = passed(self.look_at) => {}
            passed = self.pace.passed() => match passed {
                Passed::Over(refusal) => self.end_with(refusal),
                Passed::Beat => {
                    self.said = None;
                    self.look_at = Some(Instant::now());
                }
            },
        }
    }

    fn send(&mut self, message: Message) -> proto::FindMatchResponse {
        self.pace.said();
        proto::FindMatchResponse { message: Some(message) }
    }
}

async fn enqueue(desk: &Desk, wish: &Wish) -> Result<Standing, DeskError> {
    let keys = [Key::player(wish.person.account), ticket_key(wish)];
    desk.change(&keys, |draft| tickets::enqueue(draft, wish)).await
}

fn ticket_key(wish: &Wish) -> Key {
    offer(Kind::Ticket, wish.id)
}

/// Looks how a ticket stands.
async fn found(desk: &Desk, wish: &Wish) -> Result<Found, DeskError> {
    let store = desk.store();
    let Some(record) = read::<TicketRecord>(&**store, ticket_key(wish)).await? else {
        return Ok(Found::Lost);
    };
    let table = match (record.state, &record.ticket) {
        (TicketState::Waiting, Some(ticket)) => return Ok(Found::Waits(ticket.clone())),
        (TicketState::Matched(table) | TicketState::Leaving(table), _) => table,
        (TicketState::Dropped | TicketState::Ended(Why::Expired) | TicketState::Waiting, _) => {
            return Ok(Found::Lost);
        }
        (TicketState::Ended(why), _) => return Ok(Found::Ended(why)),
    };
    let found = read::<Match>(&**store, Key::of_match(table)).await?;
    let Some((found, ticket)) = found.zip(record.ticket) else {
        return Ok(Found::Ended(Why::GameStarted));
    };
    Ok(match found.state {
        MatchState::Made => {
            let is_white = found.white.account == wish.person.account;
            Found::Game(render::game(&found.game(is_white)))
        }
        _ => Found::Starts(ticket),
    })
}

impl Drop for Hold {
    fn drop(&mut self) {
        // Another stream holds it here: this one was left for that.
        if self.is_let_go || self.lease.is_shared() {
            return;
        }
        let (desk, wish) = (self.desk.clone(), self.wish);
        let is_cancelled = self.departure.is_cancelled();
        self.drain.spawn(async move {
            let (account, id) = (wish.person.account, wish.id);
            let keys = [Key::player(account), offer(Kind::Ticket, id)];
            let left = desk.change(&keys, |draft| {
                if is_cancelled {
                    tickets::end(draft, account, id, Why::Cancelled)
                } else {
                    tickets::drop(draft, account, id)
                }
            });
            // Its lease ends by itself.
            if let Err(error) = left.await {
                let error: &(dyn std::error::Error + 'static) = &error;
                tracing::debug!(error, "a ticket whose client is gone waits until its lease ends");
            }
        });
    }
}

/// How a ticket stands that waits.
fn waiting(ticket: &Ticket, status: &PoolStatus, policy: &Policy, now_ms: u64, starting: bool) -> proto::Waiting {
    let rating = ticket.person.rating.unwrap_or(UNKNOWN);
    let waited_ms = now_ms.saturating_sub(ticket.since_ms);
    let seeker = Seeker {
        waited_ms,
        below: ticket.below.map(f64::from),
        above: ticket.above.map(f64::from),
        ..Seeker::new(rating.rating, rating.deviation)
    };
    let (lowest, highest) = policy.range(&seeker);
    let further_ms = status.further_ms(rating.rating, waited_ms);
    proto::Waiting {
        ticket: ticket.id.to_string(),
        since: Some(timestamp(ticket.since_ms)),
        estimate: further_ms.map(|further_ms| duration(Duration::from_millis(further_ms))),
        lowest_rating: whole(lowest.ceil()),
        highest_rating: whole(highest.floor()),
        waiting: status.waiting.max(1),
        starting,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "saturates, and ratings are small")]
fn whole(rating: f64) -> i32 {
    rating as i32
}

/// The refusal that tells why a ticket has ended.
pub(crate) fn ended(why: Why) -> Refusal {
    let why = why.as_str();
    let message = format!("the ticket has ended: {why}; use a new request_id to wait again");
    Refusal::new(Reason::TicketEnded, message).with("why", why)
}

/// A record, if there is one.
async fn read<T: serde::de::DeserializeOwned>(store: &dyn MatchmakingStore, key: Key) -> Result<Option<T>, DeskError> {
    let record = store.read(&[key]).await?.records.into_iter().flatten().next();
    let parsed = record.map(|record| serde_json::from_slice(&record.body)).transpose();
    parsed.map_err(|source| DeskError::Damaged { key, source })
}

/// Waits until a moment; for ever without one.
async fn passed(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}
