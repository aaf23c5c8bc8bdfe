//! Display names: which ones can be had, and which ones are the same.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

/// Characters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=20;

/// Nothing longer, in bytes, is looked at: normalising would take long, and make it longer still.
const LONGEST_TEXT: usize = 400;

/// Marks on one letter.
const MOST_MARKS: usize = 2;

/// Who speaks for the platform. Nobody else may be called so, alone, with a number, or as a part set off by `_` or `-`.
const RESERVED: [&str; 32] = [
    "account",
    "accounts",
    "admin",
    "administrator",
    "administration",
    "anonymous",
    "api",
    "bot",
    "corners",
    "deleted",
    "everyone",
    "guest",
    "help",
    "here",
    "mod",
    "moderator",
    "moderators",
    "mods",
    "null",
    "official",
    "operator",
    "owner",
    "referee",
    "root",
    "security",
    "server",
    "staff",
    "support",
    "sysadmin",
    "system",
    "ugolki",
    "webmaster",
];

/// A name that can be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayName {
    shown: String,
    folded: String,
    skeleton: String,
}

/// Why a name cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameProblem {
    /// It has not 3 to 20 characters.
    Length,
    /// It has other characters than letters, digits, `_` and `-`, or marks that belong to no letter.
    Characters,
    /// Its letters are of scripts that are not written together.
    MixedScripts,
    /// It is one that speaks for the platform.
    Reserved,
}

impl NameProblem {
    /// The problem as clients see it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Length => "LENGTH",
            Self::Characters => "CHARACTERS",
            Self::MixedScripts => "MIXED_SCRIPTS",
            Self::Reserved => "RESERVED",
        }
    }
}

impl DisplayName {
    /// Reads a name that somebody would like to have.
    ///
    /// # Errors
    ///
    /// The first rule that it breaks.
    pub fn parse(text: &str) -> Result<Self, NameProblem> {
        if text.len() > LONGEST_TEXT {
            return Err(NameProblem::Length);
        }
        let shown: String = text.nfkc().collect();
        if !LENGTH.contains(&shown.chars().count()) {
            return Err(NameProblem::Length);
        }
        if !is_well_formed(&shown) {
            return Err(NameProblem::Characters);
        }
        if !shown.as_str().is_single_script() {
            return Err(NameProblem::MixedScripts);
        }
        let folded = fold(&shown);
        if is_reserved(&folded) {
            return Err(NameProblem::Reserved);
        }
        let skeleton = look(&folded);
        Ok(Self {
            shown,
            folded,
            skeleton,
        })
    }

    /// The name as it is shown: in NFKC.
    #[must_use]
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The name in folded case.
    #[must_use]
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// What the name looks like, in any case: names with the same skeleton are the same.
    #[must_use]
    pub fn skeleton(&self) -> &str {
        &self.skeleton
    }
}

/// A text in NFKC and folded case, as names are searched for.
#[must_use]
pub fn fold(text: &str) -> String {
    let normal = text.nfkc().flat_map(char::to_uppercase).flat_map(char::to_lowercase);
    normal.collect::<String>().nfkc().collect()
}

/// What a folded text looks like (UTS 39). Upper case is folded away before, so that what only looks alike in one case,
/// such as a capital I and a small l, has to be put together here.
fn look(folded: &str) -> String {
    let alike = |character| match character {
        'l' | '1' | '|' => 'i',
        '0' => 'o',
        other => other,
    };
    let seen: String = skeleton(folded).collect();
    fold(&seen).chars().map(alike).collect()
}

fn is_well_formed(name: &str) -> bool {
    // As many as there may be, so that none may come first or after a dash.
    let mut marks = MOST_MARKS;
    let mut has_letter = false;
    for character in name.chars() {
        if is_combining_mark(character) {
            marks += 1;
        } else if matches!(character, '_' | '-') {
            marks = MOST_MARKS;
        } else if character.is_alphanumeric() {
            // A mark on a digit would be another name that looks the same.
            marks = if character.is_alphabetic() { 0 } else { MOST_MARKS };
            has_letter = true;
        } else {
            return false;
        }
        if marks > MOST_MARKS || !(character == '-' || character.identifier_allowed()) {
            return false;
        }
    }
    has_letter
}

