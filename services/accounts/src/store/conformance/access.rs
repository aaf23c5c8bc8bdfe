//! Sessions, personal access tokens, revocations.

use std::sync::Arc;

use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};

use super::samples::{bot, commit, commit_at, digest, player, request, session, store_all, token};
use crate::domain::{Revocation, RevocationSubject, Session};
use crate::store::{AccountsStore, Committed, RevocationsQuery, StoreError, Write};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn AccountsStore>, StoreError>,
{
    a_session_is_refreshed_by_one_of_many(open().await?).await?;
    sessions_beyond_the_bound_make_room(&*open().await?).await?;
    tokens_are_listed_with_those_of_the_bots(&*open().await?).await?;
    revocations_are_told_oldest_first_page_by_page(&*open().await?).await
}

async fn a_session_is_refreshed_by_one_of_many(store: Arc<dyn AccountsStore>) -> Result<(), StoreError> {
    let account = AccountId::random();
    let (first, other) = (session(account, 1000), session(account, 1001));
    let inserts = vec![Write::InsertSession(first.clone()), Write::InsertSession(other.clone())];
    store_all(&*store, inserts).await?;
    assert_eq!(store.sessions(account).await?, [other.clone(), first.clone()]);
    let refreshed = |secret| Session {
        secret: digest(secret),
        previous: Some(first.secret),
        request: Some(request(secret)),
        refreshed_at_ms: 1500,
        expires_at_ms: 2500,
        access_until_ms: 1510,
        ..first.clone()
    };
    let calls: Vec<_> = (10..30)
        .map(|secret| {
            let store = Arc::clone(&store);
            let write = Write::RefreshSession {
                session: refreshed(secret),
                from: first.secret,
            };
            tokio::spawn(async move { Ok((secret, commit(&*store, vec![write]).await?)) })
        })
        .collect();
    let mut done = Vec::new();
    for call in calls {
        let (secret, outcome) = call.await.map_err(|error| StoreError::new("call", error))??;
        match outcome {
            Committed::Done => done.push(secret),
            other => assert_eq!(other, Committed::Stale),
        }
    }
    assert_eq!(done.len(), 1);
    assert_eq!(store.session(first.id).await?, Some(refreshed(done[0])));
    assert_eq!(store.session(SessionId::random()).await?, None);
    store_all(
        &*store,
        vec![Write::DeleteSession(first.id), Write::DeleteSession(first.id)],
    )
    .await?;
    assert_eq!(store.session(first.id).await?, None);
    let late = Write::RefreshSession {
        session: refreshed(40),
        from: digest(done[0]),
    };
    assert_eq!(commit(&*store, vec![late]).await?, Committed::Stale);
    assert_eq!(store.sessions(account).await?, [other]);
    Ok(())
}

async fn sessions_beyond_the_bound_make_room(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let account = AccountId::random();
    let sessions: Vec<_> = (0..4).map(|number| session(account, 1000 + number)).collect();
    let bystander = session(AccountId::random(), 1);
    let mut oldest_in_use = sessions[0].clone();
    oldest_in_use.refreshed_at_ms = 1999;
    oldest_in_use.secret = digest(9);
    let mut writes: Vec<_> = sessions.iter().cloned().map(Write::InsertSession).collect();
    writes.push(Write::InsertSession(bystander.clone()));
    writes.push(Write::RefreshSession {
        session: oldest_in_use.clone(),
        from: sessions[0].secret,
    });
    store_all(store, writes).await?;
    let trim = |keep, forget_at_ms| Write::TrimSessions {
        account,
        keep,
        forget_at_ms,
    };
    assert_eq!(commit_at(store, 2000, vec![trim(4, 0)]).await?, Committed::Done);
    assert_eq!(store.sessions(account).await?.len(), 4);
    assert_eq!(commit_at(store, 2000, vec![trim(2, 1011)]).await?, Committed::Done);
    assert_eq!(store.sessions(account).await?, [sessions[3].clone(), oldest_in_use]);
    assert_eq!(store.session(bystander.id).await?, Some(bystander));
    let told = |session: &Session, forget_at_ms| Revocation {
        subject: session.id.into(),
        at_ms: 2000,
        forget_at_ms,
    };
    let first = store.revocation(sessions[1].id.into()).await?;
    assert_eq!(first, Some(told(&sessions[1], 1011)));
    let second = store.revocation(sessions[2].id.into()).await?;
    assert_eq!(second, Some(told(&sessions[2], 1012)), "its access tokens live longer");
    Ok(())
}

