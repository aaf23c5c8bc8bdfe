//! What tests store.

use corners_matchmaking::store::{Audience, Commit, Entry, Index, Key, Kind, MatchmakingStore, Put, StoreError, Tell};
use corners_proto::ids::AccountId;

pub const ACCOUNT: AccountId = AccountId::from_bytes([1; 16]);
pub const AUDIENCE: Audience = Audience::Account(ACCOUNT);
pub const LONG_MS: u64 = 60 * 60 * 1_000;
pub const POOL: &str = "classic-3x3/180000+2000/rated";

pub fn ticket(number: u64) -> Key {
    Key::new(Kind::Ticket, item(number))
}

pub fn item(number: u64) -> [u8; 16] {
    u128::from(number).to_be_bytes()
}

pub fn put(key: Key, body: &str, keep_ms: u64) -> Put {
    Put {
        key,
        body: body.as_bytes().to_vec(),
        keep_ms,
    }
}

/// A commit that writes a record, tells its account, and lets a ticket wait.
pub fn doing_all(keep_ms: u64) -> Commit {
    let enter = |index: Index| Entry {
        index,
        member: vec![1; 16],
        after_ms: Some(LONG_MS),
    };
    Commit {
        puts: vec![put(Key::player(ACCOUNT), "player", keep_ms)],
        entries: vec![enter(Index::Waiting(POOL.to_owned())), enter(Index::Lobby)],
        tell: vec![Tell {
            audience: AUDIENCE,
            body: b"news".to_vec(),
        }],
        ..Commit::default()
    }
}

/// What a record says.
pub async fn body(store: &dyn MatchmakingStore, key: Key) -> Result<Option<String>, StoreError> {
    let record = store.read(&[key]).await?.records.remove(0);
    Ok(record.map(|record| String::from_utf8(record.body).unwrap()))
}
