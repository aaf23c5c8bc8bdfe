//! What the next access token is asked for with.

use std::fmt;

use corners_proto::accounts::v1::{ExchangeTokenRequest, ExchangeTokenResponse, RefreshTokenRequest, Tokens};
use corners_proto::ids::RequestId;
use prost_types::Timestamp;

use crate::{Corners, Error, retry};

/// What the next access token is asked for with.
pub(crate) enum Grant {
    /// A session's refresh token, good for one refresh.
    Refresh {
        /// The token.
        token: String,
        /// Names the refresh, over all its tries: an answer that got lost is answered again.
        request_id: String,
    },
    /// A personal access token.
    Personal(String),
}

/// What a grant brought.
pub(crate) struct Granted {
    /// The account.
    pub(crate) account: String,
    /// The access token.
    pub(crate) access_token: String,
    /// When that expires.
    pub(crate) expires: Option<Timestamp>,
    /// Whole, for a session.
    pub(crate) tokens: Option<Tokens>,
}

impl Grant {
    /// The refresh with a token that has not been used.
    pub(crate) fn refresh(token: &str) -> Self {
        Self::Refresh {
            token: token.to_owned(),
            request_id: RequestId::random().to_string(),
        }
    }

    /// Asks for the next access token. After a success with a refresh token the grant is the next one.
    pub(crate) async fn take(&mut self, corners: &Corners) -> Result<Granted, Error> {
        match self {
            Self::Refresh { token, request_id } => {
                let tokens = refresh(corners, token.clone(), request_id.clone()).await?;
                *self = Self::refresh(&tokens.refresh_token);
                Ok(tokens.into())
            }
            Self::Personal(text) => Ok(exchange(corners, text.clone()).await?.into()),
        }
    }
}

async fn refresh(corners: &Corners, refresh_token: String, request_id: String) -> Result<Tokens, Error> {
    let request = RefreshTokenRequest {
        request_id,
        refresh_token,
    };
    let send = |request| {
        let mut client = corners.accounts();
        async move { client.refresh_token(request).await }
    };
    let answer = retry::call(corners.options(), "RefreshToken", request, send).await?;
    answer.tokens.ok_or(Error::Protocol("a refresh without tokens"))
}

async fn exchange(corners: &Corners, personal_token: String) -> Result<ExchangeTokenResponse, Error> {
    let request = ExchangeTokenRequest { personal_token };
    let send = |request| {
        let mut client = corners.accounts();
        async move { client.exchange_token(request).await }
    };
    retry::call(corners.options(), "ExchangeToken", request, send).await
}

impl From<Tokens> for Granted {
    fn from(tokens: Tokens) -> Self {
        Self {
            account: tokens.account.clone(),
            access_token: tokens.access_token.clone(),
            expires: tokens.access_expire_time,
            tokens: Some(tokens),
        }
    }
}

impl From<ExchangeTokenResponse> for Granted {
    fn from(answer: ExchangeTokenResponse) -> Self {
        Self {
            account: answer.account,
            access_token: answer.access_token,
            expires: answer.access_expire_time,
            tokens: None,
        }
    }
}

impl fmt::Debug for Grant {
    /// Without the secrets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Refresh { .. } => "Refresh",
            Self::Personal(_) => "Personal",
        })
    }
}
