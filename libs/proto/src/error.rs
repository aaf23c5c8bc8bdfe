//! Why a call is refused: one closed set of reasons, mapped to gRPC in this one place.
//!
//! Every refusal carries `google.rpc.ErrorInfo` with domain [`DOMAIN`] and the [reason](Reason) to switch on (AIP-193).
//! Malformed input adds `google.rpc.BadRequest` with all field violations at once, overload adds `RetryInfo`.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// The domain of every reason.
pub const DOMAIN: &str = "corners";

/// What travels of an error fits well within 8 KiB, the least that clients accept as headers: a larger one would be cut
/// off by the transport, and the client would not learn the reason.
const MOST_VIOLATIONS: usize = 10;
const LONGEST_MESSAGE: usize = 512;
const LONGEST_DETAIL: usize = 192;

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $text:literal => $code:ident;)*) => {
        /// Why a call was refused. `docs/errors.md` has an entry for each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason {
            $($(#[$doc])* $name,)*
        }

        impl Reason {
            /// All reasons there are.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The reason as clients see it, in upper snake case.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The gRPC code that the reason goes with.
            #[must_use]
            pub const fn code(self) -> Code {
                match self { $(Self::$name => Code::$code,)* }
            }
        }
    };
}

reasons! {
    /// A field is missing or malformed; the violations name each one.
    InvalidArgument = "INVALID_ARGUMENT" => InvalidArgument;
    /// The request is not one whole message of the method's type.
    MalformedMessage = "MALFORMED_MESSAGE" => InvalidArgument;
    /// There is no such variant.
    UnknownVariant = "UNKNOWN_VARIANT" => InvalidArgument;
    /// The text is no position of the variant.
    InvalidPosition = "INVALID_POSITION" => InvalidArgument;
    /// The position cannot be started from.
    InvalidSetUp = "INVALID_SET_UP" => InvalidArgument;
    /// The time control is out of range.
    InvalidTimeControl = "INVALID_TIME_CONTROL" => InvalidArgument;
    /// The request id was used with another body.
    RequestIdReused = "REQUEST_ID_REUSED" => InvalidArgument;
    /// The page token is not one of this list's, or its filters changed.
    InvalidPageToken = "INVALID_PAGE_TOKEN" => InvalidArgument;
    /// The cursor is none of the result feed's.
    InvalidCursor = "INVALID_CURSOR" => InvalidArgument;
    /// The feed that the cursor is of is not known here.
    CursorLost = "CURSOR_LOST" => FailedPrecondition;
    /// The feed is in another epoch than the request says.
    StaleEpoch = "STALE_EPOCH" => FailedPrecondition;
    /// The display name cannot be had by anybody; `why` says which rule it breaks.
    NameNotAllowed = "NAME_NOT_ALLOWED" => InvalidArgument;
    /// The password protects nothing; `why` says which rule it breaks.
    PasswordNotAllowed = "PASSWORD_NOT_ALLOWED" => InvalidArgument;
    /// Somebody has the name, or one that looks the same.
    NameTaken = "NAME_TAKEN" => AlreadyExists;
    /// There is no such table; if there was, its game is over and in the archive.
    TableNotLive = "TABLE_NOT_LIVE" => NotFound;
    /// The archive has no such game.
    GameNotFound = "GAME_NOT_FOUND" => NotFound;
    /// There is no such account, or it is not the caller's.
    AccountNotFound = "ACCOUNT_NOT_FOUND" => NotFound;
    /// The caller has no such session.
    SessionNotFound = "SESSION_NOT_FOUND" => NotFound;
    /// The caller has no such personal access token.
    TokenNotFound = "TOKEN_NOT_FOUND" => NotFound;
    /// There is no such seek, or no more.
    SeekNotFound = "SEEK_NOT_FOUND" => NotFound;
    /// There is no such challenge, or it is somebody else's.
    ChallengeNotFound = "CHALLENGE_NOT_FOUND" => NotFound;
    /// The organiser has no such pairing.
    PairingNotFound = "PAIRING_NOT_FOUND" => NotFound;
    /// The call needs a token and had none.
    TokenMissing = "TOKEN_MISSING" => Unauthenticated;
    /// The token is malformed, or its signature or claims are wrong.
    TokenInvalid = "TOKEN_INVALID" => Unauthenticated;
    /// The token has expired.
    TokenExpired = "TOKEN_EXPIRED" => Unauthenticated;
    /// The token, its session or its account was revoked.
    TokenRevoked = "TOKEN_REVOKED" => Unauthenticated;
    /// The name or the secret is wrong.
    WrongCredentials = "WRONG_CREDENTIALS" => Unauthenticated;
    /// The method is for the platform's own services, and the call shows no credential of one.
    ServiceCredentialMissing = "SERVICE_CREDENTIAL_MISSING" => Unauthenticated;
    /// The method is for the platform's own services, and the call's credential is none of theirs.
    ServiceCredentialInvalid = "SERVICE_CREDENTIAL_INVALID" => Unauthenticated;
    /// The token does not carry the scope that the call needs.
    ScopeMissing = "SCOPE_MISSING" => PermissionDenied;
    /// The call needs the token of a session, not one made from a personal access token.
    HolderRequired = "HOLDER_REQUIRED" => PermissionDenied;
    /// An operator has closed the account to further play.
    AccountBanned = "ACCOUNT_BANNED" => PermissionDenied;
    /// The method is closed to the public.
    InternalMethod = "INTERNAL_METHOD" => PermissionDenied;
    /// The caller holds no seat at the table, or not the one named.
    NotSeated = "NOT_SEATED" => PermissionDenied;
    /// Somebody sits there already.
    SeatTaken = "SEAT_TAKEN" => FailedPrecondition;
    /// The caller already holds a seat at the table.
    AlreadySeated = "ALREADY_SEATED" => FailedPrecondition;
    /// A seat is still free.
    WaitingForPlayers = "WAITING_FOR_PLAYERS" => FailedPrecondition;
    /// The game has ended.
    GameOver = "GAME_OVER" => FailedPrecondition;
    /// The other side is to move.
    NotYourTurn = "NOT_YOUR_TURN" => FailedPrecondition;
    /// The rules forbid the move; `why` and `squares` say more.
    IllegalMove = "ILLEGAL_MOVE" => FailedPrecondition;
    /// The move returns home after the deadline and loses at once; confirm it to play it.
    ConfirmReturnHome = "CONFIRM_RETURN_HOME" => FailedPrecondition;
    /// The caller's time was up before the call arrived.
    FlagFallen = "FLAG_FALLEN" => FailedPrecondition;
    /// The side must be named, because the caller holds both seats.
    SideRequired = "SIDE_REQUIRED" => InvalidArgument;
    /// No such offer is open.
    NoOffer = "NO_OFFER" => FailedPrecondition;
    /// An offer is already open.
    OfferPending = "OFFER_PENDING" => FailedPrecondition;
    /// The side has already made this offer in this turn.
    AlreadyOffered = "ALREADY_OFFERED" => FailedPrecondition;
    /// The table was made without takebacks.
    TakebacksOff = "TAKEBACKS_OFF" => FailedPrecondition;
    /// The side has no move to take back.
    NothingToTakeBack = "NOTHING_TO_TAKE_BACK" => FailedPrecondition;
    /// The table has seen as many takebacks as it can hold.
    TakebackLimit = "TAKEBACK_LIMIT" => FailedPrecondition;
    /// Both sides have moved: the game can be resigned, not aborted.
    TooLateToAbort = "TOO_LATE_TO_ABORT" => FailedPrecondition;
    /// The other player has not been gone for long enough, or the game cannot be claimed.
    NotClaimable = "NOT_CLAIMABLE" => FailedPrecondition;
    /// The account is registered already.
    AlreadyRegistered = "ALREADY_REGISTERED" => FailedPrecondition;
    /// The account is a guest's: it has to register first.
    GuestNotAllowed = "GUEST_NOT_ALLOWED" => FailedPrecondition;
    /// The change was made before, too short a time ago; `again_at_ms` says when it can be made again.
    TooSoon = "TOO_SOON" => FailedPrecondition;
    /// The operator trusts no such outside issuer.
    NoSuchIssuer = "NO_SUCH_ISSUER" => FailedPrecondition;
    /// The folder of the signing keys cannot be written.
    KeysReadOnly = "KEYS_READ_ONLY" => FailedPrecondition;
    /// There is no pool for these terms.
    NoSuchPool = "NO_SUCH_POOL" => FailedPrecondition;
    /// Programs may not wait in the pool.
    BotsNotAllowed = "BOTS_NOT_ALLOWED" => FailedPrecondition;
    /// The account has to wait before it can look for a game again; `again_at_ms` and `why` say more.
    QueueDelayed = "QUEUE_DELAYED" => FailedPrecondition;
    /// A game of the account's starts this moment; `table` says which.
    GameStarting = "GAME_STARTING" => FailedPrecondition;
    /// The ticket has ended without a game; `why` says how.
    TicketEnded = "TICKET_ENDED" => FailedPrecondition;
    /// It is the caller's own.
    OwnOffer = "OWN_OFFER" => FailedPrecondition;
    /// The caller's rating is not within what the offer asks for.
    RatingOutOfRange = "RATING_OUT_OF_RANGE" => FailedPrecondition;
    /// The other player cannot be had for a game by the caller, or not now.
    PlayerNotAvailable = "PLAYER_NOT_AVAILABLE" => FailedPrecondition;
    /// A challenge to this player is open.
    ChallengePending = "CHALLENGE_PENDING" => FailedPrecondition;
    /// The challenge has ended; `status` says how.
    ChallengeOver = "CHALLENGE_OVER" => FailedPrecondition;
    /// The game is still on.
    GameNotOver = "GAME_NOT_OVER" => FailedPrecondition;
    /// Nobody else sat at the table.
    NoOpponent = "NO_OPPONENT" => FailedPrecondition;
    /// The game was played again already, or it was declined.
    RematchOver = "REMATCH_OVER" => FailedPrecondition;
    /// The turn has moved on; the current one is in the metadata.
    StaleTurn = "STALE_TURN" => Aborted;
    /// The caller read its stream too slowly.
    SlowConsumer = "SLOW_CONSUMER" => ResourceExhausted;
    /// The service has as much work as it can take.
    Overloaded = "OVERLOADED" => ResourceExhausted;
    /// The account or the address calls more often than it may.
    RateLimited = "RATE_LIMITED" => ResourceExhausted;
    /// The account has as many of these as it may have.
    TooMany = "TOO_MANY" => ResourceExhausted;
    /// Too many finished games wait to be recorded.
    BacklogFull = "BACKLOG_FULL" => ResourceExhausted;
    /// The message is larger than the limit.
    MessageTooLarge = "MESSAGE_TOO_LARGE" => ResourceExhausted;
    /// The process is shutting down; another one takes the call.
    Draining = "DRAINING" => Unavailable;
    /// The store cannot be reached or did not answer in time.
    StoreUnavailable = "STORE_UNAVAILABLE" => Unavailable;
    /// The clock cannot be reached or did not answer in time.
    ClockUnavailable = "CLOCK_UNAVAILABLE" => Unavailable;
    /// Ratings cannot be asked for now.
    RatingsUnavailable = "RATINGS_UNAVAILABLE" => Unavailable;
    /// Accounts cannot be asked for now.
    AccountsUnavailable = "ACCOUNTS_UNAVAILABLE" => Unavailable;
    /// Tables cannot be asked for or made now.
    TablesUnavailable = "TABLES_UNAVAILABLE" => Unavailable;
    /// The service does not know yet which keys sign tokens.
    KeysUnknown = "KEYS_UNKNOWN" => Unavailable;
    /// The call's deadline passed.
    DeadlineExceeded = "DEADLINE_EXCEEDED" => DeadlineExceeded;
    /// The table's log cannot be read; operators have been told.
    CorruptLog = "CORRUPT_LOG" => DataLoss;
    /// A fault of the platform; operators have been told.
    Internal = "INTERNAL" => Internal;
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A refused call: the reason, a sentence for developers, and what else a client may want to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    reason: Reason,
    message: String,
    metadata: HashMap<String, String>,
    violations: Vec<(String, String)>,
    retry_after: Option<Duration>,
}

