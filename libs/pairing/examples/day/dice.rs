//! Numbers that look random and are the same for the same seed, everywhere and always.

use std::f64::consts::TAU;

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone)]
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to 1, without 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn between(&mut self, lowest: f64, highest: f64) -> f64 {
        lowest + (highest - lowest) * self.fraction()
    }

    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        self.fraction() < probability
    }

    /// Normally distributed, by the method of Box and Muller.
    pub(crate) fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let (radius, angle) = (1.0 - self.fraction(), TAU * self.fraction());
        mean + deviation * (-2.0 * libm::log(radius)).sqrt() * libm::cos(angle)
    }

    /// A number whose logarithm is normally distributed, by its median.
    pub(crate) fn log_normal(&mut self, median: f64, sigma: f64) -> f64 {
        median * libm::exp(self.normal(0.0, sigma))
    }

    /// The index of one of these weights, drawn by them.
    pub(crate) fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let mut left = self.fraction() * weights.clone().sum::<f64>();
        let mut last = 0;
        for (index, weight) in weights.enumerate() {
            last = index;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
    }
}
