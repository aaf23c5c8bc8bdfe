//! Changes, stored together or not at all.

use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};

use crate::domain::{Account, AuditRecord, Digest, NameKey, PersonalToken, Remembered, Revocation, Session};

/// Changes that belong together.
#[derive(Clone, Debug)]
pub struct Commit {
    /// When.
    pub now_ms: u64,
    /// The call that makes them. Nothing is stored when a call under the same digest is still remembered at that moment;
    /// one whose time is over is replaced.
    pub request: Option<Remembered>,
    /// The changes, in this order.
    pub writes: Vec<Write>,
}

/// A change.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a handful per call, moved once")]
pub enum Write {
    /// Changes nothing; [`Committed::Stale`] unless the account is there and has this revision.
    Expect {
        /// The account.
        account: AccountId,
        /// Its revision.
        revision: u64,
    },
    /// Stores a new account, after its name was [claimed](Write::ClaimName).
    InsertAccount(Account),
    /// Stores all of a changed account, with the revision raised by one; [`Committed::Stale`] unless the stored one has
    /// the given revision. The id, kept as it is: everything else may change.
    UpdateAccount(Account),
    /// Takes a name for an account: for good, until it is released. [`Committed::NameTaken`] while it is another
    /// account's, or reserved for another account until after this moment.
    ClaimName {
        /// The name.
        name: NameKey,
        /// The account.
        account: AccountId,
    },
    /// Reserves a name of the account's: until then it can be claimed by the account only. Nothing happens to a name
    /// that is another's.
    ReleaseName {
        /// The name.
        name: NameKey,
        /// Whose it is.
        account: AccountId,
        /// Until when.
        until_ms: u64,
    },
    /// Lets an outside identity sign in to an account; [`Committed::IdentityTaken`] when it signs in to one already.
    LinkIdentity {
        /// The identity.
        identity: Identity,
        /// The account.
        account: AccountId,
    },
    /// Forgets all outside identities of an account.
    UnlinkIdentities(AccountId),
    /// Stores a new session.
    InsertSession(Session),
    /// Stores what refreshing changes of a session: the digests and the moments, not account, origin and beginning;
    /// [`Committed::Stale`] unless the stored one is there with the secret `from`.
    RefreshSession {
        /// The session as it is from now on.
        session: Session,
        /// The newest secret until now.
        from: Digest,
    },
    /// Deletes a session, if it is there.
    DeleteSession(SessionId),
    /// Ends sessions of an account, those longest unused first (by `refreshed_at_ms`, then id), until `keep` are left;
    /// each is deleted and revoked at this moment. A revocation is to be kept until the session's `access_until_ms`, and
    /// at least until `forget_at_ms`.
    TrimSessions {
        /// The account.
        account: AccountId,
        /// How many may stay.
        keep: u32,
        /// Until when the revocations are kept at least.
        forget_at_ms: u64,
    },
    /// Stores a new personal access token.
    InsertToken(PersonalToken),
    /// Notes when a token was last exchanged, if it is there.
    TouchToken {
        /// The token.
        id: PersonalTokenId,
        /// When.
        used_at_ms: u64,
    },
    /// Deletes a personal access token, if it is there.
    DeleteToken(PersonalTokenId),
    /// Stores a revocation. Of two of one subject the later moments count, each by itself.
    Revoke(Revocation),
    /// Adds to the audit log. Numbers rise in the order of writing.
    Record(AuditRecord),
    /// Empties the address of every audit event done by or to this account.
    ForgetAddresses(AccountId),
}

/// An outside identity (OpenID Connect).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    /// Who vouches for it: the claim `iss`.
    pub issuer: String,
    /// Its name there: the claim `sub`.
    pub subject: String,
}

/// What became of a commit. Anything but [`Committed::Done`] means that nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It is stored.
    Done,
    /// The call was made before: this is what it did.
    Remembered(Remembered),
    /// What it was decided on has changed since: read and decide again.
    Stale,
    /// The name is another account's.
    NameTaken,
    /// The outside identity signs in to another account.
    IdentityTaken,
}
