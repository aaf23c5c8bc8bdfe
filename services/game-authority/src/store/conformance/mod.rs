//! What every table store must do. Run it on each implementation.

mod alarms;
mod attendance;
mod dead_letters;
mod finished;
mod lists;
mod logs;
mod replicas;
mod samples;

use std::sync::Arc;

use corners_proto::ids::TableId;

use super::{StoreError, TableStore};
pub use alarms::make_two_tables_with_alarms;
use alarms::{a_dry_move_is_written, an_alarm_stays_to_be_armed_until_the_clock_has_the_latest};
use attendance::{
    a_player_who_came_back_is_not_lost_to_a_claim, the_last_round_trip_to_a_player_is_remembered,
    watchers_are_remembered_while_a_table_lives,
};
use dead_letters::{
    a_dead_letter_waits_apart_with_its_log_until_it_is_put_back, dead_letters_are_paged_oldest_first,
    many_logs_are_read_at_once_as_one_by_one, of_those_who_end_one_wait_one_does, only_what_waits_dies,
};
use finished::{
    a_finished_table_is_handed_out_until_acknowledged, a_table_that_goes_on_leaves_the_finished_ones,
    an_acknowledged_table_is_forgotten_whole, what_is_handed_back_is_handed_out_next,
};
use lists::lists_are_filtered_and_paged_newest_first;
use logs::{
    a_reader_of_another_log_gets_the_whole_one, a_table_is_made_once, an_append_past_its_time_changes_nothing,
    of_many_appends_to_one_head_one_is_stored, only_an_append_to_the_head_it_decided_on_is_stored,
    what_was_appended_is_read_back,
};
use replicas::{
    an_answer_to_a_heartbeat_reaches_the_other, an_append_of_one_is_news_to_the_other,
    no_two_takers_get_one_finished_table, watchers_of_all_replicas_are_known_to_each,
    what_a_dead_replica_wanted_is_armed_by_another,
};
pub use samples::ending;
use samples::{account, made_by, making};

/// Makes a table.
///
/// # Errors
/// When the store cannot be reached.
pub async fn make_table(store: &dyn TableStore, table: TableId) -> Result<(), StoreError> {
    store.append(making(table, made_by(account(1)))).await.map(drop)
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
    F: AsyncFn() -> Result<Arc<dyn TableStore>, StoreError>,
{
    what_was_appended_is_read_back(&*open().await?).await?;
    a_table_is_made_once(&*open().await?).await?;
    only_an_append_to_the_head_it_decided_on_is_stored(&*open().await?).await?;
    of_many_appends_to_one_head_one_is_stored(open().await?).await?;
    a_reader_of_another_log_gets_the_whole_one(&*open().await?).await?;
    an_append_past_its_time_changes_nothing(&*open().await?).await?;
    lists_are_filtered_and_paged_newest_first(&*open().await?).await?;
    an_alarm_stays_to_be_armed_until_the_clock_has_the_latest(&*open().await?).await?;
    watchers_are_remembered_while_a_table_lives(&*open().await?).await?;
    the_last_round_trip_to_a_player_is_remembered(&*open().await?).await?;
    a_player_who_came_back_is_not_lost_to_a_claim(&*open().await?).await?;
    a_finished_table_is_handed_out_until_acknowledged(&*open().await?).await?;
    an_acknowledged_table_is_forgotten_whole(&*open().await?).await?;
    what_is_handed_back_is_handed_out_next(&*open().await?).await?;
    a_table_that_goes_on_leaves_the_finished_ones(&*open().await?).await?;
    many_logs_are_read_at_once_as_one_by_one(&*open().await?).await?;
    a_dead_letter_waits_apart_with_its_log_until_it_is_put_back(&*open().await?).await?;
    only_what_waits_dies(&*open().await?).await?;
    dead_letters_are_paged_oldest_first(&*open().await?).await?;
    a_dry_move_is_written(&*open().await?).await
}

/// Runs the suite of what several processes share on pairs of stores, each pair over the same tables, which are none.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run_shared<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<[Arc<dyn TableStore>; 2], StoreError>,
{
    let [one, other] = open().await?;
    an_append_of_one_is_news_to_the_other(&*one, &*other).await?;
    let [one, other] = open().await?;
    an_answer_to_a_heartbeat_reaches_the_other(&*one, &*other).await?;
    let [one, other] = open().await?;
    watchers_of_all_replicas_are_known_to_each(&*one, &*other).await?;
    let [one, other] = open().await?;
    what_a_dead_replica_wanted_is_armed_by_another(&*one, &*other).await?;
    let [one, other] = open().await?;
    no_two_takers_get_one_finished_table(&*one, &*other).await?;
    let [one, other] = open().await?;
    of_those_who_end_one_wait_one_does(&*one, &*other).await
}
