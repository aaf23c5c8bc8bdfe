//! A session: one sign-in, on one device.

use std::str::FromStr;

use corners_proto::ids::{AccountId, SessionId};

use super::{Digest, RequestDigest};

/// A session that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Whose it is.
    pub account: AccountId,
    /// What made it.
    pub origin: Origin,
    /// Of the newest refresh token.
    pub secret: Digest,
    /// Of the refresh token that was exchanged for the newest one; `None` before the first exchange.
    pub previous: Option<Digest>,
    /// The request that made that exchange.
    pub request: Option<RequestDigest>,
    /// When it was made.
    pub created_at_ms: u64,
    /// When it was last refreshed.
    pub refreshed_at_ms: u64,
    /// When it ends unless it is refreshed.
    pub expires_at_ms: u64,
    /// Until when access tokens that were made for it may be good.
    pub access_until_ms: u64,
}

/// What made a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `guest`
    Guest,
    /// `register`
    Register,
    /// `sign-in`
    SignIn,
    /// `recover`
    Recover,
    /// `identity`
    Identity,
}

/// A text that names no origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the origin of a session")]
pub struct UnknownOrigin;

impl Origin {
    const ALL: [Self; 5] = [Self::Guest, Self::Register, Self::SignIn, Self::Recover, Self::Identity];

    /// The origin as clients see it and as stores keep it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Register => "register",
            Self::SignIn => "sign-in",
            Self::Recover => "recover",
            Self::Identity => "identity",
        }
    }
}

impl FromStr for Origin {
    type Err = UnknownOrigin;

    fn from_str(text: &str) -> Result<Self, UnknownOrigin> {
        Self::ALL
            .into_iter()
            .find(|origin| origin.as_str() == text)
            .ok_or(UnknownOrigin)
    }
}
