//! Personal access tokens: what a holder gives to programs.

use corners_proto::accounts::v1::{
    CreatePersonalTokenRequest, CreatePersonalTokenResponse, ListPersonalTokensRequest, ListPersonalTokensResponse,
    RevokePersonalTokenRequest, RevokePersonalTokenResponse,
};
use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::{AccountId, PersonalTokenId};
use corners_service::auth::{AccountKind, Scope, Scopes, caller};
use tonic::{Request, Status};

use super::tokens::{MOST_TRIES, revoke};
use super::{parse, views};
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Action, PersonalToken, Remembered, SecretText};
use crate::refusals::{account_not_found, contended, guest_not_allowed, unavailable};
use crate::store::Write;

/// Tokens of one player and its bots.
const MOST_TOKENS: usize = 50;

const LONGEST_LABEL: usize = 60;

const HOUR_MS: u64 = 60 * 60 * 1000;
const DAY_MS: u64 = 24 * HOUR_MS;
const DEFAULT_LIFETIME_MS: u64 = 90 * DAY_MS;

/// A token that somebody asks for.
struct Wanted {
    bot: Option<AccountId>,
    label: String,
    scopes: Scopes,
    lifetime_ms: u64,
}

impl Accounts {
    pub(super) async fn create_personal_token(
        &self,
        request: Request<CreatePersonalTokenRequest>,
    ) -> Result<CreatePersonalTokenResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let request = request.into_inner();
        let mut violations = Violations::new();
        let id = parse::request_id(&mut violations, &request.request_id);
        let wanted = parse_wanted(&mut violations, &request);
        let Some(id) = id.filter(|_| violations.is_empty()) else {
            return Err(violations.refusal().into());
        };
        let change = Change::new(&call, id, "CreatePersonalToken", &request);
        let first = self.create_token_once(&call, &change, caller.account, &wanted);
        let again = |known| async move { self.token_made_before(&known).await };
        let token = self.once(&call, &change, first, again).await?;
        let text: SecretText = self.secret().await?.personal_token(token.id, change.request);
        Ok(CreatePersonalTokenResponse {
            token: Some(views::personal_token(&token)),
            text: text.as_str().to_owned(),
        })
    }

    pub(super) async fn list_personal_tokens(
        &self,
        request: Request<ListPersonalTokensRequest>,
    ) -> Result<ListPersonalTokensResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let tokens = self.live_tokens(&call, caller.account).await?;
        Ok(ListPersonalTokensResponse {
            tokens: tokens.iter().map(views::personal_token).collect(),
        })
    }

    pub(super) async fn revoke_personal_token(
        &self,
        request: Request<RevokePersonalTokenRequest>,
    ) -> Result<RevokePersonalTokenResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let id: PersonalTokenId = parse::only_id("token", &request.get_ref().token)?;
        let Some(token) = self.store.personal_token(id).await.map_err(unavailable)? else {
            // Nobody knows the id of another's token that was revoked.
            let revoked = self.store.revocation(id.into()).await.map_err(unavailable)?;
            return revoked
                .map(|_| RevokePersonalTokenResponse {})
                .ok_or_else(token_not_found);
        };
        if token.account != caller.account && self.own_bot(caller.account, token.account).await.is_err() {
            return Err(token_not_found());
        }
        let mut record = call.record(Action::TokenRevoke, Some(caller.account), Some(token.account));
        record.subject = id.to_string();
        let writes = vec![Write::DeleteToken(id), revoke(id, call.now_ms), Write::Record(record)];
        self.store(&call, writes).await?;
        Ok(RevokePersonalTokenResponse {})
    }

    /// The tokens of the account and its bots that have not expired, newest first.
    pub(super) async fn live_tokens(&self, call: &Call, owner: AccountId) -> Result<Vec<PersonalToken>, Status> {
        let mut tokens = self.store.personal_tokens(owner).await.map_err(unavailable)?;
        tokens.retain(|token| call.now_ms < token.expires_at_ms);
        Ok(tokens)
    }

    async fn create_token_once(
        &self,
        call: &Call,
        change: &Change,
        own: AccountId,
        wanted: &Wanted,
    ) -> Result<PersonalToken, Status> {
        for _ in 0..MOST_TRIES {
            let owner = self.own_account(own).await?;
            let account = self.token_for(&owner, wanted).await?;
            if self.live_tokens(call, owner.id).await?.len() >= MOST_TOKENS {
                let message = format!("you have {MOST_TOKENS} tokens, as many as one can have; revoke one first");
                return Err(Refusal::new(Reason::TooMany, message).into());
            }
            let id = PersonalTokenId::random();
            let token = PersonalToken {
                id,
                account,
                label: wanted.label.clone(),
                scopes: wanted.scopes,
                secret: self.secret().await?.personal_token(id, change.request).digest(),
                created_at_ms: call.now_ms,
                expires_at_ms: call.now_ms + wanted.lifetime_ms,
                last_used_at_ms: None,
            };
            let mut record = call.record(Action::TokenCreate, Some(owner.id), Some(account));
            record.subject = id.to_string();
            let remembered = Remembered {
                subject: *id.as_bytes(),
                ..change.remember(call, account)
            };
            // The owner's revision rises, so that two tokens made at once are counted.
            let writes = vec![
                Write::UpdateAccount(owner),
                Write::InsertToken(token.clone()),
                Write::Record(record),
            ];
            match self.change(call, change, remembered, writes).await? {
                Changed::Done => return Ok(token),
                Changed::Before(known) => return self.token_made_before(&known).await,
                Changed::Stale | Changed::NameTaken | Changed::IdentityTaken => {}
            }
        }
        Err(contended())
    }

    /// The account that the token is to act for, if it may.
    async fn token_for(&self, owner: &Account, wanted: &Wanted) -> Result<AccountId, Status> {
        if owner.kind != AccountKind::Player {
            return Err(guest_not_allowed());
        }
        let bot = wanted.bot.filter(|bot| *bot != owner.id);
        let unfit = match bot {
            Some(bot) => {
                let bot = self.own_bot(owner.id, bot).await?;
                if bot.is_deleted() {
                    return Err(account_not_found());
                }
                Scope::Play
            }
            None => Scope::Bot,
        };
        if wanted.scopes.contains(unfit) {
            let mut violations = Violations::new();
            violations.add("scopes", "`bot` is for bots, and `play` for people");
            return Err(violations.refusal().into());
        }
        if wanted.scopes.contains(Scope::Admin) && (bot.is_some() || !owner.operator) {
            let message = "only operators can make tokens with the scope admin, for their own account";
            return Err(Refusal::new(Reason::ScopeMissing, message)
                .with("scope", Scope::Admin)
                .into());
        }
        Ok(bot.unwrap_or(owner.id))
    }

    async fn token_made_before(&self, known: &Remembered) -> Result<PersonalToken, Status> {
        let id = PersonalTokenId::from_bytes(known.subject);
        let token = self.store.personal_token(id).await.map_err(unavailable)?;
        token.ok_or_else(token_not_found)
    }
}

