//! The edge: the three services of accounts. Each method is in the module of its theme.

mod admin;
mod bots;
mod exchange;
mod guest;
mod identity;
mod internal;
mod names;
mod parse;
mod password;
mod personal_data;
mod personal_tokens;
mod players;
mod recover;
mod refresh;
mod register;
mod sessions;
mod sign_in;
mod tokens;
mod views;

use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::*;
use tonic::{Request, Response, Status};

use crate::accounts::Accounts;

pub use views::OPERATOR;

macro_rules! methods {
    ($($method:ident($request:ident) -> $response:ident;)*) => {
        #[tonic::async_trait]
        impl AccountsService for Accounts {
            $(
                async fn $method(&self, request: Request<$request>) -> Result<Response<$response>, Status> {
                    self.still_stands(&request).await?;
                    // Boxed, so that no call carries the largest method's state.
                    let answer = Box::pin(Accounts::$method(self, request)).await?;
                    Ok(Response::new(answer))
                }
            )*
        }
    };
}

methods! {
    create_guest(CreateGuestRequest) -> CreateGuestResponse;
    register(RegisterRequest) -> RegisterResponse;
    sign_in(SignInRequest) -> SignInResponse;
    recover_account(RecoverAccountRequest) -> RecoverAccountResponse;
    sign_in_with_identity(SignInWithIdentityRequest) -> SignInWithIdentityResponse;
    refresh_token(RefreshTokenRequest) -> RefreshTokenResponse;
    exchange_token(ExchangeTokenRequest) -> ExchangeTokenResponse;
    batch_get_players(BatchGetPlayersRequest) -> BatchGetPlayersResponse;
    get_my_account(GetMyAccountRequest) -> GetMyAccountResponse;
    change_display_name(ChangeDisplayNameRequest) -> ChangeDisplayNameResponse;
    change_password(ChangePasswordRequest) -> ChangePasswordResponse;
    sign_out(SignOutRequest) -> SignOutResponse;
    list_sessions(ListSessionsRequest) -> ListSessionsResponse;
    revoke_session(RevokeSessionRequest) -> RevokeSessionResponse;
    create_bot(CreateBotRequest) -> CreateBotResponse;
    list_bots(ListBotsRequest) -> ListBotsResponse;
    delete_bot(DeleteBotRequest) -> DeleteBotResponse;
    create_personal_token(CreatePersonalTokenRequest) -> CreatePersonalTokenResponse;
    list_personal_tokens(ListPersonalTokensRequest) -> ListPersonalTokensResponse;
    revoke_personal_token(RevokePersonalTokenRequest) -> RevokePersonalTokenResponse;
    export_account(ExportAccountRequest) -> ExportAccountResponse;
    delete_account(DeleteAccountRequest) -> DeleteAccountResponse;
}
