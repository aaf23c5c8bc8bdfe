//! Signing in by an outside issuer.

use corners_proto::accounts::v1::{SignInWithIdentityRequest, SignInWithIdentityResponse};
use corners_proto::error::{Reason, Refusal};
use corners_service::auth::AccountKind;
use tonic::{Request, Status};

use super::guest::new_account;
use super::parse::only_request_id;
use super::tokens::{MOST_TRIES, SignedIn};
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Action, Origin, Remembered, suggested_name};
use crate::identity::{IdentityError, Vouched};
use crate::refusals::{contended, token_expired, token_invalid, unavailable};
use crate::store::Write;

impl Accounts {
    pub(super) async fn sign_in_with_identity(
        &self,
        request: Request<SignInWithIdentityRequest>,
    ) -> Result<SignInWithIdentityResponse, Status> {
        let mut call = self.call(&request);
        call.caller = None;
        let request = request.into_inner();
        let id = only_request_id(&request.request_id)?;
        let change = Change::new(&call, id, "SignInWithIdentity", &request);
        let first = Box::pin(async {
            let vouched = self.issuers.verify(&request.id_token, call.now).await;
            self.sign_in_vouched(&call, &change, &vouched.map_err(refusal)?).await
        });
        let player = self.signed_in_once(&call, &change, first).await?;
        Ok(SignInWithIdentityResponse {
            player: Some(player.player),
            tokens: Some(player.tokens),
            created: player.created,
        })
    }

    async fn sign_in_vouched(&self, call: &Call, change: &Change, vouched: &Vouched) -> Result<SignedIn, Status> {
        let mut is_counted = false;
        for attempt in 0..MOST_TRIES {
            let known = self
                .store
                .account_by_identity(&vouched.identity)
                .await
                .map_err(unavailable)?;
            let signed_in = match known {
                Some(account) => {
                    self.check_open(call, &account).await?;
                    let action = Action::IdentitySignIn;
                    self.start_session(call, change, account, Origin::Identity, action, Vec::new())
                        .await?
                }
                None => {
                    if !std::mem::replace(&mut is_counted, true) {
                        self.count_guest(call).await?;
                    }
                    self.make_vouched(call, change, vouched, attempt).await?
                }
            };
            if let Some(signed_in) = signed_in {
                return Ok(signed_in);
            }
        }
        Err(contended())
    }

    /// Makes the account of somebody who signs in for the first time; `None` when it is to be tried again, because the name is
    /// another's or the same identity signs in at this moment.
    async fn make_vouched(
        &self,
        call: &Call,
        change: &Change,
        vouched: &Vouched,
        attempt: u32,
    ) -> Result<Option<SignedIn>, Status> {
        let Some(name) = suggested_name(&vouched.suggestion, attempt, rand::random()) else {
            return Ok(None);
        };
        let key = self.secret().await?.name_key(name.skeleton());
        let mut account: Account = new_account(AccountKind::Player, call.now_ms);
        name.shown().clone_into(&mut account.display_name);
        name.folded().clone_into(&mut account.folded_name);
        account.name_key = Some(key);
        let (session, refresh) = self.new_session(call, change, account.id, Origin::Identity).await?;
        let remembered = Remembered {
            subject: *session.id.as_bytes(),
            created: true,
            ..change.remember(call, account.id)
        };
        let mut record = call.record(Action::IdentitySignIn, Some(account.id), Some(account.id));
        record.subject = session.id.to_string();
        let writes = vec![
            Write::ClaimName {
                name: key,
                account: account.id,
            },
            Write::InsertAccount(account.clone()),
            Write::LinkIdentity {
                identity: vouched.identity.clone(),
                account: account.id,
            },
            Write::InsertSession(session.clone()),
            Write::Record(record),
        ];
        match self.change(call, change, remembered, writes).await? {
            Changed::Done => {
                let signed_in = self.signed_in(call, account, &session, &refresh)?;
                Ok(Some(SignedIn {
                    created: true,
                    ..signed_in
                }))
            }
            Changed::Before(known) => self.signed_in_before(call, change, &known).await.map(Some),
            Changed::NameTaken | Changed::IdentityTaken | Changed::Stale => Ok(None),
        }
    }
}

fn refusal(error: IdentityError) -> Status {
    match error {
        IdentityError::Invalid => token_invalid(),
        IdentityError::Expired => token_expired(),
        IdentityError::NoSuchIssuer => Refusal::new(Reason::NoSuchIssuer, "the operator trusts no such issuer").into(),
        IdentityError::NoKeys => {
            let message = "the issuer's keys cannot be had at the moment; repeat the call";
            Refusal::new(Reason::KeysUnknown, message).into()
        }
    }
}
