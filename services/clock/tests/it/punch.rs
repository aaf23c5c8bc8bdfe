use corners_clockwork::GameTime;
use corners_proto::clock::internal::v1::{Alarm, ArmRequest, PunchRequest, PunchResponse, Transit, TurnLimit};
use corners_proto::error::reason_of;
use proptest::prelude::*;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::platform::{Platform, pass, table};

const fn running(remaining_ms: u64) -> TurnLimit {
    TurnLimit {
        remaining_ms,
        running: true,
        increment_ms: 2_000,
        reset_ms: None,
        lag_quota_ms: 0,
    }
}

async fn punch(platform: &Platform, request: PunchRequest) -> Result<PunchResponse, Status> {
    platform
        .replica
        .internal()
        .punch(request)
        .await
        .map(tonic::Response::into_inner)
}

/// Hazard 18.
#[tokio::test(start_paused = true)]
async fn a_move_makes_it_until_a_millisecond_before_the_deadline() {
    let platform = Platform::start().await;
    pass(10_000).await;
    let turn = PunchRequest {
        turn_started_ms: 10_000,
        last_reading_ms: 10_000,
        limit: Some(running(5_000)),
        ..PunchRequest::default()
    };
    pass(4_999).await;
    let in_time = punch(&platform, turn).await.unwrap();
    assert_eq!((in_time.reading_ms, in_time.due_ms), (14_999, Some(15_000)));
    assert_eq!((in_time.expired, in_time.remaining_after_ms), (false, 2_001));
    for reading_ms in [15_000, 15_001] {
        pass(1).await;
        let late = punch(&platform, turn).await.unwrap();
        assert_eq!(
            (late.reading_ms, late.expired, late.remaining_after_ms),
            (reading_ms, true, 0)
        );
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_move_was_on_its_way_counts_as_far_as_it_was_measured() {
    let platform = Platform::start().await;
    pass(10_000).await;
    let turn = |think_time_ms, round_trip_ms| PunchRequest {
        turn_started_ms: 10_000,
        last_reading_ms: 10_000,
        limit: Some(TurnLimit {
            lag_quota_ms: 400,
            ..running(5_000)
        }),
        transit: Some(Transit {
            think_time_ms,
            round_trip_ms,
        }),
    };
    pass(3_000).await;
    for (think_time_ms, round_trip_ms, credit_ms) in [(2_900, 200, 100), (0, 30, 170), (0, 9_000, 400), (3_100, 30, 0)]
    {
        let verdict = punch(&platform, turn(think_time_ms, round_trip_ms)).await.unwrap();
        assert_eq!(verdict.lag_credit_ms, credit_ms);
        assert_eq!(verdict.remaining_after_ms, 2_000 + 2_000 + credit_ms);
        assert_eq!(verdict.due_ms, Some(15_400));
    }
    let unmeasured = PunchRequest {
        transit: None,
        ..turn(0, 0)
    };
    assert_eq!(punch(&platform, unmeasured).await.unwrap().lag_credit_ms, 0);
}

#[tokio::test(start_paused = true)]
async fn a_punch_changes_nothing() {
    let platform = Platform::start().await;
    pass(1_000).await;
    let turn = PunchRequest {
        turn_started_ms: 200,
        last_reading_ms: 200,
        limit: Some(running(5_000)),
        ..PunchRequest::default()
    };
    let first = punch(&platform, turn).await.unwrap();
    let before = platform.replica.get_game_time().await;
    for _ in 0..100 {
        assert_eq!(punch(&platform, turn).await.unwrap(), first);
    }
    assert_eq!(platform.replica.get_game_time().await, before);
}

#[tokio::test(start_paused = true)]
async fn a_reading_is_never_below_the_last_one_in_the_log() {
    let platform = Platform::start().await;
    pass(1_000).await;
    let ahead = PunchRequest {
        turn_started_ms: 700,
        last_reading_ms: 1_450,
        limit: Some(running(5_000)),
        ..PunchRequest::default()
    };
    let verdict = punch(&platform, ahead).await.unwrap();
    assert_eq!(
        (verdict.reading_ms, verdict.remaining_after_ms),
        (1_450, 5_000 - 750 + 2_000)
    );
    pass(1_000).await;
    assert_eq!(punch(&platform, ahead).await.unwrap().reading_ms, 2_000);
}

#[tokio::test(start_paused = true)]
async fn an_untimed_turn_only_takes_a_reading() {
    let platform = Platform::start().await;
    pass(500).await;
    let verdict = punch(&platform, PunchRequest::default()).await.unwrap();
    assert_eq!(
        verdict,
        PunchResponse {
            reading_ms: 500,
            ..PunchResponse::default()
        }
    );
}

fn violations(status: &Status) -> Vec<String> {
    assert_eq!(
        (status.code(), reason_of(status).as_deref()),
        (Code::InvalidArgument, Some("INVALID_ARGUMENT"))
    );
    let bad_request = status.get_details_bad_request().unwrap();
    bad_request
        .field_violations
        .into_iter()
        .map(|violation| violation.field)
        .collect()
}

#[tokio::test(start_paused = true)]
async fn an_absurd_punch_is_refused_with_every_field_that_is_wrong() {
    let platform = Platform::start().await;
    let limit = TurnLimit {
        remaining_ms: u64::MAX,
        running: true,
        increment_ms: 1 << 60,
        reset_ms: Some(u64::MAX),
        lag_quota_ms: u64::MAX,
    };
    let transit = Transit {
        think_time_ms: u64::MAX,
        round_trip_ms: 1 << 50,
    };
    let request = PunchRequest {
        turn_started_ms: u64::MAX,
        last_reading_ms: 1 << 53,
        limit: Some(limit),
        transit: Some(transit),
    };
    let refused = punch(&platform, request).await.unwrap_err();
    let all = [
        "turn_started_ms",
        "last_reading_ms",
        "limit.remaining_ms",
        "limit.increment_ms",
        "limit.reset_ms",
        "limit.lag_quota_ms",
        "transit.think_time_ms",
        "transit.round_trip_ms",
    ];
    assert_eq!(violations(&refused), all);
}

#[tokio::test(start_paused = true)]
async fn alarms_that_cannot_be_set_are_all_named_and_none_of_the_call_is_set() {
    let platform = Platform::start().await;
    let alarm = |table: String, version, due_ms| Alarm {
        table,
        version,
        due_ms: Some(due_ms),
    };
    let alarms = vec![
        alarm(table(1).to_string(), 1, 5_000),
        alarm("no table".to_owned(), u64::MAX, 1),
        alarm(table(2).to_string(), 1, u64::MAX),
    ];
    let refused = platform
        .replica
        .internal()
        .arm(ArmRequest { alarms })
        .await
        .unwrap_err();
    assert_eq!(
        violations(&refused),
        ["alarms[1].table", "alarms[1].version", "alarms[2].due_ms"]
    );

    let alarms = vec![alarm(table(1).to_string(), 1, 5_000); 1_001];
    let refused = platform
        .replica
        .internal()
        .arm(ArmRequest { alarms: alarms.clone() })
        .await
        .unwrap_err();
    assert_eq!(violations(&refused), ["alarms"]);
    assert!(
        corners_clock::store::ClockStore::claim(&*platform.store, GameTime::MAX, 10)
            .await
            .unwrap()
            .next
            .is_none()
    );

    let most = ArmRequest {
        alarms: alarms[..1_000].to_vec(),
    };
    platform.replica.internal().arm(most).await.unwrap();
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..20_000_u64, 0..(1_u64 << 53), any::<u64>()]
}

prop_compose! {
    fn any_limit()(
        remaining_ms in number(), running: bool, increment_ms in number(), reset_ms in prop::option::of(number()),
        lag_quota_ms in number(),
    ) -> TurnLimit {
        TurnLimit { remaining_ms, running, increment_ms, reset_ms, lag_quota_ms }
    }
}

prop_compose! {
    fn any_punch()(
        turn_started_ms in number(), last_reading_ms in number(), limit in prop::option::of(any_limit()),
        transit in prop::option::of((number(), number())),
    ) -> PunchRequest {
        let transit = transit.map(|(think_time_ms, round_trip_ms)| Transit { think_time_ms, round_trip_ms });
        PunchRequest { turn_started_ms, last_reading_ms, limit, transit }
    }
}

proptest! {
    /// Hazard 20: no reading is negative, and what moves a deadline is told.
    #[test]
    fn whatever_is_punched_is_refused_or_judged_consistently(requests in prop::collection::vec(any_punch(), 1..50)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let platform = Platform::start().await;
            platform.authority.world().health = crate::authority::Health::Down;
            pass(7_000).await;
            platform.authority.world().health = crate::authority::Health::Well;
            pass(2_000).await;
            for request in requests {
                let verdict = match punch(&platform, request).await {
                    Ok(verdict) => verdict,
                    Err(status) => {
                        prop_assert!(!violations(&status).is_empty());
                        continue;
                    }
                };
                let now = platform.replica.game_ms().await;
                prop_assert_eq!(verdict.reading_ms, now.max(request.last_reading_ms));
                let Some((due_ms, limit)) = verdict.due_ms.zip(request.limit) else {
                    prop_assert!(!verdict.expired && verdict.lag_credit_ms == 0 && verdict.outage_credit_ms == 0);
                    continue;
                };
                let at_zero_ms = request.turn_started_ms + limit.remaining_ms + verdict.outage_credit_ms;
                prop_assert_eq!(due_ms, at_zero_ms + limit.lag_quota_ms.min(1_000));
                let saved_ms = verdict.lag_credit_ms.min(1_000);
                prop_assert_eq!(verdict.expired, verdict.reading_ms >= at_zero_ms + saved_ms);
                prop_assert!(verdict.lag_credit_ms == 0 || request.transit.is_some());
            }
            Ok(())
        })?;
    }
}
