//! What a method knows of its call, and how it changes things once.

use std::net::IpAddr;
use std::time::SystemTime;

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, RequestId};
use corners_service::auth::Caller;
use corners_service::limits::AddressKey;
use corners_service::server::ClientAddress;
use corners_service::time::millis_since_1970;
use prost::Message;
use tonic::{Request, Status};

use crate::accounts::Accounts;
use crate::domain::{Action, AuditRecord, Digest, Remembered, RequestDigest, body_digest, request_digest};
use crate::refusals::unavailable;
use crate::store::{Commit, Committed, Write};

/// How long a call is remembered: repeated within this time it is answered as before.
const REMEMBERED_MS: u64 = 60 * 60 * 1000;

/// Who calls, from where and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) caller: Option<Caller>,
    pub(crate) address: IpAddr,
    pub(crate) now: SystemTime,
    pub(crate) now_ms: u64,
}

/// A call that changes something, by its request id.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) request: RequestId,
    pub(crate) digest: RequestDigest,
    body: Digest,
}

/// What became of a change.
pub(crate) enum Changed {
    Done,
    /// The same call did it before.
    Before(Remembered),
    /// Something else changed in between.
    Stale,
    NameTaken,
    IdentityTaken,
}

impl Call {
    /// A record of the audit log, of something that the call did.
    pub(crate) fn record(&self, action: Action, actor: Option<AccountId>, account: Option<AccountId>) -> AuditRecord {
        AuditRecord {
            at_ms: self.now_ms,
            action: action.as_str().to_owned(),
            actor,
            account,
            subject: String::new(),
            address: self.address.to_string(),
            note: String::new(),
        }
    }

    /// The network that the call comes from, as limits count it. `None` on this machine.
    pub(crate) fn network(&self) -> Option<[u8; 16]> {
        AddressKey::of(self.address).map(AddressKey::to_bytes)
    }
}

impl Change {
    pub(crate) fn new(call: &Call, request: RequestId, method: &str, message: &impl Message) -> Self {
        Self {
            request,
            digest: request_digest(call.caller.map(|caller| caller.account), request),
            body: body_digest(request, method, &message.encode_to_vec()),
        }
    }

    /// What is remembered of the call, when it made or changed this account.
    pub(crate) fn remember(&self, call: &Call, account: AccountId) -> Remembered {
        Remembered {
            request: self.digest,
            body: self.body,
            account,
            subject: [0; 16],
            created: false,
            forget_at_ms: call.now_ms + REMEMBERED_MS,
        }
    }

    fn check(&self, known: &Remembered) -> Result<(), Status> {
        if known.body == self.body {
            return Ok(());
        }
        let message = "the request id was used for another call; each call needs one of its own";
        Err(Refusal::new(Reason::RequestIdReused, message).into())
    }
}

impl Accounts {
    pub(crate) fn call<T>(&self, request: &Request<T>) -> Call {
        let now = self.now();
        let extensions = request.extensions();
        Call {
            caller: extensions.get::<Caller>().copied(),
            address: extensions.get().copied().unwrap_or(ClientAddress::IN_PROCESS).0,
            now,
            now_ms: millis_since_1970(now),
        }
    }

    /// What the same call did before, if it is remembered.
    async fn before(&self, call: &Call, change: &Change) -> Result<Option<Remembered>, Status> {
        let known = self
            .store
            .remembered(change.digest, call.now_ms)
            .await
            .map_err(unavailable)?;
        if let Some(known) = &known {
            change.check(known)?;
        }
        Ok(known)
    }

    /// Does a change by `first`, unless the call has done it before: then `again` answers as before. Copies of a call run at
    /// the same time, too: what refuses one of them may be what another has just done.
    pub(crate) async fn once<T, A>(
        &self,
        call: &Call,
        change: &Change,
        first: impl Future<Output = Result<T, Status>>,
        again: impl FnOnce(Remembered) -> A,
    ) -> Result<T, Status>
    where
        A: Future<Output = Result<T, Status>>,
    {
        if let Some(known) = self.before(call, change).await? {
            return again(known).await;
        }
        let refused = match first.await {
            Ok(done) => return Ok(done),
            Err(refused) => refused,
        };
        match self.before(call, change).await? {
            Some(known) => again(known).await,
            None => Err(refused),
        }
    }

    /// Stores a change and remembers the call that made it.
    pub(crate) async fn change(
        &self,
        call: &Call,
        change: &Change,
        remembered: Remembered,
        writes: Vec<Write>,
    ) -> Result<Changed, Status> {
        let outcome = self.commit(call, Some(remembered), writes).await?;
        if let Changed::Before(known) = &outcome {
            change.check(known)?;
        }
        Ok(outcome)
    }

    /// Stores a change.
    pub(crate) async fn store(&self, call: &Call, writes: Vec<Write>) -> Result<Changed, Status> {
        self.commit(call, None, writes).await
    }

    async fn commit(&self, call: &Call, request: Option<Remembered>, writes: Vec<Write>) -> Result<Changed, Status> {
        let commit = Commit {
            now_ms: call.now_ms,
            request,
            writes,
        };
        let outcome = self.store.commit(commit).await.map_err(unavailable)?;
        Ok(match outcome {
            Committed::Done => Changed::Done,
            Committed::Remembered(known) => Changed::Before(known),
            Committed::Stale => Changed::Stale,
            Committed::NameTaken => Changed::NameTaken,
            Committed::IdentityTaken => Changed::IdentityTaken,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_what_one_subscriber_has() {
        let network = |address: &str| {
            let call = Call {
                caller: None,
                address: address.parse().unwrap(),
                now: SystemTime::UNIX_EPOCH,
                now_ms: 0,
            };
            call.network()
        };
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!((network("127.0.0.1"), network("::1")), (None, None));
    }
}
