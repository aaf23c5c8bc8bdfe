//! What somebody can do with the own account.

use corners_proto::accounts::v1::{
    BatchGetPlayersRequest, ChangeDisplayNameRequest, ChangePasswordRequest, CreateBotRequest,
    CreatePersonalTokenRequest, CreatePersonalTokenResponse, DeleteAccountRequest, DeleteBotRequest,
    GetMyAccountRequest, GetMyAccountResponse, ListBotsRequest, ListPersonalTokensRequest, ListSessionsRequest,
    PersonalToken, Player, RegisterRequest, RevokePersonalTokenRequest, RevokeSessionRequest, SignOutRequest,
};
use corners_proto::ids::RequestId;

use crate::{Error, Registered, Session};

/// A call of accounts with the session's token.
macro_rules! call {
    ($session:expr, $call:literal, $method:ident, $request:expr) => {{
        let send = |request| {
            let mut client = $session.corners().accounts();
            async move { client.$method(request).await }
        };
        $session.send($call, $request, send).await
    }};
}

fn request_id() -> String {
    RequestId::random().to_string()
}

impl Session {
    /// Makes a player of a guest, which keeps its account and its games. The answer has a session of its own.
    ///
    /// # Errors
    /// [`Error::Refused`] as for [`Corners::register`](crate::Corners::register), and with `ALREADY_REGISTERED`;
    /// [`Error::Unreachable`].
    pub async fn register(&self, display_name: &str, password: &str) -> Result<Registered, Error> {
        let request = RegisterRequest {
            request_id: request_id(),
            display_name: display_name.to_owned(),
            password: password.to_owned(),
        };
        self.corners().registered(call!(self, "Register", register, request)?)
    }

    /// Ends the session, for all its clones.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn sign_out(&self) -> Result<(), Error> {
        call!(self, "SignOut", sign_out, SignOutRequest {}).map(drop)
    }

    /// Who the session's account is, and what its token permits.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn my_account(&self) -> Result<GetMyAccountResponse, Error> {
        call!(self, "GetMyAccount", get_my_account, GetMyAccountRequest {})
    }

    /// Who players are, by the ids of their accounts: 1 to 500. Ids without an account are left out.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn players(&self, accounts: impl IntoIterator<Item = impl Into<String>>) -> Result<Vec<Player>, Error> {
        let accounts = accounts.into_iter().map(Into::into).collect();
        let request = BatchGetPlayersRequest { accounts };
        let answer = call!(self, "BatchGetPlayers", batch_get_players, request)?;
        Ok(answer.players)
    }

    /// Gives the account another name, or the bot whose account is named.
    ///
    /// # Errors
    /// [`Error::Refused`] with `NAME_NOT_ALLOWED`, `NAME_TAKEN`, `TOO_SOON`, `GUEST_NOT_ALLOWED` or `ACCOUNT_NOT_FOUND`;
    /// [`Error::Unreachable`].
    pub async fn change_display_name(&self, bot: Option<&str>, display_name: &str) -> Result<Player, Error> {
        let request = ChangeDisplayNameRequest {
            request_id: request_id(),
            account: bot.unwrap_or_default().to_owned(),
            display_name: display_name.to_owned(),
        };
        let answer = call!(self, "ChangeDisplayName", change_display_name, request)?;
        answer.player.ok_or(NO_PLAYER)
    }

    /// Changes the password and ends all other sessions.
    ///
    /// # Errors
    /// [`Error::Refused`] with `WRONG_CREDENTIALS`, `PASSWORD_NOT_ALLOWED` or `GUEST_NOT_ALLOWED`;
    /// [`Error::Unreachable`].
    pub async fn change_password(&self, old_password: &str, new_password: &str) -> Result<(), Error> {
        let request = ChangePasswordRequest {
            request_id: request_id(),
            old_password: old_password.to_owned(),
            new_password: new_password.to_owned(),
        };
        call!(self, "ChangePassword", change_password, request).map(drop)
    }

    /// The account's sessions, newest first.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn sessions(&self) -> Result<Vec<corners_proto::accounts::v1::Session>, Error> {
        let answer = call!(self, "ListSessions", list_sessions, ListSessionsRequest {})?;
        Ok(answer.sessions)
    }

    /// Ends one of the account's sessions.
    ///
    /// # Errors
    /// [`Error::Refused`] with `SESSION_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn revoke_session(&self, id: &str) -> Result<(), Error> {
        let request = RevokeSessionRequest { session: id.to_owned() };
        call!(self, "RevokeSession", revoke_session, request).map(drop)
    }

    /// Makes the account of a bot that belongs to this player.
    ///
    /// # Errors
    /// [`Error::Refused`] with `NAME_NOT_ALLOWED`, `NAME_TAKEN`, `GUEST_NOT_ALLOWED` or `TOO_MANY`;
    /// [`Error::Unreachable`].
    pub async fn create_bot(&self, display_name: &str) -> Result<Player, Error> {
        let request = CreateBotRequest {
            request_id: request_id(),
            display_name: display_name.to_owned(),
        };
        let answer = call!(self, "CreateBot", create_bot, request)?;
        answer.bot.ok_or(NO_PLAYER)
    }

    /// The player's bots, oldest first.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn bots(&self) -> Result<Vec<Player>, Error> {
        Ok(call!(self, "ListBots", list_bots, ListBotsRequest {})?.bots)
    }

    /// Deletes one of the player's bots and revokes its tokens.
    ///
    /// # Errors
    /// [`Error::Refused`] with `ACCOUNT_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn delete_bot(&self, account: &str) -> Result<(), Error> {
        let request = DeleteBotRequest {
            bot: account.to_owned(),
        };
        call!(self, "DeleteBot", delete_bot, request).map(drop)
    }

    /// Makes a personal access token for the account or one of its bots; its text is in this answer and nowhere else. An
    /// empty `request_id` is filled in.
    ///
    /// # Errors
    /// [`Error::Refused`] with `GUEST_NOT_ALLOWED`, `ACCOUNT_NOT_FOUND`, `SCOPE_MISSING` or `TOO_MANY`;
    /// [`Error::Unreachable`].
    pub async fn create_personal_token(
        &self,
        mut request: CreatePersonalTokenRequest,
    ) -> Result<CreatePersonalTokenResponse, Error> {
        if request.request_id.is_empty() {
            request.request_id = request_id();
        }
        call!(self, "CreatePersonalToken", create_personal_token, request)
    }

    /// The personal access tokens of the account and its bots, newest first.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`].
    pub async fn personal_tokens(&self) -> Result<Vec<PersonalToken>, Error> {
        let request = ListPersonalTokensRequest {};
        let answer = call!(self, "ListPersonalTokens", list_personal_tokens, request)?;
        Ok(answer.tokens)
    }

    /// Revokes a personal access token, by its id.
    ///
    /// # Errors
    /// [`Error::Refused`] with `TOKEN_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn revoke_personal_token(&self, id: &str) -> Result<(), Error> {
        let request = RevokePersonalTokenRequest { token: id.to_owned() };
        call!(self, "RevokePersonalToken", revoke_personal_token, request).map(drop)
    }

    /// Deletes the account and its bots for good. Guests have no password: theirs is empty.
    ///
    /// # Errors
    /// [`Error::Refused`] with `WRONG_CREDENTIALS`, [`Error::Unreachable`].
    pub async fn delete_account(&self, password: &str) -> Result<(), Error> {
        let request = DeleteAccountRequest {
            password: password.to_owned(),
        };
        call!(self, "DeleteAccount", delete_account, request).map(drop)
    }
}

const NO_PLAYER: Error = Error::Protocol("an answer lacks the player");
