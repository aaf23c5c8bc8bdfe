//! How the moves of a game stand in tables: a list for each of their values.

use corners_proto::stored::{Unknown, from_sql, to_sql, unknown};

use crate::domain::Ply;

/// A value for each ply, in order; nothing where no ply has one.
pub(super) type Times = Option<Vec<Option<i64>>>;

/// A row of the table `game_moves`, without its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredMoves {
    /// The paths, with a space between two.
    pub(super) paths: String,
    pub(super) remaining_ms: Times,
    /// Without the zeros.
    pub(super) elapsed_ms: Times,
    pub(super) think_time_ms: Times,
    /// Without the zeros.
    pub(super) lag_credit_ms: Times,
}

impl From<&[Ply]> for StoredMoves {
    fn from(moves: &[Ply]) -> Self {
        let paths: Vec<&str> = moves.iter().map(|ply| &*ply.path).collect();
        let unless_zero = |value: u64| (value != 0).then_some(value);
        Self {
            paths: paths.join(" "),
            remaining_ms: times(moves, |ply| ply.remaining_ms),
            elapsed_ms: times(moves, |ply| unless_zero(ply.elapsed_ms)),
            think_time_ms: times(moves, |ply| ply.think_time_ms),
            lag_credit_ms: times(moves, |ply| unless_zero(ply.lag_credit_ms)),
        }
    }
}

fn times(moves: &[Ply], value: impl Fn(&Ply) -> Option<u64>) -> Times {
    let values: Vec<_> = moves.iter().map(|ply| value(ply).map(to_sql)).collect();
    values.iter().any(Option::is_some).then_some(values)
}

impl TryFrom<StoredMoves> for Vec<Ply> {
    type Error = Unknown;

    fn try_from(stored: StoredMoves) -> Result<Self, Unknown> {
        let paths: Vec<&str> = stored.paths.split_ascii_whitespace().collect();
        let lists = [
            stored.remaining_ms,
            stored.elapsed_ms,
            stored.think_time_ms,
            stored.lag_credit_ms,
        ];
        if let Some(other) = lists.iter().flatten().find(|list| list.len() != paths.len()) {
            return Err(unknown("number of times", other.len().to_string()));
        }
        let at = |list: &Times, ply: usize| -> Option<u64> { (*list.as_ref()?.get(ply)?).map(from_sql) };
        let [remaining, elapsed, think_time, lag_credit] = &lists;
        let plies = paths.iter().enumerate().map(|(number, path)| Ply {
            path: (*path).to_owned(),
            remaining_ms: at(remaining, number),
            elapsed_ms: at(elapsed, number).unwrap_or(0),
            think_time_ms: at(think_time, number),
            lag_credit_ms: at(lag_credit, number).unwrap_or(0),
        });
        Ok(plies.collect())
    }
}

/// Values with commas between, as arrays are written in JSON and in SQL alike.
pub(super) fn list_text(values: &[Option<i64>]) -> String {
    let texts: Vec<String> = values
        .iter()
        .map(|value| value.map_or_else(|| "null".to_owned(), |value| value.to_string()))
        .collect();
    texts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(remaining_ms: Option<u64>, elapsed_ms: u64) -> Ply {
        Ply {
            path: "c3-d3".to_owned(),
            remaining_ms,
            elapsed_ms,
            think_time_ms: None,
            lag_credit_ms: 0,
        }
    }

    #[test]
    fn no_time_left_is_not_the_same_as_no_clock() {
        for moves in [
            vec![ply(Some(0), 0)],
            vec![ply(None, 0)],
            vec![ply(Some(0), 5), ply(None, 0)],
            vec![],
        ] {
            let stored = StoredMoves::from(&*moves);
            assert_eq!(Vec::try_from(stored).unwrap(), moves);
        }
    }

    #[test]
    fn what_nobody_has_takes_no_room() {
        let stored = StoredMoves::from(&[ply(None, 0), ply(None, 0)][..]);
        assert_eq!((stored.remaining_ms, stored.elapsed_ms), (None, None));
    }

    #[test]
    fn lists_of_different_lengths_are_damage() {
        let mut stored = StoredMoves::from(&[ply(Some(1), 2)][..]);
        stored.paths = "c3-d3 f6-e6".to_owned();
        assert!(Vec::try_from(stored).is_err());
    }

    #[test]
    fn a_list_is_written_with_its_holes() {
        assert_eq!(list_text(&[Some(1), None, Some(30)]), "1,null,30");
    }
}
