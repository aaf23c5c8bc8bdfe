use crate::{InvalidParameter, Parameters, Rating};

/// Parameters that have been checked, and all that is computed by them.
///
/// Whatever finite numbers go in, finite numbers come out, in a bounded number of steps; not a number comes out where
/// not a number went in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct System {
    pub(crate) parameters: Parameters,
}

impl System {
    /// A system of these parameters.
    ///
    /// # Errors
    /// When one of them is outside its range or not a finite number; the first is named, with its range.
    pub fn new(parameters: Parameters) -> Result<Self, InvalidParameter> {
        parameters.check()?;
        Ok(Self { parameters })
    }

    /// What the system is made of.
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// What is assumed of a player who has not played yet (*Glicko-2*, step 1).
    pub const fn start(&self) -> Rating {
        self.parameters.start
    }

    /// The same with deviation and volatility at the nearest bound, where they are outside.
    pub(crate) fn within_bounds(&self, rating: Rating) -> Rating {
        let Parameters {
            lowest_deviation,
            highest_deviation,
            highest_volatility,
            ..
        } = self.parameters;
        Rating {
            rating: rating.rating,
            deviation: rating.deviation.clamp(lowest_deviation, highest_deviation),
            volatility: rating.volatility.clamp(0.0, highest_volatility),
        }
    }
}
