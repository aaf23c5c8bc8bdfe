//! The calls of one seat at one table, with what they have in common left out.

use corners_proto::game::v1::{
    AbortTableRequest, AcceptDrawRequest, AcceptTakebackRequest, ClaimGameRequest, DeclineDrawRequest,
    DeclineTakebackRequest, OfferDrawRequest, OfferTakebackRequest, PlayMoveResponse, ResignRequest, Side, TableState,
    Turn,
};

use crate::{Error, Session};

/// An account's seat at a table. Each method is one call of the contract for that seat, on whatever turn is on.
///
/// The seat must have been taken by CreateTable or JoinTable; otherwise calls are refused with `NOT_SEATED`.
#[derive(Clone, Debug)]
pub struct SeatHandle {
    session: Session,
    table: String,
    side: Side,
}

macro_rules! offers {
    ($($(#[$doc:meta])* $name:ident => $request:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::Refused`] with a reason of the contract, [`Error::Unreachable`].
        pub async fn $name(&self) -> Result<TableState, Error> {
            let request = $request { table: self.table.clone(), side: self.side.into(), ..Default::default() };
            self.session.$name(request).await
        }
    )*};
}

impl SeatHandle {
    pub(crate) fn new(session: Session, table: String) -> Self {
        Self {
            session,
            table,
            side: Side::Unspecified,
        }
    }

    /// Names the side: needed by an account that holds both seats of the table.
    #[must_use]
    pub fn playing(mut self, side: Side) -> Self {
        self.side = side;
        self
    }

    /// The table's id.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Plays a move written as movetext, as [`Session::play`] does.
    ///
    /// # Errors
    /// [`Error::BadMove`], [`Error::Refused`] with a reason of PlayMove, [`Error::Unreachable`].
    pub async fn play(&self, movetext: &str, expected_turn: Option<Turn>) -> Result<PlayMoveResponse, Error> {
        self.session.play(&self.table, movetext, expected_turn).await
    }

    /// Ends the table without a result, before both sides have moved.
    ///
    /// # Errors
    /// [`Error::Refused`] with a reason of the contract, [`Error::Unreachable`].
    pub async fn abort(&self) -> Result<TableState, Error> {
        self.session
            .abort_table(AbortTableRequest {
                table: self.table.clone(),
                ..Default::default()
            })
            .await
    }

    /// Wins the game because the other player has left it.
    ///
    /// # Errors
    /// [`Error::Refused`] with `NOT_CLAIMABLE` or another reason of the contract, [`Error::Unreachable`].
    pub async fn claim(&self) -> Result<TableState, Error> {
        self.session
            .claim_game(ClaimGameRequest {
                table: self.table.clone(),
                side: self.side.into(),
                ..Default::default()
            })
            .await
    }

    offers! {
        /// Gives the game up.
        resign => ResignRequest;
        /// Offers a draw.
        offer_draw => OfferDrawRequest;
        /// Accepts the other side's draw offer.
        accept_draw => AcceptDrawRequest;
        /// Declines the other side's draw offer.
        decline_draw => DeclineDrawRequest;
        /// Asks to take the last move back.
        offer_takeback => OfferTakebackRequest;
        /// Accepts the other side's takeback.
        accept_takeback => AcceptTakebackRequest;
        /// Declines the other side's takeback.
        decline_takeback => DeclineTakebackRequest;
    }
}
