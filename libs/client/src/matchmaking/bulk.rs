//! Organisers' pairings.

use corners_proto::matchmaking::v1::{
    BulkPairing, CancelBulkPairingRequest, CreateBulkPairingRequest, GetBulkPairingRequest,
};

use super::{Identified, call};
use crate::{Admin, Error};

const NO_PAIRING: Error = Error::Protocol("an answer lacks the pairing");

impl Admin {
    /// Pairs up to 500 pairs: all are accepted or none is. An empty `request_id` is filled in.
    ///
    /// # Errors
    /// [`Error::Refused`] with a reason of CreateBulkPairing, [`Error::Unreachable`].
    pub async fn create_bulk_pairing(&self, request: CreateBulkPairingRequest) -> Result<BulkPairing, Error> {
        let answer = call!(
            self.session(),
            "CreateBulkPairing",
            create_bulk_pairing,
            request.identified()
        )?;
        answer.pairing.ok_or(NO_PAIRING)
    }

    /// A pairing, game by game.
    ///
    /// # Errors
    /// [`Error::Refused`] with `PAIRING_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn get_bulk_pairing(&self, pairing: &str) -> Result<BulkPairing, Error> {
        let request = GetBulkPairingRequest {
            pairing: pairing.to_owned(),
        };
        let answer = call!(self.session(), "GetBulkPairing", get_bulk_pairing, request)?;
        answer.pairing.ok_or(NO_PAIRING)
    }

    /// Calls off those games of a pairing that have not started.
    ///
    /// # Errors
    /// [`Error::Refused`] with `PAIRING_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn cancel_bulk_pairing(&self, pairing: &str) -> Result<BulkPairing, Error> {
        let request = CancelBulkPairingRequest {
            pairing: pairing.to_owned(),
            ..CancelBulkPairingRequest::default()
        };
        let answer = call!(
            self.session(),
            "CancelBulkPairing",
            cancel_bulk_pairing,
            request.identified()
        )?;
        answer.pairing.ok_or(NO_PAIRING)
    }
}
