//! Tables that cannot be: each is refused with its reason, and none is made.

use corners_client::proto::game::v1::time_control::Kind;
use corners_client::proto::game::v1::{Correspondence, CreateTableRequest, ListMyTablesRequest, RealTime, TimeControl};
use prost_types::Duration;

use crate::bad_input::{assert_metadata, assert_refused};
use crate::support::{alone, running};

#[tokio::test]
async fn a_table_that_cannot_be_is_not_made() {
    let running = running().await;
    let guest = running.platform.guest().await;
    for (what, request, reason, fields) in impossible_tables() {
        assert_refused(&what, guest.create_table(request).await, reason, fields);
    }
    let mine = guest.list_my_tables(ListMyTablesRequest::default()).await.unwrap();
    assert_eq!(mine.tables, [], "no table was made by a call that was refused");
}

type Impossible = (String, CreateTableRequest, &'static str, &'static [&'static str]);

fn impossible_tables() -> Vec<Impossible> {
    let good = || alone("classic-3x3", "");
    let mut cases: Vec<Impossible> = Vec::new();
    for variant in ["", "chess", "Classic-3x3", "classic-3x3 "] {
        cases.push((
            format!("variant {variant:?}"),
            alone(variant, ""),
            "UNKNOWN_VARIANT",
            &["variant"],
        ));
    }
    for position in [
        "nonsense",
        "8/8/8/8/8/8/8/8",
        "9/8/8/8/8/8/8/w6b w 1",
        "w06b/8/8/8/8/8/8/8 w 1",
        "w6b/8/8 w 1",
    ] {
        let request = alone("classic-3x3", position);
        cases.push((position.to_owned(), request, "INVALID_POSITION", &["start_position"]));
    }
    for time_control in impossible_time_controls() {
        let request = CreateTableRequest { time_control, ..good() };
        let what = format!("{time_control:?}");
        cases.push((what, request, "INVALID_TIME_CONTROL", &["time_control"]));
    }
    let request_id = CreateTableRequest {
        request_id: "17".to_owned(),
        ..good()
    };
    let seats = CreateTableRequest { seats: 99, ..good() };
    let takebacks = CreateTableRequest {
        takebacks: -1,
        ..good()
    };
    let free_alone = CreateTableRequest {
        seats: 1,
        takebacks: 1,
        ..good()
    };
    let all = CreateTableRequest {
        request_id: "17".to_owned(),
        seats: 99,
        takebacks: 99,
        ..good()
    };
    cases.push(("request id".to_owned(), request_id, "INVALID_ARGUMENT", &["request_id"]));
    cases.push(("seats".to_owned(), seats, "INVALID_ARGUMENT", &["seats"]));
    cases.push(("takebacks".to_owned(), takebacks, "INVALID_ARGUMENT", &["takebacks"]));
    cases.push((
        "free takebacks against another".to_owned(),
        free_alone,
        "INVALID_ARGUMENT",
        &["takebacks"],
    ));
    let every_field: &[&str] = &["request_id", "takebacks", "seats"];
    cases.push(("everything".to_owned(), all, "INVALID_ARGUMENT", every_field));
    cases
}

fn impossible_time_controls() -> Vec<Option<TimeControl>> {
    let duration = |seconds, nanos| Some(Duration { seconds, nanos });
    let five_minutes = duration(300, 0);
    let real_times = [
        (None, None),
        (duration(0, 0), None),
        (duration(0, 999_000_000), None),
        (duration(-1, 0), None),
        (duration(300, -1), None),
        (duration(300, 1_000_000_000), None),
        (duration(300, 500), None),
        (duration(3 * 3600, 1_000_000), None),
        (duration(i64::MAX, 0), None),
        (duration(i64::MIN, i32::MIN), None),
        (five_minutes, duration(-1, 0)),
        (five_minutes, duration(180, 1_000_000)),
        (five_minutes, duration(i64::MAX, 999_999_999)),
    ];
    let real_times = real_times.map(|(reserve, increment)| Kind::RealTime(RealTime { reserve, increment }));
    let days = [0, 15, u32::MAX].map(|days_per_move| Kind::Correspondence(Correspondence { days_per_move }));
    let kinds = real_times
        .into_iter()
        .chain(days)
        .map(|kind| Some(TimeControl { kind: Some(kind) }));
    kinds.chain([None, Some(TimeControl { kind: None })]).collect()
}

#[tokio::test]
async fn a_long_unknown_name_is_refused_with_its_reason() {
    let running = running().await;
    let long = "x".repeat(60_000);
    let refused = running.corners.list_legal_moves(&long, "").await;
    assert_refused("a long variant", refused, "UNKNOWN_VARIANT", &["variant"]);
    let refused = running.corners.list_legal_moves("classic-3x3", &long).await;
    assert_refused("a long position", refused, "INVALID_POSITION", &["position"]);
}

#[tokio::test]
async fn an_impossible_set_up_says_what_is_impossible() {
    let running = running().await;
    let guest = running.platform.guest().await;
    for (variant, position, why) in [
        ("classic-3x3", "8/8/8/8/8/8/8/w7 w 1", "NO_PIECES"),
        ("classic-3x3", "wwwwwwww/ww6/8/8/8/8/8/b7 w 1", "TOO_MANY_PIECES"),
        ("classic-3x3", "b7/8/8/8/8/8/8/w7 w 81", "MOVE_NUMBER"),
        ("classic-3x3", "5www/5www/5www/8/8/8/8/b7 w 50", "GOAL_FILLED"),
        ("classic-3x3", "8/8/8/8/8/b7/b7/wbb5 w 1", "NO_LEGAL_MOVE"),
    ] {
        let refused = guest.create_table(alone(variant, position)).await;
        let error = assert_refused(position, refused, "INVALID_SET_UP", &["start_position"]);
        assert_metadata(position, &error, &[("why", why)]);
    }
    let mine = guest.list_my_tables(ListMyTablesRequest::default()).await.unwrap();
    assert_eq!(mine.tables, []);
}
