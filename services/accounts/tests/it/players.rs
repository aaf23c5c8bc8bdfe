//! Registration, signing in, recovery, names.

use corners_proto::accounts::internal::v1 as internal;
use corners_proto::accounts::internal::v1::accounts_internal_service_server::AccountsInternalService;
use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::*;
use corners_proto::error::{metadata_of, reason_of};
use corners_proto::game::v1::AccountKind;
use futures::future::join_all;
use tonic_types::StatusExt;

use crate::support::{DAY, HOUR, PASSWORD, Rig, answer, options, refusal, register, request_id, sign_in, tokens};

#[tokio::test]
async fn a_player_registers_and_signs_in_under_the_name_in_any_case() {
    let rig = Rig::new();
    let made = rig.register("Anna").await;
    let player = made.player.unwrap();
    assert_eq!((&*player.display_name, player.kind()), ("Anna", AccountKind::Player));
    for name in ["Anna", "ANNA", "\u{ff41}nna"] {
        let back = rig.sign_in(name, PASSWORD).await.unwrap();
        assert_eq!(back.player.unwrap(), player);
        let caller = rig.caller(&tokens(back.tokens).access_token);
        assert_eq!(caller.account.to_string(), player.account);
        assert_eq!(caller.scopes.to_string(), "play watch feed");
    }
}

#[tokio::test]
async fn a_guest_becomes_a_player_and_stays_who_it_is() {
    let rig = Rig::new();
    let guest = rig.guest().await;
    let call = || register("Anna");
    let request = call();
    let made = answer(AccountsService::register(&rig.accounts, rig.call_as(&guest.token, request.clone())).await);
    assert_eq!(made.player.as_ref().unwrap().account, guest.account);
    assert_eq!(
        made.player.as_ref().unwrap().create_time,
        guest.player.unwrap().create_time
    );
    let again = answer(AccountsService::register(&rig.accounts, rig.call_as(&guest.token, request)).await);
    assert_eq!(again.recovery_code, made.recovery_code);
    let new = tokens(made.tokens);
    let twice = AccountsService::register(&rig.accounts, rig.call_as(&new.access_token, call())).await;
    assert_eq!(refusal(twice), "ALREADY_REGISTERED");
    let old = RefreshTokenRequest {
        request_id: request_id(),
        refresh_token: tokens(guest.tokens).refresh_token,
    };
    let refreshed = answer(AccountsService::refresh_token(&rig.accounts, rig.call(old)).await);
    let kind = rig.caller(&tokens(refreshed.tokens).access_token).kind;
    assert_eq!(
        kind,
        corners_service::auth::AccountKind::Player,
        "its other sessions go on"
    );
}

#[tokio::test]
async fn a_name_is_had_once_whatever_it_looks_like() {
    let rig = Rig::new();
    rig.register("bill_anna").await;
    for name in ["BILL_ANNA", "biII_anna", "b1ll_anna"] {
        assert_eq!(refusal(rig.try_register(name).await), "NAME_TAKEN", "{name}");
    }
    for (name, why) in [
        ("ab", "LENGTH"),
        ("Quiet Otter 4821", "CHARACTERS"),
        ("\u{430}nna", "MIXED_SCRIPTS"),
        ("Adm1n", "RESERVED"),
    ] {
        assert_eq!(refusal(rig.try_register(name).await), format!("NAME_NOT_ALLOWED {why}"));
    }
    let both = join_all((0..20).map(|_| rig.try_register("carl"))).await;
    let (made, refused): (Vec<_>, Vec<_>) = both.into_iter().partition(Result::is_ok);
    assert_eq!((made.len(), refused.len()), (1, 19));
    assert!(refused.into_iter().all(|refused| refusal(refused) == "NAME_TAKEN"));
}

#[tokio::test]
async fn a_password_that_protects_nothing_is_refused() {
    let rig = Rig::new();
    for (password, why) in [("short", "LENGTH"), ("password1", "COMMON"), ("marianne_x", "NAME")] {
        let request = RegisterRequest {
            password: password.to_owned(),
            ..register("Marianne")
        };
        let refused = AccountsService::register(&rig.accounts, rig.call(request)).await;
        let status = refused.unwrap_err();
        assert!(!format!("{status:?}").contains(password));
        assert_eq!(metadata_of(&status, "why").as_deref(), Some(why));
    }
}

