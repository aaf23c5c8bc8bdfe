//! The archive behind the platform's server, on a socket.

use std::fmt;
use std::time::SystemTime;

use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_service::auth::{Authenticator, Caller, TokenError};
use corners_service::internal::{ServiceCredentials, ServiceToken};
use corners_service::server::{Server, ServerConfig};
use corners_test_calls::caller;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use super::{OPERATOR, Rig};

pub type ServedGames = ArchiveServiceClient<InterceptedService<Channel, WithToken>>;

/// Any token is the operator's, until all are revoked.
#[derive(Clone, Default)]
pub struct Tokens {
    pub revoked: CancellationToken,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Tokens")
    }
}

impl Authenticator for Tokens {
    fn authenticate(&self, _: &str, _: SystemTime) -> Result<Caller, TokenError> {
        Ok(caller(OPERATOR, "watch feed admin"))
    }

    fn revoked(&self, _: Caller) -> BoxFuture<'static, TokenError> {
        let revoked = self.revoked.clone();
        async move {
            revoked.cancelled_owned().await;
            TokenError::Revoked
        }
        .boxed()
    }
}

#[derive(Clone)]
pub struct WithToken(MetadataValue<Ascii>);

impl Interceptor for WithToken {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        request.metadata_mut().insert("authorization", self.0.clone());
        Ok(request)
    }
}

impl Rig {
    /// Serves on a free port; answers a client, and what revokes its token.
    pub async fn serve(&self) -> (ServedGames, Tokens) {
        let tokens = Tokens::default();
        let server = Server::public(any_port(), self.drain.clone())
            .authenticator(tokens.clone())
            .add_service(self.archive.server())
            .add_service(self.archive.admin_server())
            .bind()
            .await
            .unwrap();
        let address = server.address();
        tokio::spawn(server.serve());
        let endpoint = Endpoint::from_shared(format!("http://{address}")).unwrap();
        let token = WithToken("Bearer t".parse().unwrap());
        let client = ArchiveServiceClient::with_interceptor(endpoint.connect().await.unwrap(), token);
        (client.max_decoding_message_size(1024 * 1024), tokens)
    }

    /// Serves other services on a free port; answers where, and what they prove themselves with.
    pub async fn serve_services(&self) -> (String, ServiceCredentials) {
        let credentials = ServiceCredentials::token(ServiceToken::random());
        let server = Server::internal(any_port(), credentials.clone(), self.drain.clone())
            .add_service(self.archive.server())
            .bind()
            .await
            .unwrap();
        let url = format!("http://{}", server.address());
        tokio::spawn(server.serve());
        (url, credentials)
    }
}

fn any_port() -> ServerConfig {
    #[derive(serde::Deserialize)]
    struct Settings {
        server: ServerConfig,
    }
    let listen = [("server.listen".to_owned(), "127.0.0.1:0".to_owned())];
    let settings: Settings = corners_service::config::load(corners_service::DEFAULTS, None, [], listen).unwrap();
    settings.server
}
