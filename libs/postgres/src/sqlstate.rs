//! What the error codes of Postgres mean to a caller.
//!
//! Source: PostgreSQL documentation, appendix A, "PostgreSQL Error Codes".

use crate::error::Reason;

/// Why a call may succeed later; nothing for codes that say the call itself is wrong.
pub(crate) fn reason(code: &str) -> Option<Reason> {
    match code {
        // serialization_failure, deadlock_detected
        "40001" | "40P01" => Some(Reason::Conflict),
        // read_only_sql_transaction: the server is a standby now, or has been made read-only
        "25006" => Some(Reason::ReadOnly),
        // query_canceled, lock_not_available, idle_in_transaction_session_timeout, transaction_timeout
        "57014" | "55P03" | "25P03" | "25P04" => Some(Reason::TimedOut),
        // invalid_catalog_name: the database is gone
        "3D000" => Some(Reason::Unreachable),
        // disk_full, out_of_memory, too_many_connections
        _ if code.starts_with("53") => Some(Reason::Full),
        // Connection exceptions; operator intervention: shutting down, starting up; invalid authorization.
        _ if code.starts_with("08") || code.starts_with("57P") || code.starts_with("28") => Some(Reason::Unreachable),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_pass_by_are_told_from_faults() {
        for (code, expected) in [
            ("08006", Some(Reason::Unreachable)),
            ("57P01", Some(Reason::Unreachable)),
            ("57P03", Some(Reason::Unreachable)),
            ("28P01", Some(Reason::Unreachable)),
            ("53100", Some(Reason::Full)),
            ("53300", Some(Reason::Full)),
            ("25006", Some(Reason::ReadOnly)),
            ("57014", Some(Reason::TimedOut)),
            ("55P03", Some(Reason::TimedOut)),
            ("40001", Some(Reason::Conflict)),
            ("40P01", Some(Reason::Conflict)),
            ("23505", None),
            ("42P01", None),
            ("25P02", None),
            ("XX000", None),
        ] {
            assert_eq!(reason(code), expected, "{code}");
        }
    }
}
