//! Lists of accounts and of the audit log.

use corners_proto::accounts::v1::{
    ListAccountsRequest, ListAccountsResponse, ListAuditEventsRequest, ListAuditEventsResponse,
};
use corners_proto::error::Violations;
use corners_proto::ids::AccountId;
use corners_service::page_token;
use tonic::Status;

use super::super::views;
use super::Admin;
use crate::accounts::Accounts;
use crate::domain::{Account, Action, fold};
use crate::refusals::unavailable;
use crate::store::{AccountsQuery, AuditQuery, Write};

const DEFAULT_PAGE: u32 = 50;
const LARGEST_PAGE: u32 = 500;

/// Longest prefix and action, in bytes.
const LONGEST_FILTER: usize = 100;

impl Accounts {
    pub(super) async fn admin_list_accounts(
        &self,
        admin: &Admin,
        request: ListAccountsRequest,
    ) -> Result<ListAccountsResponse, Status> {
        let mut violations = Violations::new();
        let most = page_size(&mut violations, request.page_size);
        check_filter(&mut violations, "name_prefix", &request.name_prefix);
        violations.into_result()?;
        let prefix = fold(&request.name_prefix);
        let question = format!("accounts {} {prefix}", request.banned);
        let after = page_token::read(&question, &request.page_token)?;
        let query = AccountsQuery {
            folded_prefix: prefix,
            banned_at_ms: request.banned.then_some(admin.call.now_ms),
            after: after.map(|([created_at_ms], id)| (created_at_ms, AccountId::from_bytes(id))),
            most,
        };
        self.store(
            &admin.call,
            vec![Write::Record(admin.record(Action::AdminListAccounts, None, ""))],
        )
        .await?;
        let accounts = self.store.list_accounts(query).await.map_err(unavailable)?;
        let owners: Vec<_> = accounts.iter().filter_map(|account| account.owner).collect();
        let owners = self.accounts_by_id(&owners).await?;
        let last = accounts.last().filter(|_| accounts.len() >= most as usize);
        let next = last.map(|last| page_token::write(&question, ([last.created_at_ms], *last.id.as_bytes())));
        let view = |account: &Account| {
            let owner = account.owner.and_then(|owner| owners.get(&owner));
            views::admin_account(account, owner, admin.call.now_ms)
        };
        Ok(ListAccountsResponse {
            accounts: accounts.iter().map(view).collect(),
            next_page_token: next.unwrap_or_default(),
        })
    }

    pub(super) async fn admin_list_audit(
        &self,
        admin: &Admin,
        request: ListAuditEventsRequest,
    ) -> Result<ListAuditEventsResponse, Status> {
        let mut violations = Violations::new();
        let most = page_size(&mut violations, request.page_size);
        check_filter(&mut violations, "action", &request.action);
        let account: Option<AccountId> = match request.account.is_empty() {
            true => None,
            false => violations.check("account", request.account.parse()),
        };
        violations.into_result()?;
        let question = format!("audit {} {}", request.account, request.action);
        let before = page_token::read(&question, &request.page_token)?;
        let query = AuditQuery {
            account,
            action: request.action,
            before: before.map(|([number], _)| number),
            most,
        };
        self.store(
            &admin.call,
            vec![Write::Record(admin.record(Action::AdminListAudit, account, ""))],
        )
        .await?;
        let events = self.store.audit_events(query).await.map_err(unavailable)?;
        let last = events.last().filter(|_| events.len() >= most as usize);
        let next = last.map(|last| page_token::write(&question, ([last.number], [0; 16])));
        Ok(ListAuditEventsResponse {
            events: events.iter().map(views::audit_event).collect(),
            next_page_token: next.unwrap_or_default(),
        })
    }
}

fn page_size(violations: &mut Violations, wanted: u32) -> u32 {
    if wanted > LARGEST_PAGE {
        violations.add(
            "page_size",
            format!("{wanted}: expected 1 to {LARGEST_PAGE}, or 0 for {DEFAULT_PAGE}"),
        );
    }
    if wanted == 0 { DEFAULT_PAGE } else { wanted }
}

fn check_filter(violations: &mut Violations, field: &str, text: &str) {
    if text.len() > LONGEST_FILTER {
        violations.add(field, format!("longer than {LONGEST_FILTER} bytes"));
    }
}
