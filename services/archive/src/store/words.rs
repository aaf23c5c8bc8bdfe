//! The texts of enums: the names of the contract in lower case with hyphens, such as `move-limit`; results as in game text.

use corners_proto::game::v1::{EndReason, Result as Outcome, Side, TakebackPolicy};
use corners_proto::stored::{Unknown, name, unknown, word};

const REASON: &str = "END_REASON_";
const SIDE: &str = "SIDE_";
const TAKEBACKS: &str = "TAKEBACK_POLICY_";

pub(super) fn of_reason(reason: EndReason) -> String {
    word(REASON, reason.as_str_name())
}

pub(super) fn reason(text: &str) -> Result<EndReason, Unknown> {
    EndReason::from_str_name(&name(REASON, text)).ok_or_else(|| unknown("reason", text))
}

pub(super) fn of_side(side: Side) -> String {
    word(SIDE, side.as_str_name())
}

pub(super) fn side(text: &str) -> Result<Side, Unknown> {
    Side::from_str_name(&name(SIDE, text)).ok_or_else(|| unknown("side", text))
}

pub(super) fn of_takebacks(takebacks: TakebackPolicy) -> String {
    word(TAKEBACKS, takebacks.as_str_name())
}

pub(super) fn takebacks(text: &str) -> Result<TakebackPolicy, Unknown> {
    TakebackPolicy::from_str_name(&name(TAKEBACKS, text)).ok_or_else(|| unknown("takeback policy", text))
}

pub(super) const fn of_result(result: Outcome) -> &'static str {
    match result {
        Outcome::Unspecified => "*",
        Outcome::WhiteWins => "1-0",
        Outcome::BlackWins => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

pub(super) fn result(text: &str) -> Result<Outcome, Unknown> {
    match text {
        "*" => Ok(Outcome::Unspecified),
        "1-0" => Ok(Outcome::WhiteWins),
        "0-1" => Ok(Outcome::BlackWins),
        "1/2-1/2" => Ok(Outcome::Draw),
        other => Err(unknown("result", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_what_it_was_made_of() {
        for number in 0..=13 {
            let value = EndReason::try_from(number).unwrap();
            assert_eq!(reason(&of_reason(value)).unwrap(), value);
        }
        for value in [Side::White, Side::Black] {
            assert_eq!(side(&of_side(value)).unwrap(), value);
        }
        for number in 0..=3 {
            let value = TakebackPolicy::try_from(number).unwrap();
            assert_eq!(takebacks(&of_takebacks(value)).unwrap(), value);
            let value = Outcome::try_from(number).unwrap();
            assert_eq!(result(of_result(value)).unwrap(), value);
        }
    }

    #[test]
    fn words_are_those_of_the_rules() {
        assert_eq!(of_reason(EndReason::MoveLimit), "move-limit");
        assert_eq!(of_side(Side::White), "white");
        assert_eq!(of_takebacks(TakebackPolicy::Agreed), "agreed");
    }

    #[test]
    fn a_word_of_a_newer_program_is_named() {
        let error = reason("earthquake").unwrap_err().to_string();
        assert!(error.contains("earthquake"), "{error}");
    }
}
