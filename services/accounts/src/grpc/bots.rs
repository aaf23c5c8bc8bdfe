//! Bots: accounts of programs, which belong to players.

use corners_proto::accounts::v1::{
    CreateBotRequest, CreateBotResponse, DeleteBotRequest, DeleteBotResponse, ListBotsRequest, ListBotsResponse,
};
use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::AccountId;
use corners_service::auth::{AccountKind, caller};
use tonic::{Request, Status};

use super::guest::new_account;
use super::register::{name_taken, rename};
use super::tokens::MOST_TRIES;
use super::{parse, views};
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Action, DisplayName, Remembered};
use crate::refusals::{account_not_found, contended, guest_not_allowed, unavailable};
use crate::store::Write;

/// Bots of one player.
const MOST_BOTS: usize = 10;

impl Accounts {
    pub(super) async fn create_bot(&self, request: Request<CreateBotRequest>) -> Result<CreateBotResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let request = request.into_inner();
        let mut violations = Violations::new();
        let Some(id) = parse::request_id(&mut violations, &request.request_id) else {
            return Err(violations.refusal().into());
        };
        let name = parse::display_name(&request.display_name)?;
        let change = Change::new(&call, id, "CreateBot", &request);
        let first = self.create_bot_once(&call, &change, caller.account, &name);
        let again = |known| async move { self.made_before(caller.account, &known).await };
        let bot = self.once(&call, &change, first, again).await?;
        Ok(CreateBotResponse {
            bot: Some(views::player(&bot, None, call.now_ms)),
        })
    }

    pub(super) async fn list_bots(&self, request: Request<ListBotsRequest>) -> Result<ListBotsResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let owner = self.own_account(caller.account).await?;
        let bots = self.store.bots(owner.id).await.map_err(unavailable)?;
        let bots = bots
            .iter()
            .map(|bot| views::player(bot, Some(&owner), call.now_ms))
            .collect();
        Ok(ListBotsResponse { bots })
    }

    pub(super) async fn delete_bot(&self, request: Request<DeleteBotRequest>) -> Result<DeleteBotResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let id = parse::only_account("bot", &request.get_ref().bot)?;
        for _ in 0..MOST_TRIES {
            let bot = self.own_bot(caller.account, id).await?;
            if bot.is_deleted() {
                return Ok(DeleteBotResponse {});
            }
            let tokens = self.store.personal_tokens(bot.id).await.map_err(unavailable)?;
            let record = call.record(Action::BotDelete, Some(caller.account), Some(bot.id));
            let mut writes = self.delete_writes(&call, bot, &tokens);
            writes.push(Write::Record(record));
            if let Changed::Done = self.store(&call, writes).await? {
                return Ok(DeleteBotResponse {});
            }
        }
        Err(contended())
    }

    async fn create_bot_once(
        &self,
        call: &Call,
        change: &Change,
        owner: AccountId,
        name: &DisplayName,
    ) -> Result<Account, Status> {
        let key = self.secret().await?.name_key(name.skeleton());
        self.may_make_bots(owner).await?;
        self.count_bot(call, owner.as_bytes()).await?;
        for _ in 0..MOST_TRIES {
            let owner = self.may_make_bots(owner).await?;
            let mut bot = new_account(AccountKind::Bot, call.now_ms);
            bot.owner = Some(owner.id);
            let named = rename(&mut bot, name, key, 0);
            // The owner's revision rises, so that two bots made at once are counted.
            let mut writes = named;
            writes.extend([Write::UpdateAccount(owner.clone()), Write::InsertAccount(bot.clone())]);
            writes.push(Write::Record(call.record(
                Action::BotCreate,
                Some(owner.id),
                Some(bot.id),
            )));
            let remembered = Remembered {
                subject: *bot.id.as_bytes(),
                created: true,
                ..change.remember(call, owner.id)
            };
            match self.change(call, change, remembered, writes).await? {
                Changed::Done => return Ok(bot),
                Changed::Before(known) => return self.made_before(owner.id, &known).await,
                Changed::NameTaken => return Err(name_taken()),
                Changed::Stale | Changed::IdentityTaken => {}
            }
        }
        Err(contended())
    }

    async fn made_before(&self, owner: AccountId, known: &Remembered) -> Result<Account, Status> {
        let bot = self.own_bot(owner, AccountId::from_bytes(known.subject)).await?;
        Some(bot).filter(|bot| !bot.is_deleted()).ok_or_else(account_not_found)
    }

    /// The account of somebody who may make one more bot.
    async fn may_make_bots(&self, owner: AccountId) -> Result<Account, Status> {
        let owner = self.own_account(owner).await?;
        if owner.kind != AccountKind::Player {
            return Err(guest_not_allowed());
        }
        let bots = self.store.bots(owner.id).await.map_err(unavailable)?;
        if bots.len() >= MOST_BOTS {
            let message = format!("you have {MOST_BOTS} bots, as many as one can have; delete one first");
            return Err(Refusal::new(Reason::TooMany, message).into());
        }
        Ok(owner)
    }
}
