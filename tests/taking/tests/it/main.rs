//! Whatever happens in whatever order: nobody is at two new tables, and nobody is lost.

#![allow(clippy::print_stdout, reason = "the size of a check is part of what it says")]

use corners_test_taking::properties::{
    CHALLENGE_ACCEPTED, COMPLETED, COMPLETED_BY_ANOTHER, EXPIRED, MADE, NO_TABLE_WITHOUT_MATCH, ONE_START, PUT_BACK,
};
use corners_test_taking::{Setting, Wrong, check};

#[track_caller]
fn holds(name: &str, setting: Setting, reaches: &[&str]) {
    let report = check(setting);
    println!(
        "{name}: {} states, {} deep, in {:.1?}",
        report.states, report.depth, report.took
    );
    assert!(report.failing.is_empty(), "{:#?}", report.failing);
    for asked in reaches {
        assert!(report.reached.contains(asked), "never reached: {asked}");
    }
}

fn races() -> Setting {
    Setting {
        players: 3,
        has_challenge: true,
        ..Setting::default()
    }
}

fn crashes() -> Setting {
    Setting {
        players: 2,
        crashes: 1,
        passes: 2,
        ..Setting::default()
    }
}

fn refusals() -> Setting {
    Setting {
        players: 3,
        refusals: 1,
        passes: 1,
        ..Setting::default()
    }
}

fn late_tables() -> Setting {
    Setting {
        players: 2,
        crashes: 1,
        refusals: 1,
        passes: 2,
        ..Setting::default()
    }
}

fn leaving() -> Setting {
    Setting {
        players: 1,
        passes: 7,
        whims: 2,
        ..Setting::default()
    }
}

#[test]
fn two_matchers_race_for_three_players_of_whom_one_accepts_a_challenge() {
    holds("races", races(), &[MADE, CHALLENGE_ACCEPTED]);
}

#[test]
fn a_matcher_dies_and_another_one_completes() {
    holds("crashes", crashes(), &[MADE, COMPLETED_BY_ANOTHER]);
}

#[test]
fn after_a_refusal_the_other_player_is_matched_again() {
    holds("refusals", refusals(), &[MADE, PUT_BACK]);
}

#[test]
fn a_table_that_comes_late_is_not_taken_for_refused() {
    holds("late tables", late_tables(), &[MADE]);
}

#[test]
fn who_goes_away_is_paired_no_more() {
    holds("leaving", leaving(), &[EXPIRED]);
    let while_paired = Setting {
        players: 2,
        whims: 2,
        ..Setting::default()
    };
    holds("leaving while paired", while_paired, &[MADE]);
}

#[track_caller]
fn is_found(wrong: Wrong, setting: &Setting, property: &str) {
    let report = check(Setting {
        wrong: Some(wrong),
        ..setting.clone()
    });
    let is_it = report.failing.iter().any(|(failing, _)| *failing == property);
    assert!(is_it, "{wrong:?} is not found by: {property}");
}

#[test]
fn changes_that_do_not_look_at_revisions_are_found() {
    is_found(Wrong::RevisionsNotLookedAt, &races(), ONE_START);
}

#[test]
fn attempts_that_are_not_noted_are_found() {
    is_found(Wrong::AttemptsNotNoted, &late_tables(), NO_TABLE_WITHOUT_MATCH);
}

#[test]
fn a_match_that_nobody_looks_after_is_found() {
    is_found(Wrong::NothingDue, &crashes(), COMPLETED);
}
