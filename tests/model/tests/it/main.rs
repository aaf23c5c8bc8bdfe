//! The small runs of the model, and the wrong protocols that each property must find.

mod as_built;
mod wrong;