async fn tokens_are_listed_with_those_of_the_bots(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let owner = player("anna", 1);
    let hers = bot(owner.id, "annas", 2);
    let (mut first, second, third) = (token(owner.id, 1000), token(hers.id, 1001), token(owner.id, 1002));
    let writes = vec![
        Write::InsertAccount(owner.clone()),
        Write::InsertAccount(hers.clone()),
        Write::InsertToken(first.clone()),
        Write::InsertToken(second.clone()),
        Write::InsertToken(third.clone()),
        Write::InsertToken(token(AccountId::random(), 1003)),
        Write::TouchToken {
            id: first.id,
            used_at_ms: 5000,
        },
    ];
    store_all(store, writes).await?;
    first.last_used_at_ms = Some(5000);
    let all = [third.clone(), second.clone(), first.clone()];
    assert_eq!(store.personal_tokens(owner.id).await?, all);
    assert_eq!(store.personal_tokens(hers.id).await?, [second]);
    assert_eq!(store.personal_token(first.id).await?, Some(first));
    assert_eq!(store.personal_token(PersonalTokenId::random()).await?, None);
    store_all(store, vec![Write::DeleteToken(third.id), Write::DeleteToken(third.id)]).await?;
    assert_eq!(store.personal_token(third.id).await?, None);
    Ok(())
}

async fn revocations_are_told_oldest_first_page_by_page(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let revocation = |byte, at_ms, forget_at_ms| Revocation {
        subject: RevocationSubject([byte; 16]),
        at_ms,
        forget_at_ms,
    };
    let later = revocation(1, 1003, 2004);
    let others = [
        revocation(7, 1001, 2001),
        revocation(0x80, 1002, 2002),
        revocation(0xff, 1002, 2003),
    ];
    let again = revocation(1, 1000, 2004);
    let mut writes = vec![Write::Revoke(revocation(1, 1003, 2000)), Write::Revoke(again)];
    writes.extend(others.into_iter().rev().map(Write::Revoke));
    store_all(store, writes).await?;
    assert_eq!(
        store.revocation(later.subject).await?,
        Some(later),
        "the later moments count"
    );
    assert_eq!(store.revocation(RevocationSubject([9; 16])).await?, None);
    let list = async |since_ms, now_ms, most| {
        let mut found: Vec<Revocation> = Vec::new();
        loop {
            let query = RevocationsQuery {
                since_ms,
                now_ms,
                after: found.last().map(|last| (last.at_ms, last.subject)),
                most,
            };
            let page = store.revocations(query).await?;
            assert!(page.len() <= most as usize);
            if page.is_empty() {
                return Ok::<_, StoreError>(found);
            }
            found.extend(page);
        }
    };
    let all = [others[0], others[1], others[2], later];
    for most in [1, 2, 3, 10] {
        assert_eq!(list(0, 1000, most).await?, all);
    }
    assert_eq!(list(1002, 1000, 10).await?, all[1..]);
    assert_eq!(list(0, 2001, 10).await?, all[1..], "the first is to be forgotten");
    assert!(!store.prune(2002, 0, 10).await?);
    assert_eq!(list(0, 0, 10).await?, all[2..]);
    assert_eq!(store.revocation(others[1].subject).await?, None);
    Ok(())
}
