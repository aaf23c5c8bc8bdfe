//! Access tokens for programs.

use std::time::{Duration, SystemTime};

use corners_proto::accounts::v1::{ExchangeTokenRequest, ExchangeTokenResponse};
use corners_proto::ids::PersonalTokenId;
use corners_service::auth::{AccountKind, Scope, Source};
use tonic::{Request, Status};

use super::views::{OPERATOR, scopes};
use crate::accounts::Accounts;
use crate::call::Call;
use crate::domain::{LongLivedToken, SecretText};
use crate::refusals::{token_expired, token_invalid, token_revoked, unavailable};
use crate::signing::Grant;
use crate::store::Write;

/// How finely it is noted when a token was last used.
const NOTED_EVERY_MS: u64 = 60 * 60 * 1000;

/// The operator's access tokens cannot be revoked: they end with the configuration, this much later.
const OPERATORS_LIFETIME: Duration = Duration::from_secs(5 * 60);

impl Accounts {
    pub(super) async fn exchange_token(
        &self,
        request: Request<ExchangeTokenRequest>,
    ) -> Result<ExchangeTokenResponse, Status> {
        let call = self.call(&request);
        match LongLivedToken::parse(&request.get_ref().personal_token) {
            Some(LongLivedToken::Personal(id, text)) => self.exchange_personal(&call, id, &text).await,
            Some(LongLivedToken::Operator(text)) => self.exchange_operators(&call, &text),
            None => Err(token_invalid()),
        }
    }

    async fn exchange_personal(
        &self,
        call: &Call,
        id: PersonalTokenId,
        text: &SecretText,
    ) -> Result<ExchangeTokenResponse, Status> {
        let Some(token) = self.store.personal_token(id).await.map_err(unavailable)? else {
            let revoked = self.store.revocation(id.into()).await.map_err(unavailable)?;
            return Err(revoked.map_or_else(token_invalid, |_| token_revoked()));
        };
        if token.secret != text.digest() {
            return Err(token_invalid());
        }
        if token.expires_at_ms <= call.now_ms {
            return Err(token_expired());
        }
        let account = self.open_account(call, token.account).await?;
        let used_at_ms = call.now_ms / NOTED_EVERY_MS * NOTED_EVERY_MS;
        if token.last_used_at_ms.is_none_or(|last_ms| last_ms < used_at_ms) {
            self.store(call, vec![Write::TouchToken { id, used_at_ms }]).await?;
        }
        let left = Duration::from_millis(token.expires_at_ms - call.now_ms);
        let grant = Grant {
            account: account.id,
            kind: account.kind,
            scopes: token.scopes,
            source: Source::Personal(id),
        };
        self.answer(call, grant, left)
    }

    fn exchange_operators(&self, call: &Call, text: &SecretText) -> Result<ExchangeTokenResponse, Status> {
        if self.options.operator_token != Some(text.digest()) {
            return Err(token_invalid());
        }
        let grant = Grant {
            account: OPERATOR,
            kind: AccountKind::Player,
            scopes: std::iter::once(Scope::Admin).collect(),
            source: Source::Operator,
        };
        self.answer(call, grant, OPERATORS_LIFETIME)
    }

    /// Signs an access token that does not outlive what it is made from.
    fn answer(&self, call: &Call, grant: Grant, left: Duration) -> Result<ExchangeTokenResponse, Status> {
        let signed = self.sign(call, grant, self.options.access_token_lifetime.min(left))?;
        let expires_at: SystemTime = signed.expires_at;
        Ok(ExchangeTokenResponse {
            account: grant.account.to_string(),
            access_token: signed.text,
            access_expire_time: Some(expires_at.into()),
            scopes: scopes(grant.scopes),
        })
    }
}
