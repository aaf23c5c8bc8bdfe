//! Making all ratings a second time, to compare them.
//!
//! The second time is in a file of its own, by the same code, from the same results and by the policies that were in force. Every
//! event has to be the same to the last bit (but for when it was recorded), and every rating in use what the last change of its
//! chain says.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use corners_embedded::Location;
use corners_glicko::Rating;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_service::internal::InternalChannel;
use corners_service::time::wall_clock_ms;

use tempfile::{Builder, TempDir};

use crate::domain::{Change, Happened, PlayerIn, Policy, RatingEvent, Standing, Told};
use crate::results::{Broken, Next, ResultStream};
use crate::store::{Chain, EmbeddedRatingStore, Place, RatingStore, Results, StoreError, Taken};

/// How many events or ratings are compared at once.
const PAGE: u32 = 512;

/// What the names of folders of verifications begin with.
const PREFIX: &str = "verification-";

/// A verification.
pub(crate) struct Verification {
    store: Arc<dyn RatingStore>,
    archive: ArchiveServiceClient<InternalChannel>,
    again: EmbeddedRatingStore,
    /// The policies, the first to come into force last, each with the position of the event before it.
    policies: Vec<(u64, Policy)>,
    stream: Option<ResultStream>,
    /// What is made again.
    place: Option<Place>,
    compared: u64,
    total: u64,
    /// How far the results were taken when it began.
    results: u64,
    /// The epoch that it began in.
    epoch: u64,
    is_over: bool,
    /// The folder of the file, which goes with it.
    _scratch: TempDir,
}

