//! The statements that pages of the documentation show.

/// A statement, or several, and the title that it stands under.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The title.
    pub title: &'static str,
    /// The block, as it stands there.
    pub sql: &'static str,
}

/// All blocks of SQL of a page.
#[must_use]
pub fn statements(page: &'static str) -> Vec<Shown> {
    let mut shown = Vec::new();
    let mut rest = page;
    let mut title = "";
    while let Some((before, after)) = rest.split_once("```sql\n") {
        let mut titles = before.lines().filter(|line| line.starts_with('#'));
        title = titles
            .next_back()
            .map_or(title, |line| line.trim_start_matches(['#', ' ']));
        let (sql, after) = after.split_once("```").unwrap_or((after, ""));
        shown.push(Shown { title, sql });
        rest = after;
    }
    shown
}
