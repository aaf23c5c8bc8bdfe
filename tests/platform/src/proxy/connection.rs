//! One connection: what comes in at one end goes out at the other, when it may.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

/// What is read at once, and how many of those wait in each direction of a connection.
const CHUNK: usize = 16 * 1024;
const CHUNKS_WAITING: usize = 16;

/// How things pass at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) delay: Duration,
    pub(super) stopped: bool,
}

/// Something that was read, and when it may go on. Empty at the end.
struct Chunk {
    due: Instant,
    bytes: Vec<u8>,
}

/// Carries both directions until both have ended or one breaks.
pub(super) async fn carry(client: TcpStream, target: TcpStream, flow: watch::Receiver<Flow>) -> io::Result<()> {
    client.set_nodelay(true)?;
    target.set_nodelay(true)?;
    let (from_client, to_client) = client.into_split();
    let (from_target, to_target) = target.into_split();
    tokio::try_join!(
        pump(from_client, to_target, flow.clone()),
        pump(from_target, to_client, flow)
    )?;
    Ok(())
}

async fn pump(from: OwnedReadHalf, to: OwnedWriteHalf, flow: watch::Receiver<Flow>) -> io::Result<()> {
    let (waiting_in, waiting) = mpsc::channel(CHUNKS_WAITING);
    tokio::try_join!(read(from, waiting_in, flow.clone()), write(to, waiting, flow))?;
    Ok(())
}

async fn read(mut from: OwnedReadHalf, waiting: mpsc::Sender<Chunk>, flow: watch::Receiver<Flow>) -> io::Result<()> {
    loop {
        let mut bytes = Vec::with_capacity(CHUNK);
        let is_end = from.read_buf(&mut bytes).await? == 0;
        let due = Instant::now() + flow.borrow().delay;
        if waiting.send(Chunk { due, bytes }).await.is_err() || is_end {
            return Ok(());
        }
    }
}

async fn write(
    mut to: OwnedWriteHalf,
    mut waiting: mpsc::Receiver<Chunk>,
    mut flow: watch::Receiver<Flow>,
) -> io::Result<()> {
    while let Some(Chunk { due, bytes }) = waiting.recv().await {
        if due > Instant::now() {
            sleep_until(due).await;
        }
        if flow.wait_for(|flow| !flow.stopped).await.is_err() {
            break;
        }
        if bytes.is_empty() {
            break;
        }
        to.write_all(&bytes).await?;
    }
    to.shutdown().await
}