#[tokio::test]
async fn one_call_made_fifty_times_at_once_is_one_player() {
    let rig = Rig::new();
    let request = register("Anna");
    let calls = join_all((0..50).map(|_| AccountsService::register(&rig.accounts, rig.call(request.clone())))).await;
    let answers: Vec<_> = calls.into_iter().map(answer).collect();
    let first = answers[0].clone();
    for other in answers {
        assert_eq!(
            (&other.player, &other.recovery_code),
            (&first.player, &first.recovery_code)
        );
        let refresh = |answer: &RegisterResponse| answer.tokens.clone().unwrap().refresh_token;
        assert_eq!(refresh(&other), refresh(&first));
    }
    let reused = RegisterRequest {
        password: "another password".to_owned(),
        ..request
    };
    let refused = AccountsService::register(&rig.accounts, rig.call(reused)).await;
    assert_eq!(refusal(refused), "REQUEST_ID_REUSED");
}

#[tokio::test]
async fn wrong_names_and_wrong_passwords_look_the_same_and_lock_after_five() {
    let rig = Rig::new();
    rig.register("Anna").await;
    for name in ["Anna", "nobody_here"] {
        for _ in 0..5 {
            let refused = rig.sign_in(name, "wrong").await.unwrap_err();
            assert_eq!(reason_of(&refused).as_deref(), Some("WRONG_CREDENTIALS"));
            assert_eq!(refused.message(), "the name or the secret is wrong");
        }
        let locked = rig.sign_in(name, PASSWORD).await.unwrap_err();
        assert_eq!(
            reason_of(&locked).as_deref(),
            Some("RATE_LIMITED"),
            "even with the right one"
        );
        let retry = locked.get_details_retry_info().unwrap().retry_delay.unwrap();
        assert_eq!(retry.as_secs(), 60);
    }
    rig.advance(std::time::Duration::from_secs(60));
    assert!(rig.sign_in("Anna", PASSWORD).await.is_ok());
    for _ in 0..5 {
        rig.sign_in("Anna", "wrong").await.unwrap_err();
    }
    assert_eq!(
        refusal(rig.sign_in("Anna", PASSWORD).await),
        "RATE_LIMITED",
        "a success begins anew"
    );
}

#[tokio::test]
async fn wrong_passwords_lock_a_network_and_right_ones_do_not() {
    let rig = Rig::new();
    rig.register("Anna").await;
    let try_from = async |address: &str, name: &str, password: &str| {
        let request = rig.call_from(address, sign_in(name, password));
        AccountsService::sign_in(&rig.accounts, request).await
    };
    for _ in 0..30 {
        assert!(try_from("2001:db8::1", "Anna", PASSWORD).await.is_ok());
    }
    for number in 0..20 {
        let refused = try_from("2001:db8::1", &format!("somebody{number}"), "wrong").await;
        assert_eq!(refusal(refused), "WRONG_CREDENTIALS");
    }
    assert_eq!(
        refusal(try_from("2001:db8::2", "Anna", PASSWORD).await),
        "RATE_LIMITED",
        "the same network"
    );
    assert!(try_from("2001:db8:0:1::1", "Anna", PASSWORD).await.is_ok());
}

