//! Registration: a new player, or a guest that becomes one.

use corners_proto::accounts::v1::{RegisterRequest, RegisterResponse};
use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::AccountId;
use corners_service::auth::{AccountKind, Source};
use tonic::{Request, Status};

use super::guest::new_account;
use super::tokens::{MOST_SESSIONS, MOST_TRIES, SignedIn, trim_sessions};
use super::{parse, views};
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Action, DisplayName, Origin, PasswordHash, Remembered};
use crate::refusals::contended;
use crate::store::Write;

impl Accounts {
    pub(super) async fn register(&self, request: Request<RegisterRequest>) -> Result<RegisterResponse, Status> {
        let call = self.call(&request);
        let request = request.into_inner();
        let mut violations = Violations::new();
        let Some(id) = parse::request_id(&mut violations, &request.request_id) else {
            return Err(violations.refusal().into());
        };
        let name = parse::display_name(&request.display_name)?;
        let password = parse::new_password("password", &request.password, name.shown())?;
        let change = Change::new(&call, id, "Register", &request);
        let first = async {
            // What is refused here costs nothing.
            if self.upgraded(&call).await?.is_none() {
                self.count_guest(&call).await?;
            }
            if self.find_by_name(name.shown()).await?.is_some() {
                return Err(name_taken());
            }
            let hash = self.hasher.hash(password).await?;
            self.register_once(&call, &change, &name, &hash).await
        };
        let player = self.signed_in_once(&call, &change, first).await?;
        let code = self.secret().await?.recovery_code(player.account.id, change.request);
        Ok(RegisterResponse {
            player: Some(player.player),
            tokens: Some(player.tokens),
            recovery_code: code.as_str().to_owned(),
        })
    }

    async fn register_once(
        &self,
        call: &Call,
        change: &Change,
        name: &DisplayName,
        hash: &PasswordHash,
    ) -> Result<SignedIn, Status> {
        for _ in 0..MOST_TRIES {
            let guest = self.upgraded(call).await?;
            let is_new = guest.is_none();
            let mut account = guest.unwrap_or_else(|| new_account(AccountKind::Player, call.now_ms));
            let (session, refresh) = self.new_session(call, change, account.id, Origin::Register).await?;
            let secret = self.secret().await?;
            let key = secret.name_key(name.skeleton());
            account.kind = AccountKind::Player;
            name.shown().clone_into(&mut account.display_name);
            name.folded().clone_into(&mut account.folded_name);
            account.name_key = Some(key);
            account.password = Some(hash.clone());
            account.recovery = Some(secret.recovery_code(account.id, change.request).recovery_digest());
            let remembered = Remembered {
                subject: *session.id.as_bytes(),
                created: is_new,
                ..change.remember(call, account.id)
            };
            let stored = match is_new {
                true => Write::InsertAccount(account.clone()),
                false => Write::UpdateAccount(account.clone()),
            };
            let claim = Write::ClaimName {
                name: key,
                account: account.id,
            };
            let record = call.record(Action::Register, Some(account.id), Some(account.id));
            let writes = vec![
                claim,
                stored,
                Write::InsertSession(session.clone()),
                trim_sessions(account.id, MOST_SESSIONS, call.now_ms),
                Write::Record(record),
            ];
            match self.change(call, change, remembered, writes).await? {
                Changed::Done => return self.signed_in(call, account, &session, &refresh),
                Changed::Before(known) => return self.signed_in_before(call, change, &known).await,
                Changed::NameTaken => return Err(name_taken()),
                Changed::Stale | Changed::IdentityTaken => {}
            }
        }
        Err(contended())
    }

    /// The guest that becomes the player, if the call comes with a guest's token.
    async fn upgraded(&self, call: &Call) -> Result<Option<Account>, Status> {
        let Some(caller) = call.caller else { return Ok(None) };
        let registered = || {
            Refusal::new(
                Reason::AlreadyRegistered,
                "the token is a registered account's; register without it",
            )
        };
        if caller.account == views::OPERATOR || !matches!(caller.source, Source::Session(_)) {
            return Err(registered().into());
        }
        let account: Account = self.open_account(call, caller.account).await?;
        match account.kind {
            AccountKind::Guest => Ok(Some(account)),
            AccountKind::Player | AccountKind::Bot => Err(registered().into()),
        }
    }
}

pub(super) fn name_taken() -> Status {
    let message = "somebody has this name, or one that looks the same; choose another";
    Refusal::new(Reason::NameTaken, message).into()
}

/// Gives an account another name: takes it, and reserves the former one.
pub(super) fn rename(
    account: &mut Account,
    name: &DisplayName,
    key: crate::domain::NameKey,
    reserved_until_ms: u64,
) -> Vec<Write> {
    let id: AccountId = account.id;
    let former = account.name_key.filter(|former| *former != key);
    name.shown().clone_into(&mut account.display_name);
    name.folded().clone_into(&mut account.folded_name);
    account.name_key = Some(key);
    let release = former.map(|name| Write::ReleaseName {
        name,
        account: id,
        until_ms: reserved_until_ms,
    });
    let claim = Write::ClaimName { name: key, account: id };
    std::iter::once(claim).chain(release).collect()
}
