//! Passwords, and which of them protect nothing.

use std::fmt;

use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;

use super::fold;

/// Characters of a password.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// Nothing longer, in bytes, is looked at.
const LONGEST_TEXT: usize = 1024;

/// What has to be left of a password when the name is taken out of it.
const LEAST_BESIDE_NAME: usize = 4;

/// The commonest ones, one a line, in folded case.
const COMMON: &str = include_str!("common_passwords.txt");

/// A password that somebody typed. It is shown nowhere, and overwritten when it is dropped.
#[derive(Clone)]
pub struct Password(Zeroizing<String>);

/// Why a password protects nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordProblem {
    /// It has not 8 to 128 characters.
    Length,
    /// Everybody tries it first.
    Common,
    /// It is little more than the name.
    Name,
}

impl PasswordProblem {
    /// The problem as clients see it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Length => "LENGTH",
            Self::Common => "COMMON",
            Self::Name => "NAME",
        }
    }
}

impl Password {
    /// A password as it was typed. The same one typed on another keyboard or system is the same: spaces of any kind are
    /// the space (as RFC 8265 has it), and the rest is in NFKC (as RFC 4013 has it, of which the prohibited characters are
    /// let through).
    #[must_use]
    pub fn typed(text: &str) -> Self {
        // What is too long is refused wherever a password is set, and never right.
        let end = text.floor_char_boundary(LONGEST_TEXT + 1);
        let space = |character: char| match character {
            other if other.is_whitespace() && !other.is_control() => ' ',
            other => other,
        };
        let mut normal = Zeroizing::new(String::with_capacity(4 * end));
        normal.extend(text[..end].chars().map(space).nfkc());
        Self(normal)
    }

    /// Whether it may be set as the password of an account with this name.
    ///
    /// # Errors
    ///
    /// The first rule that it breaks.
    pub fn check(&self, name: &str) -> Result<(), PasswordProblem> {
        if self.0.len() > LONGEST_TEXT || !LENGTH.contains(&self.0.chars().count()) {
            return Err(PasswordProblem::Length);
        }
        let folded = Zeroizing::new(fold(&self.0));
        let first = folded.chars().next();
        if folded.chars().all(|character| Some(character) == first) || COMMON.lines().any(|common| common == *folded) {
            return Err(PasswordProblem::Common);
        }
        let name = fold(name);
        if !name.is_empty() && folded.contains(&name) {
            let beside = Zeroizing::new(folded.replace(&name, ""));
            if beside.chars().count() < LEAST_BESIDE_NAME {
                return Err(PasswordProblem::Name);
            }
        }
        Ok(())
    }

    /// The bytes that are hashed.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Whether nothing was typed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn problem(password: &str) -> Option<PasswordProblem> {
        Password::typed(password).check("Anna").err()
    }

    #[test]
    fn what_protects_nothing_is_refused_with_the_rule_it_breaks() {
        for length in [
            "",
            "short",
            "1234567",
            &"x".repeat(129),
            &"y".repeat(60_000),
            &"\u{fdfa}".repeat(128),
        ] {
            assert_eq!(problem(length), Some(PasswordProblem::Length));
        }
        for common in [
            "password",
            "PassWord",
            "12345678",
            "qwertyuiop",
            "aaaaaaaa",
            "\u{ff50}assword",
        ] {
            assert_eq!(problem(common), Some(PasswordProblem::Common), "{common}");
        }
        for name in ["ANNAanna", "anna_anna", "annaXannaY"] {
            assert_eq!(problem(name), Some(PasswordProblem::Name), "{name}");
        }
        assert_eq!(
            Password::typed("MarianneX1").check("marianne"),
            Err(PasswordProblem::Name)
        );
        assert_eq!(problem("anna and bert"), None);
        for good in [
            "correct horse",
            "\u{43f}\u{430}\u{440}\u{43e}\u{43b}\u{44c} \u{434}\u{43b}\u{44f}",
            &"z9".repeat(64),
        ] {
            assert_eq!(problem(good), None, "{good}");
        }
    }

    #[test]
    fn the_same_password_typed_elsewhere_is_the_same() {
        let same = |one: &str, other: &str| Password::typed(one).as_bytes() == Password::typed(other).as_bytes();
        assert!(same("caf\u{e9} au lait", "cafe\u{301} au lait"));
        assert!(same("correct horse", "correct\u{a0}horse") && same("correct horse", "correct\u{3000}horse"));
        assert!(same("\u{ff11}\u{ff12}\u{ff13}", "123"));
        assert!(!same("Correct horse", "correct horse"));
    }

    #[test]
    fn the_list_is_in_folded_case_and_of_no_use_below_the_least_length() {
        let mut lines: Vec<_> = COMMON.lines().collect();
        assert!(
            lines
                .iter()
                .all(|line| fold(line) == *line && line.chars().count() >= *LENGTH.start())
        );
        let all = lines.len();
        lines.sort_unstable();
        lines.dedup();
        assert!(lines.len() == all && all > 100);
    }

    proptest! {
        #[test]
        fn a_password_is_shown_nowhere(text in "\\PC{8,40}") {
            prop_assert_eq!(format!("{:?}", Password::typed(&text)), "Password");
        }
    }
}
