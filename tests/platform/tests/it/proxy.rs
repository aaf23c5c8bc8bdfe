//! The harness's own proxy does what it says.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use corners_platform_tests::Proxy;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// Says its name to each connection, and then whatever it hears. Gone when it is aborted.
async fn parrot(name: u8) -> (SocketAddr, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let task = tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                stream.write_all(&[name]).await.unwrap();
                let (mut hears, mut says) = stream.split();
                // A connection that is cut is no failure here.
                let _ = tokio::io::copy(&mut hears, &mut says).await;
            });
        }
    });
    (address, task)
}

/// A connection, and the name of who answered.
async fn connect(proxy: &Proxy) -> (TcpStream, u8) {
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let name = stream.read_u8().await.unwrap();
    (stream, name)
}

async fn say(stream: &mut TcpStream, word: &[u8]) -> Vec<u8> {
    stream.write_all(word).await.unwrap();
    let mut heard = vec![0; word.len()];
    stream.read_exact(&mut heard).await.unwrap();
    heard
}

#[tokio::test]
async fn everything_passes_in_order_to_the_end() {
    let (parrot, _task) = parrot(b'a').await;
    let proxy = Proxy::start([parrot]);
    let (stream, _) = connect(&proxy).await;
    let said: Vec<u8> = (0..1_000_000_u32).map(|number| number.to_le_bytes()[0]).collect();
    let (mut hears, mut says) = stream.into_split();
    let saying = {
        let said = said.clone();
        tokio::spawn(async move {
            says.write_all(&said).await.unwrap();
            says.shutdown().await.unwrap();
        })
    };
    let mut heard = Vec::new();
    hears.read_to_end(&mut heard).await.unwrap();
    saying.await.unwrap();
    assert!(heard == said, "a million bytes come back as they were sent");
}

#[tokio::test]
async fn connections_go_round_the_targets_that_take_them() {
    let (first, first_task) = parrot(b'a').await;
    let (second, _task) = parrot(b'b').await;
    let proxy = Proxy::start([first, second]);
    let mut names = Vec::new();
    for _ in 0..4 {
        names.push(connect(&proxy).await.1);
    }
    assert_eq!(names, b"abab");
    first_task.abort();
    assert!(first_task.await.unwrap_err().is_cancelled());
    for _ in 0..4 {
        assert_eq!(connect(&proxy).await.1, b'b');
    }
    proxy.retarget([]).await;
    let mut nobody = TcpStream::connect(proxy.address()).await.unwrap();
    assert!(nobody.read_u8().await.is_err(), "nobody is there to answer");
}

#[tokio::test]
async fn open_connections_can_be_cut_and_new_ones_refused() {
    let (parrot, _task) = parrot(b'a').await;
    let proxy = Proxy::start([parrot]);
    let (mut stream, _) = connect(&proxy).await;
    proxy.cut().await;
    assert!(stream.read_u8().await.is_err());
    let (mut stream, _) = connect(&proxy).await;
    proxy.refuse().await;
    assert!(stream.read_u8().await.is_err());
    let refused = TcpStream::connect(proxy.address()).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
    proxy.accept().await;
    assert_eq!(say(&mut connect(&proxy).await.0, b"again").await, b"again");
}

#[tokio::test]
async fn a_black_hole_takes_everything_and_gives_it_back_afterwards() {
    let (parrot, _task) = parrot(b'a').await;
    let proxy = Proxy::start([parrot]);
    let (mut open, _) = connect(&proxy).await;
    proxy.black_hole();
    let mut new = TcpStream::connect(proxy.address()).await.unwrap();
    open.write_all(b"o").await.unwrap();
    let silence = Duration::from_millis(100);
    assert!(timeout(silence, open.read_u8()).await.is_err());
    assert!(timeout(silence, new.read_u8()).await.is_err());
    proxy.flow();
    assert_eq!(open.read_u8().await.unwrap(), b'o');
    assert_eq!(new.read_u8().await.unwrap(), b'a');
}

#[tokio::test]
async fn a_delay_holds_for_each_direction() {
    let (parrot, _task) = parrot(b'a').await;
    let proxy = Proxy::start([parrot]);
    let (mut stream, _) = connect(&proxy).await;
    let delay = Duration::from_millis(50);
    proxy.delay(delay);
    let begin = Instant::now();
    assert_eq!(say(&mut stream, b"there and back").await, b"there and back");
    assert!(begin.elapsed() >= 2 * delay);
}
