//! Sessions: refreshing, ending, listing.

use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::*;
use futures::future::join_all;
use tonic::{Response, Status};

use crate::support::{DAY, PASSWORD, Rig, answer, refusal, request_id, tokens};

async fn refresh(rig: &Rig, refresh_token: &str, request_id: String) -> Result<Tokens, Status> {
    let request = RefreshTokenRequest {
        request_id,
        refresh_token: refresh_token.to_owned(),
    };
    let answer = AccountsService::refresh_token(&rig.accounts, rig.call(request)).await;
    answer.map(Response::into_inner).map(|answer| tokens(answer.tokens))
}

async fn sessions(rig: &Rig, token: &str) -> Vec<Session> {
    let call = rig.call_as(token, ListSessionsRequest {});
    answer(AccountsService::list_sessions(&rig.accounts, call).await).sessions
}

#[tokio::test]
async fn a_session_goes_on_from_refresh_to_refresh() {
    let rig = Rig::new();
    let mut held = tokens(rig.guest().await.tokens);
    for _ in 0..5 {
        rig.advance(80 * DAY);
        let next = refresh(&rig, &held.refresh_token, request_id()).await.unwrap();
        assert_eq!(next.account, held.account);
        assert_ne!(next.refresh_token, held.refresh_token);
        assert_eq!(rig.caller(&next.access_token).account.to_string(), held.account);
        held = next;
    }
    rig.advance(91 * DAY);
    assert_eq!(
        refusal(refresh(&rig, &held.refresh_token, request_id()).await),
        "TOKEN_EXPIRED"
    );
}

#[tokio::test]
async fn a_lost_answer_is_given_again_to_fifty_tries_at_once() {
    let rig = Rig::new();
    let held = tokens(rig.guest().await.tokens);
    let id = request_id();
    let tries = join_all((0..50).map(|_| refresh(&rig, &held.refresh_token, id.clone()))).await;
    let next: Vec<_> = tries.into_iter().map(|next| next.unwrap().refresh_token).collect();
    assert!(next.iter().all(|token| *token == next[0]));
    let after = refresh(&rig, &next[0], request_id()).await.unwrap();
    assert_ne!(after.refresh_token, next[0]);
    assert_eq!(
        refusal(refresh(&rig, &held.refresh_token, id).await),
        "TOKEN_REVOKED",
        "its successor was used"
    );
}

#[tokio::test]
async fn a_client_that_gave_up_on_a_lost_answer_goes_on() {
    let rig = Rig::new();
    let held = tokens(rig.guest().await.tokens);
    let lost = refresh(&rig, &held.refresh_token, request_id()).await.unwrap();
    let next = refresh(&rig, &held.refresh_token, request_id()).await.unwrap();
    assert_ne!(lost.refresh_token, next.refresh_token);
    assert!(refresh(&rig, &next.refresh_token, request_id()).await.is_ok());
}

#[tokio::test]
async fn a_session_that_two_hold_ends_for_both_and_is_recorded() {
    let rig = Rig::new();
    let owner = tokens(rig.register("Anna").await.tokens);
    let thief = refresh(&rig, &owner.refresh_token, request_id()).await.unwrap();
    let thief = refresh(&rig, &thief.refresh_token, request_id()).await.unwrap();
    assert_eq!(
        refusal(refresh(&rig, &owner.refresh_token, request_id()).await),
        "TOKEN_REVOKED"
    );
    assert_eq!(
        refusal(refresh(&rig, &thief.refresh_token, request_id()).await),
        "TOKEN_REVOKED"
    );
    let back = tokens(rig.sign_in("Anna", PASSWORD).await.unwrap().tokens);
    let call = rig.call_as(&back.access_token, ExportAccountRequest {});
    let export = answer(AccountsService::export_account(&rig.accounts, call).await);
    let actions: Vec<_> = export.audit_events.iter().map(|event| &*event.action).collect();
    assert_eq!(actions, ["account.export", "sign-in", "session.reuse", "register"]);
}

