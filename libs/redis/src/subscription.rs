//! What is published, and where something may have been missed.
//!
//! Pub/sub promises nothing: what is published while a connection is down is gone. So a subscription says when that may
//! have happened, and its owner reads again what the messages were about.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use redis::{PushInfo, PushKind, Value, aio::MultiplexedConnection, cmd};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

use crate::address::NodeAddress;
use crate::health::Health;
use crate::map::Map;
use crate::settings::{Settings, reason_of};
use crate::slot::slot_of;
use crate::topology::Topology;

/// Messages that wait for the subscriber; what comes beyond them is a gap.
const QUEUE: usize = 16_384;

/// How often a connection is asked whether it still carries anything.
const PING_EVERY: Duration = Duration::from_secs(1);

/// Between attempts to subscribe; doubles from the first to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// What a subscriber hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Something was published.
    Message {
        /// Where.
        channel: String,
        /// What.
        payload: Vec<u8>,
    },
    /// Messages may have been missed before this, on any channel: the first thing that is heard, and again after every
    /// loss of a connection, every failover, every move of a slot, and when the subscriber was too slow. It comes when a
    /// connection is lost and once more when it is back.
    Gap,
}

/// A subscription: one connection to each server that has any of its channels. Dropping it closes them.
#[derive(Debug)]
pub struct Subscription {
    messages: mpsc::Receiver<Heard>,
    gap: Arc<Gap>,
    dispatcher: JoinHandle<()>,
}

/// That there is a gap, until it is heard of.
#[derive(Debug, Default)]
struct Gap {
    open: AtomicBool,
    opened: Notify,
}

impl Gap {
    fn open(&self) {
        self.open.store(true, Ordering::Release);
        self.opened.notify_one();
    }
}

impl Subscription {
    pub(crate) fn open(topology: Arc<Topology>, channels: Vec<String>) -> Self {
        let (sender, messages) = mpsc::channel(QUEUE);
        let gap = Arc::new(Gap::default());
        let post = Post {
            sender,
            gap: Arc::clone(&gap),
        };
        Self {
            messages,
            gap,
            dispatcher: tokio::spawn(dispatch(topology, channels, post)),
        }
    }

    /// The next thing that is heard. Cancelling it loses nothing.
    pub async fn next(&mut self) -> Heard {
        loop {
            if self.gap.open.swap(false, Ordering::AcqRel) {
                return Heard::Gap;
            }
            tokio::select! {
                biased;
                () = self.gap.opened.notified() => {}
                message = self.messages.recv() => match message {
                    Some(message) => return message,
                    // The senders end with the dispatcher, which ends with this.
                    None => std::future::pending().await,
                },
            }
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.dispatcher.abort();
    }
}

/// The way to the subscriber.
#[derive(Clone, Debug)]
struct Post {
    sender: mpsc::Sender<Heard>,
    gap: Arc<Gap>,
}

impl Post {
    fn message(&self, data: Vec<Value>) {
        let Ok([channel, payload]) = <[Value; 2]>::try_from(data) else {
            return;
        };
        let (Ok(channel), Ok(payload)) = (redis::from_redis_value(channel), redis::from_redis_value(payload)) else {
            return;
        };
        if let Err(TrySendError::Full(_)) = self.sender.try_send(Heard::Message { channel, payload }) {
            self.gap.open();
        }
    }
}

/// Keeps a listener at every server that has channels, as the map says.
async fn dispatch(topology: Arc<Topology>, channels: Vec<String>, post: Post) {
    let mut changes = topology.changes();
    let mut listeners: HashMap<NodeAddress, Listening> = HashMap::new();
    let mut tasks = JoinSet::new();
    loop {
        let map = Arc::clone(&changes.borrow_and_update());
        let wanted = by_server(&map, &channels);
        listeners.retain(|address, listening| {
            wanted
                .get(address)
                .is_some_and(|channels| *channels == listening.channels)
        });
        for (address, channels) in wanted {
            listeners.entry(address.clone()).or_insert_with(|| {
                let (held, dropped) = watch::channel(());
                let listener = Listener {
                    topology: Arc::clone(&topology),
                    address,
                    channels: channels.clone(),
                    post: post.clone(),
                };
                tasks.spawn(listener.run(dropped));
                Listening { channels, _held: held }
            });
        }
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            Some(_) = tasks.join_next() => {}
        }
    }
}

