//! Statements about time at the tables.

mod beat;
mod control;
mod game_time;
mod outage;
mod turn;