impl Refusal {
    /// A refusal with a reason and a sentence that says what was attempted and what to do.
    #[must_use]
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
            metadata: HashMap::new(),
            violations: Vec::new(),
            retry_after: None,
        }
    }

    /// Adds a value that a client can read by its key.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.metadata.insert(key.to_owned(), value.to_string());
        self
    }

    /// Adds a violation of one field of the request.
    #[must_use]
    pub fn violation(mut self, field: impl Into<String>, description: impl Into<String>) -> Self {
        self.violations.push((field.into(), description.into()));
        self
    }

    /// Tells the client when to try again.
    #[must_use]
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = Some(delay);
        self
    }

    /// The sentence for developers.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

impl From<Refusal> for Status {
    fn from(refusal: Refusal) -> Self {
        let metadata = refusal.metadata.into_iter();
        let metadata: HashMap<_, _> = metadata
            .map(|(key, value)| (key, shortened(&value, LONGEST_DETAIL)))
            .collect();
        let mut details = ErrorDetails::with_error_info(refusal.reason.as_str(), DOMAIN, metadata);
        for (field, description) in refusal.violations.iter().take(MOST_VIOLATIONS) {
            details.add_bad_request_violation(field, shortened(description, LONGEST_DETAIL));
        }
        if let Some(delay) = refusal.retry_after {
            details.set_retry_info(Some(delay));
        }
        let message = shortened(&refusal.message, LONGEST_MESSAGE);
        Self::with_error_details(refusal.reason.code(), message, details)
    }
}

