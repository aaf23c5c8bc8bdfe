//! What every store of matchmaking must do. Run it on each implementation.

mod commits;
mod due;
mod indexes;
mod leases;
mod listening;
mod news;
mod races;
mod records;
mod samples;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::{MatchmakingStore, StoreError};

/// Two replicas of a new, empty store, and how time passes in it.
pub struct Tested {
    /// A replica.
    pub one: Arc<dyn MatchmakingStore>,
    /// Another one, or the same where only one process may have the store.
    pub other: Arc<dyn MatchmakingStore>,
    /// How its time passes.
    pub time: Time,
}

/// How the time of a store passes.
pub enum Time {
    /// By itself, and is waited for.
    Passes,
    /// By so many milliseconds when it is moved.
    IsMoved(Box<dyn Fn(u64) + Send + Sync>),
}

/// Between two looks at what comes about in time.
const PAUSE_MS: u64 = 5;

/// After so many looks nothing will come about any more.
const MOST_LOOKS: usize = 4_000;

impl Tested {
    /// Lets time pass until something is so.
    async fn until(&self, is_so: impl AsyncFn() -> Result<bool, StoreError>) -> Result<(), StoreError> {
        for _ in 0..MOST_LOOKS {
            if is_so().await? {
                return Ok(());
            }
            match &self.time {
                Time::Passes => tokio::time::sleep(Duration::from_millis(PAUSE_MS)).await,
                Time::IsMoved(move_by) => move_by(PAUSE_MS),
            }
        }
        Err(StoreError::new("wait for", "it has not come about"))
    }
}

impl fmt::Debug for Tested {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Tested")
    }
}

/// Runs the suite on new, empty stores.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Tested, StoreError>,
{
    records::what_was_put_is_read_back_and_every_write_has_another_revision(open().await?).await?;
    records::a_record_is_absent_when_it_was_kept_long_enough(open().await?).await?;
    commits::of_a_commit_on_what_is_not_so_any_more_nothing_is_stored(open().await?).await?;
    commits::commits_are_stored_in_their_order_and_each_sees_those_before(open().await?).await?;
    commits::what_is_too_large_is_refused_with_all_that_comes_with_it(open().await?).await?;
    indexes::members_are_listed_by_their_moment_and_then_by_their_bytes(open().await?).await?;
    indexes::a_pool_is_known_while_somebody_waits_in_it(open().await?).await?;
    leases::a_ticket_waits_until_its_lease_has_ended(open().await?).await?;
    leases::leases_are_renewed_of_those_who_wait_only(open().await?).await?;
    leases::a_pool_has_one_holder_and_its_token_rises_with_every_other_one(open().await?).await?;
    leases::who_comes_after_a_holder_fences_it_off(open().await?).await?;
    due::what_is_due_is_claimed_and_comes_back(open().await?).await?;
    due::no_two_claimers_get_the_same(open().await?).await?;
    news::news_has_numbers_without_gaps_and_the_last_are_kept(open().await?).await?;
    news::news_of_a_refused_commit_is_not_told(open().await?).await?;
    listening::who_listens_hears_what_is_stored_by_any_replica(open().await?).await?;
    races::of_many_who_change_a_record_one_does_at_each_revision(open().await?).await?;
    races::a_ticket_is_taken_once(open().await?).await
}
