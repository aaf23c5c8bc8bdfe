//! What the protocol as it is built promises, in every state of each run.

use corners_test_model::check::check;
use corners_test_model::runs::{self, Size};
use corners_test_model::setting::Setting;

#[track_caller]
fn holds(setting: Setting) {
    let report = check(setting, 1);
    assert!(report.is_good(), "{report:#?}");
}

#[test]
fn calls_that_race_are_applied_once_and_in_one_order() {
    holds(runs::races(Size::Small).unwrap());
}

#[test]
fn a_reply_that_gets_lost_is_given_again() {
    holds(runs::lost_replies(Size::Small).unwrap());
}

#[test]
fn a_failover_that_loses_events_is_told_and_never_written_over() {
    holds(runs::lossy_failover(Size::Small).unwrap());
}

#[test]
fn a_durable_store_loses_nothing_that_was_acknowledged() {
    holds(runs::durable_failover(Size::Small).unwrap());
}

#[test]
fn a_flag_waits_for_a_move_that_was_punched_in_time() {
    holds(runs::deadline(Size::Small).unwrap());
}

#[test]
fn a_slow_store_makes_no_move_stale() {
    holds(runs::slow_store(Size::Small).unwrap());
}

#[test]
fn an_outage_costs_a_second_at_most_and_no_game() {
    holds(runs::outage(Size::Small).unwrap());
}

#[test]
fn a_move_around_an_outage_keeps_both_clocks_fair() {
    holds(runs::move_in_outage(Size::Small).unwrap());
}

#[test]
fn a_step_of_the_stores_clock_costs_a_second_at_most() {
    holds(runs::clock_steps(Size::Small).unwrap());
}