/// The text, or its beginning with dots behind where it is longer than this many bytes.
fn shortened(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    format!("{}...", &text[..text.floor_char_boundary(longest)])
}

/// Collects the violations of a request, so that a client learns of all of them at once: of the first ten, if there are
/// more.
#[derive(Debug, Default)]
pub struct Violations(Vec<(String, String)>);

impl Violations {
    /// No violations yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes that a field is wrong, and how.
    pub fn add(&mut self, field: impl Into<String>, description: impl fmt::Display) {
        self.0.push((field.into(), description.to_string()));
    }

    /// Takes the value of a parsed field, or notes why it could not be parsed.
    pub fn check<T, E: fmt::Display>(&mut self, field: &str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|error| self.add(field, error)).ok()
    }

    /// Whether nothing was noted so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The refusal that names all violations.
    #[must_use]
    pub fn refusal(self) -> Refusal {
        let fields: Vec<_> = self.0.iter().map(|(field, why)| format!("{field}: {why}")).collect();
        let mut refusal = Refusal::new(Reason::InvalidArgument, fields.join("; "));
        refusal.violations = self.0;
        refusal
    }

    /// Passes when nothing was noted.
    ///
    /// # Errors
    /// The refusal that names all violations.
    pub fn into_result(self) -> Result<(), Refusal> {
        if self.0.is_empty() { Ok(()) } else { Err(self.refusal()) }
    }
}

