//! One connection, made anew whenever it breaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{Cmd, Pipeline, PushKind, RedisError, Role, Value};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::address::NodeAddress;
use crate::settings::{Settings, reason_of};

/// Between attempts to connect; doubles from the first to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(200);

/// What a link is for.
#[derive(Clone, Debug)]
pub(crate) struct Purpose {
    pub(crate) settings: Arc<Settings>,
    /// Told when a connection cannot be made or kept: the masters may have changed.
    pub(crate) trouble: Arc<Notify>,
    /// Whether only a master will do. The nodes of a cluster tell us themselves when they are none.
    pub(crate) masters_only: bool,
}

/// A connection, or the attempt to have one. Dropping it closes the connection.
#[derive(Debug)]
pub(crate) struct Link {
    state: watch::Receiver<State>,
    purpose: Purpose,
    started: Instant,
    keeper: JoinHandle<()>,
}

#[derive(Clone, Debug)]
enum State {
    /// The first attempt after a loss is under way: worth waiting for.
    Connecting,
    Up(Arc<Up>),
    /// The last attempt failed.
    Down(Arc<str>),
}

/// A connection in use.
#[derive(Debug)]
struct Up {
    connection: MultiplexedConnection,
    broken: Arc<Notify>,
    /// When the last answer came, in milliseconds since the link was started.
    last_answer_ms: AtomicU64,
}

impl Link {
    /// Begins to connect.
    pub(crate) fn open(address: NodeAddress, purpose: Purpose) -> Self {
        let (told, state) = watch::channel(State::Connecting);
        let keeper = tokio::spawn(keep(address, purpose.clone(), told));
        Self {
            state,
            purpose,
            started: Instant::now(),
            keeper,
        }
    }

    /// Whether a call would go out at once.
    pub(crate) fn is_up(&self) -> bool {
        matches!(&*self.state.borrow(), State::Up(_))
    }

    /// Sends one command; the answer may be an error of the server, as a value.
    pub(crate) async fn send(&self, command: &Cmd, deadline: Instant) -> Result<Value, String> {
        let up = self.up(deadline).await?;
        let mut connection = up.connection.clone();
        let asked_ms = self.now_ms();
        let answer = timeout_at(deadline, connection.send_packed_command(command)).await;
        self.judge(&up, asked_ms, answer)
    }

    /// Sends several commands at once; each answer may be an error of the server, as a value.
    pub(crate) async fn send_all(&self, commands: &Pipeline, deadline: Instant) -> Result<Vec<Value>, String> {
        let up = self.up(deadline).await?;
        let mut connection = up.connection.clone();
        let asked_ms = self.now_ms();
        let answer = timeout_at(deadline, connection.send_packed_commands(commands, 0, commands.len())).await;
        self.judge(&up, asked_ms, answer)
    }

    fn judge<T>(
        &self,
        up: &Up,
        asked_ms: u64,
        answer: Result<Result<T, RedisError>, tokio::time::error::Elapsed>,
    ) -> Result<T, String> {
        match answer {
            Ok(Ok(values)) => {
                up.last_answer_ms.store(self.now_ms(), Ordering::Relaxed);
                Ok(values)
            }
            Ok(Err(error)) => {
                up.broken.notify_one();
                Err(format!("the connection was lost: {}", reason_of(&error)))
            }
            Err(_) => {
                // Nobody has been answered since: the way there may be cut without a sound.
                if up.last_answer_ms.load(Ordering::Relaxed) <= asked_ms {
                    up.broken.notify_one();
                    self.purpose.trouble.notify_one();
                }
                Err(format!("no answer within {:?}", self.purpose.settings.timeout))
            }
        }
    }

    async fn up(&self, deadline: Instant) -> Result<Arc<Up>, String> {
        if let Some(settled) = settled(&self.state.borrow()) {
            return settled;
        }
        let mut state = self.state.clone();
        let settled = async {
            let known = state.wait_for(|state| !matches!(state, State::Connecting)).await;
            known.ok().and_then(|known| settled(&known))
        };
        match timeout_at(deadline, settled).await {
            Ok(Some(settled)) => settled,
            _ => Err("still connecting".to_owned()),
        }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// The connection, or why there is none; none while it is not known.
fn settled(state: &State) -> Option<Result<Arc<Up>, String>> {
    match state {
        State::Connecting => None,
        State::Up(up) => Some(Ok(Arc::clone(up))),
        State::Down(reason) => Some(Err(reason.to_string())),
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.keeper.abort();
    }
}

async fn keep(address: NodeAddress, purpose: Purpose, told: watch::Sender<State>) {
    let mut pause = FIRST_PAUSE;
    loop {
        let broken = Arc::new(Notify::new());
        match connect(&address, &purpose, &broken).await {
            Ok(connection) => {
                pause = FIRST_PAUSE;
                told.send_replace(State::Up(Arc::new(Up {
                    connection,
                    broken: Arc::clone(&broken),
                    last_answer_ms: AtomicU64::new(0),
                })));
                broken.notified().await;
                told.send_replace(State::Connecting);
            }
            Err(reason) => {
                told.send_replace(State::Down(reason.into()));
                purpose.trouble.notify_one();
            }
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn connect(
    address: &NodeAddress,
    purpose: &Purpose,
    broken: &Arc<Notify>,
) -> Result<MultiplexedConnection, String> {
    let lost = Arc::clone(broken);
    let pushed = move |push: redis::PushInfo| {
        if push.kind == PushKind::Disconnection {
            lost.notify_one();
        }
        Ok(())
    };
    let settings = &purpose.settings;
    let mut connection = settings
        .connect(address, pushed)
        .await
        .map_err(|error| reason_of(&error))?;
    if purpose.masters_only {
        let role = redis::cmd("ROLE");
        let asked = timeout(settings.timeout, role.query_async::<Role>(&mut connection)).await;
        match asked {
            Ok(Ok(Role::Primary { .. })) => {}
            Ok(Ok(_)) => return Err("it is no master".to_owned()),
            Ok(Err(error)) => return Err(reason_of(&error)),
            Err(_) => return Err("no answer in time".to_owned()),
        }
    }
    Ok(connection)
}
