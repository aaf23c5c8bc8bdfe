//! A connection to the platform, and the calls that need no token.

use std::sync::Arc;

use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::clock::v1::clock_service_client::ClockServiceClient;
use corners_proto::clock::v1::{GetGameTimeRequest, GetGameTimeResponse};
use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_proto::game::v1::{
    ExplainMoveRequest, ExplainMoveResponse, LegalMove, ListLegalMovesRequest, ListVariantsRequest, Variant,
};
use corners_proto::matchmaking::v1::matchmaking_service_client::MatchmakingServiceClient;
use corners_proto::rating::v1::rating_service_client::RatingServiceClient;
use tokio::time::Instant;
use tonic::transport::Channel;

use crate::error::with_causes;
use crate::{Error, GameClock, Options, movetext, retry};

/// How many readings a new [`GameClock`] is made of.
const CLOCK_SAMPLES: u32 = 3;

/// A connection to the platform. Cloning it shares the connection, which comes back by itself after a break.
#[derive(Clone, Debug)]
pub struct Corners {
    accounts: Channel,
    archive: Channel,
    clock: Channel,
    game: Channel,
    matchmaking: Channel,
    rating: Channel,
    options: Arc<Options>,
}

/// Where the services are, for a platform that has no public address for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// Of accounts, such as `http://127.0.0.1:8082`.
    pub accounts: String,
    /// Of the archive; none for clients that ask nothing of it.
    pub archive: Option<String>,
    /// Of the clock.
    pub clock: String,
    /// Of one replica of game-authority, or of what stands before them.
    pub game: String,
    /// Of one replica of matchmaking, or of what stands before them; none for clients that ask nothing of it.
    pub matchmaking: Option<String>,
    /// Of the rating service; none for clients that ask nothing of it.
    pub rating: Option<String>,
}

impl Corners {
    /// Connects to the platform at an address such as `http://127.0.0.1:8080`.
    ///
    /// # Errors
    /// [`Error::BadAddress`], and [`Error::Connect`] when nobody answers there.
    pub async fn connect(address: &str, options: Options) -> Result<Self, Error> {
        let channel = connect(address, &options).await?;
        Ok(Self::over(channel, options))
    }

    /// Connects to services at addresses of their own.
    ///
    /// # Errors
    /// [`Error::BadAddress`], and [`Error::Connect`] when nobody answers at one of them.
    pub async fn connect_apart(addresses: &Addresses, options: Options) -> Result<Self, Error> {
        let game = connect(&addresses.game, &options).await?;
        Ok(Self {
            accounts: connect(&addresses.accounts, &options).await?,
            archive: connect_if(addresses.archive.as_deref(), &game, &options).await?,
            clock: connect(&addresses.clock, &options).await?,
            matchmaking: connect_if(addresses.matchmaking.as_deref(), &game, &options).await?,
            rating: connect_if(addresses.rating.as_deref(), &game, &options).await?,
            game,
            options: Arc::new(options),
        })
    }

    /// Like [`Corners::connect`], but connects with the first call: for servers that are still starting.
    ///
    /// # Errors
    /// [`Error::BadAddress`].
    pub fn connect_lazy(address: &str, options: Options) -> Result<Self, Error> {
        let channel = options.endpoint(address)?.connect_lazy();
        Ok(Self::over(channel, options))
    }

    /// Speaks over a channel that the caller made, best from [`Options::endpoint`].
    #[must_use]
    pub fn over(channel: Channel, options: Options) -> Self {
        Self {
            accounts: channel.clone(),
            archive: channel.clone(),
            clock: channel.clone(),
            matchmaking: channel.clone(),
            rating: channel.clone(),
            game: channel,
            options: Arc::new(options),
        }
    }

    /// The bounds that this client keeps.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The channel to the tables itself, for services that this SDK has no calls for (health, reflection).
    #[must_use]
    pub fn channel(&self) -> Channel {
        self.game.clone()
    }

    /// The variants that can be played.
    ///
    /// # Errors
    /// [`Error::Unreachable`].
    pub async fn list_variants(&self) -> Result<Vec<Variant>, Error> {
        let send = |request| {
            let mut client = self.game();
            async move { client.list_variants(request).await }
        };
        Ok(retry::call(&self.options, "ListVariants", ListVariantsRequest {}, send)
            .await?
            .variants)
    }

