//! What operators do: `corners.accounts.v1.AdminService`. Every call is in the audit log.

mod access;
mod keys;
mod lists;

use corners_proto::accounts::v1::admin_service_server::AdminService;
use corners_proto::accounts::v1::*;
use corners_proto::ids::AccountId;
use corners_service::auth::{Source, caller};
use tonic::{Request, Response, Status};

use super::views;
use crate::accounts::Accounts;
use crate::call::Call;
use crate::domain::{Account, Action, AuditRecord};
use crate::refusals::{account_not_found, token_revoked};

macro_rules! methods {
    ($($method:ident($request:ident) -> $response:ident by $handler:ident;)*) => {
        #[tonic::async_trait]
        impl AdminService for Accounts {
            $(
                async fn $method(&self, request: Request<$request>) -> Result<Response<$response>, Status> {
                    self.still_stands(&request).await?;
                    self.is_an_operator(&request).await?;
                    let admin = Admin { call: self.call(&request), operator: caller(&request)?.account };
                    let answer = Box::pin(self.$handler(&admin, request.into_inner())).await?;
                    Ok(Response::new(answer))
                }
            )*
        }
    };
}

methods! {
    list_accounts(ListAccountsRequest) -> ListAccountsResponse by admin_list_accounts;
    ban_account(BanAccountRequest) -> BanAccountResponse by admin_ban;
    unban_account(UnbanAccountRequest) -> UnbanAccountResponse by admin_unban;
    revoke_access(RevokeAccessRequest) -> RevokeAccessResponse by admin_revoke;
    set_operator(SetOperatorRequest) -> SetOperatorResponse by admin_set_operator;
    list_audit_events(ListAuditEventsRequest) -> ListAuditEventsResponse by admin_list_audit;
    rotate_signing_key(RotateSigningKeyRequest) -> RotateSigningKeyResponse by admin_rotate_key;
}

/// An operator's call.
struct Admin {
    call: Call,
    operator: AccountId,
}

impl Admin {
    fn record(&self, action: Action, account: Option<AccountId>, note: &str) -> AuditRecord {
        let mut record = self.call.record(action, Some(self.operator), account);
        note.clone_into(&mut record.note);
        record
    }
}

impl Accounts {
    /// Passes the configured operator, and players that are operators now.
    async fn is_an_operator<T>(&self, request: &Request<T>) -> Result<(), Status> {
        let caller = caller(request)?;
        if caller.source == Source::Operator {
            return Ok(());
        }
        let account = self.open_account(&self.call(request), caller.account).await?;
        match account.operator {
            true => Ok(()),
            false => Err(token_revoked()),
        }
    }

    async fn admin_find(&self, id: AccountId) -> Result<Account, Status> {
        self.account(id).await?.ok_or_else(account_not_found)
    }

    async fn admin_view(&self, account: &Account, now_ms: u64) -> Result<AdminAccount, Status> {
        let owner = match account.owner {
            Some(owner) => self.account(owner).await?,
            None => None,
        };
        Ok(views::admin_account(account, owner.as_ref(), now_ms))
    }
}
