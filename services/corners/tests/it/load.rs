//! `corners load` against a platform.

use serde_json::Value;
use tempfile::TempDir;

use crate::platform::Platform;
use crate::program::{Outcome, corners, run};

/// A load of two seconds, and its report as JSON and as Markdown.
fn load(arguments: &str) -> (Outcome, Value, String) {
    let folder = TempDir::new().unwrap();
    let (json, markdown) = (folder.path().join("report.json"), folder.path().join("report.md"));
    let mut command = corners(&format!("load --seconds 2 --connections 2 {arguments}"));
    command.arg("--json").arg(&json).arg("--markdown").arg(&markdown);
    let outcome = run(command, b"");
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let report = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    (outcome, report, std::fs::read_to_string(markdown).unwrap())
}

fn row<'a>(report: &'a Value, of: &str) -> &'a Value {
    let rows = report["latencies"].as_array().unwrap();
    rows.iter()
        .find(|row| row["of"] == of)
        .unwrap_or_else(|| panic!("{of} in {report:#}"))
}

#[test]
fn games_are_played_at_the_rate_and_everything_is_reported_in_three_ways() {
    let platform = Platform::start();
    let (outcome, report, markdown) = load(&format!(
        "--server http://{} --tables 4 --live-only 5 --rate 20 --spectators 6 --crowd 10 --idle-streams 8 --pid {}",
        platform.address,
        platform.process(),
    ));
    assert_eq!(report["failures"], serde_json::json!({}), "{report:#}");
    // Twenty a second for two seconds, and two at the table of the crowd.
    for of in ["PlayMove", "move to the opponent's event"] {
        assert_eq!(row(&report, of)["count"], 42, "{of} in {report:#}");
    }
    assert_eq!(row(&report, "move to an event in the crowd")["count"], 20, "{report:#}");
    assert_eq!(
        row(&report, "move to the last event in the crowd")["count"],
        2,
        "{report:#}"
    );
    assert!(
        row(&report, "move to a spectator's event")["count"].as_u64() > Some(0),
        "{report:#}"
    );
    assert!(
        report["ceilings"][0]["before"]["per_second"].as_f64() > Some(0.0),
        "{report:#}"
    );
    assert!(report["ceilings"][0]["ratio"].as_f64() > Some(0.0), "{report:#}");
    assert_eq!(report["idle_streams"]["open"], 8);
    assert_eq!(report["processor"]["servers"][0]["name"], "corners", "{report:#}");
    assert!(report["before"]["cores"].as_u64() > Some(0));
    assert_eq!(report["settings"]["live_only"], 5);
    for text in [&outcome.output, &markdown] {
        for part in [
            "PlayMove",
            "unary calls",
            "idle streams were open",
            "cores, load average",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
    assert!(markdown.contains("| PlayMove | 42 |"), "{markdown}");
}

#[test]
fn services_at_addresses_of_their_own_are_loaded_together() {
    let platform = Platform::start();
    let address = platform.address;
    let (_, report, _) = load(&format!(
        "--accounts http://{address} --clock http://{address} --game http://{address} --game http://{address} --rate 10 \
         --tables 2"
    ));
    assert_eq!(report["failures"], serde_json::json!({}), "{report:#}");
    assert_eq!(row(&report, "PlayMove")["count"], 20, "{report:#}");
}

#[test]
fn a_platform_that_is_not_there_or_a_file_that_cannot_be_written_is_said() {
    let refused = run(corners("load --server http://127.0.0.1:1"), b"");
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.complaints.contains("127.0.0.1:1"), "{refused:?}");
    let alone = run(corners("load --game http://127.0.0.1:1"), b"");
    assert_eq!(alone.code, 64, "{alone:?}");
    assert!(alone.complaints.contains("--accounts"), "{alone:?}");
}
