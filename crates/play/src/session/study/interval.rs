//! A mean with its interval: how far it is known from so many games.

/// The width of an interval that holds the true value 19 times of 20.
const USUAL: f64 = 1.96;
/// The same, 99 times of 100: for one of many values, of which some are far away by chance.
const CAREFUL: f64 = 2.58;

/// A value that was measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The mean.
    pub value: f64,
    /// The lower end.
    pub least: f64,
    /// The upper end.
    pub most: f64,
}

impl Interval {
    /// A value with this standard error.
    pub(super) fn with_error(value: f64, error: f64) -> Interval {
        Interval { value, least: value - USUAL * error, most: value + USUAL * error }
    }

    /// The mean of values from 0 to 1.
    pub(super) fn of_shares(shares: &[f64]) -> Interval {
        Interval::of(shares, USUAL)
    }

    /// The same, where the mean is one of many.
    pub(super) fn careful(shares: &[f64]) -> Interval {
        Interval::of(shares, CAREFUL)
    }

    fn of(shares: &[f64], width: f64) -> Interval {
        let count = shares.len() as f64;
        if shares.is_empty() {
            return Interval { value: 0.0, least: 0.0, most: 1.0 };
        }
        let value = shares.iter().sum::<f64>() / count;
        // With one value of each extreme more: a few equal results prove nothing.
        let squares: f64 = shares.iter().map(|share| (share - value).powi(2)).sum();
        let extremes = value.powi(2) + (1.0 - value).powi(2);
        let error = ((squares + extremes) / (count + 2.0) / count).sqrt();
        let bound = |value: f64| value.clamp(0.0, 1.0);
        Interval { value, least: bound(value - width * error), most: bound(value + width * error) }
    }

    /// The same on another scale.
    #[must_use]
    pub(super) fn times(self, factor: f64) -> Interval {
        let [one, other] = [self.least * factor, self.most * factor];
        Interval { value: self.value * factor, least: one.min(other), most: one.max(other) }
    }

    /// Does it hold this value?
    pub fn holds(&self, value: f64) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_games_make_it_narrower_and_a_few_prove_nothing() {
        let of = |count| Interval::of_shares(&[0.0, 1.0, 0.5, 1.0].repeat(count));
        let width = |interval: Interval| interval.most - interval.least;
        assert!(
            (of(1).value - 0.625).abs() < 1e-12 && width(of(100)) < width(of(10)) && width(of(10)) < width(of(1))
        );
        assert!((width(of(400)) / width(of(100)) - 0.5).abs() < 0.02);
        assert!(Interval::of_shares(&[1.0; 3]).holds(0.5), "three wins");
        assert!(!Interval::of_shares(&[1.0; 30]).holds(0.8), "thirty wins");
        assert!(Interval::of_shares(&[]).holds(0.0) && Interval::of_shares(&[]).holds(1.0));
        assert!(width(Interval::careful(&[0.0, 1.0])) >= width(Interval::of_shares(&[0.0, 1.0])));
    }
}
