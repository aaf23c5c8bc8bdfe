//! The audit log, meters, and forgetting.

use std::sync::Arc;

use corners_proto::ids::AccountId;

use super::samples::{commit, record, remembered, request, session, store_all, token};
use crate::domain::{MeterKey, MeterRule, Verdict};
use crate::store::{AccountsStore, AuditQuery, Commit, Committed, StoreError, Write};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn AccountsStore>, StoreError>,
{
    the_audit_log_is_read_newest_first(&*open().await?).await?;
    addresses_of_an_account_can_be_forgotten(&*open().await?).await?;
    a_meter_admits_as_much_as_its_rule_however_many_ask(open().await?).await?;
    what_means_nothing_any_more_is_deleted_a_bit_at_a_time(&*open().await?).await
}

fn everything() -> AuditQuery {
    AuditQuery {
        account: None,
        action: String::new(),
        before: None,
        most: 100,
    }
}

async fn the_audit_log_is_read_newest_first(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let (anna, root) = (AccountId::random(), AccountId::random());
    let records = [
        record("sign-in", Some(anna), Some(anna), 1000),
        record("sign-in.fail", None, Some(anna), 1001),
        record("admin.ban", Some(root), Some(anna), 1001),
        record("admin.list-audit", Some(root), None, 999),
        record("sign-in", Some(root), Some(root), 1002),
    ];
    for record in &records {
        store_all(store, vec![Write::Record(record.clone())]).await?;
    }
    let list = async |query| {
        let events = store.audit_events(query).await?;
        assert!(events.windows(2).all(|pair| pair[0].number > pair[1].number));
        let found = events.iter().map(|event| {
            let index = records.iter().position(|record| *record == event.record);
            index.unwrap_or(usize::MAX)
        });
        Ok::<_, StoreError>(found.collect::<Vec<_>>())
    };
    let of = |account, action: &str| AuditQuery {
        account,
        action: action.to_owned(),
        ..everything()
    };
    assert_eq!(list(everything()).await?, [4, 3, 2, 1, 0]);
    assert_eq!(list(of(Some(anna), "")).await?, [2, 1, 0]);
    assert_eq!(list(of(Some(root), "")).await?, [4, 3, 2]);
    assert_eq!(list(of(None, "sign-in")).await?, [4, 0]);
    assert_eq!(list(of(None, "sign-in.")).await?, [1]);
    assert_eq!(list(of(Some(anna), "admin.")).await?, [2]);
    assert_eq!(list(of(None, "admin")).await?, Vec::<usize>::new());
    let first = AuditQuery {
        most: 2,
        ..everything()
    };
    let page = store.audit_events(first.clone()).await?;
    let second = AuditQuery {
        before: page.last().map(|event| event.number),
        ..first
    };
    assert_eq!(list(second).await?, [2, 1]);
    Ok(())
}

async fn addresses_of_an_account_can_be_forgotten(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let (anna, root) = (AccountId::random(), AccountId::random());
    let writes = vec![
        Write::Record(record("sign-in", Some(anna), Some(anna), 1)),
        Write::Record(record("admin.ban", Some(root), Some(anna), 2)),
        Write::Record(record("sign-in", Some(root), Some(root), 3)),
        Write::Record(record("sign-in.fail", None, None, 4)),
        Write::ForgetAddresses(anna),
    ];
    store_all(store, writes).await?;
    let events = store.audit_events(everything()).await?;
    let kept: Vec<_> = events.iter().map(|event| !event.record.address.is_empty()).collect();
    assert_eq!(kept, [true, true, false, false]);
    Ok(())
}

async fn a_meter_admits_as_much_as_its_rule_however_many_ask(store: Arc<dyn AccountsStore>) -> Result<(), StoreError> {
    let (key, other) = (MeterKey::from_bytes([1; 32]), MeterKey::from_bytes([2; 32]));
    let rule = MeterRule::PerHour(20);
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.count(key, rule, 1000).await })
        })
        .collect();
    let mut admitted = 0;
    for call in calls {
        let verdict = call.await.map_err(|error| StoreError::new("call", error))??;
        admitted += u32::from(matches!(verdict, Verdict::Admitted(_)));
    }
    assert_eq!(admitted, 20);
    let refused = Verdict::Refused {
        until_ms: 1000 + 180_000,
    };
    assert_eq!(store.count(key, rule, 1000).await?, refused);
    assert!(matches!(store.count(other, rule, 1000).await?, Verdict::Admitted(_)));
    store.clear(key).await?;
    store.clear(key).await?;
    assert!(matches!(store.count(key, rule, 1000).await?, Verdict::Admitted(_)));
    Ok(())
}

async fn what_means_nothing_any_more_is_deleted_a_bit_at_a_time(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let account = AccountId::random();
    let sessions: Vec<_> = (0..3).map(|number| session(account, 1000 + number)).collect();
    let tokens: Vec<_> = (0..3).map(|number| token(account, 1000 + number)).collect();
    let mut writes: Vec<_> = sessions.iter().cloned().map(Write::InsertSession).collect();
    writes.extend(tokens.iter().cloned().map(Write::InsertToken));
    writes.extend((1..4).map(|number| Write::Record(record("sign-in", None, None, number * 10))));
    let call = Commit {
        now_ms: 1000,
        request: Some(remembered(request(1), account, 2001)),
        writes,
    };
    assert_eq!(store.commit(call).await?, Committed::Done);
    // Sessions and tokens expire at 2000, 2001, 2002.
    assert!(!store.prune(1999, 0, 2).await?);
    assert_eq!(store.sessions(account).await?.len(), 3);
    assert!(store.prune(2002, 30, 2).await?, "there is more");
    assert_eq!(store.sessions(account).await?, [sessions[2].clone()]);
    assert_eq!(store.personal_tokens(account).await?, [tokens[2].clone()]);
    assert!(!store.prune(2002, 30, 2).await?);
    assert_eq!(store.sessions(account).await?, []);
    assert_eq!(store.personal_token(tokens[2].id).await?, None);
    assert_eq!(store.remembered(request(1), 1500).await?, None);
    let left = store.audit_events(everything()).await?;
    assert_eq!(left.iter().map(|event| event.record.at_ms).collect::<Vec<_>>(), [30]);
    assert_eq!(commit(store, Vec::new()).await?, Committed::Done);
    Ok(())
}
