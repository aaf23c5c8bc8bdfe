//! Two replicas of the service over one database are one service.

use std::sync::Arc;

use corners_accounts::{Accounts, Options};
use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::*;
use corners_service::auth::Caller;
use corners_service::server::ClientAddress;
use corners_service::time::wall_clock;
use futures::future::join_all;
use tempfile::TempDir;
use tonic::{Request, Response, Status};

use super::samples::replicas;
use crate::support::{PASSWORD, answer, refusal, register, request_id, sign_in, tokens, with};

/// Two replicas with the same keys.
struct Pair {
    replicas: Vec<Accounts>,
    _folder: TempDir,
}

impl Pair {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = corners_test_postgres::database().await.unwrap();
        let stores = replicas(&database, 2).await;
        let services = stores
            .into_iter()
            .map(|store| with(folder.path(), store, Options::default()));
        Self {
            replicas: services.collect(),
            _folder: folder,
        }
    }

    /// The one whose turn it is.
    fn turn(&self, number: usize) -> &Accounts {
        &self.replicas[number % 2]
    }

    fn caller(&self, token: &str) -> Caller {
        self.replicas[0].verifier().verify(token, wall_clock()).unwrap()
    }
}

fn call<M>(message: M) -> Request<M> {
    let mut request = Request::new(message);
    request
        .extensions_mut()
        .insert(ClientAddress("198.51.100.7".parse().unwrap()));
    request
}

async fn refresh(replica: &Accounts, refresh_token: &str, request_id: &str) -> Result<Tokens, Status> {
    let request = RefreshTokenRequest {
        request_id: request_id.to_owned(),
        refresh_token: refresh_token.to_owned(),
    };
    let answered = AccountsService::refresh_token(replica, call(request)).await;
    answered.map(Response::into_inner).map(|answer| tokens(answer.tokens))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_replica_has_done_the_other_knows() {
    let pair = Pair::start().await;
    let registered = answer(AccountsService::register(pair.turn(0), call(register("Anna"))).await);
    let first = tokens(registered.tokens);
    let signed_in = answer(AccountsService::sign_in(pair.turn(1), call(sign_in("anna", PASSWORD))).await);
    let second = tokens(signed_in.tokens);
    assert_eq!(second.account, first.account);
    let mut held = first.refresh_token;
    for number in 0..6 {
        held = refresh(pair.turn(number), &held, &request_id())
            .await
            .unwrap()
            .refresh_token;
    }
    let mut sign_out = call(SignOutRequest {});
    sign_out.extensions_mut().insert(pair.caller(&second.access_token));
    answer(AccountsService::sign_out(pair.turn(0), sign_out).await);
    let ended = refresh(pair.turn(1), &second.refresh_token, &request_id()).await;
    assert_eq!(refusal(ended), "TOKEN_REVOKED");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_that_is_asked_for_fifty_times_at_once_is_one() {
    let pair = Pair::start().await;
    let request_id = request_id();
    let calls = (0..50).map(|number| {
        let request = CreateGuestRequest {
            request_id: request_id.clone(),
        };
        AccountsService::create_guest(pair.turn(number), call(request))
    });
    let guests: Vec<_> = join_all(calls).await.into_iter().map(answer).collect();
    let first = tokens(guests[0].tokens.clone());
    for guest in guests {
        let tokens = tokens(guest.tokens);
        assert_eq!(tokens.account, first.account);
        assert_eq!(tokens.refresh_token, first.refresh_token);
    }
    let again = refresh(pair.turn(1), &first.refresh_token, &self::request_id()).await;
    assert_eq!(again.unwrap().account, first.account);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_to_a_refresh_is_given_again_by_both_replicas() {
    let pair = Pair::start().await;
    let request = CreateGuestRequest {
        request_id: request_id(),
    };
    let guest = answer(AccountsService::create_guest(pair.turn(0), call(request)).await);
    let held = tokens(guest.tokens);
    let request_id = request_id();
    let calls = (0..50).map(|number| refresh(pair.turn(number), &held.refresh_token, &request_id));
    let next: Vec<_> = join_all(calls)
        .await
        .into_iter()
        .map(|next| next.unwrap().refresh_token)
        .collect();
    assert!(next.iter().all(|token| *token == next[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_twenty_register_at_once_is_one_players() {
    let pair = Arc::new(Pair::start().await);
    // Each from an address of its own, and written in its own way.
    let calls = (0..20_u8).map(|number| {
        let pair = Arc::clone(&pair);
        async move {
            let name = if number % 2 == 0 { "Anna" } else { "aNNA" };
            let mut request = call(register(name));
            let address = ClientAddress([198, 51, 100, number].into());
            request.extensions_mut().insert(address);
            AccountsService::register(pair.turn(number.into()), request).await
        }
    });
    let (registered, refused): (Vec<_>, Vec<_>) = join_all(calls).await.into_iter().partition(Result::is_ok);
    assert_eq!(registered.len(), 1);
    for refused in refused {
        assert_eq!(refusal(refused), "NAME_TAKEN");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_are_counted_by_both_replicas_together() {
    let pair = Pair::start().await;
    answer(AccountsService::register(pair.turn(0), call(register("Anna"))).await);
    let mut refusals = Vec::new();
    for number in 0..8 {
        let tried = AccountsService::sign_in(pair.turn(number), call(sign_in("Anna", "wrong password"))).await;
        refusals.push(refusal(tried));
    }
    assert_eq!(refusals[..5], ["WRONG_CREDENTIALS"; 5]);
    assert_eq!(refusals[5..], ["RATE_LIMITED"; 3]);
    let right = AccountsService::sign_in(pair.turn(1), call(sign_in("Anna", PASSWORD))).await;
    assert_eq!(
        refusal(right),
        "RATE_LIMITED",
        "whoever guesses is not told that this was it"
    );
}