fn by_server(map: &Map, channels: &[String]) -> HashMap<NodeAddress, Vec<String>> {
    let mut wanted: HashMap<NodeAddress, Vec<String>> = HashMap::new();
    for channel in channels {
        if let Some(node) = map.owner(Some(slot_of(channel.as_bytes()))) {
            wanted.entry(node.address.clone()).or_default().push(channel.clone());
        }
    }
    wanted
}

/// A listener that runs as long as this is held.
struct Listening {
    channels: Vec<String>,
    _held: watch::Sender<()>,
}

/// Listens to channels at one server.
struct Listener {
    topology: Arc<Topology>,
    address: NodeAddress,
    channels: Vec<String>,
    post: Post,
}

impl Listener {
    async fn run(self, mut dropped: watch::Receiver<()>) {
        tokio::select! {
            _ = dropped.changed() => {}
            () = self.listen_for_ever() => {}
        }
    }

    async fn listen_for_ever(&self) {
        let health = Health::default();
        let what = format!("the subscription at {}", self.address);
        let mut pause = FIRST_PAUSE;
        loop {
            let over = Arc::new(Notify::new());
            match self.subscribe(&over).await {
                Ok(connection) => {
                    health.recovered(&what);
                    pause = FIRST_PAUSE;
                    self.post.gap.open();
                    self.until_over(connection, &over).await;
                    self.post.gap.open();
                }
                Err(reason) => {
                    health.failed(&what, &reason);
                    self.topology.chart().doubt();
                }
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn subscribe(&self, over: &Arc<Notify>) -> Result<MultiplexedConnection, String> {
        let settings = self.settings();
        let (post, over) = (self.post.clone(), Arc::clone(over));
        let pushed = move |push: PushInfo| {
            match push.kind {
                PushKind::SMessage => post.message(push.data),
                // Nobody asked for that: the slot has moved.
                PushKind::SUnsubscribe | PushKind::Disconnection => over.notify_one(),
                _ => {}
            }
            Ok(())
        };
        let connected = settings.connect(&self.address, pushed).await;
        let mut connection = connected.map_err(|error| reason_of(&error))?;
        // Channels of different slots cannot share a command.
        let mut commands = redis::Pipeline::with_capacity(self.channels.len());
        for channel in &self.channels {
            commands.cmd("SSUBSCRIBE").arg(channel);
        }
        let asking = connection.send_packed_commands(&commands, 0, commands.len());
        let answers = timeout(settings.timeout, asking)
            .await
            .map_err(|_| "no answer in time".to_owned())?
            .map_err(|error| reason_of(&error))?;
        match answers.iter().find_map(refusal) {
            Some(refusal) => Err(refusal),
            None => Ok(connection),
        }
    }

    async fn until_over(&self, mut connection: MultiplexedConnection, over: &Notify) {
        loop {
            tokio::select! {
                () = over.notified() => break,
                () = sleep(PING_EVERY) => {}
            }
            let ping = cmd("PING");
            let asking = connection.send_packed_command(&ping);
            if !matches!(timeout(self.settings().timeout, asking).await, Ok(Ok(_))) {
                break;
            }
        }
        self.topology.chart().doubt();
    }

    fn settings(&self) -> &Settings {
        self.topology.chart().settings()
    }
}

fn refusal(answer: &Value) -> Option<String> {
    match answer {
        Value::ServerError(error) => Some(crate::reply::text_of(error)),
        _ => None,
    }
}
