//! From requests to what they mean.

use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::{AccountId, RequestId};
use tonic::Status;

use crate::domain::{DisplayName, Password};

/// Longest note of an operator, in characters.
const LONGEST_NOTE: usize = 500;

/// A request id that nobody can guess: whoever can gets what the call answers.
pub(super) fn request_id(violations: &mut Violations, text: &str) -> Option<RequestId> {
    let id: RequestId = violations.check("request_id", text.parse())?;
    if id.is_random() {
        return Some(id);
    }
    violations.add("request_id", "not a random UUID: expected version 4");
    None
}

/// The request id, where nothing else is parsed.
pub(super) fn only_request_id(text: &str) -> Result<RequestId, Refusal> {
    let mut violations = Violations::new();
    match request_id(&mut violations, text) {
        Some(id) => Ok(id),
        None => Err(violations.refusal()),
    }
}

/// The id of an account, where nothing else is parsed.
pub(super) fn only_account(field: &str, text: &str) -> Result<AccountId, Refusal> {
    only_id(field, text)
}

/// An id, where nothing else is parsed.
pub(super) fn only_id<T: std::str::FromStr<Err: std::fmt::Display>>(field: &str, text: &str) -> Result<T, Refusal> {
    let mut violations = Violations::new();
    violations
        .check(field, text.parse())
        .ok_or_else(|| violations.refusal())
}

/// The id of a bot, or nothing for the caller itself.
pub(super) fn own_or_bot(violations: &mut Violations, text: &str) -> Option<AccountId> {
    if text.is_empty() {
        return None;
    }
    violations.check("account", text.parse())
}

pub(super) fn note(violations: &mut Violations, text: &str) {
    if text.chars().count() > LONGEST_NOTE {
        violations.add("note", format!("longer than {LONGEST_NOTE} characters"));
    }
}

/// A name that can be had.
pub(super) fn display_name(text: &str) -> Result<DisplayName, Status> {
    DisplayName::parse(text).map_err(|problem| {
        let message = "nobody can have this name: a name has 3 to 20 letters and digits of one script, `_` and `-`, and \
                       does not speak for the platform";
        let refusal = Refusal::new(Reason::NameNotAllowed, message).with("why", problem.as_str());
        refusal.violation("display_name", problem.as_str()).into()
    })
}

/// A password that can be set.
pub(super) fn new_password(field: &str, text: &str, name: &str) -> Result<Password, Status> {
    let password = Password::typed(text);
    password.check(name).map_err(|problem| {
        let message =
            "the password protects nothing: it has 8 to 128 characters, is none of the common ones and not the name";
        let refusal = Refusal::new(Reason::PasswordNotAllowed, message).with("why", problem.as_str());
        Status::from(refusal.violation(field, problem.as_str()))
    })?;
    Ok(password)
}
