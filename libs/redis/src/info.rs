//! The text of `INFO`.

/// The value of a field: lines are `name:value`.
pub(crate) fn field_of<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    info.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(field, _)| *field == name)
        .map(|(_, value)| value.trim())
}
