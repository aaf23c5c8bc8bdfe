//! The next tokens of a session.

use corners_proto::accounts::v1::{RefreshTokenRequest, RefreshTokenResponse, Tokens};
use corners_proto::error::Violations;
use corners_proto::ids::{RequestId, SessionId};
use tonic::{Request, Status};

use super::parse;
use super::tokens::{MOST_TRIES, millis, revoke_session};
use crate::accounts::Accounts;
use crate::call::{Call, Changed};
use crate::domain::{Action, Refresh, RefreshToken, Session, request_digest};
use crate::refusals::{contended, token_expired, token_invalid, token_revoked, unavailable};
use crate::store::Write;

impl Accounts {
    pub(super) async fn refresh_token(
        &self,
        request: Request<RefreshTokenRequest>,
    ) -> Result<RefreshTokenResponse, Status> {
        let call = self.call(&request);
        let request = request.into_inner();
        let mut violations = Violations::new();
        let Some(id) = parse::request_id(&mut violations, &request.request_id) else {
            return Err(violations.refusal().into());
        };
        let presented = RefreshToken::parse(&request.refresh_token).ok_or_else(token_invalid)?;
        for _ in 0..MOST_TRIES {
            let Some(session) = self.store.session(presented.session).await.map_err(unavailable)? else {
                return Err(self.no_session(presented.session).await?);
            };
            if let Some(tokens) = self.refresh(&call, id, &presented, session).await? {
                return Ok(RefreshTokenResponse { tokens: Some(tokens) });
            }
        }
        Err(contended())
    }

    /// Refreshes a session as it was read; `None` when it changed in between.
    async fn refresh(
        &self,
        call: &Call,
        request: RequestId,
        presented: &RefreshToken,
        session: Session,
    ) -> Result<Option<Tokens>, Status> {
        let (digest, given) = (request_digest(None, request), presented.text.digest());
        let verdict = session.judge(given, digest, call.now_ms);
        let next = match verdict {
            Refresh::Expired => return Err(token_expired()),
            Refresh::Reuse => return self.end_reused(call, &session).await,
            Refresh::Rotate | Refresh::Repeat => {
                let secret = self.secret().await?;
                secret.next_refresh_token(session.id, &presented.text, request)
            }
        };
        let account = self.open_account(call, session.account).await?;
        let mut refreshed = match verdict {
            Refresh::Rotate => {
                let lives_for_ms = millis(self.options.session_lifetime);
                session.refreshed(given, next.digest(), digest, call.now_ms, lives_for_ms)
            }
            _ => session.clone(),
        };
        refreshed.access_until_ms = session.access_until_ms.max(self.access_until_ms(call));
        let writes = vec![
            Write::Expect {
                account: account.id,
                revision: account.revision,
            },
            Write::RefreshSession {
                session: refreshed.clone(),
                from: session.secret,
            },
        ];
        match self.store(call, writes).await? {
            Changed::Done => self.tokens(call, &account, &refreshed, &next).map(Some),
            _ => Ok(None),
        }
    }

    /// Ends a session that two hold.
    async fn end_reused(&self, call: &Call, session: &Session) -> Result<Option<Tokens>, Status> {
        let mut record = call.record(Action::SessionReuse, None, Some(session.account));
        record.subject = session.id.to_string();
        let writes = vec![
            // Nobody may have refreshed it since it was judged.
            Write::RefreshSession {
                session: session.clone(),
                from: session.secret,
            },
            Write::DeleteSession(session.id),
            revoke_session(session, call.now_ms),
            Write::Record(record),
        ];
        match self.store(call, writes).await? {
            Changed::Done => Err(token_revoked()),
            _ => Ok(None),
        }
    }

    /// Why there is no such session.
    async fn no_session(&self, id: SessionId) -> Result<Status, Status> {
        let revoked = self.store.revocation(id.into()).await.map_err(unavailable)?;
        Ok(revoked.map_or_else(token_invalid, |_| token_revoked()))
    }
}
