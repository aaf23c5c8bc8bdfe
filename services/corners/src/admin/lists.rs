//! What operators list.

use corners_client::proto::accounts::v1::{AdminAccount, AuditEvent, ListAccountsRequest, ListAuditEventsRequest};
use corners_client::proto::game::v1::{DeadLetter, ListDeadLettersRequest};
use corners_client::{Admin, Error};

use crate::pages;

/// The largest page there is.
const LARGEST_PAGE: usize = 500;

/// Accounts, newest first.
pub(super) async fn accounts(
    admin: &Admin,
    name_prefix: &str,
    banned: bool,
    most: usize,
) -> Result<Vec<AdminAccount>, Error> {
    pages::collect(most, async |left, page_token| {
        let request = ListAccountsRequest {
            name_prefix: name_prefix.to_owned(),
            banned,
            page_size: page_size(left),
            page_token,
        };
        let page = admin.list_accounts(request).await?;
        Ok((page.accounts, page.next_page_token))
    })
    .await
}

/// The audit log, newest first.
pub(super) async fn audit_events(
    admin: &Admin,
    account: &str,
    action: &str,
    most: usize,
) -> Result<Vec<AuditEvent>, Error> {
    pages::collect(most, async |left, page_token| {
        let request = ListAuditEventsRequest {
            account: account.to_owned(),
            action: action.to_owned(),
            page_size: page_size(left),
            page_token,
        };
        let page = admin.list_audit_events(request).await?;
        Ok((page.events, page.next_page_token))
    })
    .await
}

/// Finished tables that could not be recorded, oldest first.
pub(super) async fn dead_letters(admin: &Admin, most: usize) -> Result<Vec<DeadLetter>, Error> {
    pages::collect(most, async |left, page_token| {
        let request = ListDeadLettersRequest {
            page_size: i32::try_from(page_size(left)).unwrap_or(i32::MAX),
            page_token,
        };
        let page = admin.list_dead_letters(request).await?;
        Ok((page.dead_letters, page.next_page_token))
    })
    .await
}

fn page_size(left: usize) -> u32 {
    u32::try_from(left.min(LARGEST_PAGE)).unwrap_or(u32::MAX)
}
