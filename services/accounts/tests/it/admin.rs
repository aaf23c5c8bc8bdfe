//! What operators do, and what other services are told of it.

use corners_accounts::domain::operator_token;
use corners_accounts::{OPERATOR, Options};
use corners_proto::access::v1::Scope;
use corners_proto::accounts::internal::v1::accounts_internal_service_server::AccountsInternalService;
use corners_proto::accounts::internal::v1::{GetTrustRequest, GetTrustResponse};
use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::admin_service_server::AdminService;
use corners_proto::accounts::v1::*;
use corners_service::time::millis_since_1970;
use tonic::Request;

use crate::support::{DAY, PASSWORD, Rig, answer, refusal, request_id, tokens};

/// A service with an operator's token, and the operator's access token.
async fn operated() -> (Rig, String) {
    let token = operator_token([7; 32]);
    let rig = Rig::with(Options {
        operator_token: Some(token.digest()),
        ..Options::default()
    });
    let request = ExchangeTokenRequest {
        personal_token: token.as_str().to_owned(),
    };
    let access = answer(AccountsService::exchange_token(&rig.accounts, rig.call(request)).await);
    assert_eq!(access.account, OPERATOR.to_string());
    (rig, access.access_token)
}

async fn trust(rig: &Rig, since_ms: u64, page_token: &str) -> Result<GetTrustResponse, tonic::Status> {
    let request = Request::new(GetTrustRequest {
        since_ms,
        page_token: page_token.to_owned(),
    });
    AccountsInternalService::get_trust(&rig.accounts, request)
        .await
        .map(tonic::Response::into_inner)
}

/// Learns what was revoked, as services do.
async fn learn(rig: &Rig) {
    let told = trust(rig, 0, "").await.unwrap();
    let revocations = told.revocations.iter().map(|told| {
        let subject: [u8; 16] = (*told.subject).try_into().unwrap();
        (subject, told.revoked_at_ms)
    });
    rig.accounts.trust().revoke(revocations, rig.now());
}

fn ban(account: &str, note: &str) -> BanAccountRequest {
    BanAccountRequest {
        account: account.to_owned(),
        expire_time: None,
        note: note.to_owned(),
    }
}

#[tokio::test]
async fn the_operators_token_is_good_for_operating_and_is_nobody_else() {
    let (rig, root) = operated().await;
    let caller = rig.caller(&root);
    assert_eq!(caller.scopes.to_string(), "admin");
    let me = answer(AccountsService::get_my_account(&rig.accounts, rig.call_as(&root, GetMyAccountRequest {})).await);
    assert_eq!(
        (me.player.unwrap().display_name.as_str(), me.operator),
        ("operator", true)
    );
    let wrong = ExchangeTokenRequest {
        personal_token: operator_token([8; 32]).as_str().to_owned(),
    };
    assert_eq!(
        refusal(AccountsService::exchange_token(&rig.accounts, rig.call(wrong)).await),
        "TOKEN_INVALID"
    );
    let none = Rig::new();
    let right = ExchangeTokenRequest {
        personal_token: operator_token([7; 32]).as_str().to_owned(),
    };
    assert_eq!(
        refusal(AccountsService::exchange_token(&none.accounts, none.call(right)).await),
        "TOKEN_INVALID"
    );
}

