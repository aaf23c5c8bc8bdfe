//! Records.

use super::Tested;
use super::samples::{LONG_MS, SHORT_MS, commit, player, put, read, revision, ticket, writing};
use crate::store::{Commit, Committed, Key, Kind, Put, StoreError};

pub(super) async fn what_was_put_is_read_back_and_every_write_has_another_revision(
    tested: Tested,
) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    assert_eq!(one.read(&[]).await?.records, []);
    let keys: Vec<Key> = Kind::ALL.into_iter().map(|kind| Key::new(kind, [7; 16])).collect();
    let every_byte: Vec<u8> = (0..=u8::MAX).collect();
    for key in &keys {
        let put = Put {
            key: *key,
            body: [vec![key.kind.letter() as u8], every_byte.clone()].concat(),
            keep_ms: LONG_MS,
        };
        let puts = vec![put];
        let stored = commit(
            one,
            Commit {
                puts,
                ..Commit::default()
            },
        );
        assert_eq!(stored.await?, Committed::Stored);
    }
    let absent = ticket(1);
    let asked = [&[absent], &keys[..], &[absent, keys[0]]].concat();
    let reading = other.read(&asked).await?;
    assert_eq!(reading.records.len(), asked.len());
    assert!(reading.now_ms > 0);
    for (key, record) in asked.iter().zip(&reading.records) {
        let letter = record.as_ref().map(|record| record.body[0]);
        let expected = (*key != absent).then_some(key.kind.letter() as u8);
        assert_eq!(letter, expected, "each kind has records of its own");
        let rest = record.as_ref().map(|record| &record.body[1..]);
        assert!(rest.is_none_or(|rest| rest == every_byte));
        assert!(record.as_ref().is_none_or(|record| record.revision != 0));
    }

    let mut revisions = vec![revision(one, player(1)).await?];
    assert_eq!(revisions, [0], "of what is not there");
    for _ in 0..5 {
        let last = revisions.last().copied().unwrap_or_default();
        assert_eq!(commit(one, writing(player(1), last, "same")).await?, Committed::Stored);
        revisions.push(revision(other, player(1)).await?);
    }
    revisions.sort_unstable();
    revisions.dedup();
    assert_eq!(revisions.len(), 6);
    let empty = writing(player(2), 0, "");
    assert_eq!(commit(one, empty).await?, Committed::Stored);
    assert_eq!(
        read(other, player(2)).await?.map(|record| record.body),
        Some(Vec::new())
    );
    Ok(())
}

pub(super) async fn a_record_is_absent_when_it_was_kept_long_enough(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let short = Put {
        keep_ms: SHORT_MS,
        ..put(ticket(1), "short")
    };
    let for_no_time = Put {
        keep_ms: 0,
        ..put(ticket(2), "none")
    };
    let for_ever = Put {
        keep_ms: u64::MAX,
        ..put(ticket(3), "ever")
    };
    let again = put(ticket(4), "again");
    let first = Put {
        keep_ms: SHORT_MS,
        ..again.clone()
    };
    let puts = vec![short, for_no_time, for_ever, first];
    let stored = commit(
        one,
        Commit {
            puts,
            ..Commit::default()
        },
    );
    assert_eq!(stored.await?, Committed::Stored);
    let before = revision(one, ticket(1)).await?;
    let kept_longer = Commit {
        puts: vec![again],
        ..Commit::default()
    };
    assert_eq!(commit(one, kept_longer).await?, Committed::Stored);
    tested
        .until(async || {
            let gone = [read(other, ticket(1)).await?, read(other, ticket(2)).await?];
            Ok(gone == [None, None])
        })
        .await?;
    let reading = other.read(&[ticket(3), ticket(4)]).await?;
    assert!(reading.records.iter().all(Option::is_some));

    assert_eq!(commit(one, writing(ticket(1), before, "late")).await?, Committed::Stale);
    one.prune(100).await?;
    assert_eq!(commit(one, writing(ticket(1), 0, "anew")).await?, Committed::Stored);
    let reading = other.read(&[ticket(1), ticket(3), ticket(4)]).await?;
    assert!(reading.records.iter().all(Option::is_some));
    Ok(())
}
