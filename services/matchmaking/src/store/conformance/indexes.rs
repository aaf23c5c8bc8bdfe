//! Indexes, and the list of pools.

use super::Tested;
use super::samples::{LONG_MS, SHORT_MS, account, commit, entering, entry, members, waiting};
use crate::store::{Commit, Committed, Index, StoreError};

pub(super) async fn members_are_listed_by_their_moment_and_then_by_their_bytes(
    tested: Tested,
) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let indexes = [
        waiting(),
        Index::Waiting("another pool".to_owned()),
        Index::Lobby,
        Index::Received(account(1)),
        Index::Received(account(2)),
        Index::Due,
    ];
    let entries = indexes.iter().enumerate().flat_map(|(position, index)| {
        let own = u8::try_from(position).unwrap_or_default();
        [
            entry(index.clone(), &[9, own], 0),
            entry(index.clone(), &[255, own], 5_000),
            entry(index.clone(), &[0, own], 5_000),
            entry(index.clone(), &[128, own], 5_000),
            entry(index.clone(), &[1, own], LONG_MS),
            entry(index.clone(), &[2, own], u64::MAX),
        ]
    });
    assert_eq!(commit(one, entering(entries.collect())).await?, Committed::Stored);
    for (position, index) in indexes.iter().enumerate() {
        let own = u8::try_from(position).unwrap_or_default();
        let listed = other.list(index, 0, 10).await?;
        let order: Vec<&Vec<u8>> = listed.members.iter().map(|(member, _)| member).collect();
        assert_eq!(
            order,
            [[9, own], [0, own], [128, own], [255, own], [1, own], [2, own]].each_ref()
        );
        let moments: Vec<u64> = listed.members.iter().map(|(_, moment)| *moment).collect();
        assert!(moments[0] <= listed.now_ms);
        let after: Vec<u64> = moments.iter().map(|moment| moment - moments[0]).collect();
        assert_eq!(after[..5], [0, 5_000, 5_000, 5_000, LONG_MS]);
        assert!(after[5] > LONG_MS);

        assert_eq!(other.list(index, 0, 2).await?.members, listed.members[..2]);
        assert_eq!(other.list(index, 0, 0).await?.members, []);
        assert_eq!(other.list(index, moments[1], 3).await?.members, listed.members[1..4]);
        assert_eq!(
            other.list(index, moments[1] + 1, 10).await?.members,
            listed.members[4..]
        );
        assert_eq!(other.list(index, u64::MAX, 10).await?.members, []);
    }

    let changing = entering(vec![
        entry(Index::Lobby, &[9, 2], 20_000),
        entry(Index::Lobby, &[0, 2], None),
        entry(Index::Lobby, &[77], None),
        entry(Index::Lobby, &[78], 1),
        entry(Index::Lobby, &[78], None),
        entry(Index::Lobby, &[79], None),
        entry(Index::Lobby, &[79], 1_000),
    ]);
    assert_eq!(commit(one, changing).await?, Committed::Stored);
    let expected: [&[u8]; 6] = [&[79], &[128, 2], &[255, 2], &[9, 2], &[1, 2], &[2, 2]];
    assert_eq!(members(other, &Index::Lobby).await?, expected);
    assert_eq!(members(other, &waiting()).await?.len(), 6, "others are as they were");
    Ok(())
}

pub(super) async fn a_pool_is_known_while_somebody_waits_in_it(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    assert_eq!(other.pools().await?, Vec::<String>::new());
    let into =
        |pool: &str, member: u8, after_ms: Option<u64>| entry(Index::Waiting(pool.to_owned()), &[member; 16], after_ms);
    let entries = vec![
        into("left", 1, Some(LONG_MS)),
        into("waits", 1, Some(LONG_MS)),
        into("lapsed", 1, Some(SHORT_MS)),
        into("nobody", 1, None),
        entry(Index::Lobby, &[1; 16], 1),
    ];
    assert_eq!(commit(one, entering(entries)).await?, Committed::Stored);
    let refused = Commit {
        alive: vec![("nobody".to_owned(), [1; 16])],
        ..entering(vec![into("refused", 1, Some(LONG_MS))])
    };
    assert_eq!(commit(one, refused).await?, Committed::NotWaiting);
    assert_eq!(
        commit(one, entering(vec![into("left", 1, None)])).await?,
        Committed::Stored
    );
    let known = async || {
        let mut pools = other.pools().await?;
        pools.sort_unstable();
        Ok::<_, StoreError>(pools)
    };
    assert_eq!(
        known().await?,
        ["lapsed", "left", "waits"],
        "it was used within the hour"
    );
    one.prune(100).await?;
    assert_eq!(known().await?, ["lapsed", "left", "waits"]);
    if let super::Time::IsMoved(move_by) = &tested.time {
        move_by(crate::store::POOL_KNOWN_MS + 1);
        for _ in 0..2 {
            assert_eq!(known().await?, ["lapsed", "waits"], "until they are taken out");
            one.prune(100).await?;
        }
    }
    Ok(())
}
