//! Accounts, names, identities.

use std::sync::Arc;

use corners_proto::ids::AccountId;

use super::samples::{bot, commit_at, guest, name_key, player, store_all};
use crate::domain::Account;
use crate::store::{AccountsQuery, AccountsStore, Committed, Identity, StoreError, Write};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn AccountsStore>, StoreError>,
{
    an_account_is_found_by_id_name_and_owner(&*open().await?).await?;
    a_name_is_one_accounts_and_stays_reserved_for_a_while(&*open().await?).await?;
    an_outside_identity_signs_in_to_one_account(&*open().await?).await?;
    accounts_are_listed_newest_first_page_by_page(&*open().await?).await?;
    there_is_one_secret(open().await?).await
}

async fn an_account_is_found_by_id_name_and_owner(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let (anna, other) = (player("anna", 1000), guest(1001));
    let (second, first) = (bot(anna.id, "annas-2", 1005), bot(anna.id, "annas-1", 1004));
    let mut gone = bot(anna.id, "annas-3", 1003);
    gone.deleted_at_ms = Some(1100);
    let all = [&anna, &other, &second, &first, &gone];
    let inserts = all.map(|account| Write::InsertAccount(account.clone())).to_vec();
    store_all(store, inserts).await?;
    let mut found = store.accounts(&[other.id, AccountId::random(), anna.id]).await?;
    found.sort_by_key(|account| account.created_at_ms);
    assert_eq!(found, [anna.clone(), other]);
    assert_eq!(store.accounts(&[]).await?, []);
    assert_eq!(store.account_by_name(name_key("anna")).await?, Some(anna.clone()));
    assert_eq!(store.account_by_name(name_key("ann")).await?, None);
    assert_eq!(store.bots(anna.id).await?, [first.clone(), second]);
    assert_eq!(store.bots(first.id).await?, []);
    Ok(())
}

async fn a_name_is_one_accounts_and_stays_reserved_for_a_while(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let (anna, bert) = (AccountId::random(), AccountId::random());
    let name = name_key("anna");
    let claim = async |now_ms, account| commit_at(store, now_ms, vec![Write::ClaimName { name, account }]).await;
    let release = async |now_ms, account, until_ms| {
        let release = Write::ReleaseName {
            name,
            account,
            until_ms,
        };
        commit_at(store, now_ms, vec![release]).await
    };
    assert_eq!(claim(1000, anna).await?, Committed::Done);
    assert_eq!(
        claim(1001, anna).await?,
        Committed::Done,
        "claiming twice changes nothing"
    );
    assert_eq!(claim(1001, bert).await?, Committed::NameTaken);
    assert_eq!(release(1002, bert, 1003).await?, Committed::Done);
    assert_eq!(
        claim(1500, bert).await?,
        Committed::NameTaken,
        "it was not bert's to release"
    );
    assert_eq!(release(1500, anna, 2000).await?, Committed::Done);
    assert_eq!(claim(1999, bert).await?, Committed::NameTaken);
    assert_eq!(claim(1999, anna).await?, Committed::Done, "it was reserved for anna");
    assert_eq!(
        claim(2001, bert).await?,
        Committed::NameTaken,
        "so that it is anna's again"
    );
    assert_eq!(release(2001, anna, 2500).await?, Committed::Done);
    assert!(!store.prune(2499, 0, 10).await?);
    assert_eq!(claim(2499, bert).await?, Committed::NameTaken);
    assert_eq!(claim(2500, bert).await?, Committed::Done);
    Ok(())
}

async fn an_outside_identity_signs_in_to_one_account(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let (anna, bert) = (player("anna", 1), player("bert", 2));
    let identity = |subject: &str| Identity {
        issuer: "https://issuer.example".to_owned(),
        subject: subject.to_owned(),
    };
    let link = |subject, account| Write::LinkIdentity {
        identity: identity(subject),
        account,
    };
    let both = vec![
        Write::InsertAccount(anna.clone()),
        Write::InsertAccount(bert.clone()),
        link("2", anna.id),
        link("1", anna.id),
    ];
    store_all(store, both).await?;
    let taken = commit_at(store, 1, vec![link("1", bert.id)]).await?;
    assert_eq!(taken, Committed::IdentityTaken);
    assert_eq!(store.account_by_identity(&identity("1")).await?, Some(anna.clone()));
    assert_eq!(store.account_by_identity(&identity("3")).await?, None);
    assert_eq!(store.identities(anna.id).await?, [identity("1"), identity("2")]);
    store_all(store, vec![Write::UnlinkIdentities(anna.id), link("1", bert.id)]).await?;
    assert_eq!(store.identities(anna.id).await?, []);
    assert_eq!(store.account_by_identity(&identity("1")).await?, Some(bert));
    Ok(())
}

async fn accounts_are_listed_newest_first_page_by_page(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let names = ["anna", "an%a", "anton", "bert", "\u{e4}gir", "an\u{10fffe}"];
    // Two of each age, so that pages end between equally old ones.
    let accounts: Vec<_> = (0..)
        .zip(names)
        .map(|(number, name)| player(name, 1000 + number / 2))
        .collect();
    let inserts = accounts.iter().cloned().map(Write::InsertAccount).collect();
    store_all(store, inserts).await?;
    let list = async |prefix: &str, banned_at_ms, most| {
        let mut found: Vec<Account> = Vec::new();
        loop {
            let query = AccountsQuery {
                folded_prefix: prefix.to_owned(),
                banned_at_ms,
                after: found.last().map(|account| (account.created_at_ms, account.id)),
                most,
            };
            let page = store.list_accounts(query).await?;
            assert!(page.len() <= most as usize);
            if page.is_empty() {
                return Ok::<_, StoreError>(found);
            }
            found.extend(page);
        }
    };
    let mut expected = accounts.clone();
    expected.sort_by_key(|account| std::cmp::Reverse((account.created_at_ms, account.id)));
    for most in [1, 2, 5, 50] {
        assert_eq!(list("", None, most).await?, expected);
    }
    let with_prefix = expected.iter().filter(|account| account.folded_name.starts_with("an"));
    assert_eq!(list("an", None, 3).await?, with_prefix.cloned().collect::<Vec<_>>());
    assert_eq!(list("an%", None, 3).await?.len(), 1, "no pattern");
    assert_eq!(list("x", None, 3).await?, []);
    // Their bans end 100 after they were made.
    let banned = list("", Some(1101), 10).await?;
    assert!(banned.iter().all(|account| account.created_at_ms == 1002) && banned.len() == 2);
    Ok(())
}

async fn there_is_one_secret(store: Arc<dyn AccountsStore>) -> Result<(), StoreError> {
    let calls: Vec<_> = (0..10)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.secret().await })
        })
        .collect();
    let secret = store.secret().await?;
    assert_ne!(secret, [0; 32]);
    for call in calls {
        let told = call.await.map_err(|error| StoreError::new("call", error))??;
        assert_eq!(told, secret);
    }
    Ok(())
}
