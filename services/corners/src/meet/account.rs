//! `corners block`, `unblock` and `events`.

use std::io::Write;

use corners_client::proto::matchmaking::v1::{
    BlockPlayerResponse, ListBlockedPlayersResponse, UnblockPlayerResponse, WatchAccountResponse,
};
use corners_client::{Marked, Options};
use corners_service::startup::MainError;

use super::caller::Caller;
use super::cli::{BlockArgs, EventsArgs, UnblockArgs};
use crate::contract::Contract;
use crate::names::Names;
use crate::play::message;

/// Blocks a player, or prints who is blocked.
pub(crate) async fn block(args: BlockArgs) -> Result<(), MainError> {
    let caller = Caller::new(args.caller).await?;
    let session = &caller.who.session;
    match args.account {
        Some(account) => {
            session.block_player(&account).await?;
            let name = "corners.matchmaking.v1.BlockPlayerResponse";
            caller.say(&format!("{account} is blocked"), name, &BlockPlayerResponse {})?;
        }
        None => {
            let accounts = session.blocked_players().await?;
            let names = Names::of(session, accounts.iter().map(String::as_str)).await;
            let lines: Vec<_> = accounts
                .iter()
                .map(|account| format!("{account}  {}", names.name(account)))
                .collect();
            let sentence = match &lines[..] {
                [] => "nobody is blocked".to_owned(),
                lines => lines.join("\n"),
            };
            let name = "corners.matchmaking.v1.ListBlockedPlayersResponse";
            caller.say(&sentence, name, &ListBlockedPlayersResponse { accounts })?;
        }
    }
    caller.who.leave().await;
    Ok(())
}

/// Blocks a player no longer.
pub(crate) async fn unblock(args: UnblockArgs) -> Result<(), MainError> {
    let caller = Caller::new(args.caller).await?;
    caller.who.session.unblock_player(&args.account).await?;
    let (sentence, name) = (
        format!("{} is not blocked", args.account),
        "corners.matchmaking.v1.UnblockPlayerResponse",
    );
    caller.say(&sentence, name, &UnblockPlayerResponse {})?;
    caller.who.leave().await;
    Ok(())
}

/// Follows what concerns the account, for programs.
pub(crate) async fn events(args: EventsArgs, output: &mut impl Write) -> Result<(), MainError> {
    let corners = args.place.connect(Options::default()).await?;
    let who = args.who.player(&corners, &args.place, message).await?;
    let contract = Contract::new()?;
    let mut news = who.session.watch_account(args.after);
    while let Some(told) = news.next().await {
        let Marked { mark, news } = told?;
        let message = Some(news);
        let name = "corners.matchmaking.v1.WatchAccountResponse";
        contract.write(output, name, &WatchAccountResponse { mark, message })?;
    }
    Ok(())
}