#[tokio::test]
async fn what_was_never_a_token_of_ours_is_told_so() {
    let rig = Rig::new();
    let held = tokens(rig.guest().await.tokens).refresh_token;
    let nobody = format!("crt_{}_{}", corners_proto::ids::SessionId::random(), &held[31..]);
    for text in ["", "crt_", "token", &held[1..], &format!("{held}a"), &nobody] {
        assert_eq!(
            refusal(refresh(&rig, text, request_id()).await),
            "TOKEN_INVALID",
            "{text}"
        );
    }
    assert_eq!(refusal(refresh(&rig, &held, "1".to_owned()).await), "INVALID_ARGUMENT");
    assert!(refresh(&rig, &held, request_id()).await.is_ok());
}

#[tokio::test]
async fn a_clock_that_is_set_back_costs_nobody_a_session() {
    let rig = Rig::new();
    let held = tokens(rig.guest().await.tokens);
    rig.set_back(400 * DAY);
    let next = refresh(&rig, &held.refresh_token, request_id()).await.unwrap();
    rig.advance(400 * DAY + 89 * DAY);
    assert!(refresh(&rig, &next.refresh_token, request_id()).await.is_ok());
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one() {
    let rig = Rig::new();
    let here = tokens(rig.register("Anna").await.tokens);
    rig.advance(DAY / 48);
    let there = tokens(rig.sign_in("Anna", PASSWORD).await.unwrap().tokens);
    let listed = sessions(&rig, &here.access_token).await;
    let shown: Vec<_> = listed
        .iter()
        .map(|session| (&*session.origin, session.current))
        .collect();
    assert_eq!(shown, [("sign-in", false), ("register", true)]);
    let revoke = async |token: &str, session: &str| {
        let request = RevokeSessionRequest {
            session: session.to_owned(),
        };
        AccountsService::revoke_session(&rig.accounts, rig.call_as(token, request)).await
    };
    let stranger = rig.guest().await;
    assert_eq!(
        refusal(revoke(&stranger.token, &listed[0].id).await),
        "SESSION_NOT_FOUND"
    );
    for _ in 0..2 {
        assert!(revoke(&here.access_token, &listed[0].id).await.is_ok());
    }
    assert_eq!(
        refusal(refresh(&rig, &there.refresh_token, request_id()).await),
        "TOKEN_REVOKED"
    );
    let sign_out = async || {
        let call = rig.call_as(&here.access_token, SignOutRequest {});
        AccountsService::sign_out(&rig.accounts, call).await
    };
    answer(sign_out().await);
    assert_eq!(
        refusal(sign_out().await),
        "TOKEN_REVOKED",
        "at once: accounts knows its sessions"
    );
    assert_eq!(
        refusal(refresh(&rig, &here.refresh_token, request_id()).await),
        "TOKEN_REVOKED"
    );
    let list = rig.call_as(&here.access_token, ListSessionsRequest {});
    assert_eq!(
        refusal(AccountsService::list_sessions(&rig.accounts, list).await),
        "TOKEN_REVOKED"
    );
}

#[tokio::test]
async fn the_fifty_first_session_makes_the_one_longest_unused_end() {
    let rig = Rig::new();
    let first = tokens(rig.register("Anna").await.tokens);
    let mut last = first.clone();
    for _ in 0..50 {
        rig.advance(std::time::Duration::from_secs(1));
        last = tokens(rig.sign_in("Anna", PASSWORD).await.unwrap().tokens);
    }
    assert_eq!(sessions(&rig, &last.access_token).await.len(), 50);
    assert_eq!(
        refusal(refresh(&rig, &first.refresh_token, request_id()).await),
        "TOKEN_REVOKED"
    );
}

#[tokio::test]
async fn a_repeated_call_gives_no_tokens_of_a_session_that_has_ended() {
    let rig = Rig::new();
    let request = CreateGuestRequest {
        request_id: request_id(),
    };
    let guest = answer(AccountsService::create_guest(&rig.accounts, rig.call(request.clone())).await);
    let call = rig.call_as(&guest.token, SignOutRequest {});
    answer(AccountsService::sign_out(&rig.accounts, call).await);
    let again = AccountsService::create_guest(&rig.accounts, rig.call(request)).await;
    assert_eq!(refusal(again), "TOKEN_REVOKED");
}
