//! `corners pools` and `corners lobby`.

use std::io::Write;
use std::time::SystemTime;

use corners_client::proto::matchmaking::v1::watch_lobby_response::Message as News;
use corners_client::proto::matchmaking::v1::{ColourWish, Pool, Seek, Terms, WatchLobbyResponse};
use corners_client::{Marked, Options, Session};
use corners_service::startup::MainError;
use corners_service::time::wall_clock;
use serde_json::Value;

use super::cli::{LobbyArgs, PoolsArgs};
use crate::contract::Contract;
use crate::names::Names;
use crate::play::time_control;
use crate::rows::{self, Row};

/// Prints the pools.
pub(crate) async fn pools(args: PoolsArgs, output: &mut impl Write) -> Result<(), MainError> {
    let corners = args.place.connect(Options::default()).await?;
    let pools = corners.list_pools(&args.variant).await?;
    if args.json {
        let contract = Contract::new()?;
        return pools
            .iter()
            .try_for_each(|pool| contract.write(output, "corners.matchmaking.v1.Pool", pool));
    }
    Ok(rows::write(output, &pools, false, wall_clock())?)
}

/// Prints the seeks of the lobby, and follows what becomes of them.
pub(crate) async fn lobby(args: LobbyArgs, output: &mut impl Write) -> Result<(), MainError> {
    let caller = args.caller;
    let corners = caller.place.connect(Options::default()).await?;
    let session = match caller.who.named(&corners).await? {
        Some(who) => who.session,
        None => corners.guest().await?,
    };
    let contract = Contract::new()?;
    let mut lobby = session.watch_lobby();
    while let Some(told) = lobby.next().await {
        let Marked { mark, news } = told?;
        let is_all = matches!(news, News::Snapshot(_));
        if caller.json {
            let message = Some(news);
            let name = "corners.matchmaking.v1.WatchLobbyResponse";
            contract.write(output, name, &WatchLobbyResponse { mark, message })?;
        } else {
            show(output, &session, news).await?;
        }
        if is_all && args.once {
            return Ok(());
        }
    }
    Ok(())
}

async fn show(output: &mut impl Write, session: &Session, news: News) -> Result<(), MainError> {
    match news {
        News::Snapshot(snapshot) => {
            let owners = snapshot
                .seeks
                .iter()
                .filter_map(|seek| Some(seek.owner.as_ref()?.account.as_str()));
            let names = Names::of(session, owners).await;
            let named: Vec<_> = snapshot
                .seeks
                .into_iter()
                .map(|seek| Named::new(seek, &names))
                .collect();
            rows::write(output, &named, false, wall_clock())?;
        }
        News::Added(seek) => {
            let owner = seek.owner.clone().unwrap_or_default();
            let names = Names::of(session, [owner.account.as_str()]).await;
            let cells = Named::new(seek, &names).cells(wall_clock());
            writeln!(output, "+ {}", cells.join("  "))?;
        }
        News::Removed(id) => writeln!(output, "- {id}")?,
        News::Pulse(_) | News::Ending(_) => {}
    }
    Ok(output.flush()?)
}

/// A seek with its owner's name.
struct Named {
    seek: Seek,
    owner: String,
}

impl Named {
    fn new(seek: Seek, names: &Names) -> Self {
        let owner = names.opponent(&seek.owner.clone().unwrap_or_default());
        Self { seek, owner }
    }
}

impl Row for Named {
    const COLUMNS: &'static [&'static str] = &["SEEK", "VARIANT", "TIME", "STAKE", "SIDE", "RATINGS", "BY"];

    fn cells(&self, _now: SystemTime) -> Vec<String> {
        let terms = self.seek.terms.clone().unwrap_or_default();
        // The side that is left for whoever accepts it.
        let side = match self.seek.colour() {
            ColourWish::Unspecified => "either",
            ColourWish::White => "black",
            ColourWish::Black => "white",
        };
        let bound = |bound: Option<i32>| bound.map_or_else(String::new, |bound| bound.to_string());
        let (lowest, highest) = (bound(self.seek.lowest_rating), bound(self.seek.highest_rating));
        vec![
            self.seek.id.clone(),
            terms.variant.clone(),
            time_control::show(terms.time_control.as_ref()),
            stake(&terms).to_owned(),
            side.to_owned(),
            if lowest.is_empty() && highest.is_empty() {
                "any".to_owned()
            } else {
                format!("{lowest}..{highest}")
            },
            self.owner.clone(),
        ]
    }

    fn object(&self) -> Value {
        Value::Null
    }
}

const fn stake(terms: &Terms) -> &'static str {
    if terms.rated { "rated" } else { "casual" }
}

impl Row for Pool {
    const COLUMNS: &'static [&'static str] = &["VARIANT", "TIME", "STAKE", "WITH", "WAITING", "USUAL WAIT"];

    fn cells(&self, _now: SystemTime) -> Vec<String> {
        let terms = self.terms.clone().unwrap_or_default();
        let usual_wait = self.usual_wait.map_or_else(String::new, |wait| {
            format!("{:.0} s", wait.seconds as f64 + f64::from(wait.nanos) / 1e9)
        });
        vec![
            terms.variant.clone(),
            time_control::show(terms.time_control.as_ref()),
            stake(&terms).to_owned(),
            if self.bots { "people and bots" } else { "people" }.to_owned(),
            self.waiting.to_string(),
            usual_wait,
        ]
    }

    fn object(&self) -> Value {
        Value::Null
    }
}
