//! Bots and personal access tokens.

use corners_proto::access::v1::Scope;
use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::*;
use corners_proto::game::v1::AccountKind;
use futures::future::join_all;
use tonic::{Response, Status};

use crate::support::{DAY, HOUR, Rig, answer, refusal, request_id, tokens};

fn create_bot(name: &str) -> CreateBotRequest {
    CreateBotRequest {
        request_id: request_id(),
        display_name: name.to_owned(),
    }
}

fn create_token(account: &str, scopes: &[Scope]) -> CreatePersonalTokenRequest {
    CreatePersonalTokenRequest {
        request_id: request_id(),
        account: account.to_owned(),
        label: "laptop".to_owned(),
        scopes: scopes.iter().map(|scope| (*scope).into()).collect(),
        lifetime: None,
    }
}

async fn exchange(rig: &Rig, text: &str) -> Result<ExchangeTokenResponse, Status> {
    let request = ExchangeTokenRequest {
        personal_token: text.to_owned(),
    };
    AccountsService::exchange_token(&rig.accounts, rig.call(request))
        .await
        .map(Response::into_inner)
}

async fn try_token(
    rig: &Rig,
    holder: &str,
    request: CreatePersonalTokenRequest,
) -> Result<CreatePersonalTokenResponse, Status> {
    let call = rig.call_as(holder, request);
    AccountsService::create_personal_token(&rig.accounts, call)
        .await
        .map(Response::into_inner)
}

async fn player(rig: &Rig, name: &str) -> String {
    tokens(rig.register(name).await.tokens).access_token
}

async fn bot(rig: &Rig, holder: &str, name: &str) -> Player {
    let call = rig.call_as(holder, create_bot(name));
    answer(AccountsService::create_bot(&rig.accounts, call).await)
        .bot
        .unwrap()
}

#[tokio::test]
async fn a_bot_belongs_to_its_player_and_plays_with_a_token_of_its_own() {
    let rig = Rig::new();
    let anna = player(&rig, "Anna").await;
    let bot = bot(&rig, &anna, "Annas-Engine").await;
    assert_eq!(bot.kind(), AccountKind::Bot);
    assert_eq!(bot.owner, rig.caller(&anna).account.to_string());
    let made = try_token(&rig, &anna, create_token(&bot.account, &[Scope::Bot, Scope::Watch]))
        .await
        .unwrap();
    let access = exchange(&rig, &made.text).await.unwrap();
    let caller = rig.caller(&access.access_token);
    assert_eq!(
        (access.account, caller.account.to_string()),
        (bot.account.clone(), bot.account.clone())
    );
    assert_eq!(caller.scopes.to_string(), "watch bot");
    assert_eq!(access.scopes, [i32::from(Scope::Watch), i32::from(Scope::Bot)]);
    let mine = answer(
        AccountsService::get_my_account(&rig.accounts, rig.call_as(&access.access_token, GetMyAccountRequest {})).await,
    );
    assert_eq!(mine.player.unwrap(), bot);
}

#[tokio::test]
async fn bots_are_counted_named_apart_from_everybody_and_deleted_with_their_tokens() {
    let rig = Rig::new();
    let anna = player(&rig, "Anna").await;
    let request = create_bot("engine");
    let calls =
        join_all((0..8).map(|_| AccountsService::create_bot(&rig.accounts, rig.call_as(&anna, request.clone())))).await;
    let first: Vec<_> = calls.into_iter().map(|call| answer(call).bot.unwrap()).collect();
    assert!(first.iter().all(|bot| *bot == first[0]));
    let taken = AccountsService::create_bot(&rig.accounts, rig.call_as(&anna, create_bot("ANNA"))).await;
    assert_eq!(refusal(taken), "NAME_TAKEN");
    for number in 1..10 {
        bot(&rig, &anna, &format!("engine_{}", char::from(b'a' + number))).await;
    }
    rig.advance(HOUR);
    let more = AccountsService::create_bot(&rig.accounts, rig.call_as(&anna, create_bot("one_more"))).await;
    assert_eq!(refusal(more), "TOO_MANY");
    let made = try_token(&rig, &anna, create_token(&first[0].account, &[Scope::Bot]))
        .await
        .unwrap();
    let delete = || DeleteBotRequest {
        bot: first[0].account.clone(),
    };
    let bert = player(&rig, "Bert").await;
    let refused = AccountsService::delete_bot(&rig.accounts, rig.call_as(&bert, delete())).await;
    assert_eq!(refusal(refused), "ACCOUNT_NOT_FOUND");
    for _ in 0..2 {
        answer(AccountsService::delete_bot(&rig.accounts, rig.call_as(&anna, delete())).await);
    }
    assert_eq!(refusal(exchange(&rig, &made.text).await), "TOKEN_REVOKED");
    let listed = answer(AccountsService::list_bots(&rig.accounts, rig.call_as(&anna, ListBotsRequest {})).await).bots;
    assert_eq!(listed.len(), 9);
    let gone = BatchGetPlayersRequest {
        accounts: vec![first[0].account.clone()],
    };
    let gone = answer(AccountsService::batch_get_players(&rig.accounts, rig.call(gone)).await).players;
    assert!(gone[0].deleted && gone[0].display_name.is_empty() && gone[0].kind() == AccountKind::Bot);
}

