//! The way back in without the password.

use corners_proto::accounts::v1::{RecoverAccountRequest, RecoverAccountResponse};
use tonic::{Request, Status};

use super::parse::{new_password, only_request_id};
use super::tokens::{MOST_TRIES, SignedIn, trim_sessions};
use crate::accounts::Accounts;
use crate::call::{Call, Change};
use crate::domain::{Action, Origin, PasswordHash, SecretText};
use crate::refusals::contended;

impl Accounts {
    pub(super) async fn recover_account(
        &self,
        request: Request<RecoverAccountRequest>,
    ) -> Result<RecoverAccountResponse, Status> {
        let call = self.call(&request);
        let request = request.into_inner();
        let id = only_request_id(&request.request_id)?;
        let password = new_password("new_password", &request.new_password, &request.display_name)?;
        let change = Change::new(&call, id, "RecoverAccount", &request);
        let first = async {
            let attempt = self
                .attempt(&call, "recovery", &self.who(&request.display_name).await?)
                .await?;
            let code = SecretText::new(request.recovery_code);
            // Hashed in any case, so that the time does not tell whether the code was right.
            let hash = self.hasher.hash(password).await?;
            let player = self
                .recover_once(&call, &change, &request.display_name, &code, &hash)
                .await?;
            self.succeeded(&call, attempt).await?;
            Ok(player)
        };
        let player = self.signed_in_once(&call, &change, first).await?;
        let next = self.secret().await?.recovery_code(player.account.id, change.request);
        Ok(RecoverAccountResponse {
            player: Some(player.player),
            tokens: Some(player.tokens),
            recovery_code: next.as_str().to_owned(),
        })
    }

    async fn recover_once(
        &self,
        call: &Call,
        change: &Change,
        name: &str,
        code: &SecretText,
        hash: &PasswordHash,
    ) -> Result<SignedIn, Status> {
        let given = code.recovery_digest();
        for _ in 0..MOST_TRIES {
            let found = self.find_by_name(name).await?;
            let Some(mut account) = found.filter(|account| account.recovery == Some(given)) else {
                return Err(self.failed(call, Action::RecoverFail, name).await?);
            };
            self.check_open(call, &account).await?;
            let next = self.secret().await?.recovery_code(account.id, change.request);
            account.recovery = Some(next.recovery_digest());
            account.password = Some(hash.clone());
            let others = vec![trim_sessions(account.id, 0, call.now_ms)];
            let started = self
                .start_session(call, change, account, Origin::Recover, Action::Recover, others)
                .await?;
            if let Some(signed_in) = started {
                return Ok(signed_in);
            }
        }
        Err(contended())
    }
}
