//! The texts of enums: what clients see, in lower case with hyphens.

use corners_proto::stored::{Unknown, unknown};
use corners_rules::Side;

use crate::domain::{Cause, Happened, UnratedReason};

/// What became of a game, without the rest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Rated,
    Unrated,
    Annulled,
}

pub(super) const fn of_reason(reason: UnratedReason) -> &'static str {
    match reason {
        UnratedReason::NoResult => "no-result",
        UnratedReason::Variant => "variant",
        UnratedReason::SetUp => "set-up",
        UnratedReason::NoOpponent => "no-opponent",
        UnratedReason::NotBothMoved => "not-both-moved",
        UnratedReason::TooShort => "too-short",
        UnratedReason::PairLimit => "pair-limit",
    }
}

pub(super) fn reason(text: &str) -> Result<UnratedReason, Unknown> {
    match text {
        "no-result" => Ok(UnratedReason::NoResult),
        "variant" => Ok(UnratedReason::Variant),
        "set-up" => Ok(UnratedReason::SetUp),
        "no-opponent" => Ok(UnratedReason::NoOpponent),
        "not-both-moved" => Ok(UnratedReason::NotBothMoved),
        "too-short" => Ok(UnratedReason::TooShort),
        "pair-limit" => Ok(UnratedReason::PairLimit),
        other => Err(unknown("reason", other)),
    }
}

pub(super) const fn of_outcome(happened: &Happened) -> &'static str {
    match happened {
        Happened::Rated(_) => "rated",
        Happened::Unrated(_) => "unrated",
        Happened::Annulled(_) => "annulled",
    }
}

pub(super) fn outcome(text: &str) -> Result<Outcome, Unknown> {
    match text {
        "rated" => Ok(Outcome::Rated),
        "unrated" => Ok(Outcome::Unrated),
        "annulled" => Ok(Outcome::Annulled),
        other => Err(unknown("outcome", other)),
    }
}

pub(super) const fn of_cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Game => "game",
        Cause::Annulment => "annulment",
    }
}

pub(super) fn cause(text: &str) -> Result<Cause, Unknown> {
    match text {
        "game" => Ok(Cause::Game),
        "annulment" => Ok(Cause::Annulment),
        other => Err(unknown("cause", other)),
    }
}

pub(super) fn side(text: &str) -> Result<Side, Unknown> {
    match text {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        other => Err(unknown("side", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_what_it_was_made_of() {
        for value in [
            UnratedReason::NoResult,
            UnratedReason::Variant,
            UnratedReason::SetUp,
            UnratedReason::NoOpponent,
            UnratedReason::NotBothMoved,
            UnratedReason::TooShort,
            UnratedReason::PairLimit,
        ] {
            assert_eq!(reason(of_reason(value)), Ok(value));
        }
        for value in [Cause::Game, Cause::Annulment] {
            assert_eq!(cause(of_cause(value)), Ok(value));
        }
        for value in [Side::White, Side::Black] {
            assert_eq!(side(&value.to_string()), Ok(value));
        }
    }

    #[test]
    fn a_word_of_a_newer_program_is_named() {
        for error in [
            reason("earthquake").map(drop),
            outcome("earthquake").map(drop),
            cause("earthquake").map(drop),
            side("earthquake").map(drop),
        ] {
            assert!(error.unwrap_err().to_string().contains("earthquake"));
        }
    }
}
