//! Copies of one call that run at the same moment: all are answered as the one that did it.

use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::{ChangeDisplayNameRequest, ChangePasswordRequest, RecoverAccountRequest};
use futures::future::join_all;

use crate::support::{PASSWORD, Rig, answer, register, request_id, sign_in, tokens};

/// Fewer than the wrong passwords that are free.
const COPIES: usize = 4;

/// Rounds: which copy meets which state is chance.
const ROUNDS: usize = 10;

/// The answers of all copies of a call.
macro_rules! copies {
    ($rig:expr, $method:ident, $call:expr) => {{
        let calls = (0..COPIES).map(|_| AccountsService::$method(&$rig.accounts, $call));
        join_all(calls).await.into_iter().map(answer).collect::<Vec<_>>()
    }};
}

#[tokio::test]
async fn of_a_guest_that_registers() {
    let rig = Rig::new();
    for round in 0..ROUNDS {
        let guest = rig.guest().await;
        let request = register(&format!("Anna_{round}"));
        let answers = copies!(rig, register, rig.call_as(&guest.token, request.clone()));
        for answer in &answers {
            assert_eq!(answer.player.as_ref().unwrap().account, guest.account);
            assert_eq!(answer.recovery_code, answers[0].recovery_code);
        }
    }
}

#[tokio::test]
async fn of_a_sign_in() {
    let rig = Rig::new();
    rig.register("Anna").await;
    for _ in 0..ROUNDS {
        let request = sign_in("Anna", PASSWORD);
        let answers = copies!(rig, sign_in, rig.call(request.clone()));
        let refresh = |index: usize| tokens(answers[index].tokens.clone()).refresh_token;
        assert!((1..COPIES).all(|index| refresh(index) == refresh(0)));
    }
}

#[tokio::test]
async fn of_a_change_of_name_and_of_password() {
    let rig = Rig::new();
    for round in 0..ROUNDS {
        let name = format!("Berta_{round}");
        let here = tokens(rig.register(&name).await.tokens);
        let rename = ChangeDisplayNameRequest {
            request_id: request_id(),
            account: String::new(),
            display_name: format!("Clara_{round}"),
        };
        let answers = copies!(
            rig,
            change_display_name,
            rig.call_as(&here.access_token, rename.clone())
        );
        assert!(answers.iter().all(|answer| answer.player == answers[0].player));
        let password = ChangePasswordRequest {
            request_id: request_id(),
            old_password: PASSWORD.to_owned(),
            new_password: "a new password".to_owned(),
        };
        let answers = copies!(rig, change_password, rig.call_as(&here.access_token, password.clone()));
        assert_eq!(answers.len(), COPIES);
    }
}

#[tokio::test]
async fn of_a_recovery() {
    let rig = Rig::new();
    let mut code = rig.register("Anna").await.recovery_code;
    for round in 0..ROUNDS {
        let request = RecoverAccountRequest {
            request_id: request_id(),
            display_name: "Anna".to_owned(),
            recovery_code: code,
            new_password: format!("new password {round}"),
        };
        let answers = copies!(rig, recover_account, rig.call(request.clone()));
        assert!(
            answers
                .iter()
                .all(|answer| answer.recovery_code == answers[0].recovery_code)
        );
        code = answers[0].recovery_code.clone();
    }
}
