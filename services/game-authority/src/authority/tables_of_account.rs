//! How many live tables an account sits at.
//!
//! The store knows for all replicas, but asking it means asking every partition. So a replica lets an account sit down a
//! few times before it asks, and after each answer for a part of what is free, the fewer the less is free. An account that
//! sits down through several replicas at once may so get [`WITHOUT_ASKING`] tables too many for each of them, and no more.

use std::time::Duration;

use corners_proto::ids::AccountId;
use quick_cache::sync::Cache;
use tokio::time::Instant;

use super::Authority;
use crate::error::AuthorityError;
use crate::store::ListFilter;
use crate::table::Status;

/// How often an account sits down before the store is asked again.
const WITHOUT_ASKING: usize = 16;

/// The part of its tables that an account may take before the store is asked for the first time.
const FIRST_PART: usize = 8;

/// The part of what is free that it may take before the store is asked again.
const NEXT_PART: usize = 4;

/// For how long the answer of the store that an account has too many is believed.
const FULL_FOR: Duration = Duration::from_secs(1);

/// Accounts that are remembered, of about 100 bytes each. For one that was forgotten, the store is asked a little sooner
/// or later.
const MOST_ACCOUNTS: usize = 50_000;

/// What this replica knows of its accounts' tables.
pub(super) struct TablesOfAccounts {
    most: usize,
    known: Cache<AccountId, Known>,
}

/// What is known of one account.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// It may sit down so many times more.
    Free(usize),
    /// It had too many then.
    FullSince(Instant),
}

impl TablesOfAccounts {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            known: Cache::new(MOST_ACCOUNTS),
        }
    }

    /// What is known of an account; of a new one, that it has hardly any tables.
    fn of(&self, account: AccountId) -> Known {
        let first = WITHOUT_ASKING.min(self.most / FIRST_PART);
        self.known.get(&account).unwrap_or(Known::Free(first))
    }

    /// Notes that an account sits down where so many are free, and answers whether it may.
    fn take_one(&self, account: AccountId, free: usize) -> bool {
        let left = free.checked_sub(1);
        let known = left.map_or_else(|| Known::FullSince(Instant::now()), Known::Free);
        self.known.insert(account, known);
        left.is_some()
    }
}

impl Authority {
    /// Passes when the account may sit down at one more table, and counts it as sitting there.
    ///
    /// # Errors
    /// [`AuthorityError::TooManyTables`], and that the store is away.
    pub(super) async fn one_more_table(&self, account: AccountId) -> Result<(), AuthorityError> {
        let tables = &self.tables_of_accounts;
        let too_many = AuthorityError::TooManyTables {
            account,
            most: tables.most,
        };
        match tables.of(account) {
            Known::Free(free) if free > 0 => {
                tables.take_one(account, free);
                return Ok(());
            }
            Known::FullSince(then) if then.elapsed() < FULL_FOR => return Err(too_many),
            Known::Free(_) | Known::FullSince(_) => {}
        }
        let live = ListFilter {
            seated: Some(account),
            variant: None,
            statuses: vec![Status::Open, Status::Playing],
        };
        let taken = self.store.list(&live, None, tables.most).await?.len();
        let free = tables.most.saturating_sub(taken);
        match tables.take_one(account, free.div_ceil(NEXT_PART).min(WITHOUT_ASKING)) {
            true => Ok(()),
            false => Err(too_many),
        }
    }
}
