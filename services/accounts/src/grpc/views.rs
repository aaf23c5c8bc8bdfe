//! From what is kept to what clients see.

use std::time::{Duration, SystemTime};

use corners_proto::access::v1 as access;
use corners_proto::accounts::v1 as proto;
use corners_proto::game::v1 as game;
use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::{Scope, Scopes};
use prost_types::Timestamp;

use crate::domain::{Account, AuditEvent, PersonalToken, Session};

/// The operator's account: it is in no store, nobody signs in to it, and its tokens are the operator's token's.
pub const OPERATOR: AccountId = AccountId::from_bytes([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);

/// Latest moment that a `Timestamp` can say, in milliseconds since 1970: the end of the year 9999.
pub(super) const FAR_FUTURE_MS: u64 = 253_402_300_799_000;

const SCOPES: [(Scope, access::Scope); 5] = [
    (Scope::Play, access::Scope::Play),
    (Scope::Watch, access::Scope::Watch),
    (Scope::Bot, access::Scope::Bot),
    (Scope::Feed, access::Scope::Feed),
    (Scope::Admin, access::Scope::Admin),
];

pub(super) fn timestamp(at_ms: u64) -> Timestamp {
    Timestamp::from(SystemTime::UNIX_EPOCH + Duration::from_millis(at_ms.min(FAR_FUTURE_MS)))
}

/// A moment that a client names, in milliseconds since 1970.
pub(super) fn millis(moment: Timestamp) -> Option<u64> {
    let moment = SystemTime::try_from(moment).ok()?;
    Some(corners_service::time::millis_since_1970(moment).min(FAR_FUTURE_MS))
}

pub(super) fn scopes(scopes: Scopes) -> Vec<i32> {
    let all = SCOPES.into_iter().filter(|(scope, _)| scopes.contains(*scope));
    all.map(|(_, scope)| scope.into()).collect()
}

pub(super) fn scope(value: i32) -> Option<Scope> {
    let wanted = access::Scope::try_from(value).ok()?;
    SCOPES
        .into_iter()
        .find(|(_, scope)| *scope == wanted)
        .map(|(scope, _)| scope)
}

/// An account as everybody sees it; `owner` is its owner's, if it is a bot.
pub(super) fn player(account: &Account, owner: Option<&Account>, now_ms: u64) -> proto::Player {
    let banned = account.is_banned(now_ms) || owner.is_some_and(|owner| owner.is_banned(now_ms));
    proto::Player {
        account: account.id.to_string(),
        display_name: account.display_name.clone(),
        kind: game::AccountKind::from(account.kind).into(),
        owner: account.owner.map(|owner| owner.to_string()).unwrap_or_default(),
        create_time: Some(timestamp(account.created_at_ms)),
        deleted: account.is_deleted(),
        banned,
    }
}

/// The operator's account.
pub(super) fn operator() -> proto::Player {
    proto::Player {
        account: OPERATOR.to_string(),
        display_name: "operator".to_owned(),
        kind: game::AccountKind::Player.into(),
        ..Default::default()
    }
}

pub(super) fn admin_account(account: &Account, owner: Option<&Account>, now_ms: u64) -> proto::AdminAccount {
    let ban = account.ban.as_ref().filter(|ban| now_ms < ban.until_ms);
    proto::AdminAccount {
        player: Some(player(account, owner, now_ms)),
        operator: account.operator,
        ban_expire_time: ban.map(|ban| timestamp(ban.until_ms)),
        ban_note: ban.map(|ban| ban.note.clone()).unwrap_or_default(),
    }
}

pub(super) fn session(session: &Session, current: Option<SessionId>) -> proto::Session {
    proto::Session {
        id: session.id.to_string(),
        origin: session.origin.as_str().to_owned(),
        create_time: Some(timestamp(session.created_at_ms)),
        refresh_time: Some(timestamp(session.refreshed_at_ms)),
        expire_time: Some(timestamp(session.expires_at_ms)),
        current: Some(session.id) == current,
    }
}

pub(super) fn personal_token(token: &PersonalToken) -> proto::PersonalToken {
    proto::PersonalToken {
        id: token.id.to_string(),
        account: token.account.to_string(),
        label: token.label.clone(),
        scopes: scopes(token.scopes),
        create_time: Some(timestamp(token.created_at_ms)),
        expire_time: Some(timestamp(token.expires_at_ms)),
        last_use_time: token.last_used_at_ms.map(timestamp),
    }
}

pub(super) fn audit_event(event: &AuditEvent) -> proto::AuditEvent {
    let record = &event.record;
    let id = |account: Option<AccountId>| account.map(|account| account.to_string()).unwrap_or_default();
    proto::AuditEvent {
        number: event.number,
        time: Some(timestamp(record.at_ms)),
        action: record.action.clone(),
        actor: id(record.actor),
        account: id(record.account),
        subject: record.subject.clone(),
        address: record.address.clone(),
        note: record.note.clone(),
    }
}
