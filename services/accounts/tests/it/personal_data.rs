//! Taking one's data away, and having it deleted.

use std::sync::Arc;

use corners_accounts::store::EmbeddedAccountsStore;
use corners_embedded::Location;
use corners_proto::access::v1::Scope;
use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::*;

use crate::support::{DAY, PASSWORD, Rig, answer, refusal, request_id, tokens};

const NAME: &str = "Wilhelmina_Q";

async fn delete(rig: &Rig, token: &str, password: &str) -> Result<(), tonic::Status> {
    let request = DeleteAccountRequest {
        password: password.to_owned(),
    };
    AccountsService::delete_account(&rig.accounts, rig.call_as(token, request))
        .await
        .map(drop)
}

#[tokio::test]
async fn an_export_holds_everything_and_no_secret() {
    let rig = Rig::new();
    let made = rig.register(NAME).await;
    let held = tokens(made.tokens);
    let bot = CreateBotRequest {
        request_id: request_id(),
        display_name: "her-engine".to_owned(),
    };
    let bot = answer(AccountsService::create_bot(&rig.accounts, rig.call_as(&held.access_token, bot)).await)
        .bot
        .unwrap();
    let token = CreatePersonalTokenRequest {
        request_id: request_id(),
        account: bot.account.clone(),
        scopes: vec![Scope::Bot.into()],
        ..Default::default()
    };
    let token =
        answer(AccountsService::create_personal_token(&rig.accounts, rig.call_as(&held.access_token, token)).await);
    let call = rig.call_as(&held.access_token, ExportAccountRequest {});
    let export = answer(AccountsService::export_account(&rig.accounts, call).await);
    assert_eq!(
        (export.player.as_ref(), &export.bots),
        (made.player.as_ref(), &vec![bot])
    );
    assert_eq!((export.sessions.len(), export.tokens.len()), (1, 1));
    let actions: Vec<_> = export.audit_events.iter().map(|event| &*event.action).collect();
    assert_eq!(actions, ["account.export", "token.create", "bot.create", "register"]);
    assert!(
        export
            .audit_events
            .iter()
            .all(|event| event.address.starts_with("198.51."))
    );
    let text = format!("{export:?}");
    for secret in [
        PASSWORD,
        "argon2",
        &made.recovery_code,
        &held.refresh_token,
        &token.text,
    ] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn a_deleted_account_is_nameless_and_its_name_and_password_are_nowhere() {
    let rig = Rig::new();
    let made = rig.register(NAME).await;
    let held = tokens(made.tokens);
    let bot = CreateBotRequest {
        request_id: request_id(),
        display_name: "Secretariat-9".to_owned(),
    };
    let bot = answer(AccountsService::create_bot(&rig.accounts, rig.call_as(&held.access_token, bot)).await)
        .bot
        .unwrap();
    assert_eq!(
        refusal(delete(&rig, &held.access_token, "wrong").await),
        "WRONG_CREDENTIALS"
    );
    assert_eq!(refusal(delete(&rig, &held.access_token, "").await), "WRONG_CREDENTIALS");
    delete(&rig, &held.access_token, PASSWORD).await.unwrap();

    let ids = BatchGetPlayersRequest {
        accounts: vec![made.player.unwrap().account, bot.account],
    };
    let left = answer(AccountsService::batch_get_players(&rig.accounts, rig.call(ids)).await).players;
    assert!(
        left.iter()
            .all(|player| player.deleted && player.display_name.is_empty())
    );
    let refresh = RefreshTokenRequest {
        request_id: request_id(),
        refresh_token: held.refresh_token,
    };
    let refused = AccountsService::refresh_token(&rig.accounts, rig.call(refresh)).await;
    assert_eq!(refusal(refused), "TOKEN_REVOKED");
    assert_eq!(
        refusal(rig.try_register(NAME).await),
        "NAME_TAKEN",
        "reserved for a while"
    );

    let Rig { accounts, folder, .. } = rig;
    drop(accounts);
    let file = std::fs::read(folder.path().join("accounts.db")).unwrap();
    assert!(!folder.path().join("accounts.db-wal").exists(), "closed");
    for gone in [
        NAME,
        &NAME.to_lowercase(),
        "Secretariat-9",
        "secretariat-9",
        "argon2id",
        "198.51.",
    ] {
        let found = file.windows(gone.len()).any(|window| window == gone.as_bytes());
        assert!(!found, "{gone}");
    }
}

#[tokio::test]
async fn the_name_of_a_deleted_account_is_free_after_ninety_days() {
    let rig = Rig::new();
    let held = tokens(rig.register(NAME).await.tokens);
    delete(&rig, &held.access_token, PASSWORD).await.unwrap();
    assert!(rig.sign_in(NAME, PASSWORD).await.is_err());
    rig.advance(89 * DAY);
    assert_eq!(refusal(rig.try_register(NAME).await), "NAME_TAKEN");
    rig.advance(DAY);
    rig.register(NAME).await;
}

#[tokio::test]
async fn a_guest_needs_no_password_to_go() {
    let rig = Rig::new();
    let guest = rig.guest().await;
    delete(&rig, &guest.token, "").await.unwrap();
    assert_eq!(refusal(delete(&rig, &guest.token, "").await), "TOKEN_REVOKED");
}

#[tokio::test]
async fn a_folder_of_before_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("accounts.db");
    let former = rusqlite::Connection::open(&path).unwrap();
    let schema = "CREATE TABLE account (id BLOB PRIMARY KEY, kind TEXT NOT NULL, created_at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE request (number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,
            account_id BLOB NOT NULL REFERENCES account (id), forget_at_ms INTEGER NOT NULL) STRICT;
        CREATE INDEX request_by_age ON request (forget_at_ms);
        INSERT INTO account VALUES (x'000102030405060708090a0b0c0d0e0f', 'guest', 1000);
        INSERT INTO request VALUES (1, x'00', x'000102030405060708090a0b0c0d0e0f', 2000);
        PRAGMA user_version = 1;";
    former.execute_batch(schema).unwrap();
    drop(former);
    let store = EmbeddedAccountsStore::open(Location::File(path)).unwrap();
    let accounts = crate::support::with(folder.path(), Arc::new(store), corners_accounts::Options::default());
    let id = corners_proto::ids::AccountId::from_bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    let request = BatchGetPlayersRequest {
        accounts: vec![id.to_string()],
    };
    let players = answer(AccountsService::batch_get_players(&accounts, tonic::Request::new(request)).await).players;
    assert_eq!(players[0].display_name, "Guest 00010203");
}
