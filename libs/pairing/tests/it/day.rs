//! The simulated day, in a small version: what docs/pairing.md claims of the large one.

use crate::site_day::Report;

/// At equal distance the waves take less time, at equal wait they find closer opponents.
#[test]
fn a_day_of_waves_beats_both_baselines() {
    let report = Report::of(1, 4_000, 12);
    let all = report.sections.last().expect("all pools together");
    for baseline in &all.baselines {
        assert!(baseline.is_beaten(), "{}\n{}", baseline.name, report.table());
    }
    let curve = all.curve.points();
    assert!(
        curve.is_sorted_by(|one, other| one.distance + 1.0 >= other.distance),
        "who waits longer gets closer opponents: {curve:?}"
    );
    // The five pools to which most players come.
    for section in &report.sections[..5] {
        let fixed_wave = &section.baselines[1];
        assert!(
            fixed_wave.is_beaten(),
            "{} {}\n{}",
            section.name,
            fixed_wave.name,
            report.table()
        );
    }
}

#[test]
fn a_seed_is_a_day() {
    let table = |seed| Report::of(seed, 400, 2).table();
    assert_eq!(table(7), table(7));
    assert_ne!(table(7), table(8));
}
