//! Sessions and their tokens, as several methods answer them.

use std::time::Duration;

use corners_proto::accounts::v1 as proto;
use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::{AccountKind, Caller, Scope, Scopes, Source};
use tonic::{Request, Status};

use super::views::{OPERATOR, player};
use crate::accounts::Accounts;
use crate::call::{Call, Change, Changed};
use crate::domain::{Account, Origin, Remembered, Revocation, RevocationSubject, SecretText, Session};
use crate::refusals::{account_banned, account_not_found, caused_by, contended, token_revoked, unavailable};
use crate::signing::{Grant, Token};
use crate::store::Write;

/// How often something is decided again that changed in between. Each time somebody else's change went through.
pub(super) const MOST_TRIES: u32 = 50;

/// Sessions of one account.
pub(super) const MOST_SESSIONS: u32 = 50;

/// How long a revocation is kept at least, so that who uses what was revoked is told so.
const REVOCATION_KEPT_MS: u64 = 60 * 60 * 1000;

/// No access token lives longer, whatever the configuration was when it was made.
const LONGEST_ACCESS_MS: u64 = 24 * 60 * 60 * 1000;

/// A session that was made or found, with the answer's two common parts.
pub(super) struct SignedIn {
    pub(super) account: Account,
    pub(super) player: proto::Player,
    pub(super) tokens: proto::Tokens,
    /// Whether the account was made by the call.
    pub(super) created: bool,
}