fn parse_wanted(violations: &mut Violations, request: &CreatePersonalTokenRequest) -> Wanted {
    let bot = parse::own_or_bot(violations, &request.account);
    if request.label.chars().count() > LONGEST_LABEL {
        violations.add("label", format!("longer than {LONGEST_LABEL} characters"));
    }
    let known: Option<Vec<_>> = request.scopes.iter().map(|scope| views::scope(*scope)).collect();
    if known.as_ref().is_none_or(Vec::is_empty) {
        violations.add("scopes", "expected one at least, of those that there are");
    }
    let lifetime_ms = match request.lifetime {
        None => Some(DEFAULT_LIFETIME_MS),
        Some(lifetime) => std::time::Duration::try_from(lifetime).ok().map(super::tokens::millis),
    };
    let lifetime_ms = lifetime_ms.filter(|lifetime_ms| (HOUR_MS..=366 * DAY_MS).contains(lifetime_ms));
    if lifetime_ms.is_none() {
        violations.add("lifetime", "expected 1 hour to 366 days");
    }
    Wanted {
        bot,
        label: request.label.clone(),
        scopes: known.unwrap_or_default().into_iter().collect(),
        lifetime_ms: lifetime_ms.unwrap_or(DEFAULT_LIFETIME_MS),
    }
}

fn token_not_found() -> Status {
    Refusal::new(Reason::TokenNotFound, "you have no such personal access token").into()
}