#[tokio::test]
async fn the_recovery_code_opens_the_account_once_and_ends_other_sessions() {
    let rig = Rig::new();
    let made = rig.register("Anna").await;
    let recover = |code: &str, password: &str| RecoverAccountRequest {
        request_id: request_id(),
        display_name: "anna".to_owned(),
        recovery_code: code.to_owned(),
        new_password: password.to_owned(),
    };
    let wrong = recover("AAAA-AAAA-AAAA-AAAA-AAAA-AAAA", "a new password");
    let refused = AccountsService::recover_account(&rig.accounts, rig.call(wrong)).await;
    assert_eq!(refusal(refused), "WRONG_CREDENTIALS");
    let right = recover(&made.recovery_code.to_lowercase().replace('-', " "), "a new password");
    let back = answer(AccountsService::recover_account(&rig.accounts, rig.call(right.clone())).await);
    let again = answer(AccountsService::recover_account(&rig.accounts, rig.call(right)).await);
    assert_eq!(back.recovery_code, again.recovery_code);
    assert_ne!(back.recovery_code, made.recovery_code);
    let used = recover(&made.recovery_code, "yet another one");
    assert_eq!(
        refusal(AccountsService::recover_account(&rig.accounts, rig.call(used)).await),
        "WRONG_CREDENTIALS"
    );
    assert!(rig.sign_in("anna", PASSWORD).await.is_err());
    assert!(rig.sign_in("anna", "a new password").await.is_ok());
    let old = RefreshTokenRequest {
        request_id: request_id(),
        refresh_token: tokens(made.tokens).refresh_token,
    };
    let refused = AccountsService::refresh_token(&rig.accounts, rig.call(old)).await;
    assert_eq!(refusal(refused), "TOKEN_REVOKED");
}

#[tokio::test]
async fn a_name_can_be_changed_once_in_a_month_and_the_former_one_waits() {
    let rig = Rig::new();
    let anna = tokens(rig.register("Anna").await.tokens).access_token;
    let change = |name: &str| ChangeDisplayNameRequest {
        request_id: request_id(),
        account: String::new(),
        display_name: name.to_owned(),
    };
    let request = change("Anne");
    let renamed =
        answer(AccountsService::change_display_name(&rig.accounts, rig.call_as(&anna, request.clone())).await);
    assert_eq!(renamed.player.unwrap().display_name, "Anne");
    let again = answer(AccountsService::change_display_name(&rig.accounts, rig.call_as(&anna, request)).await);
    assert_eq!(again.player.unwrap().display_name, "Anne");
    let soon = AccountsService::change_display_name(&rig.accounts, rig.call_as(&anna, change("Annika")))
        .await
        .unwrap_err();
    assert_eq!(reason_of(&soon).as_deref(), Some("TOO_SOON"));
    let again_at = metadata_of(&soon, "again_at_ms").unwrap().parse::<u64>().unwrap();
    let now_ms = corners_service::time::millis_since_1970(rig.now());
    assert_eq!(again_at - now_ms, 30 * 24 * 60 * 60 * 1000);
    assert_eq!(refusal(rig.try_register("Anna").await), "NAME_TAKEN");
    assert!(
        rig.sign_in("Anna", PASSWORD).await.is_err(),
        "a former name signs nobody in"
    );
    assert!(rig.sign_in("Anne", PASSWORD).await.is_ok());
    rig.advance(30 * DAY);
    rig.register("Anna").await;
    let guest = rig.guest().await;
    let refused = AccountsService::change_display_name(&rig.accounts, rig.call_as(&guest.token, change("Bert"))).await;
    assert_eq!(refusal(refused), "GUEST_NOT_ALLOWED");
}

#[tokio::test]
async fn a_changed_password_ends_the_other_sessions() {
    let rig = Rig::new();
    let here = tokens(rig.register("Anna").await.tokens);
    let there = tokens(rig.sign_in("Anna", PASSWORD).await.unwrap().tokens);
    let change = |old: &str| ChangePasswordRequest {
        request_id: request_id(),
        old_password: old.to_owned(),
        new_password: "a new password".to_owned(),
    };
    let wrong = AccountsService::change_password(&rig.accounts, rig.call_as(&here.access_token, change("wrong"))).await;
    assert_eq!(refusal(wrong), "WRONG_CREDENTIALS");
    let request = change(PASSWORD);
    for _ in 0..2 {
        let call = rig.call_as(&here.access_token, request.clone());
        answer(AccountsService::change_password(&rig.accounts, call).await);
    }
    let refresh = async |tokens: &Tokens| {
        let request = RefreshTokenRequest {
            request_id: request_id(),
            refresh_token: tokens.refresh_token.clone(),
        };
        AccountsService::refresh_token(&rig.accounts, rig.call(request)).await
    };
    assert_eq!(refusal(refresh(&there).await), "TOKEN_REVOKED");
    assert!(refresh(&here).await.is_ok());
    assert!(rig.sign_in("Anna", PASSWORD).await.is_err());
    assert!(rig.sign_in("Anna", "a new password").await.is_ok());
}

