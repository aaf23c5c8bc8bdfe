//! Finding somebody to play with: the lobby, challenges, rematches, and what concerns the account.

mod account;
mod caller;
mod cli;
mod lists;
mod offers;
mod waiting;

pub(crate) use account::{block, events, unblock};
pub(crate) use cli::{
    BlockArgs, ChallengeArgs, DeclineArgs, EventsArgs, LobbyArgs, OfferArgs, PoolsArgs, RematchArgs, SeekArgs,
    UnblockArgs,
};
pub(crate) use lists::{lobby, pools};
pub(crate) use offers::{accept, challenge, decline, rematch, seek};
