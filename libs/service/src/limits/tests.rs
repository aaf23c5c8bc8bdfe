//! The limits of a server, with a stopped clock.

use super::*;

#[derive(Debug, serde::Deserialize)]
struct Settings {
    limits: LimitsConfig,
}

fn load(overrides: &[(&str, &str)]) -> Result<LimitsConfig, String> {
    let overrides = overrides
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let settings = crate::config::load::<Settings>(crate::DEFAULTS, None, [], overrides);
    settings
        .map(|settings| settings.limits)
        .map_err(|error| error.to_string())
}

fn limits(overrides: &[(&str, &str)]) -> Limits {
    Limits::new(&load(overrides).unwrap())
}

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn limit_of<T>(outcome: Result<T, Exceeded>) -> Option<LimitName> {
    outcome.err().map(|exceeded| exceeded.limit)
}

#[test]
fn every_number_out_of_range_is_named() {
    let config = load(&[]).unwrap();
    assert!(config.moves_by_account.per_second <= config.calls_by_account.per_second);
    for name in [
        "calls_per_second_by_address",
        "calls_burst_by_address",
        "calls_per_second_by_account",
        "calls_burst_by_account",
        "moves_per_second_by_account",
        "moves_burst_by_account",
        "streams_by_address",
        "streams_by_account",
        "connections_by_address",
    ] {
        for value in ["0", "1000001", "-1"] {
            let key = format!("limits.{name}");
            let refused = load(&[(&key, value)]).unwrap_err();
            assert!(refused.contains(&format!("`{key}` from the command line")), "{refused}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn calls_and_moves_are_counted_apart_and_the_limit_is_named() {
    let limits = limits(&[
        ("limits.calls_burst_by_address", "3"),
        ("limits.calls_burst_by_account", "2"),
        ("limits.moves_burst_by_account", "1"),
    ]);
    let (from, account) = (address("192.0.2.1"), AccountId::from_bytes([1; 16]));
    for _ in 0..3 {
        assert_eq!(limits.call_from(from), Ok(()));
    }
    assert_eq!(limit_of(limits.call_from(from)), Some("calls_per_second_by_address"));
    assert_eq!(limits.call_from(address("192.0.2.2")), Ok(()));
    assert_eq!(limits.move_of(account), Ok(()));
    assert_eq!(limit_of(limits.move_of(account)), Some("moves_per_second_by_account"));
    for _ in 0..2 {
        assert_eq!(limits.call_of(account), Ok(()));
    }
    assert_eq!(limit_of(limits.call_of(account)), Some("calls_per_second_by_account"));
}

#[tokio::test(start_paused = true)]
async fn the_loopback_is_limited_by_account_only() {
    let limits = limits(&[
        ("limits.calls_burst_by_address", "1"),
        ("limits.connections_by_address", "1"),
        ("limits.streams_by_address", "1"),
        ("limits.streams_by_account", "2"),
    ]);
    let (here, account) = (address("127.0.0.1"), AccountId::from_bytes([1; 16]));
    let mut open = Vec::new();
    for _ in 0..2 {
        assert_eq!(limits.call_from(here), Ok(()));
        assert!(limits.connection(here).is_ok());
        open.push(limits.stream(Some(here), Some(account)).unwrap());
    }
    assert_eq!(
        limit_of(limits.stream(Some(here), Some(account))),
        Some("streams_by_account")
    );
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_is_refused_occupies_nothing() {
    let limits = limits(&[("limits.streams_by_address", "2"), ("limits.streams_by_account", "1")]);
    let from = Some(address("2001:db8::1"));
    let (one, other) = (AccountId::from_bytes([1; 16]), AccountId::from_bytes([2; 16]));
    let open = limits.stream(from, Some(one)).unwrap();
    assert_eq!(limit_of(limits.stream(from, Some(one))), Some("streams_by_account"));
    let of_other = limits.stream(from, Some(other)).unwrap();
    assert_eq!(limit_of(limits.stream(from, None)), Some("streams_by_address"));
    drop((open, of_other));
    assert!(limits.stream(from, Some(one)).is_ok());
}

#[test]
fn connections_are_counted_until_they_are_closed() {
    let limits = limits(&[("limits.connections_by_address", "1")]);
    let open = limits.connection(address("192.0.2.1")).unwrap();
    assert!(limits.connection(address("192.0.2.1")).is_err());
    drop(open);
    assert!(limits.connection(address("192.0.2.1")).is_ok());
}
