//! Display names for those whom an outside issuer vouches for.

use unicode_normalization::UnicodeNormalization;

use super::DisplayName;

/// Characters of a suggestion that are kept, so that a number fits behind.
const KEPT: usize = 14;

/// Tries with the suggestion itself, the first one without a number.
const WITH_SUGGESTION: u32 = 4;

/// The name to try in the `attempt`th place for somebody whom the issuer calls `suggestion`: that, made to fit; then with a
/// number; then one that says nothing. `random` makes the numbers.
#[must_use]
pub fn suggested_name(suggestion: &str, attempt: u32, random: u32) -> Option<DisplayName> {
    let kept = suggestion
        .nfkc()
        .take(100)
        .map(|character| if character == ' ' { '_' } else { character });
    let fits = kept.filter(|character| character.is_alphanumeric() || matches!(character, '_' | '-'));
    let base: String = fits.take(KEPT).collect();
    let wanted = match attempt {
        0 => base,
        few if few < WITH_SUGGESTION => format!("{base}-{}", 1000 + random % 9000),
        _ => String::new(),
    };
    let neutral = || DisplayName::parse(&format!("player-{:08}", random % 100_000_000));
    DisplayName::parse(&wanted).or_else(|_| neutral()).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tried(suggestion: &str, attempt: u32) -> String {
        suggested_name(suggestion, attempt, 4242).unwrap().shown().to_owned()
    }

    #[test]
    fn what_the_issuer_suggests_is_made_to_fit() {
        assert_eq!(tried("anna", 0), "anna");
        assert_eq!(tried("Anna Smith", 0), "Anna_Smith");
        assert_eq!(tried("anna@example.org", 0), "annaexampleorg");
        assert_eq!(tried("anna", 1), "anna-5242");
        assert_eq!(tried("anna", 4), "player-00004242");
        for unfit in ["", "x", "admin", "\u{1f600}\u{1f600}\u{1f600}", "\u{430}nna"] {
            assert_eq!(tried(unfit, 0), "player-00004242", "{unfit}");
        }
    }

    proptest! {
        #[test]
        fn there_is_always_a_name(suggestion in "\\PC{0,50}", attempt in 0_u32..10, random: u32) {
            prop_assert!(suggested_name(&suggestion, attempt, random).is_some());
        }
    }
}
