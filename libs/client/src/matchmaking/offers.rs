//! Seeks, challenges and rematches.

use corners_proto::matchmaking::v1::{
    AcceptChallengeRequest, AcceptSeekRequest, CancelChallengeRequest, CancelSeekRequest, Challenge,
    CreateChallengeRequest, CreateSeekRequest, DeclineChallengeRequest, DeclineReason, DeclineRematchRequest,
    GetChallengeRequest, OfferRematchRequest, Seek, StartedGame, offer_rematch_response::Outcome,
};

use super::{Identified, call};
use crate::{Error, Session};

const NO_SEEK: Error = Error::Protocol("an answer lacks the seek");
const NO_CHALLENGE: Error = Error::Protocol("an answer lacks the challenge");
const NO_GAME: Error = Error::Protocol("an answer lacks the game");

impl Session {
    /// Offers a game to everybody in the lobby. An empty `request_id` is filled in.
    ///
    /// # Errors
    /// [`Error::Refused`] with a reason of CreateSeek, [`Error::Unreachable`].
    pub async fn create_seek(&self, request: CreateSeekRequest) -> Result<Seek, Error> {
        let answer = call!(self, "CreateSeek", create_seek, request.identified())?;
        answer.seek.ok_or(NO_SEEK)
    }

    /// Takes a seek back.
    ///
    /// # Errors
    /// [`Error::Refused`] with `SEEK_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn cancel_seek(&self, seek: &str) -> Result<(), Error> {
        let request = CancelSeekRequest {
            seek: seek.to_owned(),
            ..CancelSeekRequest::default()
        };
        call!(self, "CancelSeek", cancel_seek, request.identified()).map(drop)
    }

    /// Accepts a seek: the game starts.
    ///
    /// # Errors
    /// [`Error::Refused`] with a reason of AcceptSeek, [`Error::Unreachable`].
    pub async fn accept_seek(&self, seek: &str) -> Result<StartedGame, Error> {
        let request = AcceptSeekRequest {
            seek: seek.to_owned(),
            ..AcceptSeekRequest::default()
        };
        let answer = call!(self, "AcceptSeek", accept_seek, request.identified())?;
        answer.game.ok_or(NO_GAME)
    }

    /// Challenges a player, or whoever opens its link first. An empty `request_id` is filled in.
    ///
    /// # Errors
    /// [`Error::Refused`] with a reason of CreateChallenge, [`Error::Unreachable`].
    pub async fn create_challenge(&self, request: CreateChallengeRequest) -> Result<Challenge, Error> {
        let answer = call!(self, "CreateChallenge", create_challenge, request.identified())?;
        answer.challenge.ok_or(NO_CHALLENGE)
    }

    /// Reads a challenge.
    ///
    /// # Errors
    /// [`Error::Refused`] with `CHALLENGE_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn get_challenge(&self, challenge: &str) -> Result<Challenge, Error> {
        let request = GetChallengeRequest {
            challenge: challenge.to_owned(),
        };
        let answer = call!(self, "GetChallenge", get_challenge, request)?;
        answer.challenge.ok_or(NO_CHALLENGE)
    }

    /// Accepts a challenge: the game starts.
    ///
    /// # Errors
    /// [`Error::Refused`] with a reason of AcceptChallenge, [`Error::Unreachable`].
    pub async fn accept_challenge(&self, challenge: &str) -> Result<StartedGame, Error> {
        let request = AcceptChallengeRequest {
            challenge: challenge.to_owned(),
            ..AcceptChallengeRequest::default()
        };
        let answer = call!(self, "AcceptChallenge", accept_challenge, request.identified())?;
        answer.game.ok_or(NO_GAME)
    }

    /// Declines a challenge to this account.
    ///
    /// # Errors
    /// [`Error::Refused`] with `CHALLENGE_NOT_FOUND` or `CHALLENGE_OVER`, [`Error::Unreachable`].
    pub async fn decline_challenge(&self, challenge: &str, reason: DeclineReason) -> Result<(), Error> {
        let request = DeclineChallengeRequest {
            challenge: challenge.to_owned(),
            reason: reason.into(),
            ..DeclineChallengeRequest::default()
        };
        call!(self, "DeclineChallenge", decline_challenge, request.identified()).map(drop)
    }

    /// Takes a challenge back.
    ///
    /// # Errors
    /// [`Error::Refused`] with `CHALLENGE_NOT_FOUND` or `CHALLENGE_OVER`, [`Error::Unreachable`].
    pub async fn cancel_challenge(&self, challenge: &str) -> Result<(), Error> {
        let request = CancelChallengeRequest {
            challenge: challenge.to_owned(),
            ..CancelChallengeRequest::default()
        };
        call!(self, "CancelChallenge", cancel_challenge, request.identified()).map(drop)
    }

    /// Offers the other player of a finished game to play again; when the other one has offered it, the game starts.
    ///
    /// # Errors
    /// [`Error::Refused`] with a reason of OfferRematch, [`Error::Unreachable`].
    pub async fn offer_rematch(&self, table: &str) -> Result<Outcome, Error> {
        let request = OfferRematchRequest {
            table: table.to_owned(),
            ..OfferRematchRequest::default()
        };
        let answer = call!(self, "OfferRematch", offer_rematch, request.identified())?;
        answer.outcome.ok_or(NO_GAME)
    }

    /// Declines the other player's offer to play again, or takes the own one back.
    ///
    /// # Errors
    /// [`Error::Refused`] with `NO_OFFER`, [`Error::Unreachable`].
    pub async fn decline_rematch(&self, table: &str) -> Result<(), Error> {
        let request = DeclineRematchRequest {
            table: table.to_owned(),
            ..DeclineRematchRequest::default()
        };
        call!(self, "DeclineRematch", decline_rematch, request.identified()).map(drop)
    }
}
