//! Changing a display name.

use corners_proto::accounts::v1::{ChangeDisplayNameRequest, ChangeDisplayNameResponse};
use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::AccountId;
use corners_service::auth::{AccountKind, caller};
use tonic::{Request, Status};

use super::register::{name_taken, rename};
use super::tokens::MOST_TRIES;
use super::{parse, views};
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Action, DisplayName};
use crate::refusals::{account_not_found, contended, guest_not_allowed};
use crate::store::Write;

/// How long a name lasts before it can be changed again, and how long the former one stays reserved.
const NAME_LASTS_MS: u64 = 30 * 24 * 60 * 60 * 1000;

impl Accounts {
    pub(super) async fn change_display_name(
        &self,
        request: Request<ChangeDisplayNameRequest>,
    ) -> Result<ChangeDisplayNameResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let request = request.into_inner();
        let mut violations = Violations::new();
        let id = parse::request_id(&mut violations, &request.request_id);
        let bot = parse::own_or_bot(&mut violations, &request.account);
        let Some(id) = id.filter(|_| violations.is_empty()) else {
            return Err(violations.refusal().into());
        };
        let name = parse::display_name(&request.display_name)?;
        let change = Change::new(&call, id, "ChangeDisplayName", &request);
        let first = self.rename_once(&call, &change, caller.account, bot, &name);
        let again = |known: crate::domain::Remembered| async move {
            self.account(known.account).await?.ok_or_else(account_not_found)
        };
        let renamed = self.once(&call, &change, first, again).await?;
        Ok(ChangeDisplayNameResponse {
            player: Some(views::player(&renamed, None, call.now_ms)),
        })
    }

    async fn rename_once(
        &self,
        call: &Call,
        change: &Change,
        own: AccountId,
        bot: Option<AccountId>,
        name: &DisplayName,
    ) -> Result<Account, Status> {
        let key = self.secret().await?.name_key(name.skeleton());
        for _ in 0..MOST_TRIES {
            let mut account = self.renamable(call, own, bot).await?;
            let mut writes = rename(&mut account, name, key, call.now_ms + NAME_LASTS_MS);
            account.renamed_at_ms = Some(call.now_ms);
            let id = account.id;
            writes.push(Write::UpdateAccount(account.clone()));
            writes.push(Write::Record(call.record(Action::NameChange, Some(own), Some(id))));
            match self.change(call, change, change.remember(call, id), writes).await? {
                Changed::Done => return Ok(account),
                Changed::Before(known) => {
                    return self.account(known.account).await?.ok_or_else(account_not_found);
                }
                Changed::NameTaken => return Err(name_taken()),
                Changed::Stale | Changed::IdentityTaken => {}
            }
        }
        Err(contended())
    }

    /// The caller's account or bot, if its name can be changed now.
    async fn renamable(&self, call: &Call, own: AccountId, bot: Option<AccountId>) -> Result<Account, Status> {
        let account = match bot {
            None => self.own_account(own).await?,
            Some(bot) if bot == own => self.own_account(own).await?,
            Some(bot) => {
                let bot = self.own_bot(own, bot).await?;
                Some(bot)
                    .filter(|bot| !bot.is_deleted())
                    .ok_or_else(account_not_found)?
            }
        };
        if account.kind == AccountKind::Guest {
            return Err(guest_not_allowed());
        }
        let again_at_ms = account
            .renamed_at_ms
            .map_or(0, |renamed_at_ms| renamed_at_ms + NAME_LASTS_MS);
        if call.now_ms < again_at_ms {
            let message = "the name was changed less than 30 days ago";
            let refusal = Refusal::new(Reason::TooSoon, message).with("again_at_ms", again_at_ms);
            return Err(refusal.into());
        }
        Ok(account)
    }
}
