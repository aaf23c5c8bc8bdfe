//! Every property can fail: each wrong protocol is found out by the property that forbids it.

use corners_test_model::Wrong;
use corners_test_model::check::counterexample;
use corners_test_model::properties::{
    A_SECOND_AT_MOST, APPLIED_ONCE, BUDGET_SPENT, FRESH, GRACE_KEPT, HAS_ALARM, LOSS_TOLD, NOTHING_LOST, ONE_END,
    ONE_SUCCESSOR, SAME_ANSWER, TURNS_RISE, TWO_SECONDS_AFTER,
};
use corners_test_model::runs::{self, Size};
use corners_test_model::setting::Setting;

#[track_caller]
fn is_found(setting: Setting, wrong: Wrong, property: &'static str) {
    let way = counterexample(setting.but(wrong), property);
    assert!(way.is_some(), "{wrong:?} is not found by: {property}");
}

#[test]
fn an_append_that_does_not_look_at_the_head() {
    is_found(
        runs::races(Size::Small).unwrap(),
        Wrong::AppendWithoutHead,
        ONE_SUCCESSOR,
    );
}

#[test]
fn a_head_that_is_only_a_number() {
    let setting = runs::lossy_failover(Size::Small).unwrap();
    is_found(setting, Wrong::HeadByNumberAlone, ONE_SUCCESSOR);
}

#[test]
fn an_answer_before_the_append() {
    let setting = runs::durable_failover(Size::Small).unwrap();
    is_found(setting, Wrong::AnswerBeforeAppend, NOTHING_LOST);
}

#[test]
fn an_answer_before_the_copy_has_the_event() {
    let setting = runs::durable_failover(Size::Small).unwrap();
    is_found(setting, Wrong::AnswerBeforeCopy, NOTHING_LOST);
}

#[test]
fn a_lost_tail_that_is_passed_over() {
    let setting = runs::lossy_failover(Size::Small).unwrap();
    is_found(setting, Wrong::TailLossNotTold, LOSS_TOLD);
}

#[test]
fn a_replica_that_forgets_calls() {
    is_found(runs::races(Size::Small).unwrap(), Wrong::CallsForgotten, APPLIED_ONCE);
}

#[test]
fn a_call_that_stands_in_the_log_and_is_refused() {
    is_found(runs::races(Size::Small).unwrap(), Wrong::CallsForgotten, SAME_ANSWER);
}

#[test]
fn a_game_that_goes_on_after_its_end() {
    is_found(runs::races(Size::Small).unwrap(), Wrong::EndNotLookedAt, ONE_END);
}

#[test]
fn an_alarm_that_is_believed() {
    is_found(runs::deadline(Size::Small).unwrap(), Wrong::AlarmBelieved, BUDGET_SPENT);
}

#[test]
fn game_time_that_runs_without_beats() {
    is_found(
        runs::outage(Size::Small).unwrap(),
        Wrong::TimeWithoutBeats,
        A_SECOND_AT_MOST,
    );
}

#[test]
fn an_alarm_that_does_not_look_at_the_outage() {
    let setting = runs::outage(Size::Small).unwrap();
    is_found(setting, Wrong::FlagWithoutOutageCredit, TWO_SECONDS_AFTER);
}

#[test]
fn a_takeback_that_leaves_the_turns_number() {
    is_found(
        runs::races(Size::Small).unwrap(),
        Wrong::TakebackLeavesTheTurn,
        TURNS_RISE,
    );
}

#[test]
fn a_reading_that_is_stored_however_old() {
    is_found(runs::slow_store(Size::Small).unwrap(), Wrong::StaleReadingStored, FRESH);
}

#[test]
fn a_wish_for_an_alarm_outside_the_append() {
    is_found(runs::races(Size::Small).unwrap(), Wrong::AlarmOutsideAppend, HAS_ALARM);
}

#[test]
fn a_flag_without_grace() {
    is_found(
        runs::deadline(Size::Small).unwrap(),
        Wrong::FlagWithoutGrace,
        GRACE_KEPT,
    );
}