fn is_reserved(folded: &str) -> bool {
    // Marks change no word that people read.
    let plain: String = folded
        .nfd()
        .filter(|character| !is_combining_mark(*character))
        .collect();
    let folded = plain.as_str();
    let together: String = folded
        .chars()
        .filter(|character| !matches!(character, '_' | '-'))
        .collect();
    let parts = folded.split(['_', '-']).chain([&*together]);
    let without_number = |part: &str| look(part.trim_end_matches(|character: char| character.is_ascii_digit()));
    let mut looks = parts.flat_map(|part| [look(part), without_number(part)]);
    looks.any(|part| RESERVED.iter().any(|word| look(word) == part))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn problem(name: &str) -> Option<NameProblem> {
        DisplayName::parse(name).err()
    }

    fn same(one: &str, other: &str) -> bool {
        DisplayName::parse(one).unwrap().skeleton() == DisplayName::parse(other).unwrap().skeleton()
    }

    #[test]
    fn names_of_one_script_can_be_had() {
        for name in [
            "anna",
            "Anna_7",
            "x-y-z",
            "\u{410}\u{43d}\u{43d}\u{430}",
            "\u{5c71}\u{7530}\u{305f}\u{308d}\u{3046}",
            "\u{d55c}\u{ad6d}\u{c5b4}",
            "\u{639}\u{645}\u{631}",
            "Zo\u{eb}",
            "\u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947}",
        ] {
            assert_eq!(problem(name), None, "{name}");
        }
        let wide = DisplayName::parse("\u{ff21}nna").unwrap();
        assert_eq!((wide.shown(), wide.folded()), ("Anna", "anna"), "NFKC");
    }

    #[test]
    fn what_is_no_name_is_refused_with_the_rule_it_breaks() {
        for name in [
            "",
            "ab",
            "abcdefghijklmnopqrstu",
            &"a".repeat(100_000),
            &"\u{fdfa}".repeat(100),
        ] {
            assert_eq!(problem(name), Some(NameProblem::Length));
        }
        for name in [
            "Quiet Otter 4821",
            "a.b.c",
            "anna\u{200b}",
            "an\u{202e}na",
            "___",
            "-_-",
            "\u{1f600}\u{1f600}\u{1f600}",
            "a\0b",
            "ax\u{301}\u{301}\u{301}na",
            "\u{301}anna",
            "a-\u{301}b",
            "@nna",
            "anna\n",
        ] {
            assert_eq!(problem(name), Some(NameProblem::Characters), "{name:?}");
        }
        for name in ["\u{430}nna", "ann\u{3b1}", "an\u{5d0}na"] {
            assert_eq!(problem(name), Some(NameProblem::MixedScripts), "{name}");
        }
    }

    #[test]
    fn nobody_can_speak_for_the_platform() {
        for name in [
            "admin",
            "ADMIN",
            "Adm1n",
            "admin7",
            "_admin_",
            "corners-admin",
            "m0derat0r",
            "a-d-m-i-n",
            "supp0rt",
            "guest",
            "Guest_12",
            "official-anna",
            "\u{ff41}dmin",
            "Adm\u{ed}n",
            "M\u{f3}derator",
            "Admi\u{1e47}",
            "\u{430}\u{441}\u{441}\u{43e}unt",
        ] {
            let refused = problem(name);
            assert!(
                matches!(refused, Some(NameProblem::Reserved | NameProblem::MixedScripts)),
                "{name}: {refused:?}"
            );
        }
        assert_eq!(problem("administer"), None);
        assert_eq!(problem("cornerstone"), None);
    }

    #[test]
    fn case_and_look_alikes_do_not_make_another_name() {
        assert!(same("Anna", "ANNA"));
        assert!(same("lan_", "Ian_"));
        assert!(same("bill", "b1ll") && same("bill", "BIII"));
        assert!(same("Otto", "0tt0"));
        assert!(same("modem", "rnodern"));
        assert!(
            same("\u{440}\u{430}\u{440}\u{430}", "papa"),
            "all Cyrillic against all Latin"
        );
        assert!(same("stra\u{df}e", "STRASSE"));
        assert!(same("\u{3c3}\u{3b1}\u{3c2}", "\u{3a3}\u{391}\u{3a3}"));
        assert!(!same("anna", "hanna") && !same("anna", "ann_a") && !same("anna1", "anna2"));
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange_and_what_is_shown_is_a_name_again(text in "\\PC{0,40}|[\\u{0}-\\u{10ffff}]{0,30}") {
            if let Ok(name) = DisplayName::parse(&text) {
                let again = DisplayName::parse(name.shown());
                prop_assert_eq!(Ok(&name), again.as_ref());
                prop_assert!(!name.shown().contains(' '), "spaces are for guests");
            }
        }

        #[test]
        fn a_skeleton_does_not_depend_on_case(text in "[a-zA-Z\\u{400}-\\u{4ff}0-9_-]{3,20}") {
            let upper = DisplayName::parse(&text.to_uppercase());
            if let (Ok(name), Ok(upper)) = (DisplayName::parse(&text), upper) {
                prop_assert_eq!(name.skeleton(), upper.skeleton());
            }
        }
    }
}
