//! Commits: whole or not at all, over what they were decided on, once for each call.

use std::sync::Arc;

use corners_proto::ids::AccountId;

use super::samples::{commit, guest, name_key, player, record, remembered, request, store_all};
use crate::store::{AccountsStore, AuditQuery, Commit, Committed, StoreError, Write};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn AccountsStore>, StoreError>,
{
    what_cannot_be_stored_whole_is_not_stored_at_all(&*open().await?).await?;
    a_change_is_stored_over_the_revision_it_was_decided_on(&*open().await?).await?;
    a_call_is_done_once_and_remembered_until_its_time_is_over(&*open().await?).await?;
    one_call_made_many_times_at_once_is_done_once(open().await?).await?;
    changes_at_the_same_moment_do_not_overwrite_each_other(open().await?).await
}

async fn stored(store: &dyn AccountsStore, id: AccountId) -> Result<Option<crate::domain::Account>, StoreError> {
    Ok(store.accounts(&[id]).await?.pop())
}

async fn what_cannot_be_stored_whole_is_not_stored_at_all(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let (first, second) = (player("anna", 1), player("bert", 2));
    let name = name_key("anna");
    let claim = |account| Write::ClaimName { name, account };
    store_all(store, vec![Write::InsertAccount(first.clone()), claim(first.id)]).await?;
    let writes = vec![
        Write::Record(record("register", None, Some(second.id), 2)),
        Write::InsertAccount(second.clone()),
        claim(second.id),
    ];
    assert_eq!(commit(store, writes).await?, Committed::NameTaken);
    assert_eq!(stored(store, second.id).await?, None);
    let everything = AuditQuery {
        account: None,
        action: String::new(),
        before: None,
        most: 10,
    };
    assert_eq!(store.audit_events(everything).await?, []);
    let missing = Write::Expect {
        account: second.id,
        revision: 1,
    };
    assert_eq!(commit(store, vec![missing]).await?, Committed::Stale);
    Ok(())
}

async fn a_change_is_stored_over_the_revision_it_was_decided_on(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let mut account = player("anna", 1);
    store_all(store, vec![Write::InsertAccount(account.clone())]).await?;
    account.display_name = "Anne".to_owned();
    account.ban = None;
    account.password = None;
    let update = Write::UpdateAccount(account.clone());
    let expect = |revision| Write::Expect {
        account: account.id,
        revision,
    };
    store_all(store, vec![expect(1), update.clone()]).await?;
    assert_eq!(commit(store, vec![update]).await?, Committed::Stale);
    assert_eq!(commit(store, vec![expect(1)]).await?, Committed::Stale);
    store_all(store, vec![expect(2)]).await?;
    account.revision = 2;
    assert_eq!(stored(store, account.id).await?, Some(account));
    Ok(())
}

async fn a_call_is_done_once_and_remembered_until_its_time_is_over(
    store: &dyn AccountsStore,
) -> Result<(), StoreError> {
    let (account, later) = (guest(1), guest(2));
    let call = |account: &crate::domain::Account, now_ms| Commit {
        now_ms,
        request: Some(remembered(request(1), account.id, now_ms + 100)),
        writes: vec![Write::InsertAccount(account.clone())],
    };
    assert_eq!(store.remembered(request(1), 1000).await?, None);
    assert_eq!(store.commit(call(&account, 1000)).await?, Committed::Done);
    let known = remembered(request(1), account.id, 1100);
    assert_eq!(
        store.commit(call(&later, 1099)).await?,
        Committed::Remembered(known.clone())
    );
    assert_eq!(store.remembered(request(1), 1099).await?, Some(known));
    assert_eq!(store.remembered(request(1), 1100).await?, None);
    assert_eq!(store.remembered(request(2), 1000).await?, None);
    assert_eq!(stored(store, later.id).await?, None);
    assert_eq!(store.commit(call(&later, 1100)).await?, Committed::Done);
    let known = remembered(request(1), later.id, 1200);
    assert_eq!(store.remembered(request(1), 1150).await?, Some(known));
    let refused = Commit {
        now_ms: 1000,
        request: Some(remembered(request(9), account.id, 1100)),
        writes: vec![Write::Expect {
            account: account.id,
            revision: 5,
        }],
    };
    assert_eq!(store.commit(refused).await?, Committed::Stale);
    assert_eq!(
        store.remembered(request(9), 1000).await?,
        None,
        "what was refused is not remembered"
    );
    Ok(())
}

async fn one_call_made_many_times_at_once_is_done_once(store: Arc<dyn AccountsStore>) -> Result<(), StoreError> {
    let calls: Vec<_> = (0..50)
        .map(|number| {
            let store = Arc::clone(&store);
            let account = guest(number);
            let call = Commit {
                now_ms: 1000,
                request: Some(remembered(request(1), account.id, 2000)),
                writes: vec![Write::InsertAccount(account.clone())],
            };
            tokio::spawn(async move { Ok((account.id, store.commit(call).await?)) })
        })
        .collect();
    let (mut done, mut told) = (Vec::new(), Vec::new());
    for call in calls {
        match call.await.map_err(|error| StoreError::new("call", error))?? {
            (id, Committed::Done) => done.push(id),
            (_, Committed::Remembered(known)) => told.push(known.account),
            (_, other) => assert_eq!(other, Committed::Done),
        }
    }
    assert_eq!((done.len(), told.len()), (1, 49));
    assert!(told.iter().all(|id| *id == done[0]));
    Ok(())
}

async fn changes_at_the_same_moment_do_not_overwrite_each_other(
    store: Arc<dyn AccountsStore>,
) -> Result<(), StoreError> {
    let account = player("anna", 1);
    store_all(&*store, vec![Write::InsertAccount(account.clone())]).await?;
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let (store, account) = (Arc::clone(&store), account.clone());
            tokio::spawn(async move { commit(&*store, vec![Write::UpdateAccount(account)]).await })
        })
        .collect();
    let mut done = 0;
    for call in calls {
        let outcome = call.await.map_err(|error| StoreError::new("call", error))??;
        done += u32::from(outcome == Committed::Done);
    }
    assert_eq!(done, 1);
    let revision = stored(&*store, account.id).await?.map(|account| account.revision);
    assert_eq!(revision, Some(2));
    Ok(())
}