/// What the tokens of a session permit.
pub(super) fn session_scopes(kind: AccountKind) -> Scopes {
    match kind {
        AccountKind::Guest => [Scope::Play, Scope::Watch].into_iter().collect(),
        AccountKind::Player => [Scope::Play, Scope::Watch, Scope::Feed].into_iter().collect(),
        // Bots have no sessions.
        AccountKind::Bot => Scopes::default(),
    }
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The revocation of a session that ends now.
pub(super) fn revoke_session(session: &Session, now_ms: u64) -> Write {
    Write::Revoke(Revocation {
        subject: session.id.into(),
        at_ms: now_ms,
        forget_at_ms: session.access_until_ms.max(least_kept_until(now_ms)),
    })
}

/// The revocation of a personal token or an account, whose access tokens are not counted.
pub(super) fn revoke(subject: impl Into<RevocationSubject>, now_ms: u64) -> Write {
    Write::Revoke(Revocation {
        subject: subject.into(),
        at_ms: now_ms,
        forget_at_ms: now_ms + LONGEST_ACCESS_MS + REVOCATION_KEPT_MS,
    })
}

/// Ends all sessions of an account but the newest `keep`.
pub(super) fn trim_sessions(account: AccountId, keep: u32, now_ms: u64) -> Write {
    Write::TrimSessions {
        account,
        keep,
        forget_at_ms: least_kept_until(now_ms),
    }
}

const fn least_kept_until(now_ms: u64) -> u64 {
    now_ms + REVOCATION_KEPT_MS
}

impl Accounts {
    /// A new session of an account, and its first refresh token.
    pub(super) async fn new_session(
        &self,
        call: &Call,
        change: &Change,
        account: AccountId,
        origin: Origin,
    ) -> Result<(Session, SecretText), Status> {
        let id = SessionId::random();
        let refresh = self.secret().await?.first_refresh_token(id, change.request);
        let session = Session {
            id,
            account,
            origin,
            secret: refresh.digest(),
            previous: None,
            request: None,
            created_at_ms: call.now_ms,
            refreshed_at_ms: call.now_ms,
            expires_at_ms: call.now_ms + millis(self.options.session_lifetime),
            access_until_ms: self.access_until_ms(call),
        };
        Ok((session, refresh))
    }

    /// Until when an access token that is signed now may be good.
    pub(super) fn access_until_ms(&self, call: &Call) -> u64 {
        call.now_ms + millis(self.options.access_token_lifetime)
    }

    /// Answers the tokens of a session of this account.
    pub(super) fn signed_in(
        &self,
        call: &Call,
        account: Account,
        session: &Session,
        refresh: &SecretText,
    ) -> Result<SignedIn, Status> {
        let tokens = self.tokens(call, &account, session, refresh)?;
        Ok(SignedIn {
            player: player(&account, None, call.now_ms),
            tokens,
            account,
            created: false,
        })
    }

    pub(super) fn tokens(
        &self,
        call: &Call,
        account: &Account,
        session: &Session,
        refresh: &SecretText,
    ) -> Result<proto::Tokens, Status> {
        let grant = Grant {
            account: account.id,
            kind: account.kind,
            scopes: session_scopes(account.kind),
            source: Source::Session(session.id),
        };
        let access = self.sign(call, grant, self.options.access_token_lifetime)?;
        Ok(proto::Tokens {
            account: account.id.to_string(),
            access_token: access.text,
            access_expire_time: Some(access.expires_at.into()),
            refresh_token: refresh.as_str().to_owned(),
            refresh_expire_time: Some(super::views::timestamp(session.expires_at_ms)),
        })
    }

    pub(super) fn sign(&self, call: &Call, grant: Grant, lifetime: Duration) -> Result<Token, Status> {
        let signed = self.signer.sign(grant, call.now, lifetime);
        signed.map_err(|error| caused_by(Refusal::new(Reason::Internal, "cannot sign the token"), error))
    }

    /// Makes a session by `first`, once.
    pub(super) async fn signed_in_once(
        &self,
        call: &Call,
        change: &Change,
        first: impl Future<Output = Result<SignedIn, Status>>,
    ) -> Result<SignedIn, Status> {
        let again = |known| async move { self.signed_in_before(call, change, &known).await };
        self.once(call, change, first, again).await
    }

    /// Answers a call that made a session before, again: the same refresh token, and a fresh access token.
    pub(super) async fn signed_in_before(
        &self,
        call: &Call,
        change: &Change,
        known: &Remembered,
    ) -> Result<SignedIn, Status> {
        let id = SessionId::from_bytes(known.subject);
        let refresh = self.secret().await?.first_refresh_token(id, change.request);
        for _ in 0..MOST_TRIES {
            let account = self.open_account(call, known.account).await?;
            let session = self.store.session(id).await.map_err(unavailable)?;
            let session = session
                .filter(|session| call.now_ms < session.expires_at_ms)
                .ok_or_else(token_revoked)?;
            let writes = vec![
                Write::Expect {
                    account: account.id,
                    revision: account.revision,
                },
                self.longer_access(call, &session),
            ];
            if let Changed::Done = self.store(call, writes).await? {
                let signed_in = self.signed_in(call, account, &session, &refresh)?;
                return Ok(SignedIn {
                    created: known.created,
                    ..signed_in
                });
            }
        }
        Err(contended())
    }

    /// Notes that one more access token is made for a session.
    pub(super) fn longer_access(&self, call: &Call, session: &Session) -> Write {
        Write::RefreshSession {
            session: Session {
                access_until_ms: session.access_until_ms.max(self.access_until_ms(call)),
                ..session.clone()
            },
            from: session.secret,
        }
    }

    /// An account that may act: neither deleted nor banned, nor its owner.
    pub(super) async fn open_account(&self, call: &Call, id: AccountId) -> Result<Account, Status> {
        let account = self
            .account(id)
            .await?
            .filter(|account| !account.is_deleted())
            .ok_or_else(token_revoked)?;
        self.check_open(call, &account).await?;
        Ok(account)
    }

    /// Refuses a banned account, or one whose owner is banned.
    pub(super) async fn check_open(&self, call: &Call, account: &Account) -> Result<(), Status> {
        let owner = match account.owner {
            Some(owner) => self.account(owner).await?,
            None => None,
        };
        let banned = owner.is_some_and(|owner| owner.is_banned(call.now_ms));
        match banned || account.is_banned(call.now_ms) {
            true => Err(account_banned()),
            false => Ok(()),
        }
    }

    /// Passes unless what the caller's token was made from has ended: here, where it is kept, without the seconds that others
    /// need to hear of it.
    pub(super) async fn still_stands<T>(&self, request: &Request<T>) -> Result<(), Status> {
        let Some(caller) = request.extensions().get::<Caller>() else {
            return Ok(());
        };
        let stands = match caller.source {
            Source::Session(id) => self.store.session(id).await.map_err(unavailable)?.is_some(),
            Source::Personal(id) => self.store.personal_token(id).await.map_err(unavailable)?.is_some(),
            Source::Operator => true,
        };
        if stands { Ok(()) } else { Err(token_revoked()) }
    }

    /// An account, deleted or not.
    pub(super) async fn account(&self, id: AccountId) -> Result<Option<Account>, Status> {
        Ok(self.store.accounts(&[id]).await.map_err(unavailable)?.pop())
    }

    /// The caller's own account, which may have been deleted since its token was made.
    pub(super) async fn own_account(&self, id: AccountId) -> Result<Account, Status> {
        if id == OPERATOR {
            return Err(account_not_found());
        }
        let account = self.account(id).await?;
        account
            .filter(|account| !account.is_deleted())
            .ok_or_else(token_revoked)
    }

    /// A bot of the owner's, deleted or not.
    pub(super) async fn own_bot(&self, owner: AccountId, bot: AccountId) -> Result<Account, Status> {
        let bot = self.account(bot).await?;
        bot.filter(|bot| bot.owner == Some(owner)).ok_or_else(account_not_found)
    }
}