    /// The legal moves of a position, or of the start when `position` is empty.
    ///
    /// # Errors
    /// [`Error::Refused`] with `UNKNOWN_VARIANT` or `INVALID_POSITION`.
    pub async fn list_legal_moves(&self, variant: &str, position: &str) -> Result<Vec<LegalMove>, Error> {
        let request = ListLegalMovesRequest {
            variant: variant.to_owned(),
            position: position.to_owned(),
        };
        let send = |request| {
            let mut client = self.game();
            async move { client.list_legal_moves(request).await }
        };
        Ok(retry::call(&self.options, "ListLegalMoves", request, send).await?.moves)
    }

    /// Whether a move is legal in a position (the start when `position` is empty) and, if not, why.
    ///
    /// # Errors
    /// [`Error::BadMove`], and [`Error::Refused`] with `UNKNOWN_VARIANT` or `INVALID_POSITION`.
    pub async fn explain_move(
        &self,
        variant: &str,
        position: &str,
        movetext: &str,
    ) -> Result<ExplainMoveResponse, Error> {
        let path = movetext::squares(movetext)?;
        let request = ExplainMoveRequest {
            variant: variant.to_owned(),
            position: position.to_owned(),
            path,
        };
        let send = |request| {
            let mut client = self.game();
            async move { client.explain_move(request).await }
        };
        retry::call(&self.options, "ExplainMove", request, send).await
    }

    /// Reads game time.
    ///
    /// # Errors
    /// [`Error::Unreachable`].
    pub async fn game_time(&self) -> Result<GetGameTimeResponse, Error> {
        let send = |request| {
            let mut client = ClockServiceClient::new(self.clock.clone());
            async move { client.get_game_time(request).await }
        };
        retry::call(&self.options, "GetGameTime", GetGameTimeRequest {}, send).await
    }

    /// Reads game time once and tells the clock.
    ///
    /// # Errors
    /// [`Error::Unreachable`].
    pub async fn set_game_clock(&self, clock: &mut GameClock) -> Result<(), Error> {
        let sent = Instant::now();
        let reading = self.game_time().await?;
        clock.record(sent, Instant::now(), reading.game_time_ms);
        Ok(())
    }

    /// A clock that was set by a few readings.
    ///
    /// # Errors
    /// [`Error::Unreachable`].
    pub async fn game_clock(&self) -> Result<GameClock, Error> {
        let mut clock = GameClock::new();
        for _ in 0..CLOCK_SAMPLES {
            self.set_game_clock(&mut clock).await?;
        }
        Ok(clock)
    }

    pub(crate) fn accounts(&self) -> AccountsServiceClient<Channel> {
        AccountsServiceClient::new(self.accounts_channel())
    }

    pub(crate) fn accounts_channel(&self) -> Channel {
        self.accounts.clone()
    }

    pub(crate) fn archive(&self) -> ArchiveServiceClient<Channel> {
        ArchiveServiceClient::new(self.archive_channel())
    }

    pub(crate) fn archive_channel(&self) -> Channel {
        self.archive.clone()
    }

    pub(crate) fn game(&self) -> GameServiceClient<Channel> {
        GameServiceClient::new(self.game.clone())
    }

    pub(crate) fn matchmaking(&self) -> MatchmakingServiceClient<Channel> {
        MatchmakingServiceClient::new(self.matchmaking.clone())
    }

    pub(crate) fn rating(&self) -> RatingServiceClient<Channel> {
        RatingServiceClient::new(self.rating_channel())
    }

    pub(crate) fn rating_channel(&self) -> Channel {
        self.rating.clone()
    }
}

/// A channel to a service that may have no address; then it is at the one that is given.
async fn connect_if(address: Option<&str>, otherwise: &Channel, options: &Options) -> Result<Channel, Error> {
    match address {
        Some(address) => connect(address, options).await,
        None => Ok(otherwise.clone()),
    }
}

async fn connect(address: &str, options: &Options) -> Result<Channel, Error> {
    let connected = options.endpoint(address)?.connect().await;
    connected.map_err(|error| Error::Connect {
        address: address.to_owned(),
        why: with_causes(&error),
    })
}
