use std::io::Write;

use serde::Deserialize;

use super::*;

const DEFAULTS: &str =
    "[server]\nlisten = \"127.0.0.1:80\"\ncalls = 5\norigins = [\"*\"]\nstrict = false\n[log]\nfilter = \"info\"\n";

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    server: Server,
    log: Log,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "ServerSection")]
struct Server(ServerSection);

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ServerSection {
    listen: std::net::SocketAddr,
    calls: u64,
    origins: Vec<String>,
    strict: bool,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Log {
    filter: String,
}

impl TryFrom<ServerSection> for Server {
    type Error = OutOfRange;

    fn try_from(section: ServerSection) -> Result<Self, OutOfRange> {
        in_range("calls", section.calls, 1..=10)?;
        Ok(Self(section))
    }
}

fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> impl Iterator<Item = (String, String)> {
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).into_iter()
}

fn from_env<const N: usize>(env: [(&str, &str); N]) -> Result<Settings, ConfigError> {
    load(DEFAULTS, None, pairs(env), pairs([]))
}

fn from_file(text: &str) -> Result<Settings, ConfigError> {
    let mut file = tempfile::NamedTempFile::with_suffix("-corners.toml").unwrap();
    file.write_all(text.as_bytes()).unwrap();
    load(DEFAULTS, Some(file.path()), pairs([]), pairs([]))
}

fn complaint<T: std::fmt::Debug>(result: Result<T, ConfigError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn the_later_place_wins() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"[server]\ncalls = 6\nstrict = true\n[log]\nfilter = \"warn\"\n")
        .unwrap();
    let env = pairs([
        ("CORNERS_SERVER__CALLS", "7"),
        ("CORNERS_LOG__FILTER", "debug"),
        ("HOME", "/root"),
    ]);
    let settings: Settings = load(DEFAULTS, Some(file.path()), env, pairs([("server.calls", "8")])).unwrap();
    assert_eq!(settings.server.0.listen.port(), 80, "from the defaults");
    assert!(settings.server.0.strict, "from the file");
    assert_eq!(settings.log.filter, "debug", "from the environment");
    assert_eq!(settings.server.0.calls, 8, "from the command line");
}

#[test]
fn a_variable_is_read_as_what_its_setting_is() {
    let env = [
        ("CORNERS_SERVER__STRICT", "true"),
        ("CORNERS_SERVER__ORIGINS", "a, b"),
        ("CORNERS_LOG__FILTER", "7"),
    ];
    let settings = from_env(env).unwrap();
    assert!(settings.server.0.strict);
    assert_eq!(settings.server.0.origins, ["a", "b"]);
    assert_eq!(settings.log.filter, "7");
}

#[test]
fn an_unknown_setting_is_named_with_its_place_and_what_there_is() {
    let file = complaint(from_file("[server]\nlisten_on = \"x\"\n"));
    assert!(
        file.contains("`server.listen_on`") && file.contains("-corners.toml") && file.contains("server.listen"),
        "{file}"
    );
    let section = complaint(from_file("[sever]\nlisten = \"x\"\n"));
    assert!(
        section.contains("`sever.listen`") && section.contains("[server]"),
        "{section}"
    );
    let env = complaint(from_env([("CORNERS_SERVER__LISTNE", "x")]));
    assert!(
        env.contains("`server.listne`") && env.contains("CORNERS_SERVER__LISTNE"),
        "{env}"
    );
    let flag = complaint(load::<Settings>(
        DEFAULTS,
        None,
        pairs([]),
        pairs([("server.lsten", "x")]),
    ));
    assert!(
        flag.contains("`server.lsten`") && flag.contains("the command line"),
        "{flag}"
    );
}

#[test]
fn a_variable_with_one_underscore_too_few_is_refused_and_others_programs_are_not() {
    let refused = complaint(from_env([("CORNERS_SERVER_LISTEN", "x")]));
    assert!(refused.contains("CORNERS_SERVER__LISTEN"), "{refused}");
    from_env([
        ("CORNERS_PORT_8080_TCP", "tcp://10.0.0.1:8080"),
        ("CORNERS_SERVICE_HOST", "10.0.0.1"),
    ])
    .unwrap();
}

#[test]
fn a_bad_value_is_named_with_its_place() {
    let kind = complaint(from_env([("CORNERS_SERVER__CALLS", "many")]));
    assert!(
        kind.contains("`server.calls`") && kind.contains("the environment") && kind.contains("many"),
        "{kind}"
    );
    let address = complaint(from_file("[server]\nlisten = \"here\"\n"));
    assert!(
        address.contains("`server.listen`") && address.contains("-corners.toml"),
        "{address}"
    );
    let range = complaint(load::<Settings>(
        DEFAULTS,
        None,
        pairs([]),
        pairs([("server.calls", "11")]),
    ));
    assert!(
        range.contains("`server.calls` from the command line: calls must be from 1 to 10, not 11"),
        "{range}"
    );
}

#[test]
fn a_section_that_is_not_one_is_refused() {
    let refused = complaint(from_file("server = 5\n"));
    assert!(refused.contains("`server`"), "{refused}");
}

#[test]
fn a_file_that_is_missing_or_not_toml_is_named() {
    let missing = load::<Settings>(DEFAULTS, Some(Path::new("/nowhere/corners.toml")), pairs([]), pairs([]));
    assert!(complaint(missing).contains("/nowhere/corners.toml"));
    let broken = complaint(from_file("[server\n"));
    assert!(
        broken.contains("-corners.toml") && broken.contains("line 1"),
        "{broken}"
    );
}
