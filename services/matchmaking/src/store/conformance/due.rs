//! What is to be done in time.

use std::collections::BTreeSet;

use super::Tested;
use super::samples::{LONG_MS, SHORT_MS, commit, entering, entry};
use crate::store::{Committed, Entry, Index, Key, Kind, Listed, StoreError};

fn key(number: u8) -> [u8; 17] {
    Key::new(Kind::Match, [number; 16]).to_bytes()
}

fn due(number: u8, after_ms: impl Into<Option<u64>>) -> Entry {
    entry(Index::Due, &key(number), after_ms)
}

fn claimed(listed: &Listed) -> Vec<&[u8]> {
    listed.members.iter().map(|(member, _)| &member[..]).collect()
}

pub(super) async fn what_is_due_is_claimed_and_comes_back(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let entries = vec![due(3, 0), due(1, 0), due(2, 0), due(4, LONG_MS), due(5, SHORT_MS)];
    assert_eq!(commit(one, entering(entries)).await?, Committed::Stored);
    assert_eq!(claimed(&one.claim(0, LONG_MS).await?), [[0; 0]; 0]);
    let first = one.claim(2, SHORT_MS).await?;
    assert_eq!(claimed(&first), [key(1), key(2)], "the earliest");
    assert!(first.members.iter().all(|(_, moment)| *moment <= first.now_ms));
    assert_eq!(claimed(&other.claim(1, LONG_MS).await?), [key(3)]);

    // The fifth has come, and the first two are back.
    let came = std::cell::RefCell::new(BTreeSet::new());
    tested
        .until(async || {
            let again = other.claim(10, LONG_MS).await?;
            came.borrow_mut()
                .extend(again.members.into_iter().map(|(member, _)| member));
            Ok(came.borrow().len() == 3)
        })
        .await?;
    assert_eq!(came.into_inner(), [1, 2, 5].map(|number| key(number).to_vec()).into());
    assert_eq!(commit(one, entering(vec![due(1, None)])).await?, Committed::Stored);
    let left = other.list(&Index::Due, 0, 10).await?;
    let left: BTreeSet<&[u8]> = claimed(&left).into_iter().collect();
    assert_eq!(left, [2, 3, 4, 5].map(key).each_ref().map(|key| &key[..]).into());
    Ok(())
}

pub(super) async fn no_two_claimers_get_the_same(tested: Tested) -> Result<(), StoreError> {
    let entries = (0..200).map(|number| due(number, 0)).collect();
    assert_eq!(commit(&*tested.one, entering(entries)).await?, Committed::Stored);
    let claims = (0..40).map(|turn| {
        let store = if turn % 2 == 0 { &tested.one } else { &tested.other };
        let store = std::sync::Arc::clone(store);
        tokio::spawn(async move { store.claim(7, LONG_MS).await })
    });
    let mut all = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        let listed = claim.await.map_err(|error| StoreError::new("claim from", error))??;
        all.extend(listed.members.into_iter().map(|(member, _)| member));
    }
    assert_eq!(all.len(), 200);
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), 200);
    Ok(())
}
