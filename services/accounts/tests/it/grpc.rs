//! CreateGuest.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use corners_accounts::Options;
use corners_accounts::store::EmbeddedAccountsStore;
use corners_embedded::Location;
use corners_proto::accounts::v1::CreateGuestResponse;
use corners_proto::error::reason_of;
use corners_proto::ids::RequestId;
use corners_service::auth::{AccountKind, Scope, Scopes, TokenError};
use corners_service::time::wall_clock;
use tonic::Code;
use tonic_types::StatusExt;

use crate::support::{create_guest, open, options, published_verifier, with};

#[tokio::test]
async fn a_guest_gets_an_account_and_a_token_that_proves_it_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = open(folder.path());
    let guest = create_guest(&accounts, &RequestId::random().to_string()).await.unwrap();
    for verifier in [accounts.verifier(), published_verifier(folder.path())] {
        let caller = verifier.verify(&guest.token, wall_clock()).unwrap();
        assert_eq!(caller.account.to_string(), guest.account);
        assert_eq!(caller.kind, AccountKind::Guest);
        assert_eq!(
            caller.scopes,
            [Scope::Play, Scope::Watch].into_iter().collect::<Scopes>()
        );
        assert_eq!(Some(caller.expires_at.into()), guest.expire_time);
        assert_eq!(
            verifier.verify(&guest.token, caller.expires_at),
            Err(TokenError::Expired)
        );
    }
}

#[tokio::test]
async fn a_token_is_valid_for_as_long_as_is_configured() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(EmbeddedAccountsStore::open(Location::Memory).unwrap());
    for (options, seconds) in [(Options::default(), 3600), (options("access_token_seconds", "60"), 60)] {
        let before = wall_clock();
        let accounts = with(folder.path(), Arc::clone(&store) as _, options);
        let guest = create_guest(&accounts, &RequestId::random().to_string()).await.unwrap();
        let expires_at = SystemTime::try_from(guest.expire_time.unwrap()).unwrap();
        let lifetime = Duration::from_secs(seconds);
        assert!(expires_at <= wall_clock() + lifetime && expires_at + Duration::from_secs(1) > before + lifetime);
    }
}

#[tokio::test]
async fn the_same_request_id_is_the_same_guest_with_a_fresh_token_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (request, other) = (RequestId::random().to_string(), RequestId::random().to_string());
    let accounts = open(folder.path());
    let first = create_guest(&accounts, &request).await.unwrap();
    let again = create_guest(&accounts, &request).await.unwrap();
    assert_eq!(first.account, again.account);
    assert_eq!(first.player, again.player);
    let refresh = |guest: &CreateGuestResponse| guest.tokens.clone().unwrap().refresh_token;
    assert_eq!(refresh(&first), refresh(&again));
    assert_ne!(first.token, again.token);
    assert_ne!(create_guest(&accounts, &other).await.unwrap().account, first.account);
    drop(accounts);
    let restarted = open(folder.path());
    assert_eq!(create_guest(&restarted, &request).await.unwrap().account, first.account);
    assert!(
        restarted.verifier().verify(&first.token, wall_clock()).is_ok(),
        "tokens outlive the process"
    );
}

#[tokio::test]
async fn a_request_id_that_is_not_a_random_uuid_is_refused_by_name_and_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = open(folder.path());
    let version_1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846";
    let version_7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    let nil = "00000000-0000-0000-0000-000000000000";
    for bad in ["", "guest", version_1, version_7, nil, &"4".repeat(60_000)] {
        let refused = create_guest(&accounts, bad).await.unwrap_err();
        assert_eq!(
            (refused.code(), reason_of(&refused).as_deref()),
            (Code::InvalidArgument, Some("INVALID_ARGUMENT"))
        );
        let violations = refused.get_details_bad_request().unwrap().field_violations;
        assert_eq!(
            violations.iter().map(|violation| &*violation.field).collect::<Vec<_>>(),
            ["request_id"]
        );
    }
}

#[tokio::test]
async fn guests_beyond_the_hourly_bound_are_refused_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(EmbeddedAccountsStore::open(Location::Memory).unwrap());
    let accounts = with(folder.path(), store, options("guests_per_hour", "1"));
    let request = RequestId::random().to_string();
    let guest = create_guest(&accounts, &request).await.unwrap();
    let refused = create_guest(&accounts, &RequestId::random().to_string())
        .await
        .unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("OVERLOADED"));
    let retry = refused
        .get_details_retry_info()
        .and_then(|info| info.retry_delay)
        .unwrap();
    assert!(
        retry > Duration::from_secs(59 * 60) && retry <= Duration::from_secs(60 * 60),
        "{retry:?}"
    );
    assert_eq!(
        create_guest(&accounts, &request).await.unwrap().account,
        guest.account,
        "a known call is answered"
    );
}

#[tokio::test]
async fn a_store_that_fails_is_unavailable_and_its_cause_stays_inside() {
    let folder = tempfile::tempdir().unwrap();
    let accounts = open(folder.path());
    let beside = rusqlite::Connection::open(folder.path().join("accounts.db")).unwrap();
    beside
        .execute_batch("ALTER TABLE account RENAME TO secret_cause")
        .unwrap();
    let refused = create_guest(&accounts, &RequestId::random().to_string())
        .await
        .unwrap_err();
    assert_eq!(
        (refused.code(), reason_of(&refused).as_deref()),
        (Code::Unavailable, Some("STORE_UNAVAILABLE"))
    );
    assert!(!format!("{refused:?}").contains("no such table"));
}
