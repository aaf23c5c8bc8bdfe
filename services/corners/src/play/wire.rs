//! The platform's side of playing: what it says, as inputs, and what is asked of it.

use corners_client::proto::matchmaking::v1::watch_account_response::Message as AccountMessage;
use corners_client::{AccountNews, Corners, Link, Session, Watch};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Duration, Instant, MissedTickBehavior, interval};

use super::act::{self, Action};
use super::model::Model;
use super::rated;
use super::update::Input;

/// How often game time is read again, so that clocks do not drift.
const READ_AGAIN: Duration = Duration::from_secs(60);

/// The connection of one player to one table.
pub(crate) struct Wire {
    session: Session,
    table: String,
    watch: Watch,
    is_watch_over: bool,
    link: watch::Receiver<Link>,
    calls: JoinSet<Option<Input>>,
    read_again: tokio::time::Interval,
    /// What concerns the account, once the game is over.
    news: Option<AccountNews>,
    is_settled: bool,
}

impl Wire {
    pub(crate) fn new(session: Session, table: String) -> Self {
        let watch = session.watch([table.clone()]);
        let link = watch.link();
        let mut read_again = interval(READ_AGAIN);
        read_again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            session,
            table,
            watch,
            is_watch_over: false,
            link,
            calls: JoinSet::new(),
            read_again,
            news: None,
            is_settled: false,
        }
    }

    /// Once the game is over: listens for an offer to play again, and asks what became of the rating.
    pub(crate) fn settle(&mut self, model: &Model) {
        if self.is_settled || !model.is_over() {
            return;
        }
        self.is_settled = true;
        if model.may_rematch() {
            self.news = Some(self.session.watch_account(None));
        }
        if model.is_for_rating() {
            let (session, table, side) = (self.session.clone(), self.table.clone(), model.side());
            self.calls
                .spawn(async move { Some(Input::Rating(rated::told(&session, &table, side).await)) });
        }
    }

    /// Offers to play again, or accepts the rival's offer; the answer is an input.
    pub(crate) fn offer_rematch(&mut self) {
        let (session, table) = (self.session.clone(), self.table.clone());
        self.calls
            .spawn(async move { Some(Input::Rematch(session.offer_rematch(&table).await.map(Some))) });
    }

    /// Declines to play again; the answer is an input.
    pub(crate) fn decline_rematch(&mut self) {
        let (session, table) = (self.session.clone(), self.table.clone());
        self.calls
            .spawn(async move { Some(Input::Rematch(session.decline_rematch(&table).await.map(|()| None))) });
    }

    /// Does an action; its answer is an input.
    pub(crate) fn act(&mut self, action: Action) {
        let (session, table) = (self.session.clone(), self.table.clone());
        self.calls
            .spawn(async move { Some(Input::Answer(Box::new(act::perform(session, table, action).await))) });
    }

    /// Reads game time; the reading is an input.
    pub(crate) fn read_game_time(&mut self) {
        self.calls.spawn(read_game_time(self.session.corners().clone()));
    }

    /// Asks what accounts are called; the answer is an input.
    pub(crate) fn ask_names(&mut self, accounts: Vec<String>) {
        let session = self.session.clone();
        self.calls.spawn(async move {
            // Without names the players are shown by their accounts.
            let players = session.players(accounts).await.ok()?.into_iter();
            let names = players.map(|player| (player.account, player.display_name));
            Some(Input::Names(names.collect()))
        });
    }

    /// The next input. Safe to cancel.
    pub(crate) async fn next(&mut self) -> Input {
        loop {
            tokio::select! {
                update = self.watch.next(), if !self.is_watch_over => match update {
                    Some(Ok(update)) => return Input::Watch(update),
                    over => {
                        self.is_watch_over = true;
                        return Input::WatchEnded(over.and_then(Result::err));
                    }
                },
                news = next(&mut self.news) => match news {
                    Some(news) => return Input::News(Box::new(news)),
                    None => self.news = None,
                },
                Ok(()) = self.link.changed() => return Input::Link(self.link.borrow_and_update().clone()),
                Some(done) = self.calls.join_next() => match done {
                    Ok(Some(input)) => return input,
                    Ok(None) => {}
                    Err(failed) if failed.is_panic() => std::panic::resume_unwind(failed.into_panic()),
                    Err(_) => {}
                },
                _ = self.read_again.tick() => self.read_game_time(),
            }
        }
    }
}

/// The next news; nothing when there will be none any more. Where nobody listens, it does not come.
async fn next(news: &mut Option<AccountNews>) -> Option<AccountMessage> {
    match news {
        Some(news) => Some(news.next().await?.ok()?.news),
        None => std::future::pending().await,
    }
}

/// A reading that does not come is no loss: the next one will.
async fn read_game_time(corners: Corners) -> Option<Input> {
    let asked = Instant::now();
    let reading = corners.game_time().await.ok()?;
    Some(Input::GameTime(asked, reading.game_time_ms))
}
