//! Everything about the caller: to take away, or to be deleted.

use corners_proto::accounts::v1::{
    DeleteAccountRequest, DeleteAccountResponse, ExportAccountRequest, ExportAccountResponse,
};
use corners_service::auth::caller;
use tonic::{Request, Status};

use super::sessions::current;
use super::tokens::{MOST_TRIES, revoke, trim_sessions};
use super::views;
use crate::accounts::Accounts;
use crate::call::{Call, Changed};
use crate::domain::{Account, Action, Password, PersonalToken};
use crate::refusals::{contended, unavailable};
use crate::store::{AuditQuery, Write};

/// Entries of the audit log in an export.
const MOST_EVENTS: u32 = 1000;

/// How long the name of a deleted account stays reserved, so that nobody takes its place unnoticed.
const NAME_RESERVED_MS: u64 = 90 * 24 * 60 * 60 * 1000;

impl Accounts {
    pub(super) async fn export_account(
        &self,
        request: Request<ExportAccountRequest>,
    ) -> Result<ExportAccountResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let account = self.own_account(caller.account).await?;
        let record = call.record(Action::AccountExport, Some(account.id), Some(account.id));
        self.store(&call, vec![Write::Record(record)]).await?;
        let bots = self.store.bots(account.id).await.map_err(unavailable)?;
        let sessions = self.live_sessions(&call, account.id).await?;
        let tokens = self.live_tokens(&call, account.id).await?;
        let identities = self.store.identities(account.id).await.map_err(unavailable)?;
        let query = AuditQuery {
            account: Some(account.id),
            action: String::new(),
            before: None,
            most: MOST_EVENTS,
        };
        let events = self.store.audit_events(query).await.map_err(unavailable)?;
        let identities = identities
            .iter()
            .map(|identity| format!("{} {}", identity.issuer, identity.subject));
        Ok(ExportAccountResponse {
            player: Some(views::player(&account, None, call.now_ms)),
            bots: bots
                .iter()
                .map(|bot| views::player(bot, Some(&account), call.now_ms))
                .collect(),
            sessions: sessions
                .iter()
                .map(|session| views::session(session, current(&caller)))
                .collect(),
            tokens: tokens.iter().map(views::personal_token).collect(),
            identities: identities.collect(),
            audit_events: events.iter().map(views::audit_event).collect(),
        })
    }

    pub(super) async fn delete_account(
        &self,
        request: Request<DeleteAccountRequest>,
    ) -> Result<DeleteAccountResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let account = self.own_account(caller.account).await?;
        if account.password.is_some() {
            let password = Password::typed(&request.get_ref().password);
            self.prove(&call, &account, password).await?;
        }
        for _ in 0..MOST_TRIES {
            let account = self.own_account(caller.account).await?;
            let bots = self.store.bots(account.id).await.map_err(unavailable)?;
            let tokens = self.store.personal_tokens(account.id).await.map_err(unavailable)?;
            let record = call.record(Action::AccountDelete, Some(account.id), Some(account.id));
            let mut writes = vec![Write::Record(record)];
            for account in bots.into_iter().chain([account]) {
                writes.extend(self.delete_writes(&call, account, &tokens));
            }
            if let Changed::Done = self.store(&call, writes).await? {
                return Ok(DeleteAccountResponse {});
            }
        }
        Err(contended())
    }

    /// Deletes an account with all that is its own, but for its place in games: of `tokens`, those that act for it.
    pub(super) fn delete_writes(&self, call: &Call, mut account: Account, tokens: &[PersonalToken]) -> Vec<Write> {
        let id = account.id;
        let mut writes = Vec::new();
        if let Some(name) = account.name_key.take() {
            writes.push(Write::ReleaseName {
                name,
                account: id,
                until_ms: call.now_ms + NAME_RESERVED_MS,
            });
        }
        for token in tokens.iter().filter(|token| token.account == id) {
            writes.extend([Write::DeleteToken(token.id), revoke(token.id, call.now_ms)]);
        }
        account.display_name.clear();
        account.folded_name.clear();
        account.password = None;
        account.recovery = None;
        account.operator = false;
        account.ban = account.ban.map(|ban| crate::domain::Ban {
            note: String::new(),
            ..ban
        });
        account.deleted_at_ms = Some(call.now_ms);
        writes.extend([
            Write::UpdateAccount(account),
            Write::UnlinkIdentities(id),
            trim_sessions(id, 0, call.now_ms),
            revoke(id, call.now_ms),
            Write::ForgetAddresses(id),
        ]);
        writes
    }
}
