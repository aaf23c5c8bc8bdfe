//! What a call pays for its token and its limits.
//!
//! `cargo bench -p corners-service --bench calls`

#![allow(
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a bench, with the tests' tokens"
)]

use std::net::IpAddr;

use corners_proto::ids::AccountId;
use corners_service::auth::{KeySet, Trust, Verifier};
use corners_service::limits::{Limits, LimitsConfig};
use corners_service::time::wall_clock;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

#[path = "../tests/it/support/tokens.rs"]
mod tokens;

fn verifier() -> Verifier {
    Verifier::new(Trust::in_keys(KeySet::from_jwks(&tokens::jwks()).unwrap()))
}

fn token() -> String {
    tokens::sign(&tokens::claims(AccountId::random()))
}

fn verifying(bench: &mut Criterion) {
    let (verifier, now) = (verifier(), wall_clock());
    let known = token();
    verifier.verify(&known, now).unwrap();
    bench.bench_function("a token seen before", |bench| {
        bench.iter(|| verifier.verify(&known, now).unwrap());
    });
    bench.bench_function("a new token", |bench| {
        bench.iter_batched(
            token,
            |token| verifier.verify(&token, now).unwrap(),
            BatchSize::SmallInput,
        );
    });
    let forged = || tokens::sign_with(2, tokens::KEY_ID, &tokens::claims(AccountId::random()));
    bench.bench_function("a forged token", |bench| {
        bench.iter_batched(
            forged,
            |token| verifier.verify(&token, now).unwrap_err(),
            BatchSize::SmallInput,
        );
    });
}

/// The limits of the defaults, so high that nothing is refused: what is measured is to be let in.
fn limits() -> Limits {
    #[derive(serde::Deserialize)]
    struct Settings {
        limits: LimitsConfig,
    }
    let most = |key: &str| (format!("limits.{key}"), "1000000".to_owned());
    let overrides = [
        "calls_per_second_by_address",
        "calls_burst_by_address",
        "calls_per_second_by_account",
        "calls_burst_by_account",
        "moves_per_second_by_account",
        "moves_burst_by_account",
    ]
    .map(most);
    let settings: Settings = corners_service::config::load(corners_service::DEFAULTS, None, [], overrides).unwrap();
    Limits::new(&settings.limits)
}

fn limiting(bench: &mut Criterion) {
    let limits = limits();
    let address: IpAddr = "192.0.2.1".parse().unwrap();
    let accounts: Vec<_> = (0..10_000).map(|_| AccountId::random()).collect();
    let mut next = accounts.iter().cycle();
    bench.bench_function("the limits of a move, among 10,000 accounts", |bench| {
        bench.iter(|| {
            let account = *next.next().unwrap();
            let call = limits.call_from(address).and_then(|()| limits.call_of(account));
            call.and_then(|()| limits.move_of(account))
        });
    });
    bench.bench_function("the place of a stream, taken and given back", |bench| {
        bench.iter(|| limits.stream(Some(address), Some(accounts[0])).unwrap());
    });
}

criterion_group!(calls, verifying, limiting);
criterion_main!(calls);