/// The reason that a status of this platform carries, as clients read it.
#[must_use]
pub fn reason_of(status: &Status) -> Option<String> {
    status
        .get_details_error_info()
        .filter(|info| info.domain == DOMAIN)
        .map(|info| info.reason)
}

/// A value of the status's error metadata.
#[must_use]
pub fn metadata_of(status: &Status, key: &str) -> Option<String> {
    status
        .get_details_error_info()
        .and_then(|info| info.metadata.get(key).cloned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_text_of_its_own_in_upper_snake_case() {
        let mut texts: Vec<_> = Reason::ALL.iter().map(|reason| reason.as_str()).collect();
        assert!(
            texts
                .iter()
                .all(|text| text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'))
        );
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), Reason::ALL.len());
    }

    #[test]
    fn every_reason_is_explained_and_nothing_else() {
        let page = include_str!("../../../docs/errors.md");
        let mut explained: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        let mut reasons: Vec<_> = Reason::ALL.iter().map(|reason| reason.as_str()).collect();
        explained.sort_unstable();
        reasons.sort_unstable();
        assert_eq!(explained, reasons);
    }

    #[test]
    fn a_refusal_carries_its_reason_metadata_and_retry() {
        let status: Status = Refusal::new(Reason::Overloaded, "too many calls")
            .with("limit", 5)
            .retry_after(Duration::from_millis(250))
            .into();
        assert_eq!(status.code(), Code::ResourceExhausted);
        assert_eq!(reason_of(&status).as_deref(), Some("OVERLOADED"));
        assert_eq!(metadata_of(&status, "limit").as_deref(), Some("5"));
        let retry = status.get_details_retry_info().and_then(|info| info.retry_delay);
        assert_eq!(retry, Some(Duration::from_millis(250)));
    }

    #[test]
    fn an_error_fits_into_headers_whatever_was_sent() {
        let long = "\u{e9}".repeat(40_000);
        let mut violations = Violations::new();
        (0..300).for_each(|index| violations.add(format!("path[{index}]"), &long));
        let refusal = violations.refusal().with("quoted", &long);
        let status: Status = refusal.into();
        assert_eq!(reason_of(&status).as_deref(), Some("INVALID_ARGUMENT"));
        let named = status.get_details_bad_request().map(|bad| bad.field_violations.len());
        assert_eq!(named, Some(MOST_VIOLATIONS));
        // As headers, each byte of the message takes up to three, and three of the details four.
        let size = status.message().len() * 3 + status.details().len() * 4 / 3;
        assert!(size < 8 * 1024, "{size} bytes");
    }

    #[test]
    fn violations_are_reported_all_at_once() {
        let mut violations = Violations::new();
        assert_eq!(violations.check("count", "7".parse::<u32>()), Some(7));
        assert_eq!(violations.check("count", "x".parse::<u32>()), None);
        violations.add("table", "missing");
        let status: Status = violations.refusal().into();
        let fields: Vec<_> = status
            .get_details_bad_request()
            .map(|bad| {
                bad.field_violations
                    .into_iter()
                    .map(|violation| violation.field)
                    .collect()
            })
            .unwrap_or_default();
        assert_eq!(fields, ["count", "table"]);
    }
}
