//! An attack with 100,000 forged tokens on a server of its own: `cargo bench -p corners-service --bench forgeries`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    unreachable_pub,
    dead_code,
    reason = "a measurement, with the tests' server"
)]

#[path = "../tests/it/support/mod.rs"]
mod support;

const FORGERIES: usize = 100_000;

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let began = tokio::time::Instant::now();
    let grown = runtime.block_on(support::forgeries::attack(FORGERIES));
    let took = began.elapsed();
    println!("{FORGERIES} forgeries, {FORGERIES} refusals in {took:.1?}; the process has {grown} bytes more");
}
