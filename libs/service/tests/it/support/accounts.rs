//! An accounts service that does what its caller asks for.

use std::convert::Infallible;
use std::task::{Context, Poll};

use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::accounts::v1::{CreateGuestRequest, CreateGuestResponse};
use corners_proto::error::{Reason, Refusal};
use corners_service::call::Deadline;
use corners_service::server::ClientAddress;
use futures::future::BoxFuture;
use tonic::body::Body;
use tonic::server::{Grpc, NamedService, UnaryService};
use tonic::transport::Channel;
use tonic::{Request, Response, Status};
use tower::Service;

/// What `request_id` may ask for; anything else is answered.
pub const PANIC: &str = "panic";
pub const NEVER: &str = "never";
pub const CALLER: &str = "caller";
/// Answers how long its caller still waits, in milliseconds.
pub const DEADLINE: &str = "deadline";
/// Answers the name of the one that was called.
pub const NAME: &str = "name";
/// Answers the address that the call comes from.
pub const ADDRESS: &str = "address";
pub const UNAVAILABLE: &str = "unavailable";
/// Answers the name, unless it is this one, which is away: `unless:<name>`.
pub const UNLESS: &str = "unless:";
/// Has no room, unless it is this one, which is away: `full:<name>`.
pub const FULL: &str = "full:";
/// Answers this many bytes: `bytes:<n>`.
pub const BYTES: &str = "bytes:";

#[derive(Clone, Debug, Default)]
pub struct TestAccounts {
    pub name: String,
}

impl NamedService for TestAccounts {
    const NAME: &'static str = "corners.accounts.v1.AccountsService";
}

/// Serves CreateGuest.
impl Service<http::Request<Body>> for TestAccounts {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<http::Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let accounts = self.clone();
        Box::pin(async move {
            let mut grpc = Grpc::new(tonic_prost::ProstCodec::<CreateGuestResponse, CreateGuestRequest>::default());
            Ok(grpc.unary(accounts, request).await)
        })
    }
}

impl UnaryService<CreateGuestRequest> for TestAccounts {
    type Response = CreateGuestResponse;
    type Future = BoxFuture<'static, Result<Response<CreateGuestResponse>, Status>>;

    fn call(&mut self, request: Request<CreateGuestRequest>) -> Self::Future {
        let accounts = self.clone();
        Box::pin(async move { accounts.answer(&request).await })
    }
}

impl TestAccounts {
    async fn answer(&self, request: &Request<CreateGuestRequest>) -> Result<Response<CreateGuestResponse>, Status> {
        let deadline = Deadline::of(request);
        let account = match request.get_ref().request_id.as_str() {
            PANIC => panic!("asked to"),
            NEVER => std::future::pending().await,
            CALLER => corners_service::auth::caller(request)?.account.to_string(),
            DEADLINE => deadline
                .map_or(u128::MAX, |deadline| deadline.remaining().as_millis())
                .to_string(),
            ADDRESS => client_address(request),
            NAME => self.name.clone(),
            UNAVAILABLE => return Err(Refusal::new(Reason::StoreUnavailable, "asked to").into()),
            other if other.strip_prefix(UNLESS).is_some_and(|name| name == self.name) => {
                return Err(Refusal::new(Reason::StoreUnavailable, "asked to").into());
            }
            other if other.starts_with(UNLESS) => self.name.clone(),
            other if other.strip_prefix(FULL).is_some_and(|name| name == self.name) => {
                return Err(Refusal::new(Reason::StoreUnavailable, "asked to").into());
            }
            other if other.starts_with(FULL) => return Err(Refusal::new(Reason::TooMany, "asked to").into()),
            other => match other.strip_prefix(BYTES) {
                Some(number) => "x".repeat(number.parse().unwrap()),
                None => "answered".to_owned(),
            },
        };
        Ok(Response::new(CreateGuestResponse {
            account,
            ..Default::default()
        }))
    }
}

fn client_address<T>(request: &Request<T>) -> String {
    let address = request.extensions().get::<ClientAddress>();
    address.map_or("none".to_owned(), |address| address.0.to_string())
}

/// Calls the service and answers what it says, or why it does not.
pub async fn ask(client: &mut AccountsServiceClient<Channel>, what: &str) -> Result<String, Status> {
    let request = CreateGuestRequest {
        request_id: what.to_owned(),
    };
    client
        .create_guest(request)
        .await
        .map(|response| response.into_inner().account)
}
