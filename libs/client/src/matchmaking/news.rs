//! What comes and goes: in the lobby, and for the account.

use corners_proto::matchmaking::v1::watch_account_response::Message as AccountMessage;
use corners_proto::matchmaking::v1::watch_lobby_response::Message as LobbyMessage;
use corners_proto::matchmaking::v1::{
    WatchAccountRequest, WatchAccountResponse, WatchLobbyRequest, WatchLobbyResponse,
};
use tokio::sync::watch;
use tonic::{Request, Response, Status, Streaming};

use crate::access::Bearer;
use crate::follow::{Followed, Following, Step, follow};
use crate::{Corners, Error, Link, Session};

/// A piece of news.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked<News> {
    /// Following from this mark goes on behind the news. Store what you derive from it together with the mark, and it is
    /// applied once.
    pub mark: String,
    /// What it says.
    pub news: News,
}

macro_rules! news {
    ($(
        $(#[$doc:meta])*
        $news:ident, $followed:ident: $call:literal = $method:ident($request:ident) -> $response:ident, $message:ident
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $news(Following<Marked<$message>>);

        impl $news {
            /// What comes next: a snapshot, unless it goes on from a mark whose news are still kept; then everything once and
            /// in order. Nothing behind an error. Safe to cancel.
            pub async fn next(&mut self) -> Option<Result<Marked<$message>, Error>> {
                self.0.updates.recv().await
            }

            /// How it is connected, for those who show it.
            #[must_use]
            pub fn link(&self) -> watch::Receiver<Link> {
                self.0.link.clone()
            }
        }

        struct $followed {
            mark: String,
        }

        impl Followed for $followed {
            const CALL: &'static str = $call;
            type Message = $response;
            type Update = Marked<$message>;

            async fn open(&self, corners: &Corners, bearer: &Bearer) -> Result<Streaming<$response>, Status> {
                let resume_after = self.mark.clone();
                let request = bearer.sign(Request::new($request { resume_after }));
                corners.matchmaking().$method(request).await.map(Response::into_inner)
            }

            fn take(&mut self, message: $response, _: &Session) -> Result<Step<Self::Update>, Error> {
                if !message.mark.is_empty() {
                    self.mark = message.mark;
                }
                Ok(match message.message {
                    // What an ending says follows as the status, and where to resume is what was received.
                    Some($message::Pulse(_) | $message::Ending(_)) | None => Step::Nothing,
                    Some(news) => Step::Tell(Marked { mark: self.mark.clone(), news }),
                })
            }
        }
    )*};
}

news! {
    /// What concerns an account: challenges, offers, games that start; over breaks of the connection, restarts and draining
    /// servers. An error is the last thing it yields.
    AccountNews, Account: "WatchAccount" = watch_account(WatchAccountRequest) -> WatchAccountResponse, AccountMessage

    /// The seeks of the lobby, over breaks of the connection, restarts and draining servers. An error is the last thing it
    /// yields.
    LobbyNews, Lobby: "WatchLobby" = watch_lobby(WatchLobbyRequest) -> WatchLobbyResponse, LobbyMessage
}

impl Session {
    /// Follows what concerns the account, from a mark that an application kept, or from a snapshot on.
    #[must_use]
    pub fn watch_account(&self, resume_after: Option<String>) -> AccountNews {
        let mark = resume_after.unwrap_or_default();
        AccountNews(follow(self.clone(), Account { mark }))
    }

    /// Follows the seeks of the lobby.
    #[must_use]
    pub fn watch_lobby(&self) -> LobbyNews {
        let mark = String::new();
        LobbyNews(follow(self.clone(), Lobby { mark }))
    }
}
