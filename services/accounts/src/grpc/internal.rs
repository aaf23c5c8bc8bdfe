//! What the platform's other services ask.

use corners_proto::accounts::internal::v1::accounts_internal_service_server::AccountsInternalService;
use corners_proto::accounts::internal::v1::{
    BatchGetPlayersRequest, BatchGetPlayersResponse, GetTrustRequest, GetTrustResponse, Revocation,
};
use corners_service::page_token;
use tonic::{Request, Response, Status};

use crate::accounts::Accounts;
use crate::domain::RevocationSubject;
use crate::refusals::unavailable;
use crate::store::RevocationsQuery;

/// Revocations in one answer.
const MOST_REVOCATIONS: u32 = 10_000;

#[tonic::async_trait]
impl AccountsInternalService for Accounts {
    async fn get_trust(&self, request: Request<GetTrustRequest>) -> Result<Response<GetTrustResponse>, Status> {
        let call = self.call(&request);
        let request = request.into_inner();
        let question = format!("trust since {}", request.since_ms);
        let after = page_token::read(&question, &request.page_token)?;
        let query = RevocationsQuery {
            since_ms: request.since_ms,
            now_ms: call.now_ms,
            after: after.map(|([at_ms], subject)| (at_ms, RevocationSubject(subject))),
            most: MOST_REVOCATIONS,
        };
        let revocations = self.store.revocations(query).await.map_err(unavailable)?;
        let is_full = revocations.len() >= MOST_REVOCATIONS as usize;
        let next = revocations.last().filter(|_| is_full);
        let next_page_token = next.map(|last| page_token::write(&question, ([last.at_ms], last.subject.0)));
        let told = revocations.iter().map(|revocation| Revocation {
            subject: revocation.subject.0.to_vec(),
            revoked_at_ms: revocation.at_ms,
        });
        Ok(Response::new(GetTrustResponse {
            jwks: self.signer.jwks().to_string(),
            as_of_ms: call.now_ms,
            revocations: told.collect(),
            next_page_token: next_page_token.unwrap_or_default(),
        }))
    }

    async fn batch_get_players(
        &self,
        request: Request<BatchGetPlayersRequest>,
    ) -> Result<Response<BatchGetPlayersResponse>, Status> {
        let now_ms = self.call(&request).now_ms;
        let players = self.players(&request.get_ref().accounts, now_ms).await?;
        Ok(Response::new(BatchGetPlayersResponse { players }))
    }
}
