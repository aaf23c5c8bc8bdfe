//! Guests: an account in one call.

use corners_proto::accounts::v1::{CreateGuestRequest, CreateGuestResponse};
use corners_proto::ids::AccountId;
use corners_service::auth::AccountKind;
use tonic::{Request, Status};

use super::parse::only_request_id;
use super::tokens::SignedIn;
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Action, Origin, Remembered, fold, guest_name};
use crate::refusals::contended;
use crate::store::Write;

/// An account that nobody has signed in to yet.
pub(super) fn new_account(kind: AccountKind, now_ms: u64) -> Account {
    Account {
        id: AccountId::random(),
        revision: 1,
        kind,
        display_name: String::new(),
        folded_name: String::new(),
        name_key: None,
        password: None,
        recovery: None,
        owner: None,
        operator: false,
        created_at_ms: now_ms,
        renamed_at_ms: None,
        ban: None,
        deleted_at_ms: None,
    }
}

impl Accounts {
    pub(super) async fn create_guest(
        &self,
        request: Request<CreateGuestRequest>,
    ) -> Result<CreateGuestResponse, Status> {
        let mut call = self.call(&request);
        // Whoever asks is nobody yet: the same request id is the same guest, with and without a token.
        call.caller = None;
        let request = request.into_inner();
        let id = only_request_id(&request.request_id)?;
        let change = Change::new(&call, id, "CreateGuest", &request);
        let guest = self
            .signed_in_once(&call, &change, self.new_guest(&call, &change))
            .await?;
        Ok(CreateGuestResponse {
            account: guest.tokens.account.clone(),
            token: guest.tokens.access_token.clone(),
            expire_time: guest.tokens.access_expire_time,
            player: Some(guest.player),
            tokens: Some(guest.tokens),
        })
    }

    async fn new_guest(&self, call: &Call, change: &Change) -> Result<SignedIn, Status> {
        self.count_guest(call).await?;
        let mut account = new_account(AccountKind::Guest, call.now_ms);
        account.display_name = guest_name(rand::random());
        account.folded_name = fold(&account.display_name);
        let (session, refresh) = self.new_session(call, change, account.id, Origin::Guest).await?;
        let remembered = Remembered {
            subject: *session.id.as_bytes(),
            created: true,
            ..change.remember(call, account.id)
        };
        let writes = vec![
            Write::InsertAccount(account.clone()),
            Write::InsertSession(session.clone()),
            Write::Record(call.record(Action::GuestCreate, Some(account.id), Some(account.id))),
        ];
        match self.change(call, change, remembered, writes).await? {
            Changed::Done => self.signed_in(call, account, &session, &refresh),
            Changed::Before(known) => self.signed_in_before(call, change, &known).await,
            _ => Err(contended()),
        }
    }
}
