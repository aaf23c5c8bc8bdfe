//! The edge: `corners.accounts.v1.AccountsService`.

use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::{CreateGuestRequest, CreateGuestResponse};
use corners_proto::error::{Refusal, Violations};
use corners_proto::ids::RequestId;
use tonic::{Request, Response, Status};

use crate::accounts::Accounts;

#[tonic::async_trait]
impl AccountsService for Accounts {
    async fn create_guest(
        &self,
        request: Request<CreateGuestRequest>,
    ) -> Result<Response<CreateGuestResponse>, Status> {
        let request_id = parse(request.get_ref())?;
        let (account, token) = self.create_guest(request_id).await?;
        Ok(Response::new(CreateGuestResponse {
            account: account.to_string(),
            token: token.text,
            expire_time: Some(token.expires_at.into()),
            ..Default::default()
        }))
    }
}

fn parse(request: &CreateGuestRequest) -> Result<RequestId, Refusal> {
    let mut violations = Violations::new();
    let request_id: Option<RequestId> = violations.check("request_id", request.request_id.parse());
    match request_id {
        Some(request_id) if request_id.is_random() => return Ok(request_id),
        // Whoever can guess it gets the account.
        Some(_) => violations.add("request_id", "not a random UUID: expected version 4"),
        None => {}
    }
    Err(violations.refusal())
}
