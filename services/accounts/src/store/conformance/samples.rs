//! Things to store.

use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};
use corners_service::auth::{AccountKind, Scope};

use crate::domain::{
    Account, AuditRecord, Ban, Digest, NameKey, Origin, PasswordHash, PersonalToken, Remembered, RequestDigest, Session,
};
use crate::store::{AccountsStore, Commit, Committed, StoreError, Write};

/// A player with everything that an account can have.
pub(super) fn player(name: &str, created_at_ms: u64) -> Account {
    Account {
        id: AccountId::random(),
        revision: 1,
        kind: AccountKind::Player,
        display_name: name.to_uppercase(),
        folded_name: name.to_owned(),
        name_key: Some(name_key(name)),
        password: Some(PasswordHash::new(format!("$argon2id${name}"))),
        recovery: Some(digest(7)),
        owner: None,
        operator: true,
        created_at_ms,
        renamed_at_ms: Some(created_at_ms + 1),
        ban: Some(Ban {
            until_ms: created_at_ms + 100,
            note: "rude".to_owned(),
        }),
        deleted_at_ms: None,
    }
}

/// A guest, who has next to nothing.
pub(super) fn guest(created_at_ms: u64) -> Account {
    Account {
        kind: AccountKind::Guest,
        name_key: None,
        password: None,
        recovery: None,
        operator: false,
        renamed_at_ms: None,
        ban: None,
        ..player("quiet otter", created_at_ms)
    }
}

pub(super) fn bot(owner: AccountId, name: &str, created_at_ms: u64) -> Account {
    Account {
        kind: AccountKind::Bot,
        name_key: Some(name_key(name)),
        owner: Some(owner),
        display_name: name.to_owned(),
        folded_name: name.to_owned(),
        ..guest(created_at_ms)
    }
}

pub(super) fn name_key(name: &str) -> NameKey {
    let mut bytes = [b' '; 32];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    NameKey::from_bytes(bytes)
}

pub(super) const fn digest(byte: u8) -> Digest {
    Digest::from_bytes([byte; 32])
}

pub(super) const fn request(byte: u8) -> RequestDigest {
    RequestDigest::from_bytes([byte; 32])
}

/// A session that has never been refreshed.
pub(super) fn session(account: AccountId, at_ms: u64) -> Session {
    Session {
        id: SessionId::random(),
        account,
        origin: Origin::SignIn,
        secret: digest(1),
        previous: None,
        request: None,
        created_at_ms: at_ms,
        refreshed_at_ms: at_ms,
        expires_at_ms: at_ms + 1000,
        access_until_ms: at_ms + 10,
    }
}

pub(super) fn token(account: AccountId, created_at_ms: u64) -> PersonalToken {
    PersonalToken {
        id: PersonalTokenId::random(),
        account,
        label: "laptop \u{1f4bb}".to_owned(),
        scopes: [Scope::Bot, Scope::Feed].into_iter().collect(),
        secret: digest(2),
        created_at_ms,
        expires_at_ms: created_at_ms + 1000,
        last_used_at_ms: None,
    }
}

pub(super) fn remembered(request: RequestDigest, account: AccountId, forget_at_ms: u64) -> Remembered {
    Remembered {
        request,
        body: digest(3),
        account,
        subject: [4; 16],
        created: true,
        forget_at_ms,
    }
}

pub(super) fn record(action: &str, actor: Option<AccountId>, account: Option<AccountId>, at_ms: u64) -> AuditRecord {
    AuditRecord {
        at_ms,
        action: action.to_owned(),
        actor,
        account,
        subject: "aaaa".to_owned(),
        address: "192.0.2.1".to_owned(),
        note: "a note".to_owned(),
    }
}

/// Commits at the moment 1000.
pub(super) async fn commit(store: &dyn AccountsStore, writes: Vec<Write>) -> Result<Committed, StoreError> {
    commit_at(store, 1000, writes).await
}

pub(super) async fn commit_at(
    store: &dyn AccountsStore,
    now_ms: u64,
    writes: Vec<Write>,
) -> Result<Committed, StoreError> {
    let commit = Commit {
        now_ms,
        request: None,
        writes,
    };
    store.commit(commit).await
}

/// Commits what nothing stands against.
pub(super) async fn store_all(store: &dyn AccountsStore, writes: Vec<Write>) -> Result<(), StoreError> {
    assert_eq!(commit(store, writes).await?, Committed::Done);
    Ok(())
}
