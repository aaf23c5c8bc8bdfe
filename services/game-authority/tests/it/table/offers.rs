//! Draws and takebacks.

use super::*;

#[test]
fn a_draw_offer_lives_no_longer_than_its_turn() {
    let mut played = Played::untimed();
    played.play(WHITE, "c3-d3").unwrap();
    played.act(WHITE, Action::OfferDraw { side: None }).unwrap();
    assert_eq!(
        played.act(WHITE, Action::AcceptDraw { side: None }),
        Err(Rejection::NoOffer),
        "one's own offer"
    );
    assert_eq!(
        played.act(BLACK, Action::OfferDraw { side: None }),
        Err(Rejection::OfferPending)
    );
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(
        played.act(BLACK, Action::AcceptDraw { side: None }),
        Err(Rejection::NoOffer),
        "cleared by the move"
    );

    played.act(WHITE, Action::OfferDraw { side: None }).unwrap();
    played.act(BLACK, Action::DeclineDraw { side: None }).unwrap();
    assert_eq!(
        played.act(BLACK, Action::AcceptDraw { side: None }),
        Err(Rejection::NoOffer),
        "cleared by the decline"
    );
    assert_eq!(
        played.act(WHITE, Action::OfferDraw { side: None }),
        Err(Rejection::AlreadyOffered)
    );

    played.act(BLACK, Action::OfferDraw { side: None }).unwrap();
    played.act(BLACK, Action::OfferTakeback { side: None }).unwrap();
    played.act(WHITE, Action::AcceptTakeback { side: None }).unwrap();
    assert_eq!(
        played.act(WHITE, Action::AcceptDraw { side: None }),
        Err(Rejection::NoOffer),
        "cleared by the takeback"
    );

    played.act(WHITE, Action::OfferDraw { side: None }).unwrap();
    played.act(BLACK, Action::AcceptDraw { side: None }).unwrap();
    assert_eq!(
        played.table.verdict(),
        Some(Verdict {
            reason: EndReason::DrawAgreement,
            winner: None,
            blame: None,
        })
    );
}

#[test]
fn a_takeback_makes_a_new_turn_and_takes_the_reply_along() {
    let mut played = Played::untimed();
    assert_eq!(
        played.act(WHITE, Action::OfferTakeback { side: None }),
        Err(Rejection::NothingToTakeBack)
    );
    let start = played.position();
    played.play(WHITE, "c3-d3").unwrap();
    assert_eq!(
        played.act(BLACK, Action::OfferTakeback { side: None }),
        Err(Rejection::NothingToTakeBack)
    );
    let after_white = played.position();
    played.play(BLACK, "f6-e6").unwrap();

    played.act(BLACK, Action::OfferTakeback { side: None }).unwrap();
    assert_eq!(
        played.act(BLACK, Action::AcceptTakeback { side: None }),
        Err(Rejection::NoOffer)
    );
    played.act(WHITE, Action::DeclineTakeback { side: None }).unwrap();
    assert_eq!(
        played.act(BLACK, Action::OfferTakeback { side: None }),
        Err(Rejection::AlreadyOffered)
    );
    played.act(WHITE, Action::OfferTakeback { side: None }).unwrap();
    played.act(BLACK, Action::AcceptTakeback { side: None }).unwrap();
    assert_eq!(
        (played.position(), played.table.turn().number),
        (start, 3),
        "turns never repeat"
    );

    played.play(WHITE, "c3-d3").unwrap();
    assert_eq!(played.position(), after_white);
    played.act(WHITE, Action::OfferTakeback { side: None }).unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(
        played.act(BLACK, Action::AcceptTakeback { side: None }),
        Err(Rejection::NoOffer),
        "cleared by the move"
    );
}

#[test]
fn free_takebacks_happen_at_once_and_are_bounded() {
    let mut played = Played::new(TimeControl::Untimed, Takebacks::Free, Some(WHITE), None);
    for _ in 0..1_000 {
        played.play(WHITE, "c3-d3").unwrap();
        played.act(WHITE, Action::OfferTakeback { side: None }).unwrap();
    }
    played.play(WHITE, "c3-d3").unwrap();
    assert_eq!(
        played.act(WHITE, Action::OfferTakeback { side: None }),
        Err(Rejection::TakebackLimit)
    );
}

#[test]
fn one_account_on_both_seats_names_its_side() {
    let mut played = Played::new(TimeControl::Untimed, Takebacks::Agreed, Some(WHITE), None);
    played.play(WHITE, "c3-d3").unwrap();
    played.play(WHITE, "f6-e6").unwrap();
    assert_eq!(
        played.act(WHITE, Action::OfferDraw { side: None }),
        Err(Rejection::SideRequired)
    );
    played
        .act(
            WHITE,
            Action::OfferDraw {
                side: Some(Side::White),
            },
        )
        .unwrap();
    assert_eq!(
        played.act(
            WHITE,
            Action::AcceptDraw {
                side: Some(Side::White)
            }
        ),
        Err(Rejection::NoOffer)
    );
    played
        .act(
            WHITE,
            Action::AcceptDraw {
                side: Some(Side::Black),
            },
        )
        .unwrap();
}
