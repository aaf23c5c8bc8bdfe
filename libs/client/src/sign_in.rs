//! Becoming somebody: guests, players, and those who were here before.

use corners_proto::accounts::v1::{
    CreateGuestRequest, Player, RecoverAccountRequest, RegisterRequest, RegisterResponse, SignInRequest, Tokens,
};
use corners_proto::ids::RequestId;
use tokio::time::Instant;

use crate::access::{Access, Bearer, Grant, Held, renewal_due, renewal_of_kept_due};
use crate::{Corners, Error, Session, retry};

/// A player whose account was made or recovered.
#[derive(Clone, Debug)]
pub struct Registered {
    /// Its session.
    pub session: Session,
    /// The player.
    pub player: Player,
    /// Opens the account when the password is lost. It is shown this once.
    pub recovery_code: String,
}

/// A call of accounts that needs no token.
macro_rules! call {
    ($corners:expr, $call:literal, $method:ident, $request:expr) => {{
        let send = |request| {
            let mut client = $corners.accounts();
            async move { client.$method(request).await }
        };
        retry::call($corners.options(), $call, $request, send).await
    }};
}

impl Corners {
    /// Makes a guest account and answers its session.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn guest(&self) -> Result<Session, Error> {
        let request = CreateGuestRequest {
            request_id: RequestId::random().to_string(),
        };
        let guest = call!(self, "CreateGuest", create_guest, request)?;
        match guest.tokens {
            Some(tokens) => self.begun(tokens),
            None => self.session(guest.account, &guest.token),
        }
    }

    /// Registers a player: 3 to 20 letters and digits of one script, `_` and `-`, and a password of 8 to 128 characters.
    /// [`Session::register`] does the same for a guest that keeps its games.
    ///
    /// # Errors
    /// [`Error::Refused`] with `NAME_NOT_ALLOWED`, `NAME_TAKEN` or `PASSWORD_NOT_ALLOWED`; [`Error::Unreachable`].
    pub async fn register(&self, display_name: &str, password: &str) -> Result<Registered, Error> {
        let request = RegisterRequest {
            request_id: RequestId::random().to_string(),
            display_name: display_name.to_owned(),
            password: password.to_owned(),
        };
        self.registered(call!(self, "Register", register, request)?)
    }

    /// Signs a player in.
    ///
    /// # Errors
    /// [`Error::Refused`] with `WRONG_CREDENTIALS`, `RATE_LIMITED` or `ACCOUNT_BANNED`; [`Error::Unreachable`].
    pub async fn sign_in(&self, display_name: &str, password: &str) -> Result<Session, Error> {
        let request = SignInRequest {
            request_id: RequestId::random().to_string(),
            display_name: display_name.to_owned(),
            password: password.to_owned(),
        };
        let answer = call!(self, "SignIn", sign_in, request)?;
        self.begun(answer.tokens.ok_or(NO_TOKENS)?)
    }

    /// Signs a player in with its recovery code, which is used up, and sets a new password.
    ///
    /// # Errors
    /// [`Error::Refused`] with `WRONG_CREDENTIALS`, `RATE_LIMITED`, `ACCOUNT_BANNED` or `PASSWORD_NOT_ALLOWED`;
    /// [`Error::Unreachable`].
    pub async fn recover(
        &self,
        display_name: &str,
        recovery_code: &str,
        new_password: &str,
    ) -> Result<Registered, Error> {
        let request = RecoverAccountRequest {
            request_id: RequestId::random().to_string(),
            display_name: display_name.to_owned(),
            recovery_code: recovery_code.to_owned(),
            new_password: new_password.to_owned(),
        };
        let answer = call!(self, "RecoverAccount", recover_account, request)?;
        Ok(Registered {
            session: self.begun(answer.tokens.ok_or(NO_TOKENS)?)?,
            player: answer.player.unwrap_or_default(),
            recovery_code: answer.recovery_code,
        })
    }

    /// The session of a personal access token, or of an operator's token.
    ///
    /// # Errors
    /// [`Error::SessionOver`] when the token is not good; [`Error::Unreachable`].
    pub async fn with_personal_token(&self, text: &str) -> Result<Session, Error> {
        let mut grant = Grant::Personal(text.to_owned());
        let granted = grant.take(self).await?;
        let held = Held::new(Bearer::new(&granted.access_token, 1)?, None);
        let access = Access::renewed_by(grant, held, renewal_due(granted.expires), self.clone());
        Ok(Session::new(self.clone(), granted.account, access))
    }

    /// Goes on with a session whose tokens were kept, from [`Session::tokens`]. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// [`Error::BadToken`] when the token cannot travel in a header. Whether the session still goes on shows at the first
    /// call.
    pub fn session_from(&self, tokens: Tokens) -> Result<Session, Error> {
        let due = renewal_of_kept_due(tokens.access_expire_time);
        self.session_due(tokens, due)
    }

    /// The session of an account whose access token is known; nothing renews it.
    ///
    /// # Errors
    /// [`Error::BadToken`] when the token cannot travel in a header. Whether it is valid shows at the first call.
    pub fn session(&self, account: impl Into<String>, token: &str) -> Result<Session, Error> {
        Ok(Session::new(self.clone(), account.into(), Access::fixed(token)?))
    }

    /// A session that has just begun.
    fn begun(&self, tokens: Tokens) -> Result<Session, Error> {
        let due = renewal_due(tokens.access_expire_time);
        self.session_due(tokens, due)
    }

    fn session_due(&self, tokens: Tokens, due: Option<Instant>) -> Result<Session, Error> {
        let grant = Grant::refresh(&tokens.refresh_token);
        let account = tokens.account.clone();
        let held = Held::new(Bearer::new(&tokens.access_token, 1)?, Some(tokens));
        let access = Access::renewed_by(grant, held, due, self.clone());
        Ok(Session::new(self.clone(), account, access))
    }

    pub(crate) fn registered(&self, answer: RegisterResponse) -> Result<Registered, Error> {
        Ok(Registered {
            session: self.begun(answer.tokens.ok_or(NO_TOKENS)?)?,
            player: answer.player.unwrap_or_default(),
            recovery_code: answer.recovery_code,
        })
    }
}

/// Every answer that begins a session has its tokens.
const NO_TOKENS: Error = Error::Protocol("a session without tokens");
