use corners_postgres::{DEFAULTS, PostgresConfig};

#[test]
fn the_defaults_are_what_the_file_says() {
    let defaults = PostgresConfig::of("");
    for (name, value) in [
        ("url", "\"\"".to_owned()),
        ("password_file", "\"\"".to_owned()),
        ("max_connections", defaults.max_connections.to_string()),
        ("acquire_timeout_ms", defaults.acquire_timeout.as_millis().to_string()),
        (
            "statement_timeout_ms",
            defaults.statement_timeout.as_millis().to_string(),
        ),
        ("lock_timeout_ms", defaults.lock_timeout.as_millis().to_string()),
    ] {
        let line = format!("{name} = {value}");
        assert!(DEFAULTS.lines().any(|found| found == line), "{line}");
    }
    assert!(!defaults.is_on());
}

#[test]
fn settings_show_neither_password_nor_url() {
    let config = PostgresConfig::of("postgres://corners:hunter2@db/corners");
    assert!(config.is_on());
    let shown = format!("{config:?}");
    assert!(!shown.contains("hunter2") && !shown.contains("db/corners"), "{shown}");
}
