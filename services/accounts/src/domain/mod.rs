//! What accounts is about: accounts, their sessions and tokens, and what happened to them. Pure: without clock, store or
//! network. Moments are milliseconds since 1970.

mod account;
mod audit;
mod digest;
mod guest_name;
mod meter;
mod name;
mod password;
mod personal_token;
mod request;
mod revocation;
mod rotation;
mod secret;
mod session;
mod suggestion;

pub use account::{Account, Ban, PasswordHash};
pub use audit::{Action, AuditEvent, AuditRecord};
pub use digest::{Digest, MeterKey, NameKey, RequestDigest};
pub use guest_name::guest_name;
pub use meter::{Meter, MeterRule, Verdict};
pub use name::{DisplayName, NameProblem, fold};
pub use password::{Password, PasswordProblem};
pub use personal_token::PersonalToken;
pub use request::Remembered;
pub use revocation::{Revocation, RevocationSubject};
pub use rotation::Refresh;
pub use secret::{LongLivedToken, RefreshToken, SecretText, StoreSecret, body_digest, operator_token, request_digest};
pub use session::{Origin, Session, UnknownOrigin};
pub use suggestion::suggested_name;
