//! Lists that come page by page.

/// The items of a list, at most so many. `page` gets the next ones: how many at most, behind which page token; it answers
/// them and the token of the page after, which is empty for the last one. A page can be empty although another one follows.
///
/// # Errors
/// That of a page.
pub(crate) async fn collect<Item, Error>(
    most: usize,
    page: impl AsyncFn(usize, String) -> Result<(Vec<Item>, String), Error>,
) -> Result<Vec<Item>, Error> {
    let mut items = Vec::new();
    let mut page_token = String::new();
    while items.len() < most {
        let (next, token) = page(most - items.len(), page_token).await?;
        items.extend(next);
        if token.is_empty() {
            break;
        }
        page_token = token;
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of ten numbers, of which each page has at most three; every second page is empty.
    async fn page(most: usize, token: String) -> Result<(Vec<usize>, String), String> {
        let place: usize = token.parse().unwrap_or(0);
        if place.is_multiple_of(2) {
            return Ok((Vec::new(), (place + 1).to_string()));
        }
        let first = place / 2 * 3;
        let items: Vec<_> = (first..10).take(3.min(most)).collect();
        let next = if first + items.len() < 10 {
            (place + 1).to_string()
        } else {
            String::new()
        };
        Ok((items, next))
    }

    #[tokio::test]
    async fn pages_are_turned_until_there_is_enough_or_no_more() {
        assert_eq!(collect(100, page).await, Ok((0..10).collect()));
        assert_eq!(collect(7, page).await, Ok((0..7).collect()));
        assert_eq!(collect(0, page).await, Ok(vec![]));
        let failing = async |_, _| Err::<(Vec<u8>, String), _>("away");
        assert_eq!(collect(1, failing).await, Err("away"));
    }
}
