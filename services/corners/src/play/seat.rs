//! Who plays, and where: taking a seat, and going back to one.

use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{CreateTableRequest, CreatorSeats, JoinTableRequest, Table};
use corners_client::{Corners, Error, Session};
use corners_service::startup::MainError;

use super::PlayArgs;
use super::kept::{Left, Shelf};
use crate::place::PlaceArgs;
use crate::who::Who;

/// Somebody at a table.
pub(crate) struct Seat {
    pub(crate) who: Who,
    pub(crate) table: Table,
}

impl Seat {
    /// Sits down, looks on, or goes back.
    pub(super) async fn take(corners: &Corners, args: &PlayArgs) -> Result<Self, MainError> {
        if let Some(table) = &args.resume {
            let table = Some(table.as_str()).filter(|table| !table.is_empty());
            let left = Shelf::of(&args.place.server).and_then(|shelf| shelf.find(table));
            let left = left.ok_or("nobody of this machine has left a seat there: nothing to go on with")?;
            return Ok(go_back(corners, left).await?);
        }
        let named = args.who.named(corners).await?;
        let is_named = named.is_some();
        let mut who = match named {
            Some(who) => who,
            None => Who::guest(corners).await?,
        };
        let table = match sit_down(&who.session, args).await {
            Err(error) if error.is(Reason::SeatTaken) && !is_named && !args.as_new_guest => {
                let left = Shelf::of(&args.place.server).and_then(|shelf| shelf.find(args.join.as_deref()));
                return Ok(go_back(corners, left.ok_or(error)?).await?);
            }
            table => table?,
        };
        if args.watch.is_none() {
            who.sit(&table.id, &args.place);
        }
        Ok(Self { who, table })
    }

    /// The seat that somebody has at a table.
    pub(crate) async fn at(mut who: Who, table: &str, place: &PlaceArgs) -> Result<Self, Error> {
        let table = who.session.get_table(table).await?;
        who.sit(&table.id, place);
        Ok(Self { who, table })
    }

    /// Leaves: a seat at a table that is over is forgotten.
    pub(super) async fn leave(self, is_over: bool) {
        if is_over {
            self.who.stand_up();
        }
        self.who.leave().await;
    }
}

/// Goes on as somebody whom this machine kept.
async fn go_back(corners: &Corners, left: Left) -> Result<Seat, Error> {
    let table = left.table.clone();
    let who = Who::kept(corners, left)?;
    let table = match who.session.get_table(&table).await {
        Err(over) if matches!(over, Error::SessionOver { .. }) || over.is(Reason::TableNotLive) => {
            who.stand_up();
            return Err(over);
        }
        table => table?,
    };
    Ok(Seat { who, table })
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
