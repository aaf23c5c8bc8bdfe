//! A day of a site whose players are paired in pools.
//!
//! | module | what it is about |
//! |---|---|
//! | `pools`, `population` | what is played, who comes when, and what they want |
//! | `matcher` | who pairs: waves, first come first served, a fixed wave |
//! | `site`, `tally` | one pool for a day, and what is counted |
//! | `campaign` | all pools, for some days, by several matchers |
//! | `curve`, `report` | comparing at equal distance and at equal wait; the table |
//! | `dice` | numbers that look random |

mod campaign;
mod curve;
mod dice;
mod matcher;
mod pools;
mod population;
mod report;
mod site;
mod tally;

pub(crate) use report::Report;
