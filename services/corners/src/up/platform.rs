//! The services of the platform, mounted in one process.

use std::path::PathBuf;
use std::sync::Arc;

use corners_accounts::signing::Signer;
use corners_accounts::store::EmbeddedAccountsStore;
use corners_accounts::{Accounts, JWKS_PATH, JWKS_TYPE, operator_token_in};
use corners_archive::Archive;
use corners_archive::store::EmbeddedArchiveStore;
use corners_clock::Clock;
use corners_clock::store::EmbeddedClockStore;
use corners_embedded::{Durability, Location};
use corners_game_authority::GameAuthority;
use corners_game_authority::store::EmbeddedTables;
use corners_matchmaking::store::EmbeddedMatchmakingStore;
use corners_matchmaking::{Matchmaking, Peers};
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_rating::Rating;
use corners_rating::store::EmbeddedRatingStore;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_service::server::{BoundServer, Server, serve_all};
use corners_service::startup::MainError;
use corners_service::time::{wall_clock, wall_clock_ms};
use corners_web::Page;
use tokio::task::JoinHandle;

use super::settings::Settings;

/// The platform, listening.
pub(crate) struct Platform {
    server: BoundServer,
    scheme: &'static str,
    folder: PathBuf,
    loops: Vec<JoinHandle<()>>,
}

impl Platform {
    /// Opens the stores and mounts the services. Their internal calls stay in the process: nothing internal is served.
    pub(crate) async fn start(settings: Settings, drain: &Drain) -> Result<Self, MainError> {
        let folder = settings.data.folder;
        let file = |name: &str| Location::File(folder.join(name));

        let signer = Signer::open(&folder, wall_clock())?;
        let accounts_store = EmbeddedAccountsStore::open(file("accounts.db"))?;
        let mut options = settings.accounts;
        if options.operator_token.is_none() {
            options.operator_token = Some(operator_token_in(&folder)?);
        }
        let accounts = Accounts::new(Arc::new(accounts_store), signer, options);

        let clock_store = EmbeddedClockStore::open(file("clock.db"), Arc::new(wall_clock_ms)).await?;
        let clock = Clock::new(Arc::new(clock_store), settings.clock).await?;

        let tables = EmbeddedTables::open(file("game.db"), Durability::Full).await?;
        let to_clock = InternalChannel::in_process(clock.internal_server());
        let game = GameAuthority::new(Arc::new(tables), to_clock, settings.game, drain.clone());
        let to_game = || InternalChannel::in_process(game.internal_server());

        let archive_store = EmbeddedArchiveStore::open(file("archive.db"))?;
        let archive = Archive::new(Arc::new(archive_store), settings.archive, to_game(), drain.clone())?;

        let rating_store = EmbeddedRatingStore::open(file("rating.db"))?;
        let to_archive = InternalChannel::in_process(archive.server());
        let rating = Rating::new(
            Arc::new(rating_store),
            settings.rating,
            to_archive,
            folder.clone(),
            drain.clone(),
        )
        .await?;

        let matchmaking_store = EmbeddedMatchmakingStore::open(file("matchmaking.db"), Arc::new(wall_clock_ms))?;
        let peers = Peers::new(
            to_game(),
            InternalChannel::in_process(rating.server()),
            InternalChannel::in_process(accounts.internal_server()),
            InternalChannel::in_process(archive.server()),
        );
        let matchmaking = Matchmaking::new(Arc::new(matchmaking_store), settings.matchmaking, peers, drain.clone());

        let scheme = if settings.tls.is_on() { "https" } else { "http" };
        let server = Server::public(settings.server, drain.clone())
            .tls(settings.tls)?
            .limits(&settings.limits)
            .authenticator(accounts.verifier())
            .publish(JWKS_PATH, JWKS_TYPE, accounts.jwks())
            .page(Page::built())
            .add_service(accounts.server())
            .add_service(accounts.admin_server())
            .add_service(archive.server())
            .add_service(archive.admin_server())
            .add_service(clock.server())
            .add_service(game.server())
            .add_service(game.admin_server())
            .add_service(matchmaking.server())
            .add_service(rating.server())
            .add_service(rating.admin_server())
            .bind()
            .await?;
        let loops = vec![
            accounts.start(drain),
            archive.start(),
            game.start(),
            clock.start(GameInternalServiceClient::new(to_game()), drain),
            rating.start(),
            matchmaking.start(),
        ];
        Ok(Self {
            server,
            scheme,
            folder,
            loops,
        })
    }

    /// The URL that the platform is at, for those on this machine.
    pub(crate) fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.server.address())
    }

    /// Whether it has a page for browsers.
    pub(crate) fn has_page(&self) -> bool {
        Page::built().is_there()
    }

    /// The folder that holds the platform's data.
    pub(crate) fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// Serves until the drain is over, then lets the background loops end.
    pub(crate) async fn serve(self, drain: &Drain) -> Result<(), MainError> {
        serve_all(vec![self.server], drain).await;
        Ok(drain.end_of(self.loops).await?)
    }
}
