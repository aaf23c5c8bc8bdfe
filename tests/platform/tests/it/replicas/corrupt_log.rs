//! A log that cannot be read harms its own table only.

use corners_client::Update;
use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{ListLiveTablesRequest, ListMyTablesRequest};

use super::support::{Replicas, version};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_does_not_decode_isolates_its_table_and_is_reported() {
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let (bad, good) = (player.table().await.id, player.table().await.id);
    let mut watches: Vec<_> = player.all().map(|session| session.watch([&bad, &good])).collect();
    for watch in &mut watches {
        for _ in 0..2 {
            assert!(matches!(watch.next_in_log().await, Some(Ok(Update::Snapshot(_)))));
        }
    }
    let keys: Vec<String> = replicas
        .stage
        .redis()
        .ask(&["KEYS", &format!("game:*:log:{bad}")])
        .await
        .unwrap();
    let length: u64 = replicas
        .stage
        .redis()
        .ask(&["RPUSH", &keys[0], "12345678 and garbage"])
        .await
        .unwrap();

    for session in player.all() {
        for refused in [
            session.play(&bad, "c3-d3", None).await.err(),
            session.get_table(&bad).await.err(),
        ] {
            let error = refused.expect("a log that cannot be read cannot be played on");
            assert!(error.is(Reason::CorruptLog), "{error}");
        }
        let played = session.play(&good, "c3-d3", None).await;
        assert!(played.is_ok() || played.unwrap_err().is(Reason::IllegalMove));
        session
            .list_live_tables(ListLiveTablesRequest::default())
            .await
            .unwrap();
        let mine = session.list_my_tables(ListMyTablesRequest::default()).await.unwrap();
        assert!(mine.tables.iter().any(|table| table.id == good));
    }
    let after = player.at(0).play(&good, "f6-e6", None).await.unwrap();
    for watch in &mut watches {
        let (mut failed, mut seen) = (false, Default::default());
        while !failed || seen != version(after.state.as_ref()) {
            match watch.next().await.unwrap().unwrap() {
                Update::Presence(_) | Update::Heartbeat(_) => {}
                Update::Failed(failure) => {
                    assert_eq!(
                        (failure.table.as_str(), failure.reason.as_str()),
                        (bad.as_str(), "CORRUPT_LOG")
                    );
                    failed = true;
                }
                Update::Event(event) => seen = version(event.state.as_ref()),
                other => panic!("neither a failure nor an event: {other:?}"),
            }
        }
    }
    let logs: String = replicas
        .stage
        .authorities
        .iter()
        .map(|authority| authority.log())
        .collect();
    let reported = logs.lines().find(|line| line.contains("ERROR") && line.contains(&bad));
    let reported = reported.unwrap_or_else(|| panic!("the table is named in the log:\n{logs}"));
    assert!(
        reported.contains(&length.to_string()),
        "the version is named, too: {reported}"
    );
}
