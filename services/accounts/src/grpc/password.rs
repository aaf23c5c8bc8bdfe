//! Changing a password.

use corners_proto::accounts::v1::{ChangePasswordRequest, ChangePasswordResponse};
use corners_service::auth::{AccountKind, Caller, Source, caller};
use tonic::{Request, Status};

use super::parse::{new_password, only_request_id};
use super::tokens::{MOST_TRIES, revoke_session};
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Action, Password, PasswordHash};
use crate::refusals::{contended, guest_not_allowed, unavailable};
use crate::store::Write;

impl Accounts {
    pub(super) async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<ChangePasswordResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let request = request.into_inner();
        let id = only_request_id(&request.request_id)?;
        let change = Change::new(&call, id, "ChangePassword", &request);
        let first = async {
            let account = self.own_account(caller.account).await?;
            if account.kind == AccountKind::Guest {
                return Err(guest_not_allowed());
            }
            let new = new_password("new_password", &request.new_password, &account.display_name)?;
            let old = Password::typed(&request.old_password);
            self.prove(&call, &account, old).await?;
            let hash = self.hasher.hash(new).await?;
            self.set_password(&call, &change, &caller, &account, &hash).await
        };
        let again = |_| std::future::ready(Ok(()));
        self.once(&call, &change, first, again).await?;
        Ok(ChangePasswordResponse {})
    }

    /// Passes when this is the account's password. Attempts count as those to sign in do.
    pub(super) async fn prove(&self, call: &Call, account: &Account, password: Password) -> Result<(), Status> {
        let attempt = self
            .attempt(call, "password", &self.who(&account.display_name).await?)
            .await?;
        if !self.hasher.verify(password, account.password.clone()).await? {
            return Err(self.failed(call, Action::SignInFail, &account.display_name).await?);
        }
        self.succeeded(call, attempt).await
    }

    async fn set_password(
        &self,
        call: &Call,
        change: &Change,
        caller: &Caller,
        proven: &Account,
        hash: &PasswordHash,
    ) -> Result<(), Status> {
        for _ in 0..MOST_TRIES {
            let mut account = self.own_account(caller.account).await?;
            if account.password != proven.password {
                // Somebody else has just changed it: the old one is no longer it.
                return Err(crate::refusals::wrong_credentials());
            }
            account.password = Some(hash.clone());
            let record = call.record(Action::PasswordChange, Some(account.id), Some(account.id));
            let mut writes = vec![Write::UpdateAccount(account.clone()), Write::Record(record)];
            let sessions = self.store.sessions(account.id).await.map_err(unavailable)?;
            for session in sessions {
                if caller.source != Source::Session(session.id) {
                    writes.push(Write::DeleteSession(session.id));
                    writes.push(revoke_session(&session, call.now_ms));
                }
            }
            let remembered = change.remember(call, account.id);
            if let Changed::Done | Changed::Before(_) = self.change(call, change, remembered, writes).await? {
                return Ok(());
            }
        }
        Err(contended())
    }
}
