//! A move as people write it, split into the squares that the contract wants.

use crate::Error;

/// The squares of movetext: `c3-d3` is `["c3", "d3"]`. Whether they are squares of the board is the server's to say.
///
/// # Errors
/// [`Error::BadMove`] unless the text is two or more words of letters and digits joined by hyphens.
pub(crate) fn squares(text: &str) -> Result<Vec<String>, Error> {
    let squares: Vec<String> = text.trim().split('-').map(str::to_owned).collect();
    let well_formed =
        |square: &String| !square.is_empty() && square.len() <= 3 && square.bytes().all(|b| b.is_ascii_alphanumeric());
    if squares.len() < 2 || !squares.iter().all(well_formed) {
        return Err(Error::BadMove { text: text.to_owned() });
    }
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movetext_is_squares_joined_by_hyphens() {
        assert_eq!(squares("c3-e3-e5").unwrap(), ["c3", "e3", "e5"]);
        assert_eq!(squares(" p16-o16\n").unwrap(), ["p16", "o16"]);
        for text in ["", "c3", "c3-", "-c3", "c3--d3", "c3 d3", "c3-d3333", "c3-é3"] {
            assert!(matches!(squares(text), Err(Error::BadMove { .. })), "{text:?}");
        }
    }
}
