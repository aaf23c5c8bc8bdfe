//! Who players are.

use std::collections::HashMap;

use corners_proto::accounts::v1::{
    BatchGetPlayersRequest, BatchGetPlayersResponse, GetMyAccountRequest, GetMyAccountResponse, Player,
};
use corners_proto::error::Violations;
use corners_proto::ids::AccountId;
use corners_service::auth::caller;
use tonic::{Request, Status};

use super::views::{self, OPERATOR};
use crate::accounts::Accounts;
use crate::domain::Account;
use crate::refusals::unavailable;

/// Ids in one request.
const MOST_IDS: usize = 500;

impl Accounts {
    pub(super) async fn batch_get_players(
        &self,
        request: Request<BatchGetPlayersRequest>,
    ) -> Result<BatchGetPlayersResponse, Status> {
        let now_ms = self.call(&request).now_ms;
        let players = self.players(&request.get_ref().accounts, now_ms).await?;
        Ok(BatchGetPlayersResponse { players })
    }

    /// Who these accounts are, in their order, without those that are none.
    pub(super) async fn players(&self, accounts: &[String], now_ms: u64) -> Result<Vec<Player>, Status> {
        let ids = parse(accounts)?;
        let accounts = self.accounts_by_id(&ids).await?;
        let owners: Vec<_> = accounts.values().filter_map(|account| account.owner).collect();
        let owners = self.accounts_by_id(&owners).await?;
        let view = |id: &AccountId| -> Option<Player> {
            if *id == OPERATOR {
                return Some(views::operator());
            }
            let account = accounts.get(id)?;
            let owner = account.owner.and_then(|owner| owners.get(&owner));
            Some(views::player(account, owner, now_ms))
        };
        Ok(ids.iter().filter_map(view).collect())
    }

    pub(super) async fn get_my_account(
        &self,
        request: Request<GetMyAccountRequest>,
    ) -> Result<GetMyAccountResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let (player, operator) = match caller.account {
            OPERATOR => (views::operator(), true),
            own => {
                let account = self.own_account(own).await?;
                let owner = match account.owner {
                    Some(owner) => self.account(owner).await?,
                    None => None,
                };
                (views::player(&account, owner.as_ref(), call.now_ms), account.operator)
            }
        };
        Ok(GetMyAccountResponse {
            player: Some(player),
            scopes: views::scopes(caller.scopes),
            expire_time: Some(caller.expires_at.into()),
            operator,
        })
    }

    pub(super) async fn accounts_by_id(&self, ids: &[AccountId]) -> Result<HashMap<AccountId, Account>, Status> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let accounts = self.store.accounts(ids).await.map_err(unavailable)?;
        Ok(accounts.into_iter().map(|account| (account.id, account)).collect())
    }
}

fn parse(texts: &[String]) -> Result<Vec<AccountId>, Status> {
    let mut violations = Violations::new();
    if texts.is_empty() || texts.len() > MOST_IDS {
        violations.add("accounts", format!("{} ids: expected 1 to {MOST_IDS}", texts.len()));
        return Err(violations.refusal().into());
    }
    let ids = texts.iter().enumerate();
    let ids: Vec<_> = ids
        .filter_map(|(index, text)| violations.check(&format!("accounts[{index}]"), text.parse()))
        .collect();
    violations.into_result()?;
    Ok(ids)
}
