//! What a game costs, and what is asked beside it.
//!
//! `cargo bench -p corners-glicko --bench games`

#![allow(clippy::unwrap_used, missing_docs, reason = "a bench fails by panicking")]

use std::hint::black_box;

use corners_glicko::{Outcome, Parameters, Rating, System, Weight};
use criterion::{Criterion, criterion_group, criterion_main};

const MS_PER_DAY: u64 = 86_400_000;

fn player(rating: f64, deviation: f64) -> Rating {
    Rating {
        rating,
        deviation,
        volatility: 0.06,
    }
}

fn rating(bench: &mut Criterion) {
    let system = System::new(Parameters::default()).unwrap();
    let (white, black) = (player(1400.0, 79.0), player(1550.0, 110.0));
    let novices = (system.start(), system.start());
    let weights = [Weight::HALF, Weight::WHOLE];
    bench.bench_function("a game", |bench| {
        bench.iter(|| system.play(black_box(white), black_box(black), Outcome::WhiteWins, weights));
    });
    bench.bench_function("a first game", |bench| {
        bench.iter(|| system.play(black_box(novices.0), black_box(novices.1), Outcome::WhiteWins, weights));
    });
    bench.bench_function("an upset without likeness", |bench| {
        let (weak, strong) = (player(100.0, 45.0), player(9_000.0, 45.0));
        bench.iter(|| system.play(black_box(weak), black_box(strong), Outcome::WhiteWins, weights));
    });
    bench.bench_function("growth over an idle month", |bench| {
        bench.iter(|| system.grown(black_box(white), black_box(30 * MS_PER_DAY)));
    });
    bench.bench_function("time until provisional", |bench| {
        bench.iter(|| system.idle_until(black_box(white), black_box(110.0)));
    });
    bench.bench_function("expected score", |bench| {
        bench.iter(|| system.expected_score(black_box(white), black_box(black)));
    });
}

criterion_group!(benches, rating);
criterion_main!(benches);
