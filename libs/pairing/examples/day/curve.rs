//! Wait against distance, as windows widen at different speeds.

/// Mean wait in seconds and mean distance in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) wait_s: f64,
    pub(crate) distance: f64,
}

/// Points in the order of their waits; between two of them, the line that joins them.
pub(crate) struct Curve {
    points: Vec<Point>,
}

impl Curve {
    pub(crate) fn of(mut points: Vec<Point>) -> Self {
        points.sort_by(|one, other| one.wait_s.total_cmp(&other.wait_s));
        Self { points }
    }

    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    /// The shortest wait at which the distance is not larger than this; none if it always is.
    pub(crate) fn wait_at(&self, distance: f64) -> Option<f64> {
        let first = self.points.first()?;
        if first.distance <= distance {
            return Some(first.wait_s);
        }
        let crossing = self.points.windows(2).find(|pair| pair[1].distance <= distance)?;
        let share = (crossing[0].distance - distance) / (crossing[0].distance - crossing[1].distance);
        Some(crossing[0].wait_s + share * (crossing[1].wait_s - crossing[0].wait_s))
    }

    /// The smallest distance at which the wait is not longer than this; none if it always is.
    pub(crate) fn distance_at(&self, wait_s: f64) -> Option<f64> {
        let within = self.points.iter().filter(|point| point.wait_s <= wait_s);
        let best = within.map(|point| point.distance).reduce(f64::min)?;
        let Some(pair) = self
            .points
            .windows(2)
            .find(|pair| pair[0].wait_s <= wait_s && wait_s < pair[1].wait_s)
        else {
            return Some(best);
        };
        let share = (wait_s - pair[0].wait_s) / (pair[1].wait_s - pair[0].wait_s);
        Some(best.min(pair[0].distance + share * (pair[1].distance - pair[0].distance)))
    }
}
