//! Connections to the platform, spread over its replicas.

use corners_client::{Addresses, CaBundle, Corners, Error, Options, Session};

use super::cli::LoadArgs;

/// How many streams share a connection; servers allow 256 by default.
const STREAMS_PER_CONNECTION: usize = 200;

/// At how many tables a guest sits; servers allow an account 200 by default.
const SEATS_PER_GUEST: usize = 100;

/// The platform.
#[derive(Clone, Debug)]
pub(crate) struct Platform {
    place: Place,
    options: Options,
}

/// Where the platform is.
#[derive(Clone, Debug)]
enum Place {
    /// At one address.
    One(String),
    /// At addresses of its services, one entry for each replica of game-authority.
    Apart(Vec<Addresses>),
}

impl Platform {
    /// The one that the command line names.
    ///
    /// # Errors
    /// Authorities that cannot be read.
    pub(crate) fn of(args: &LoadArgs) -> Result<Self, Error> {
        let options = Options {
            ca: args.ca.as_deref().map(CaBundle::from_file).transpose()?,
            ..Options::default()
        };
        let place = Place::of(args);
        Ok(Self { place, options })
    }

    /// Connections, each to the next replica.
    pub(crate) async fn connect(&self, count: usize) -> Result<Vec<Corners>, Error> {
        let mut connections = Vec::with_capacity(count);
        for number in 0..count {
            let options = self.options.clone();
            connections.push(match &self.place {
                Place::One(address) => Corners::connect(address, options).await?,
                Place::Apart(replicas) => Corners::connect_apart(&replicas[number % replicas.len()], options).await?,
            });
        }
        Ok(connections)
    }

    /// Guests who sit at so many seats, spread over the connections.
    pub(crate) async fn players(&self, connections: &[Corners], seats: usize) -> Result<Vec<Session>, Error> {
        // As many on each connection, so that neighbours are never on the same one.
        let guests = seats.div_ceil(SEATS_PER_GUEST).max(1);
        let guests = guests.next_multiple_of(connections.len().max(1));
        let mut players = Vec::with_capacity(guests);
        for connection in connections.iter().cycle().take(guests) {
            players.push(connection.guest().await?);
        }
        Ok(players)
    }

    /// Sessions for so many streams, on as many connections as they need.
    pub(crate) async fn watchers(&self, streams: usize) -> Result<Vec<Session>, Error> {
        let connections = self.connect(streams.div_ceil(STREAMS_PER_CONNECTION)).await?;
        self.players(&connections, 0).await
    }
}

impl Place {
    fn of(args: &LoadArgs) -> Self {
        let (Some(accounts), Some(clock)) = (&args.accounts, &args.clock) else {
            return Self::One(args.server.clone());
        };
        let replicas = args.game.iter().map(|game| Addresses {
            accounts: accounts.clone(),
            archive: None,
            matchmaking: None,
            rating: None,
            clock: clock.clone(),
            game: game.clone(),
        });
        Self::Apart(replicas.collect())
    }
}
