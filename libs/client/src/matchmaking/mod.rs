//! Finding somebody to play with: pools, the lobby, challenges, rematches, organisers' pairings, and the account's stream.

mod blocks;
mod bulk;
mod find;
mod news;
mod offers;

use std::fmt::Debug;

use corners_proto::ids::RequestId;
use corners_proto::matchmaking::v1::{
    AcceptChallengeRequest, AcceptSeekRequest, BlockPlayerRequest, CancelBulkPairingRequest, CancelChallengeRequest,
    CancelSeekRequest, CreateBulkPairingRequest, CreateChallengeRequest, CreateSeekRequest, DeclineChallengeRequest,
    DeclineRematchRequest, OfferRematchRequest, UnblockPlayerRequest,
};

pub use find::{FindMatch, Finding};
pub use news::{AccountNews, LobbyNews, Marked};

/// A call of matchmaking.
macro_rules! call {
    ($session:expr, $call:literal, $method:ident, $request:expr) => {{
        let send = |request| {
            let mut client = $session.corners().matchmaking();
            async move { client.$method(request).await }
        };
        $session.send($call, $request, send).await
    }};
}
use call;

/// A request whose id names the call.
trait Identified: Clone + Debug {
    fn request_id(&mut self) -> &mut String;

    /// With an id, so that every try has the same.
    fn identified(mut self) -> Self {
        let id = self.request_id();
        if id.is_empty() {
            *id = RequestId::random().to_string();
        }
        self
    }
}

macro_rules! identified {
    ($($request:ident)*) => {$(
        impl Identified for $request {
            fn request_id(&mut self) -> &mut String {
                &mut self.request_id
            }
        }
    )*};
}

identified! {
    AcceptChallengeRequest AcceptSeekRequest BlockPlayerRequest CancelBulkPairingRequest CancelChallengeRequest CancelSeekRequest
    CreateBulkPairingRequest CreateChallengeRequest CreateSeekRequest DeclineChallengeRequest DeclineRematchRequest
    OfferRematchRequest UnblockPlayerRequest
}