/// Why a verification cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CannotVerify {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the result feed cannot be read")]
    Feed(#[from] Broken),
    #[error("the archive tells results up to {reached} only, where those up to {results} are taken: begin again later")]
    Short {
        /// How far it tells them.
        reached: u64,
        /// How far they were taken.
        results: u64,
    },
    #[error("the ratings are being made anew since it began: begin again when they are")]
    Rebuilt,
    #[error("there is no place for a file")]
    Folder(#[from] std::io::Error),
}

/// What is not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference(pub(crate) String);

/// A step of a verification.
pub(crate) enum Step {
    /// So many of the events are compared, and the same.
    Compared(u64),
    /// There is no more to compare.
    Done(Result<(), Difference>),
}

impl Verification {
    /// Begins; `folder` is where the ratings are made a second time.
    pub(crate) async fn begin(
        store: Arc<dyn RatingStore>,
        archive: ArchiveServiceClient<InternalChannel>,
        folder: &Path,
    ) -> Result<Self, CannotVerify> {
        let scratch = Builder::new().prefix(PREFIX).tempdir_in(folder)?;
        let again = EmbeddedRatingStore::open(Location::File(scratch.path().join("rating.db")))?;
        // Before the policies: what comes later is not compared.
        let taken = store.place().await?;
        let head = store.head().await?;
        let total = head.last;
        let mut policies = store.policies().await?;
        policies.reverse();
        Ok(Self {
            store,
            archive,
            again,
            policies,
            stream: None,
            place: None,
            compared: 0,
            total,
            results: taken.map_or(0, |place| place.sequence),
            epoch: head.epoch(),
            is_over: false,
            _scratch: scratch,
        })
    }

    /// How many events there are to compare.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    /// How far the results were taken when it began.
    pub(crate) const fn results(&self) -> u64 {
        self.results
    }

    /// The next step; none when it is over.
    pub(crate) async fn step(&mut self) -> Result<Option<Step>, CannotVerify> {
        if self.is_over {
            return Ok(None);
        }
        let step = self.compare().await?;
        self.is_over = matches!(step, Step::Done(_));
        Ok(Some(step))
    }

    async fn compare(&mut self) -> Result<Step, CannotVerify> {
        if self.compared >= self.total {
            let compared = match self.compare_standings().await? {
                Ok(()) => self.compare_chains().await?,
                difference => difference,
            };
            return Ok(Step::Done(compared));
        }
        let behind = self.place.as_ref().map_or(0, |place| place.sequence);
        let next = match &mut self.stream {
            Some(stream) => stream.next(behind).await?,
            None => {
                let opened = ResultStream::open(&mut self.archive, None).await?;
                self.stream.insert(opened).next(behind).await?
            }
        };
        let Next::Results(results) = next else {
            // An archive that cannot read its store has nothing new to tell, either.
            if behind < self.results {
                return Err(CannotVerify::Short {
                    reached: behind,
                    results: self.results,
                });
            }
            let (made, total) = (self.compared, self.total);
            let short = format!("the result feed makes {made} events, where there are {total}");
            return Ok(Step::Done(Err(Difference(short))));
        };
        match self.make_again(results).await? {
            Ok(()) => Ok(Step::Compared(self.compared)),
            Err(_) if self.store.head().await?.epoch() != self.epoch => Err(CannotVerify::Rebuilt),
            Err(difference) => Ok(Step::Done(Err(difference))),
        }
    }

    /// Makes ratings of results, by the policy that was in force for each, and compares what became of them.
    async fn make_again(
        &mut self,
        mut results: Vec<(Place, Option<Told>)>,
    ) -> Result<Result<(), Difference>, CannotVerify> {
        while !results.is_empty() {
            let made = self.again.head().await?.last;
            while self.policies.last().is_some_and(|(before, _)| *before <= made) {
                if let Some((_, policy)) = self.policies.pop() {
                    self.again.adopt(&policy).await?;
                }
            }
            // A result makes one event at most: so many do not reach beyond the next policy.
            let by_this = self.policies.last().map_or(u64::MAX, |(before, _)| before - made);
            let count = results.len().min(usize::try_from(by_this).unwrap_or(usize::MAX));
            let rest = results.split_off(count);
            let end = results.last().map(|(place, _)| place.clone());
            let batch = Results {
                behind: self.place.clone(),
                results,
            };
            if let Taken::Elsewhere(_) = self.again.take(batch, wall_clock_ms()).await? {
                return Ok(Err(Difference("the result feed jumps".to_owned())));
            }
            self.place = end;
            results = rest;
        }
        self.compare_events().await
    }

    /// Compares the events that were made again and not yet compared.
    async fn compare_events(&mut self) -> Result<Result<(), Difference>, CannotVerify> {
        loop {
            let again = self.again.events_after(self.compared, PAGE).await?;
            if again.is_empty() || self.compared >= self.total {
                return Ok(Ok(()));
            }
            let kept = self.store.events_after(self.compared, PAGE).await?;
            for (kept, again) in kept.iter().zip(&again) {
                if kept.position > self.total {
                    return Ok(Ok(()));
                }
                if let Some(difference) = difference(kept, again) {
                    return Ok(Err(difference));
                }
                self.compared = kept.position;
            }
            if kept.is_empty() {
                return Ok(Err(Difference(format!("there is no event behind {}", self.compared))));
            }
        }
    }

    /// Compares every standing that was made again with the one in use, unless that has changed since.
    async fn compare_standings(&self) -> Result<Result<(), Difference>, CannotVerify> {
        let mut after: Option<PlayerIn> = None;
        loop {
            let again = self.again.chains(after.as_ref(), PAGE).await?;
            let players: Vec<_> = again.iter().map(|chain| chain.player.clone()).collect();
            let kept = self.store.standings(&players).await?;
            let kept: HashMap<_, _> = kept.into_iter().collect();
            for Chain { player, standing, .. } in &again {
                let kept = kept.get(player);
                let is_same = kept.is_some_and(|kept| kept == standing || kept.changes > standing.changes);
                if !is_same {
                    let PlayerIn { player, variant } = player;
                    let (kept, again) = (kept.map(standing_words), standing_words(standing));
                    let kept = kept.unwrap_or_else(|| "missing".to_owned());
                    return Ok(Err(Difference(format!(
                        "the rating of {player} in {variant} was {kept}, and is {again}"
                    ))));
                }
            }
            match players.into_iter().next_back() {
                None => return Ok(Ok(())),
                Some(last) => after = Some(last),
            }
        }
    }

    /// Compares every rating in use with the last change of its chain.
    async fn compare_chains(&self) -> Result<Result<(), Difference>, CannotVerify> {
        let mut after: Option<PlayerIn> = None;
        loop {
            let chains = self.store.chains(after.as_ref(), PAGE).await?;
            if let Some(broken) = chains.iter().find(|chain| !is_linked(chain)) {
                let PlayerIn { player, variant } = &broken.player;
                let is = numbers(broken.standing.rating);
                let left = broken
                    .last
                    .as_ref()
                    .map_or_else(|| "nothing".to_owned(), |last| numbers(last.after));
                return Ok(Err(Difference(format!(
                    "the rating of {player} in {variant} is {is}, and the last change of it left {left}"
                ))));
            }
            match chains.into_iter().next_back() {
                None => return Ok(Ok(())),
                Some(last) => after = Some(last.player),
            }
        }
    }
}

/// What is not the same of two events, but for when they were recorded.
fn difference(kept: &RatingEvent, again: &RatingEvent) -> Option<Difference> {
    let is_of_same = (kept.position, kept.table, &kept.variant) == (again.position, again.table, &again.variant);
    if is_of_same && kept.happened == again.happened {
        return None;
    }
    let what = if is_of_same {
        let changes = kept.happened.changes().iter().zip(again.happened.changes());
        match changes.into_iter().find(|(kept, again)| kept != again) {
            Some((kept, again)) => format!("was {}, and is {}", shown(kept), shown(again)),
            None => format!("was {}, and is {}", kind(&kept.happened), kind(&again.happened)),
        }
    } else {
        format!("is now of table {} ({})", again.table, again.variant)
    };
    let (position, table, variant) = (kept.position, kept.table, &kept.variant);
    Some(Difference(format!(
        "event {position}, of table {table} ({variant}), {what}"
    )))
}

fn kind(happened: &Happened) -> String {
    match happened {
        Happened::Rated(_) => "rated".to_owned(),
        Happened::Unrated(reason) => format!("unrated ({reason:?})"),
        Happened::Annulled(_) => "annulled".to_owned(),
    }
}

fn shown(change: &Change) -> String {
    let (before, after) = (numbers(change.before), numbers(change.after));
    let (player, number, opponent) = (change.player, change.number, numbers(change.opponent_rating));
    format!(
        "change {number} of {player} from {before} (then {}) to {after} against {opponent}",
        change.live_deviation
    )
}

fn standing_words(standing: &Standing) -> String {
    let Standing {
        rating,
        changes,
        games,
        last_game_ms,
        kind,
    } = standing;
    let rating = numbers(*rating);
    format!("{rating} after {changes} changes, {games} games, the last at {last_game_ms}, of a {kind:?}")
}

/// Removes what verifications have left that were killed.
pub(crate) fn clear(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let left = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for entry in left {
        if let Err(error) = std::fs::remove_dir_all(entry.path()) {
            let path = entry.path();
            tracing::warn!(%error, path = %path.display(), "what a verification has left cannot be removed");
        }
    }
}

/// All digits of a rating.
fn numbers(rating: Rating) -> String {
    let Rating {
        rating,
        deviation,
        volatility,
    } = rating;
    format!("{rating} ± {deviation}, volatility {volatility}")
}

fn is_linked(chain: &Chain) -> bool {
    let Chain { standing, last, .. } = chain;
    last.as_ref()
        .is_some_and(|last| last.number == standing.changes && last.after == standing.rating)
}
