//! What accounts is about: accounts, their sessions and tokens, and what happened to them. Pure: without clock, store or
//! network. Moments are milliseconds since 1970.

mod account;
mod audit;
mod digest;
mod meter;
mod personal_token;
mod request;
mod revocation;
mod session;

pub use account::{Account, Ban, PasswordHash};
pub use audit::{Action, AuditEvent, AuditRecord};
pub use digest::{Digest, MeterKey, NameKey, RequestDigest};
pub use meter::{Meter, MeterRule, Verdict};
pub use personal_token::PersonalToken;
pub use request::Remembered;
pub use revocation::{Revocation, RevocationSubject};
pub use session::{Origin, Session};
