//! Matchmaking in two replicas on Redis: whatever breaks, nobody is at two new tables and everybody gets on.

mod campaign;
mod faults;
mod offers;
mod rated;
mod support;
mod tickets;
