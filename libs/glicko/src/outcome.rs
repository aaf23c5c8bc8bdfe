/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White won.
    WhiteWins,
    /// Nobody won.
    Draw,
    /// Black won.
    BlackWins,
}

impl Outcome {
    /// What White scored: 1, 0.5 or 0 (*Glicko-2*, step 2: s).
    pub const fn white_score(self) -> f64 {
        match self {
            Self::WhiteWins => 1.0,
            Self::Draw => 0.5,
            Self::BlackWins => 0.0,
        }
    }

    /// The same game with colours swapped.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::WhiteWins => Self::BlackWins,
            Self::Draw => Self::Draw,
            Self::BlackWins => Self::WhiteWins,
        }
    }
}
