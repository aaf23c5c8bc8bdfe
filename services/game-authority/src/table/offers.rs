//! Offers: draws and takebacks. An offer lives no longer than the turn it was made in.

use corners_rules::Side;

use super::{Intent, Rejection, Table, Takebacks, Verdict};

/// How many times moves can be taken back at one table, so that a log stays bounded.
const MOST_TAKEBACKS: u32 = 1_000;

impl Table {
    pub(super) fn offer_draw(&self, by: Side) -> Result<Intent, Rejection> {
        if self.draw_offer.is_some() {
            return Err(Rejection::OfferPending);
        }
        if self.asked[by].draw {
            return Err(Rejection::AlreadyOffered);
        }
        Ok(Intent::OfferDraw { by })
    }

    pub(super) fn accept_draw(&self, by: Side) -> Result<Intent, Rejection> {
        self.draw_offered_to(by)?;
        Ok(Intent::End(Verdict::DRAW_AGREED))
    }

    pub(super) fn decline_draw(&self, by: Side) -> Result<Intent, Rejection> {
        self.draw_offered_to(by)?;
        Ok(Intent::DeclineDraw { by })
    }

    fn draw_offered_to(&self, side: Side) -> Result<(), Rejection> {
        if self.draw_offer == Some(side.other()) {
            Ok(())
        } else {
            Err(Rejection::NoOffer)
        }
    }

    /// Whose move is meant when one account holds both seats and names no side: the last one's.
    pub(super) fn last_mover_of_one_account(&self) -> Option<Side> {
        let (white, black) = (self.seats.white?, self.seats.black?);
        (white.account == black.account).then(|| self.side_to_move().other())
    }

    pub(super) fn offer_takeback(&self, by: Side) -> Result<Intent, Rejection> {
        if self.agreement.takebacks == Takebacks::Off {
            return Err(Rejection::TakebacksOff);
        }
        if self.moves_by(by) == 0 {
            return Err(Rejection::NothingToTakeBack);
        }
        if self.takebacks >= MOST_TAKEBACKS {
            return Err(Rejection::TakebackLimit);
        }
        // When the other side has replied, its reply goes too.
        let plies = if by == self.side_to_move() { 2 } else { 1 };
        if self.agreement.takebacks == Takebacks::Free {
            return Ok(Intent::TakeBack { by, plies });
        }
        if self.takeback_offer.is_some() {
            return Err(Rejection::OfferPending);
        }
        if self.asked[by].takeback {
            return Err(Rejection::AlreadyOffered);
        }
        Ok(Intent::OfferTakeback { by, plies })
    }

    pub(super) fn accept_takeback(&self, by: Side) -> Result<Intent, Rejection> {
        let plies = self.takeback_offered_to(by)?;
        Ok(Intent::TakeBack { by: by.other(), plies })
    }

    pub(super) fn decline_takeback(&self, by: Side) -> Result<Intent, Rejection> {
        self.takeback_offered_to(by)?;
        Ok(Intent::DeclineTakeback { by })
    }

    fn takeback_offered_to(&self, side: Side) -> Result<u8, Rejection> {
        match self.takeback_offer {
            Some((by, plies)) if by == side.other() => Ok(plies),
            _ => Err(Rejection::NoOffer),
        }
    }
}
