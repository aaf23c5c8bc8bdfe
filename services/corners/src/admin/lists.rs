//! Lists, page by page.

use corners_client::proto::accounts::v1::{AdminAccount, AuditEvent, ListAccountsRequest, ListAuditEventsRequest};
use corners_client::proto::game::v1::{DeadLetter, ListDeadLettersRequest};
use corners_client::{Admin, Error};

/// The largest page there is.
const LARGEST_PAGE: usize = 500;

/// Accounts, newest first.
pub(super) async fn accounts(
    admin: &Admin,
    name_prefix: &str,
    banned: bool,
    most: usize,
) -> Result<Vec<AdminAccount>, Error> {
    let mut accounts = Vec::new();
    let mut page_token = String::new();
    while accounts.len() < most {
        let request = ListAccountsRequest {
            name_prefix: name_prefix.to_owned(),
            banned,
            page_size: page_size(most - accounts.len()),
            page_token,
        };
        let page = admin.list_accounts(request).await?;
        accounts.extend(page.accounts);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    Ok(accounts)
}

/// The audit log, newest first.
pub(super) async fn audit_events(
    admin: &Admin,
    account: &str,
    action: &str,
    most: usize,
) -> Result<Vec<AuditEvent>, Error> {
    let mut events = Vec::new();
    let mut page_token = String::new();
    while events.len() < most {
        let request = ListAuditEventsRequest {
            account: account.to_owned(),
            action: action.to_owned(),
            page_size: page_size(most - events.len()),
            page_token,
        };
        let page = admin.list_audit_events(request).await?;
        events.extend(page.events);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    Ok(events)
}

/// Finished tables that could not be recorded, oldest first.
pub(super) async fn dead_letters(admin: &Admin, most: usize) -> Result<Vec<DeadLetter>, Error> {
    let mut letters = Vec::new();
    let mut page_token = String::new();
    while letters.len() < most {
        let request = ListDeadLettersRequest {
            page_size: i32::try_from(page_size(most - letters.len())).unwrap_or(i32::MAX),
            page_token,
        };
        let page = admin.list_dead_letters(request).await?;
        letters.extend(page.dead_letters);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    Ok(letters)
}

fn page_size(left: usize) -> u32 {
    u32::try_from(left.min(LARGEST_PAGE)).unwrap_or(u32::MAX)
}
