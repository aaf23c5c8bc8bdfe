//! Races between replicas over one database.

use std::sync::Arc;

use corners_accounts::domain::{MeterKey, MeterRule, RevocationSubject, Session, Verdict};
use corners_accounts::store::{Committed, RevocationsQuery, Write};
use corners_proto::ids::AccountId;

use super::samples::{
    NOW_MS, at_once, commit, count, digest, guest, name_key, player, remembered, replicas, session, store_all,
};

#[tokio::test(flavor = "multi_thread")]
async fn one_call_made_fifty_times_at_once_makes_one_account() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 4).await;
    for request in 0..10 {
        let commits = (0..50)
            .map(|_| {
                let (account, secret) = (guest(), session(AccountId::random(), 1));
                let call = remembered(request, account.id);
                commit(
                    Some(call),
                    vec![Write::InsertAccount(account), Write::InsertSession(secret)],
                )
            })
            .collect();
        let outcomes = at_once(&stores, commits).await;
        assert_eq!(count(&outcomes, &Committed::Done), 1);
        let mut made: Vec<AccountId> = outcomes
            .iter()
            .filter_map(|outcome| match outcome {
                Committed::Remembered(call) => Some(call.account),
                _ => None,
            })
            .collect();
        assert_eq!(made.len(), 49);
        made.dedup();
        assert_eq!(made.len(), 1, "all are told of the same one");
        assert_eq!(stores[0].accounts(&made).await.unwrap().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_twenty_want_at_once_is_one_accounts() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 4).await;
    for name in ["anna", "bert", "carla", "dora", "emil"] {
        let commits = (0..20)
            .map(|_| {
                let account = player(name);
                let claim = Write::ClaimName {
                    name: name_key(name),
                    account: account.id,
                };
                commit(None, vec![claim, Write::InsertAccount(account)])
            })
            .collect();
        let outcomes = at_once(&stores, commits).await;
        assert_eq!(count(&outcomes, &Committed::Done), 1);
        assert_eq!(count(&outcomes, &Committed::NameTaken), 19);
        assert!(stores[3].account_by_name(name_key(name)).await.unwrap().is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_token_that_fifty_present_at_once_is_good_for_one() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 4).await;
    let mut current = session(AccountId::random(), 0);
    store_all(&stores[0], vec![Write::InsertSession(current.clone())]).await;
    for round in 1..=10 {
        let successors: Vec<_> = (0..50)
            .map(|number| Session {
                secret: digest(round * 100 + number),
                previous: Some(current.secret),
                ..current.clone()
            })
            .collect();
        let refreshes = successors.iter().map(|successor| {
            let refresh = Write::RefreshSession {
                session: successor.clone(),
                from: current.secret,
            };
            commit(None, vec![refresh])
        });
        let outcomes = at_once(&stores, refreshes.collect()).await;
        assert_eq!(count(&outcomes, &Committed::Done), 1);
        assert_eq!(count(&outcomes, &Committed::Stale), 49);
        let winner = outcomes.iter().position(|outcome| *outcome == Committed::Done).unwrap();
        let stored = stores[1].session(current.id).await.unwrap();
        assert_eq!(stored.as_ref(), Some(&successors[winner]));
        current = successors[winner].clone();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_sign_in_at_once_there_are_never_too_many_sessions() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 4).await;
    let account = player("anna");
    store_all(&stores[0], vec![Write::InsertAccount(account.clone())]).await;
    let sign_ins = (0..60).map(|number| {
        let trim = Write::TrimSessions {
            account: account.id,
            keep: 5,
            forget_at_ms: NOW_MS + 5000,
        };
        commit(None, vec![Write::InsertSession(session(account.id, number)), trim])
    });
    let outcomes = at_once(&stores, sign_ins.collect()).await;
    assert_eq!(count(&outcomes, &Committed::Done), 60);
    let left = stores[0].sessions(account.id).await.unwrap();
    assert_eq!(left.len(), 5);
    let asked = RevocationsQuery {
        since_ms: 0,
        now_ms: NOW_MS,
        after: None,
        most: 100,
    };
    let revoked = stores[0].revocations(asked).await.unwrap();
    assert_eq!(revoked.len(), 55, "and those that had to go are revoked");
    let is_left = |subject: RevocationSubject| left.iter().any(|session| subject == session.id.into());
    assert!(revoked.iter().all(|revocation| !is_left(revocation.subject)));
}

/// Two operators take each other's rights away, each on the condition that they still have their own.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_that_decide_on_what_the_other_changes_one_has_to_decide_again() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 2).await;
    for _ in 0..20 {
        let (one, other) = (guest(), guest());
        let inserts = [&one, &other].map(|account| Write::InsertAccount(account.clone()));
        store_all(&stores[0], inserts.to_vec()).await;
        let strike = |from: &AccountId, at: &AccountId| {
            let expect = Write::Expect {
                account: *from,
                revision: 1,
            };
            let mut target = guest();
            target.id = *at;
            commit(None, vec![expect, Write::UpdateAccount(target)])
        };
        let outcomes = at_once(&stores, vec![strike(&one.id, &other.id), strike(&other.id, &one.id)]).await;
        assert_eq!(count(&outcomes, &Committed::Done), 1, "{outcomes:?}");
        assert_eq!(count(&outcomes, &Committed::Stale), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_holds_over_all_replicas_together() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 4).await;
    let key = MeterKey::from_bytes([1; 32]);
    let calls: Vec<_> = (0..200)
        .map(|number| {
            let store = Arc::clone(&stores[number % 4]);
            tokio::spawn(async move { store.count(key, MeterRule::PerHour(60), NOW_MS).await.unwrap() })
        })
        .collect();
    let mut admitted = 0;
    for call in calls {
        admitted += u32::from(matches!(call.await.unwrap(), Verdict::Admitted(_)));
    }
    assert_eq!(admitted, 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_prune_at_once_delete_everything_once() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 4).await;
    let account = AccountId::random();
    let sessions = (0..200).map(|number| Write::InsertSession(session(account, number)));
    store_all(&stores[0], sessions.collect()).await;
    let later_ms = NOW_MS + 2_000_000;
    let prunes: Vec<_> = stores
        .iter()
        .map(|store| {
            let store = Arc::clone(store);
            tokio::spawn(async move { while store.prune(later_ms, 0, 10).await.unwrap() {} })
        })
        .collect();
    for prune in prunes {
        prune.await.unwrap();
    }
    // A replica may have found rows locked and have left them to one that has deleted them since.
    assert!(!stores[0].prune(later_ms, 0, 200).await.unwrap());
    assert_eq!(stores[0].sessions(account).await.unwrap(), []);
}
