//! Calls that are timed.

use std::time::Instant;

use corners_test_bench::{Failure, Times, per_second, say};
use futures::future::try_join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::replica::Client;

/// What calls took, and how many there were in a second.
pub struct Timed {
    times: Times,
    rate: f64,
}

impl Timed {
    pub fn say(mut self, name: &str) {
        say(&format!("  {name}: {}, {:.0}/s", self.times.told(), self.rate));
    }
}

/// Makes calls, some at a time, each caller one after the other.
pub async fn calls<T>(
    client: &Client,
    count: usize,
    callers: usize,
    call: impl AsyncFn(&mut Client, &mut StdRng) -> Result<T, Failure>,
) -> Result<Timed, Failure> {
    let (begun, call) = (Instant::now(), &call);
    let calling = (0..callers).map(|caller| async move {
        let (mut times, mut client) = (Times::default(), client.clone());
        let mut random = StdRng::seed_from_u64(caller as u64);
        for _ in 0..count / callers {
            let asked = Instant::now();
            call(&mut client, &mut random).await?;
            times.note(asked.elapsed());
        }
        Ok::<_, Failure>(times)
    });
    let mut times = Times::default();
    for some in try_join_all(calling).await? {
        times.take(some);
    }
    Ok(Timed {
        times,
        rate: per_second(count, begun),
    })
}
