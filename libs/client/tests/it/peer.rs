//! The other end: every call arrives at the test, which answers it as it likes. Connections are in memory, so that a
//! paused clock moves only when both ends wait.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use corners_client::{Corners, Options, Session};
use http::{HeaderMap, HeaderValue, Request, Response};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;
use tokio::io::{DuplexStream, copy_bidirectional, duplex};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tonic::Status;

type Frames = mpsc::UnboundedSender<Result<Frame<Bytes>, Infallible>>;
type Head = tokio::sync::oneshot::Sender<Response<BoxBody<Bytes, Infallible>>>;

/// The peer of one client.
pub(crate) struct Peer {
    calls: mpsc::UnboundedReceiver<Call>,
    network: Network,
}

impl Peer {
    /// A peer and a client connected to it.
    pub(crate) fn start(options: Options) -> (Self, Corners) {
        let (calls_in, calls) = mpsc::unbounded_channel();
        let network = Network::default();
        let (wires, address) = (network.clone(), "http://peer.test");
        let connector = tower::service_fn(move |_uri: http::Uri| {
            let end = wires.connect(&calls_in);
            async move { Ok::<_, Infallible>(TokioIo::new(end)) }
        });
        let channel = options
            .endpoint(address)
            .unwrap()
            .connect_with_connector_lazy(connector);
        (Self { calls, network }, Corners::over(channel, options))
    }

    /// A peer and somebody's session on it.
    pub(crate) fn with_session(options: Options) -> (Self, Session) {
        let (peer, corners) = Self::start(options);
        (peer, corners.session("somebody", "token").unwrap())
    }

    /// The next call that arrives, within an hour of the paused clock.
    pub(crate) async fn call(&mut self) -> Call {
        let call = tokio::time::timeout(Duration::from_secs(3600), self.calls.recv()).await;
        call.expect("the client does not call").expect("the client is gone")
    }

    /// How many connections were made so far.
    pub(crate) fn connections(&self) -> usize {
        self.network.wires.lock().unwrap().len()
    }

    /// Closes every connection, as a process does that is killed.
    pub(crate) fn cut(&self) {
        self.network
            .wires
            .lock()
            .unwrap()
            .iter()
            .for_each(|wire| wire.server.abort());
    }

    /// Lets no byte through any more on the connections there are, without closing them.
    pub(crate) fn partition(&self) {
        self.network
            .wires
            .lock()
            .unwrap()
            .iter()
            .for_each(|wire| wire.relay.abort());
    }

    /// Asserts that nothing arrives while the client has nothing left to do.
    pub(crate) fn assert_no_more_calls(&mut self) {
        assert!(self.calls.try_recv().is_err(), "an unexpected call");
    }
}

/// The connections there were.
#[derive(Clone, Default)]
struct Network {
    wires: Arc<Mutex<Vec<Wire>>>,
}

struct Wire {
    relay: AbortHandle,
    server: AbortHandle,
    /// Keep both ends open when the relay between them is gone.
    _ends: (
        Arc<tokio::sync::Mutex<DuplexStream>>,
        Arc<tokio::sync::Mutex<DuplexStream>>,
    ),
}

impl Network {
    fn connect(&self, calls: &mpsc::UnboundedSender<Call>) -> DuplexStream {
        let (client, near) = duplex(1 << 16);
        let (far, server) = duplex(1 << 16);
        let ends = (
            Arc::new(tokio::sync::Mutex::new(near)),
            Arc::new(tokio::sync::Mutex::new(far)),
        );
        let (near, far) = ends.clone();
        let relay = tokio::spawn(async move {
            let (mut near, mut far) = (near.lock().await, far.lock().await);
            // A broken connection is what some tests are about.
            let _ = copy_bidirectional(&mut *near, &mut *far).await;
            // The client learns that the connection is closed.
            let _ = tokio::io::AsyncWriteExt::shutdown(&mut *near).await;
        });
        let server = tokio::spawn(serve(server, calls.clone()));
        let wire = Wire {
            relay: relay.abort_handle(),
            server: server.abort_handle(),
            _ends: ends,
        };
        self.wires.lock().unwrap().push(wire);
        client
    }
}

async fn serve(end: DuplexStream, calls: mpsc::UnboundedSender<Call>) {
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let calls = calls.clone();
        async move {
            let (parts, body) = request.into_parts();
            let body = body.collect().await?.to_bytes();
            let (head, answer) = tokio::sync::oneshot::channel();
            let method = parts.uri.path().rsplit('/').next().unwrap_or_default().to_owned();
            let _ = calls.send(Call {
                method,
                headers: parts.headers,
                message: body.slice(5..),
                head,
            });
            match answer.await {
                Ok(answer) => Ok(answer),
                Err(_) => std::future::pending::<Result<_, hyper::Error>>().await,
            }
        }
    });
    // A broken connection is what some tests are about.
    let _ = hyper::server::conn::http2::Builder::new(TokioExecutor::new())
        .serve_connection(TokioIo::new(end), service)
        .await;
}

/// A call that waits for the test's answer. Dropped without one, it never gets one.
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) headers: HeaderMap,
    pub(crate) message: Bytes,
    head: Head,
}

impl Call {
    /// What was sent.
    pub(crate) fn decode<T: Message + Default>(&self) -> T {
        T::decode(self.message.clone()).unwrap()
    }

    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map(|value| value.to_str().unwrap())
            .unwrap_or_default()
    }

    /// Answers with a message.
    pub(crate) fn answer(self, message: &impl Message) {
        let stream = self.stream();
        stream.send(message);
        stream.end(&Status::new(tonic::Code::Ok, ""));
    }

    /// Answers with an error.
    pub(crate) fn refuse(self, status: impl Into<Status>) {
        self.stream().end(&status.into());
    }

    /// Begins a stream of messages.
    pub(crate) fn stream(self) -> Stream {
        let (frames, mut received) = mpsc::unbounded_channel();
        let body = StreamBody::new(futures::stream::poll_fn(move |context| received.poll_recv(context)));
        let answer = Response::builder()
            .header("content-type", "application/grpc")
            .body(BodyExt::boxed(body))
            .unwrap();
        let _ = self.head.send(answer);
        Stream { frames }
    }
}

/// A stream that the test feeds.
pub(crate) struct Stream {
    frames: Frames,
}

impl Stream {
    /// Sends one message.
    pub(crate) fn send(&self, message: &impl Message) {
        let encoded = message.encode_to_vec();
        let mut frame = vec![0];
        frame.extend_from_slice(&u32::try_from(encoded.len()).unwrap().to_be_bytes());
        frame.extend_from_slice(&encoded);
        let _ = self.frames.send(Ok(Frame::data(frame.into())));
    }

    /// Ends the stream with a status.
    pub(crate) fn end(self, status: &Status) {
        let mut trailers = HeaderMap::new();
        status.add_header(&mut trailers).unwrap();
        trailers.entry("grpc-status").or_insert(HeaderValue::from_static("0"));
        let _ = self.frames.send(Ok(Frame::trailers(trailers)));
    }
}