#[tokio::test]
async fn guests_of_one_network_are_bounded() {
    let rig = Rig::with(options("guests_per_address_per_hour", "2"));
    let from = async |address: &str| {
        let request = CreateGuestRequest {
            request_id: request_id(),
        };
        AccountsService::create_guest(&rig.accounts, rig.call_from(address, request)).await
    };
    assert!(from("192.0.2.1").await.is_ok() && from("192.0.2.1").await.is_ok());
    assert_eq!(refusal(from("192.0.2.1").await), "RATE_LIMITED");
    assert!(from("192.0.2.2").await.is_ok());
    for _ in 0..5 {
        assert!(from("127.0.0.1").await.is_ok(), "this machine itself");
    }
    rig.advance(HOUR);
    assert!(from("192.0.2.1").await.is_ok());
}

#[tokio::test]
async fn players_are_told_in_the_order_that_was_asked_for() {
    let rig = Rig::new();
    let (anna, guest) = (
        rig.register("Anna").await.player.unwrap(),
        rig.guest().await.player.unwrap(),
    );
    let nobody = corners_proto::ids::AccountId::random().to_string();
    let ask = async |ids: Vec<String>| {
        let request = BatchGetPlayersRequest { accounts: ids };
        AccountsService::batch_get_players(&rig.accounts, rig.call(request)).await
    };
    let ids = vec![
        guest.account.clone(),
        nobody,
        anna.account.clone(),
        guest.account.clone(),
    ];
    let told = answer(ask(ids.clone()).await).players;
    assert_eq!(told, [guest.clone(), anna, guest.clone()]);
    let services = tonic::Request::new(internal::BatchGetPlayersRequest { accounts: ids });
    let told_to_services = AccountsInternalService::batch_get_players(&rig.accounts, services).await;
    assert_eq!(answer(told_to_services).players, told);
    let none = tonic::Request::new(internal::BatchGetPlayersRequest::default());
    let refused = AccountsInternalService::batch_get_players(&rig.accounts, none).await;
    assert_eq!(refusal(refused), "INVALID_ARGUMENT");
    assert_eq!(refusal(ask(Vec::new()).await), "INVALID_ARGUMENT");
    assert_eq!(refusal(ask(vec![guest.account; 501]).await), "INVALID_ARGUMENT");
    assert_eq!(refusal(ask(vec!["17".to_owned()]).await), "INVALID_ARGUMENT");
}

#[tokio::test]
async fn no_text_is_too_long_or_too_strange() {
    let rig = Rig::new();
    for text in [
        "x".repeat(60_000),
        "\u{fdfa}".repeat(20_000),
        "\0".repeat(100),
        "\u{301}".repeat(1000),
        "\u{202e}".to_owned(),
    ] {
        let request = RegisterRequest {
            display_name: text.clone(),
            password: text.clone(),
            ..register("")
        };
        assert!(
            refusal(AccountsService::register(&rig.accounts, rig.call(request)).await).starts_with("NAME_NOT_ALLOWED")
        );
        assert_eq!(refusal(rig.sign_in(&text, &text).await), "WRONG_CREDENTIALS");
        let refresh = RefreshTokenRequest {
            request_id: request_id(),
            refresh_token: text.clone(),
        };
        assert_eq!(
            refusal(AccountsService::refresh_token(&rig.accounts, rig.call(refresh)).await),
            "TOKEN_INVALID"
        );
        let exchange = ExchangeTokenRequest { personal_token: text };
        assert_eq!(
            refusal(AccountsService::exchange_token(&rig.accounts, rig.call(exchange)).await),
            "TOKEN_INVALID"
        );
    }
}
