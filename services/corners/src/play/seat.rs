//! Who plays, and where: signing in, taking a seat, and going back to one.

use std::path::PathBuf;

use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{CreateTableRequest, CreatorSeats, JoinTableRequest, Table};
use corners_client::{Corners, Error, Session};
use corners_service::startup::MainError;
use tokio::time::{Duration, timeout};

use super::PlayArgs;
use super::kept::{Kept, Left, Shelf, forget};
use super::password::password;

/// How long leaving waits for the sign-out.
const FAREWELL: Duration = Duration::from_secs(2);

/// Somebody at a table.
pub(super) struct Seat {
    pub(super) session: Session,
    pub(super) table: Table,
    /// The file of a guest that this machine keeps.
    kept: Option<PathBuf>,
    /// Who signed in signs out again.
    is_signed_in: bool,
}

impl Seat {
    /// Sits down, looks on, or goes back.
    pub(super) async fn take(corners: &Corners, args: &PlayArgs) -> Result<Self, MainError> {
        if let Some(table) = &args.resume {
            let table = Some(table.as_str()).filter(|table| !table.is_empty());
            let left = Shelf::of(&args.place.server).and_then(|shelf| shelf.find(table));
            let left = left.ok_or("no guest of this machine has left a seat there: nothing to go on with")?;
            return Ok(go_back(corners, left).await?);
        }
        let is_signed_in = args.name.is_some();
        let session = match &args.name {
            Some(name) => {
                let password = password(name, args.password_file.as_deref())?;
                corners.sign_in(name, &password).await?
            }
            None => corners.guest().await?,
        };
        let table = match sit_down(&session, args).await {
            Err(error) if error.is(Reason::SeatTaken) && !is_signed_in && !args.as_new_guest => {
                let left = Shelf::of(&args.place.server).and_then(|shelf| shelf.find(args.join.as_deref()));
                return Ok(go_back(corners, left.ok_or(error)?).await?);
            }
            table => table?,
        };
        let is_kept = !is_signed_in && args.watch.is_none();
        let kept = if is_kept { keep(&session, &table, args) } else { None };
        Ok(Self {
            session,
            table,
            kept,
            is_signed_in,
        })
    }

    /// Leaves: a seat at a table that is over is forgotten, and who has signed in signs out.
    pub(super) async fn leave(self, is_over: bool) {
        if let Some(file) = self.kept.filter(|_| is_over) {
            forget(&file);
        }
        if self.is_signed_in {
            // A platform that is away forgets the session by itself, in time.
            let _ = timeout(FAREWELL, self.session.sign_out()).await;
        }
    }
}

/// Goes on as a guest that this machine kept.
async fn go_back(corners: &Corners, left: Left) -> Result<Seat, Error> {
    let Left { kept, table, tokens } = left;
    let session = corners.session_from(tokens)?;
    let table = match session.get_table(&table).await {
        Err(over @ Error::SessionOver { .. }) => {
            forget(kept.path());
            return Err(over);
        }
        Err(gone) if gone.is(Reason::TableNotLive) => {
            forget(kept.path());
            return Err(gone);
        }
        table => table?,
    };
    let kept = Some(follow(&session, kept));
    Ok(Seat {
        session,
        table,
        kept,
        is_signed_in: false,
    })
}

/// Keeps a guest, if this machine lets it: where nothing can be written, the game goes on all the same.
fn keep(session: &Session, table: &Table, args: &PlayArgs) -> Option<PathBuf> {
    let (shelf, tokens) = (Shelf::of(&args.place.server)?, session.tokens()?);
    let kept = shelf.keep(&table.id, &tokens).ok()?;
    Some(follow(session, kept))
}

/// Writes a session's tokens down each time they are new, as long as the session goes on.
fn follow(session: &Session, mut kept: Kept) -> PathBuf {
    let path = kept.path().to_owned();
    let mut news = session.new_tokens();
    let newest = session.tokens();
    tokio::spawn(async move {
        // They may have changed since the file was read.
        let mut tokens = newest;
        while let Some(current) = tokens {
            // A full disk costs the way back to the table, not the game.
            let _ = kept.store(&current);
            tokens = news.next().await;
        }
    });
    path
}

async fn sit_down(session: &Session, args: &PlayArgs) -> Result<Table, Error> {
    if let Some(table) = &args.join {
        let request = JoinTableRequest {
            table: table.clone(),
            ..Default::default()
        };
        return match session.join_table(request).await {
            // A player who signs in again sits there already.
            Err(error) if error.is(Reason::AlreadySeated) => session.get_table(table).await,
            joined => joined,
        };
    }
    if let Some(table) = &args.watch {
        return session.get_table(table).await;
    }
    let request = CreateTableRequest {
        variant: args.variant.clone(),
        time_control: Some(args.time),
        seats: CreatorSeats::White.into(),
        start_position: args.start.clone(),
        ..Default::default()
    };
    session.create_table(request).await
}