#[tokio::test]
async fn a_ban_closes_the_account_and_its_bots_until_it_ends() {
    let (rig, root) = operated().await;
    let made = rig.register("Anna").await;
    let (account, held) = (made.player.unwrap().account, tokens(made.tokens));
    let bot = CreateBotRequest {
        request_id: request_id(),
        display_name: "engine".to_owned(),
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
    let exchange = async || {
        let request = ExchangeTokenRequest {
            personal_token: token.text.clone(),
        };
        AccountsService::exchange_token(&rig.accounts, rig.call(request)).await
    };
    let refresh = async || {
        let request = RefreshTokenRequest {
            request_id: request_id(),
            refresh_token: held.refresh_token.clone(),
        };
        AccountsService::refresh_token(&rig.accounts, rig.call(request)).await
    };
    let bots = answer(exchange().await).access_token;
    let request = BanAccountRequest {
        expire_time: Some((rig.now() + 7 * DAY).into()),
        ..ban(&account, "rude")
    };
    let banned = answer(AdminService::ban_account(&rig.accounts, rig.call_as(&root, request)).await)
        .account
        .unwrap();
    assert!(banned.player.unwrap().banned && banned.ban_note == "rude");
    assert_eq!(refusal(rig.sign_in("Anna", PASSWORD).await), "ACCOUNT_BANNED");
    assert_eq!(refusal(refresh().await), "ACCOUNT_BANNED");
    assert_eq!(refusal(exchange().await), "ACCOUNT_BANNED");
    learn(&rig).await;
    for token in [&held.access_token, &bots] {
        assert!(rig.accounts.verifier().verify(token, rig.now()).is_err());
    }
    let both = BatchGetPlayersRequest {
        accounts: vec![account.clone(), bot.account],
    };
    let both = answer(AccountsService::batch_get_players(&rig.accounts, rig.call(both)).await).players;
    assert!(both.iter().all(|player| player.banned));
    rig.advance(7 * DAY);
    assert!(rig.sign_in("Anna", PASSWORD).await.is_ok() && refresh().await.is_ok() && exchange().await.is_ok());

    answer(AdminService::ban_account(&rig.accounts, call_as_operator(&rig, ban(&account, "again"))).await);
    rig.advance(100 * 366 * DAY);
    assert_eq!(refusal(rig.sign_in("Anna", PASSWORD).await), "ACCOUNT_BANNED");
    let unban = UnbanAccountRequest {
        account,
        note: String::new(),
    };
    for _ in 0..2 {
        answer(AdminService::unban_account(&rig.accounts, call_as_operator(&rig, unban.clone())).await);
    }
    let back = tokens(rig.sign_in("Anna", PASSWORD).await.unwrap().tokens);
    learn(&rig).await;
    assert!(rig.accounts.verifier().verify(&back.access_token, rig.now()).is_ok());
}

/// A call of the operator's, whose token may have expired meanwhile.
fn call_as_operator<M>(rig: &Rig, message: M) -> Request<M> {
    use corners_service::auth::{AccountKind, Caller, Scope, Source};

    let mut request = rig.call(message);
    request.extensions_mut().insert(Caller {
        account: OPERATOR,
        kind: AccountKind::Player,
        scopes: std::iter::once(Scope::Admin).collect(),
        source: Source::Operator,
        issued_at: rig.now(),
        expires_at: rig.now() + DAY,
    });
    request
}

#[tokio::test]
async fn all_access_can_be_ended_at_once() {
    let (rig, root) = operated().await;
    let made = rig.register("Anna").await;
    let held = tokens(made.tokens);
    rig.sign_in("Anna", PASSWORD).await.unwrap();
    let token = CreatePersonalTokenRequest {
        request_id: request_id(),
        scopes: vec![Scope::Play.into()],
        ..Default::default()
    };
    answer(AccountsService::create_personal_token(&rig.accounts, rig.call_as(&held.access_token, token)).await);
    let revoke = RevokeAccessRequest {
        account: made.player.unwrap().account,
        note: "stolen".to_owned(),
    };
    let ended = answer(AdminService::revoke_access(&rig.accounts, rig.call_as(&root, revoke.clone())).await);
    assert_eq!((ended.sessions, ended.tokens), (2, 1));
    let ended = answer(AdminService::revoke_access(&rig.accounts, rig.call_as(&root, revoke)).await);
    assert_eq!((ended.sessions, ended.tokens), (0, 0));
    learn(&rig).await;
    assert!(rig.accounts.verifier().verify(&held.access_token, rig.now()).is_err());
    let back = tokens(rig.sign_in("Anna", PASSWORD).await.unwrap().tokens);
    assert!(
        rig.accounts.verifier().verify(&back.access_token, rig.now()).is_ok(),
        "whoever knows the password is let in"
    );
}

#[tokio::test]
async fn an_operator_can_make_admin_tokens_until_that_is_taken_away() {
    let (rig, root) = operated().await;
    let made = rig.register("Anna").await;
    let (account, held) = (made.player.unwrap().account, tokens(made.tokens));
    let set = async |account: &str, operator| {
        let request = SetOperatorRequest {
            account: account.to_owned(),
            operator,
        };
        AdminService::set_operator(&rig.accounts, rig.call_as(&root, request)).await
    };
    let guest = rig.guest().await;
    assert_eq!(refusal(set(&guest.account, true).await), "GUEST_NOT_ALLOWED");
    assert!(answer(set(&account, true).await).account.unwrap().operator);
    let token = |scope: Scope| CreatePersonalTokenRequest {
        request_id: request_id(),
        scopes: vec![scope.into()],
        ..Default::default()
    };
    let make = async |scope| {
        let call = rig.call_as(&held.access_token, token(scope));
        answer(AccountsService::create_personal_token(&rig.accounts, call).await).text
    };
    let (admin, play) = (make(Scope::Admin).await, make(Scope::Play).await);
    let exchange = async |text: &str| {
        let request = ExchangeTokenRequest {
            personal_token: text.to_owned(),
        };
        AccountsService::exchange_token(&rig.accounts, rig.call(request)).await
    };
    let access = answer(exchange(&admin).await).access_token;
    assert!(rig.caller(&access).scopes.contains(corners_service::auth::Scope::Admin));
    answer(set(&account, false).await);
    assert_eq!(refusal(exchange(&admin).await), "TOKEN_REVOKED");
    assert!(exchange(&play).await.is_ok());
    learn(&rig).await;
    assert!(rig.accounts.verifier().verify(&access, rig.now()).is_err());
}

#[tokio::test]
async fn accounts_are_listed_page_by_page_and_tokens_are_bound_to_their_filters() {
    let (rig, root) = operated().await;
    for name in ["anton", "Andrea", "bert", "ANNA"] {
        rig.register(name).await;
        rig.advance(std::time::Duration::from_secs(1));
    }
    let list = async |name_prefix: &str, banned, page_token: &str| {
        let request = ListAccountsRequest {
            name_prefix: name_prefix.to_owned(),
            banned,
            page_size: 2,
            page_token: page_token.to_owned(),
        };
        AdminService::list_accounts(&rig.accounts, rig.call_as(&root, request)).await
    };
    let names = |page: &ListAccountsResponse| -> Vec<String> {
        let names = page
            .accounts
            .iter()
            .map(|account| account.player.clone().unwrap().display_name);
        names.collect()
    };
    let first = answer(list("AN", false, "").await);
    assert_eq!(names(&first), ["ANNA", "Andrea"]);
    let second = answer(list("an", false, &first.next_page_token).await);
    assert_eq!(
        (names(&second), &*second.next_page_token),
        (vec!["anton".to_owned()], "")
    );
    for (prefix, banned) in [("a", false), ("an", true), ("", false)] {
        assert_eq!(
            refusal(list(prefix, banned, &first.next_page_token).await),
            "INVALID_PAGE_TOKEN"
        );
    }
    assert_eq!(refusal(list("an", false, "garbage").await), "INVALID_PAGE_TOKEN");
    let anna = first.accounts[0].player.clone().unwrap().account;
    answer(AdminService::ban_account(&rig.accounts, rig.call_as(&root, ban(&anna, ""))).await);
    assert_eq!(names(&answer(list("", true, "").await)), ["ANNA"]);
}

#[tokio::test]
async fn everything_that_operators_do_is_in_the_audit_log() {
    let (rig, root) = operated().await;
    let anna = rig.register("Anna").await.player.unwrap().account;
    rig.sign_in("Anna", "wrong").await.unwrap_err();
    answer(AdminService::ban_account(&rig.accounts, rig.call_as(&root, ban(&anna, "because"))).await);
    answer(AdminService::list_accounts(&rig.accounts, rig.call_as(&root, ListAccountsRequest::default())).await);
    let key =
        answer(AdminService::rotate_signing_key(&rig.accounts, rig.call_as(&root, RotateSigningKeyRequest {})).await);
    let list = async |account: &str, action: &str| {
        let request = ListAuditEventsRequest {
            account: account.to_owned(),
            action: action.to_owned(),
            ..Default::default()
        };
        answer(AdminService::list_audit_events(&rig.accounts, rig.call_as(&root, request)).await).events
    };
    let of_anna = list(&anna, "").await;
    let actions: Vec<_> = of_anna.iter().map(|event| &*event.action).collect();
    assert_eq!(actions, ["admin.list-audit", "admin.ban", "sign-in.fail", "register"]);
    assert_eq!(
        (&*of_anna[1].actor, &*of_anna[1].note),
        (&*OPERATOR.to_string(), "because")
    );
    assert_eq!(of_anna[2].actor, "", "nobody had proved to be anybody");
    let admin = list("", "admin.").await;
    let actions: Vec<_> = admin.iter().map(|event| &*event.action).collect();
    let expected = [
        "admin.list-audit",
        "admin.list-audit",
        "admin.rotate-key",
        "admin.list-accounts",
        "admin.ban",
    ];
    assert_eq!(actions, expected);
    assert_eq!(admin[2].subject, key.key);
    let too_long = BanAccountRequest {
        note: "x".repeat(501),
        ..ban(&anna, "")
    };
    assert_eq!(
        refusal(AdminService::ban_account(&rig.accounts, rig.call_as(&root, too_long)).await),
        "INVALID_ARGUMENT"
    );
    let nobody = ban(&OPERATOR.to_string(), "");
    assert_eq!(
        refusal(AdminService::ban_account(&rig.accounts, rig.call_as(&root, nobody)).await),
        "ACCOUNT_NOT_FOUND"
    );
}

#[tokio::test]
async fn a_key_is_rotated_without_a_restart() {
    let (rig, root) = operated().await;
    rig.advance(std::time::Duration::from_secs(120));
    let key =
        answer(AdminService::rotate_signing_key(&rig.accounts, rig.call_as(&root, RotateSigningKeyRequest {})).await);
    assert!(trust(&rig, 0, "").await.unwrap().jwks.contains(&key.key));
    assert_eq!(
        key.sign_from_time,
        Some((rig.now() + std::time::Duration::from_secs(60)).into())
    );
    let signs = async || jsonwebtoken::decode_header(rig.guest().await.token).unwrap().kid;
    assert_ne!(signs().await, Some(key.key.clone()));
    rig.advance(std::time::Duration::from_secs(61));
    assert_eq!(signs().await, Some(key.key));
}

#[tokio::test]
async fn revocations_are_told_until_their_tokens_have_expired() {
    let rig = Rig::new();
    let guest = rig.guest().await;
    let before_ms = millis_since_1970(rig.now());
    answer(AccountsService::sign_out(&rig.accounts, rig.call_as(&guest.token, SignOutRequest {})).await);
    let told = trust(&rig, before_ms, "").await.unwrap();
    assert_eq!((told.revocations.len(), told.as_of_ms), (1, before_ms));
    let session = rig.caller(&guest.token).source;
    let corners_service::auth::Source::Session(id) = session else {
        panic!("{session:?}")
    };
    assert_eq!(told.revocations[0].subject, id.as_bytes());
    assert_eq!(trust(&rig, before_ms + 1, "").await.unwrap().revocations, []);
    rig.advance(2 * crate::support::HOUR);
    assert_eq!(trust(&rig, 0, "").await.unwrap().revocations, []);
    assert_eq!(refusal(trust(&rig, 0, "garbage").await), "INVALID_PAGE_TOKEN");
}