#[tokio::test]
async fn a_token_permits_what_it_was_made_for_and_only_fitting_scopes() {
    let rig = Rig::new();
    let anna = player(&rig, "Anna").await;
    let engine = bot(&rig, &anna, "engine").await;
    let refused = async |request| refusal(try_token(&rig, &anna, request).await);
    assert_eq!(refused(create_token("", &[])).await, "INVALID_ARGUMENT");
    assert_eq!(
        refused(create_token("", &[Scope::Unspecified])).await,
        "INVALID_ARGUMENT"
    );
    assert_eq!(refused(create_token("", &[Scope::Bot])).await, "INVALID_ARGUMENT");
    assert_eq!(
        refused(create_token(&engine.account, &[Scope::Play])).await,
        "INVALID_ARGUMENT"
    );
    assert_eq!(refused(create_token("", &[Scope::Admin])).await, "SCOPE_MISSING");
    assert_eq!(
        refused(create_token(&engine.account, &[Scope::Admin])).await,
        "SCOPE_MISSING"
    );
    let bert = player(&rig, "Bert").await;
    let others = try_token(&rig, &bert, create_token(&engine.account, &[Scope::Bot])).await;
    assert_eq!(refusal(others), "ACCOUNT_NOT_FOUND");
    let guest = rig.guest().await;
    assert_eq!(
        refusal(try_token(&rig, &guest.token, create_token("", &[Scope::Watch])).await),
        "GUEST_NOT_ALLOWED"
    );
    for (seconds, fits) in [
        (3599, false),
        (3600, true),
        (366 * 86400, true),
        (366 * 86400 + 1, false),
        (-5, false),
    ] {
        let request = CreatePersonalTokenRequest {
            lifetime: Some(prost_types::Duration { seconds, nanos: 0 }),
            ..create_token("", &[Scope::Feed])
        };
        assert_eq!(try_token(&rig, &anna, request).await.is_ok(), fits, "{seconds}");
    }
}

#[tokio::test]
async fn a_tokens_text_is_told_to_its_call_only_and_ends_with_its_time() {
    let rig = Rig::new();
    let anna = player(&rig, "Anna").await;
    let request = create_token("", &[Scope::Play]);
    let calls = join_all((0..50).map(|_| try_token(&rig, &anna, request.clone()))).await;
    let texts: Vec<_> = calls.into_iter().map(|call| call.unwrap().text).collect();
    assert!(texts.iter().all(|text| *text == texts[0]) && texts[0].starts_with("cpat_"));
    let list = async || {
        let call = rig.call_as(&anna, ListPersonalTokensRequest {});
        answer(AccountsService::list_personal_tokens(&rig.accounts, call).await).tokens
    };
    let listed = list().await;
    assert_eq!((listed.len(), listed[0].last_use_time), (1, None));
    assert!(texts[0].contains(&listed[0].id) && listed[0].label == "laptop");
    assert!(exchange(&rig, &texts[0]).await.is_ok());
    assert!(list().await[0].last_use_time.is_some());
    let mut bent = texts[0].clone();
    let last = if bent.pop() == Some('a') { 'q' } else { 'a' };
    bent.push(last);
    assert_eq!(refusal(exchange(&rig, &bent).await), "TOKEN_INVALID");
    rig.advance(90 * DAY - HOUR / 2);
    let short = exchange(&rig, &texts[0]).await.unwrap();
    let ends = rig
        .caller(&short.access_token)
        .expires_at
        .duration_since(rig.now())
        .unwrap();
    assert!(ends <= HOUR / 2, "it does not outlive its token");
    rig.advance(HOUR);
    assert_eq!(refusal(exchange(&rig, &texts[0]).await), "TOKEN_EXPIRED");
    assert_eq!(list().await, []);
}

#[tokio::test]
async fn a_revoked_token_is_exchanged_no_more_and_fifty_are_the_most() {
    let rig = Rig::new();
    let anna = player(&rig, "Anna").await;
    let mut last = None;
    for _ in 0..50 {
        last = Some(try_token(&rig, &anna, create_token("", &[Scope::Watch])).await.unwrap());
    }
    assert_eq!(
        refusal(try_token(&rig, &anna, create_token("", &[Scope::Watch])).await),
        "TOO_MANY"
    );
    let last = last.unwrap();
    let revoke = || RevokePersonalTokenRequest {
        token: last.token.clone().unwrap().id,
    };
    let bert = player(&rig, "Bert").await;
    let others = AccountsService::revoke_personal_token(&rig.accounts, rig.call_as(&bert, revoke())).await;
    assert_eq!(refusal(others), "TOKEN_NOT_FOUND");
    for _ in 0..2 {
        answer(AccountsService::revoke_personal_token(&rig.accounts, rig.call_as(&anna, revoke())).await);
    }
    assert_eq!(refusal(exchange(&rig, &last.text).await), "TOKEN_REVOKED");
    assert!(try_token(&rig, &anna, create_token("", &[Scope::Watch])).await.is_ok());
}
