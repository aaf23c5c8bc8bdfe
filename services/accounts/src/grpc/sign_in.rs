//! Signing in with name and password.

use corners_proto::accounts::v1::{SignInRequest, SignInResponse};
use tonic::{Request, Status};

use super::parse::only_request_id;
use super::tokens::{MOST_SESSIONS, MOST_TRIES, SignedIn, trim_sessions};
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Action, DisplayName, Origin, Password, Remembered};
use crate::refusals::{contended, unavailable, wrong_credentials};
use crate::store::Write;

impl Accounts {
    pub(super) async fn sign_in(&self, request: Request<SignInRequest>) -> Result<SignInResponse, Status> {
        let call = self.call(&request);
        let request = request.into_inner();
        let id = only_request_id(&request.request_id)?;
        let change = Change::new(&call, id, "SignIn", &request);
        let password = Password::typed(&request.password);
        let first = self.sign_in_once(&call, &change, &request.display_name, password);
        let player = self.signed_in_once(&call, &change, first).await?;
        Ok(SignInResponse {
            player: Some(player.player),
            tokens: Some(player.tokens),
        })
    }

    async fn sign_in_once(
        &self,
        call: &Call,
        change: &Change,
        name: &str,
        password: Password,
    ) -> Result<SignedIn, Status> {
        let attempt = self.attempt(call, "password", &self.who(name).await?).await?;
        let mut proven = None;
        for _ in 0..MOST_TRIES {
            let found = self.find_by_name(name).await?;
            let hash = found.as_ref().and_then(|account| account.password.clone());
            // What was proven is so until the password changes.
            let is_right = match proven.is_some() && proven == hash {
                true => true,
                false => self.hasher.verify(password.clone(), hash.clone()).await?,
            };
            proven = hash.filter(|_| is_right);
            let Some(account) = found.filter(|_| is_right) else {
                return Err(self.failed(call, Action::SignInFail, name).await?);
            };
            self.check_open(call, &account).await?;
            let signed_in = self
                .start_session(call, change, account, Origin::SignIn, Action::SignIn, Vec::new())
                .await?;
            if let Some(signed_in) = signed_in {
                self.succeeded(call, attempt).await?;
                return Ok(signed_in);
            }
        }
        Err(contended())
    }

    /// Starts a session of an account that has changed in nothing else than `account` says, together with other writes;
    /// `None` when the account changed in between.
    pub(super) async fn start_session(
        &self,
        call: &Call,
        change: &Change,
        account: Account,
        origin: Origin,
        action: Action,
        mut writes: Vec<Write>,
    ) -> Result<Option<SignedIn>, Status> {
        let (session, refresh) = self.new_session(call, change, account.id, origin).await?;
        let remembered = Remembered {
            subject: *session.id.as_bytes(),
            ..change.remember(call, account.id)
        };
        // The account's revision rises, so that whoever ends its sessions at the same moment sees this one.
        writes.insert(0, Write::UpdateAccount(account.clone()));
        let mut record = call.record(action, Some(account.id), Some(account.id));
        record.subject = session.id.to_string();
        writes.extend([
            Write::InsertSession(session.clone()),
            trim_sessions(account.id, MOST_SESSIONS, call.now_ms),
            Write::Record(record),
        ]);
        match self.change(call, change, remembered, writes).await? {
            Changed::Done => self.signed_in(call, account, &session, &refresh).map(Some),
            Changed::Before(known) => self.signed_in_before(call, change, &known).await.map(Some),
            Changed::Stale | Changed::NameTaken | Changed::IdentityTaken => Ok(None),
        }
    }

    /// The account with a name, in any case. What cannot be a name is nobody's.
    pub(super) async fn find_by_name(&self, name: &str) -> Result<Option<Account>, Status> {
        let Ok(name) = DisplayName::parse(name) else {
            return Ok(None);
        };
        let key = self.secret().await?.name_key(name.skeleton());
        self.store.account_by_name(key).await.map_err(unavailable)
    }

    /// What attempts for a name are counted under, whether somebody has it or not.
    pub(super) async fn who(&self, name: &str) -> Result<Vec<u8>, Status> {
        let skeleton = DisplayName::parse(name).map(|name| name.skeleton().to_owned());
        let secret = self.secret().await?;
        Ok(secret.name_key(&skeleton.unwrap_or_default()).as_bytes().to_vec())
    }

    /// Records a wrong secret, and answers the refusal.
    pub(super) async fn failed(&self, call: &Call, action: Action, name: &str) -> Result<Status, Status> {
        if self.records_failure(call).await? {
            let account = self.find_by_name(name).await?.map(|account| account.id);
            self.store(call, vec![Write::Record(call.record(action, None, account))])
                .await?;
        }
        Ok(wrong_credentials())
    }
}
