//! Limits that hold across replicas.

use corners_proto::error::{Reason, Refusal};
use tonic::Status;

use crate::accounts::Accounts;
use crate::call::Call;
use crate::domain::{MeterKey, MeterRule, Verdict};
use crate::refusals::{rate_limited, unavailable};

const MINUTE_MS: u64 = 60 * 1000;
const HOUR_MS: u64 = 60 * MINUTE_MS;

/// Wrong passwords for one name.
const PER_NAME: MeterRule = MeterRule::Attempts {
    free: 5,
    first_wait_ms: MINUTE_MS,
    longest_wait_ms: HOUR_MS,
};

/// Wrong passwords from one network, where many may live.
const PER_NETWORK: MeterRule = MeterRule::Attempts {
    free: 20,
    first_wait_ms: MINUTE_MS,
    longest_wait_ms: HOUR_MS,
};

/// Bots that one player makes; each that is deleted keeps its name reserved.
const BOTS_PER_HOUR: MeterRule = MeterRule::PerHour(20);

/// Failed attempts of all that are written into the audit log; a flood of them tells no more than that.
const FAILURES_RECORDED_PER_HOUR: MeterRule = MeterRule::PerHour(20_000);

/// An attempt to prove to be somebody, counted as a wrong one until it turns out to be right.
pub(crate) struct Attempt {
    name: MeterKey,
    network: Option<MeterKey>,
}

impl Accounts {
    /// Counts a new guest.
    pub(crate) async fn count_guest(&self, call: &Call) -> Result<(), Status> {
        let secret = self.secret().await?;
        if let Some(network) = call.network() {
            let rule = MeterRule::PerHour(self.options.guests_per_address_per_hour);
            let verdict = self.count(call, secret.meter_key("guests", &network), rule).await?;
            if let Some(wait_ms) = verdict {
                let message = "as many guests were made from your network address as are allowed; try again later";
                return Err(rate_limited(message, wait_ms));
            }
        }
        let rule = MeterRule::PerHour(self.options.guests_per_hour);
        match self.count(call, secret.meter_key("guests", &[]), rule).await? {
            None => Ok(()),
            Some(wait_ms) => {
                let message = "as many guests were made in the last hour as are allowed; try again later";
                let refusal = Refusal::new(Reason::Overloaded, message);
                Err(refusal.retry_after(std::time::Duration::from_millis(wait_ms)).into())
            }
        }
    }

    /// Counts a new bot of the caller's.
    pub(crate) async fn count_bot(&self, call: &Call, owner: &[u8]) -> Result<(), Status> {
        let key = self.secret().await?.meter_key("bots", owner);
        match self.count(call, key, BOTS_PER_HOUR).await? {
            None => Ok(()),
            Some(wait_ms) => Err(rate_limited("you make too many bots; try again later", wait_ms)),
        }
    }

    /// Counts an attempt at a password or a recovery code (`what`), for somebody (`who`). Counted before it is checked, so that many
    /// at once are not one.
    pub(crate) async fn attempt(&self, call: &Call, what: &str, who: &[u8]) -> Result<Attempt, Status> {
        // Who is turned away for lack of room has not tried.
        self.hasher.has_room()?;
        let secret = self.secret().await?;
        let name = secret.meter_key(what, who);
        let network = call.network().map(|network| secret.meter_key("attempts", &network));
        let message = "too many wrong attempts; try again later";
        if let Some(network) = network
            && let Some(wait_ms) = self.count(call, network, PER_NETWORK).await?
        {
            return Err(rate_limited(message, wait_ms));
        }
        match self.count(call, name, PER_NAME).await? {
            None => Ok(Attempt { name, network }),
            Some(wait_ms) => {
                // It was not tried, so that it says nothing about the network.
                self.take_back(call, network).await?;
                Err(rate_limited(message, wait_ms))
            }
        }
    }

    /// The attempt was right.
    pub(crate) async fn succeeded(&self, call: &Call, attempt: Attempt) -> Result<(), Status> {
        self.store.clear(attempt.name).await.map_err(unavailable)?;
        self.take_back(call, attempt.network).await
    }

    /// Whether one more failed attempt is to be recorded.
    pub(crate) async fn records_failure(&self, call: &Call) -> Result<bool, Status> {
        let key = self.secret().await?.meter_key("failures", &[]);
        Ok(self.count(call, key, FAILURES_RECORDED_PER_HOUR).await?.is_none())
    }

    async fn take_back(&self, call: &Call, network: Option<MeterKey>) -> Result<(), Status> {
        if let Some(network) = network {
            self.count(call, network, MeterRule::TakeBack).await?;
        }
        Ok(())
    }

    /// How long to wait, if it is refused.
    async fn count(&self, call: &Call, key: MeterKey, rule: MeterRule) -> Result<Option<u64>, Status> {
        let verdict = self.store.count(key, rule, call.now_ms).await.map_err(unavailable)?;
        Ok(match verdict {
            Verdict::Admitted(_) => None,
            Verdict::Refused { until_ms } => Some(until_ms.saturating_sub(call.now_ms)),
        })
    }
}
