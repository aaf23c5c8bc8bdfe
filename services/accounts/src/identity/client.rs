//! Fetches a small document: from a file, or by one HTTP request without redirects.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, HOST, USER_AGENT};
use http::{Request, StatusCode, Uri};
use http_body_util::{BodyExt, Empty, Limited};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// Of one document.
const LARGEST: usize = 256 * 1024;

/// From the first byte to the last.
const WITHIN: Duration = Duration::from_secs(5);

/// Why a document cannot be had.
#[derive(Debug, thiserror::Error)]
pub(super) enum FetchError {
    #[error("cannot read it: {0}")]
    File(io::Error),
    #[error("it is larger than {LARGEST} bytes")]
    TooLarge,
    #[error("its address is no https URL with a host")]
    Address,
    #[error("cannot reach its server: {0}")]
    Connect(io::Error),
    #[error("its server is none that the system's authorities vouch for: {0}")]
    Authority(rustls::Error),
    #[error("its server speaks no HTTP: {0}")]
    Http(#[from] hyper::Error),
    #[error("its server answers {0}")]
    Status(StatusCode),
    #[error("its server breaks off: {0}")]
    Body(Box<dyn std::error::Error + Send + Sync>),
    #[error("its server does not answer in time")]
    Late,
}

/// The document at a URL or in a file.
pub(super) async fn get(location: &str) -> Result<Bytes, FetchError> {
    let fetched = async {
        match location.contains("://") {
            true => over_http(location.parse().map_err(|_| FetchError::Address)?).await,
            false => from_file(location).await,
        }
    };
    tokio::time::timeout(WITHIN, fetched)
        .await
        .map_err(|_| FetchError::Late)?
}

async fn from_file(path: &str) -> Result<Bytes, FetchError> {
    let metadata = tokio::fs::metadata(path).await.map_err(FetchError::File)?;
    if metadata.len() > LARGEST as u64 {
        return Err(FetchError::TooLarge);
    }
    Ok(tokio::fs::read(path).await.map_err(FetchError::File)?.into())
}

async fn over_http(url: Uri) -> Result<Bytes, FetchError> {
    let host = url.host().ok_or(FetchError::Address)?.to_owned();
    let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let is_secure = match url.scheme_str() {
        Some("https") => true,
        // Only on this machine: the configuration sees to that.
        Some("http") => false,
        _ => return Err(FetchError::Address),
    };
    let port = url.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
    let stream = TcpStream::connect((bare.as_str(), port))
        .await
        .map_err(FetchError::Connect)?;
    if !is_secure {
        return ask(stream, &url, &host).await;
    }
    let name = ServerName::try_from(bare).map_err(|_| FetchError::Address)?;
    let connector = TlsConnector::from(tls()?);
    let stream = connector.connect(name, stream).await.map_err(FetchError::Connect)?;
    ask(stream, &url, &host).await
}

async fn ask(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    url: &Uri,
    host: &str,
) -> Result<Bytes, FetchError> {
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let authority = url
        .port()
        .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let request = Request::get(url.path_and_query().map_or("/", |path| path.as_str()))
        .header(HOST, authority)
        .header(USER_AGENT, "corners-accounts")
        .header(ACCEPT, "application/jwk-set+json, application/json")
        .body(Empty::<Bytes>::new())
        .map_err(|_| FetchError::Address)?;
    let answered = async {
        let response = sender.send_request(request).await?;
        if response.status() != StatusCode::OK {
            return Err(FetchError::Status(response.status()));
        }
        let body = Limited::new(response.into_body(), LARGEST).collect().await;
        Ok(body.map_err(FetchError::Body)?.to_bytes())
    };
    // The connection is driven as long as the answer is waited for, and dropped with it.
    let mut answered = std::pin::pin!(answered);
    tokio::select! {
        answer = &mut answered => answer,
        closed = connection => {
            closed?;
            answered.await
        }
    }
}

/// Trust in the authorities of the system.
fn tls() -> Result<Arc<ClientConfig>, FetchError> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = builder.map_err(FetchError::Authority)?.with_root_certificates(roots);
    Ok(Arc::new(config.with_no_client_auth()))
}
