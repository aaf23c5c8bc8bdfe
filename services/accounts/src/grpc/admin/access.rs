//! Closing accounts, and opening them again.

use corners_proto::accounts::v1::{
    BanAccountRequest, BanAccountResponse, RevokeAccessRequest, RevokeAccessResponse, SetOperatorRequest,
    SetOperatorResponse, UnbanAccountRequest, UnbanAccountResponse,
};
use corners_proto::error::Violations;
use corners_proto::ids::AccountId;
use corners_service::auth::{AccountKind, Scope};
use tonic::Status;

use super::super::parse;
use super::super::tokens::{MOST_TRIES, revoke, trim_sessions};
use super::super::views::{FAR_FUTURE_MS, millis};
use super::Admin;
use crate::accounts::Accounts;
use crate::call::Changed;
use crate::domain::{Account, Action, Ban, PersonalToken};
use crate::refusals::{account_not_found, contended, guest_not_allowed, unavailable};
use crate::store::Write;

impl Accounts {
    pub(super) async fn admin_ban(
        &self,
        admin: &Admin,
        request: BanAccountRequest,
    ) -> Result<BanAccountResponse, Status> {
        let now_ms = admin.call.now_ms;
        let mut violations = Violations::new();
        let id: Option<AccountId> = violations.check("account", request.account.parse());
        parse::note(&mut violations, &request.note);
        let until_ms = request.expire_time.map_or(Some(FAR_FUTURE_MS), millis);
        if until_ms.is_none_or(|until_ms| until_ms <= now_ms) {
            violations.add("expire_time", "not a moment in the future");
        }
        let (Some(id), Some(until_ms), true) = (id, until_ms, violations.is_empty()) else {
            return Err(violations.refusal().into());
        };
        let ban = Ban {
            until_ms,
            note: request.note.clone(),
        };
        let banned = self
            .admin_change(admin, id, Action::AdminBan, &request.note, |account| {
                account.ban = Some(ban.clone());
                Ok(())
            })
            .await?;
        let account = self.admin_view(&banned, now_ms).await?;
        Ok(BanAccountResponse { account: Some(account) })
    }

    pub(super) async fn admin_unban(
        &self,
        admin: &Admin,
        request: UnbanAccountRequest,
    ) -> Result<UnbanAccountResponse, Status> {
        let id = account_and_note(&request.account, &request.note)?;
        let unbanned = self
            .admin_change(admin, id, Action::AdminUnban, &request.note, |account| {
                account.ban = None;
                Ok(())
            })
            .await?;
        let account = self.admin_view(&unbanned, admin.call.now_ms).await?;
        Ok(UnbanAccountResponse { account: Some(account) })
    }

    pub(super) async fn admin_set_operator(
        &self,
        admin: &Admin,
        request: SetOperatorRequest,
    ) -> Result<SetOperatorResponse, Status> {
        let id = parse::only_account("account", &request.account)?;
        let note = if request.operator {
            "made an operator"
        } else {
            "no operator any more"
        };
        let changed = self
            .admin_change(admin, id, Action::AdminOperator, note, |account| {
                if account.kind != AccountKind::Player {
                    return Err(guest_not_allowed());
                }
                account.operator = request.operator;
                Ok(())
            })
            .await?;
        let account = self.admin_view(&changed, admin.call.now_ms).await?;
        Ok(SetOperatorResponse { account: Some(account) })
    }

    pub(super) async fn admin_revoke(
        &self,
        admin: &Admin,
        request: RevokeAccessRequest,
    ) -> Result<RevokeAccessResponse, Status> {
        let id = account_and_note(&request.account, &request.note)?;
        let now_ms = admin.call.now_ms;
        for _ in 0..MOST_TRIES {
            let account = self.admin_find(id).await?;
            let sessions = self.store.sessions(id).await.map_err(unavailable)?.len();
            let tokens = self.store.personal_tokens(id).await.map_err(unavailable)?;
            let record = admin.record(Action::AdminRevoke, Some(id), &request.note);
            // The revision rises, so that a session or token that is made at this moment is seen.
            let mut writes = vec![
                Write::UpdateAccount(account),
                trim_sessions(id, 0, now_ms),
                Write::Record(record),
            ];
            writes.extend(end_tokens(&tokens, now_ms));
            if let Changed::Done = self.store(&admin.call, writes).await? {
                let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
                return Ok(RevokeAccessResponse {
                    sessions: count(sessions),
                    tokens: count(tokens.len()),
                });
            }
        }
        Err(contended())
    }

    /// Changes an account, and revokes the access that it has no right to any more.
    async fn admin_change(
        &self,
        admin: &Admin,
        id: AccountId,
        action: Action,
        note: &str,
        change: impl Fn(&mut Account) -> Result<(), Status>,
    ) -> Result<Account, Status> {
        let now_ms = admin.call.now_ms;
        for _ in 0..MOST_TRIES {
            let mut account = self.admin_find(id).await?;
            if account.is_deleted() {
                return Err(account_not_found());
            }
            change(&mut account)?;
            let record = admin.record(action, Some(id), note);
            let mut writes = vec![Write::UpdateAccount(account.clone()), Write::Record(record)];
            if account.is_banned(now_ms) {
                let bots = self.store.bots(id).await.map_err(unavailable)?;
                let closed = bots.iter().map(|bot| bot.id).chain([id]);
                writes.extend(closed.map(|closed| revoke(closed, now_ms)));
            }
            if !account.operator {
                let tokens = self.store.personal_tokens(id).await.map_err(unavailable)?;
                let admins: Vec<_> = tokens
                    .into_iter()
                    .filter(|token| token.scopes.contains(Scope::Admin))
                    .collect();
                writes.extend(end_tokens(&admins, now_ms));
            }
            if let Changed::Done = self.store(&admin.call, writes).await? {
                return Ok(account);
            }
        }
        Err(contended())
    }
}

fn end_tokens(tokens: &[PersonalToken], now_ms: u64) -> impl Iterator<Item = Write> {
    let ends = move |token: &PersonalToken| [Write::DeleteToken(token.id), revoke(token.id, now_ms)];
    tokens.iter().flat_map(ends)
}

fn account_and_note(account: &str, note: &str) -> Result<AccountId, Status> {
    let mut violations = Violations::new();
    let id = violations.check("account", account.parse());
    parse::note(&mut violations, note);
    match id {
        Some(id) if violations.is_empty() => Ok(id),
        _ => Err(violations.refusal().into()),
    }
}
