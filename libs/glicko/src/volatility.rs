/// ε of step 5.1, the |B - A| at which the iteration ends. It is part of the result: a tighter one would give the paper's
/// example a volatility of 0.059995984401, nearer to the root, where all others that follow the paper have …286.
const TOLERANCE: f64 = 0.000_001;

/// Games among likely players take about 3; of millions between unlikely ones, with extreme parameters, none took 60.
const MOST_ITERATIONS: u32 = 100;

/// The logarithm of zero is none: below this a volatility is taken for this.
const LOWEST: f64 = 1e-6;

/// What a period has shown, on the paper's own scale.
#[derive(Clone, Copy)]
pub(crate) struct Evidence {
    /// φ, the deviation before it.
    pub(crate) phi: f64,
    /// v, the variance of the rating that the games alone would give (step 3).
    pub(crate) variance: f64,
    /// Δ, the change of rating that the games alone would give (step 4).
    pub(crate) change: f64,
}

/// The volatility after a period: σ' of *Glicko-2*, step 5, by the Illinois variant of the rule of false position.
///
/// `tau` is at most 2. The letters are the paper's.
pub(crate) fn new_volatility(volatility: f64, tau: f64, evidence: Evidence) -> f64 {
    let before = volatility.max(LOWEST);
    let a = libm::log(before * before);
    let f = |x: f64| slope(x, a, tau, evidence);

    let mut near = a;
    let mut far = bracket(a, tau, evidence);
    let mut f_near = f(near);
    let mut f_far = f(far);
    for _ in 0..MOST_ITERATIONS {
        if (far - near).abs() <= TOLERANCE {
            break;
        }
        let between = near + (near - far) * f_near / (f_far - f_near);
        let f_between = f(between);
        if f_between * f_far <= 0.0 {
            near = far;
            f_near = f_far;
        } else {
            f_near /= 2.0;
        }
        far = between;
        f_far = f_between;
    }
    libm::exp(near / 2.0)
}

/// f(x) of step 5.1, whose root is ln σ'².
fn slope(x: f64, a: f64, tau: f64, evidence: Evidence) -> f64 {
    let Evidence { phi, variance, change } = evidence;
    let variance_at_x = libm::exp(x);
    let total = phi * phi + variance + variance_at_x;
    variance_at_x * (change * change - total) / (2.0 * total * total) - (x - a) / (tau * tau)
}

/// B of step 5.2: the root is between `a` and this.
///
/// Where the change is no surprise the paper looks for the first k = 1, 2, … at which f(a - kτ) is not negative. The
/// first term of f is never below -1/2 and the second is k/τ there, so with τ at most 2 it is always k = 1.
fn bracket(a: f64, tau: f64, evidence: Evidence) -> f64 {
    let Evidence { phi, variance, change } = evidence;
    let (shown, expected) = (change * change, phi * phi + variance);
    if shown > expected {
        libm::log(shown - expected)
    } else {
        a - tau
    }
}
