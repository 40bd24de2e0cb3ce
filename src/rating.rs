//! Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022). A rating is a value, how uncertain it is,
//! and how much it goes up and down.

use std::f64::consts::PI;

/// How much volatility may change: small values keep it steady. Glickman recommends 0.3 to 1.2.
const TAU: f64 = 0.5;

/// A step of Glicko-2's own scale in points.
const SCALE: f64 = 173.7178;

/// The iteration for the volatility ends at this precision.
const PRECISION: f64 = 1e-6;

/// A rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The points.
    pub value: f64,
    /// The rating deviation, in points: 95 % of all true strengths are within two of them.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

/// A game against an opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Result {
    /// The opponent's points.
    pub value: f64,
    /// The opponent's deviation.
    pub deviation: f64,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
}

impl Rating {
    /// The largest deviation: nothing is known.
    pub const UNKNOWN: f64 = 350.0;

    /// Somebody of whom nothing is known, with these points to start from.
    pub const fn new(value: f64) -> Rating {
        Rating { value, deviation: Rating::UNKNOWN, volatility: 0.06 }
    }

    /// The rating after a period with these games.
    #[must_use]
    pub fn after(self, results: &[Result]) -> Rating {
        let phi = self.deviation / SCALE;
        if results.is_empty() {
            let deviation = (phi.hypot(self.volatility) * SCALE).min(Rating::UNKNOWN);
            return Rating { deviation, ..self };
        }
        let (mut precision, mut surprise) = (0.0, 0.0);
        for result in results {
            let theirs = result.deviation / SCALE;
            let g = 1.0 / (1.0 + 3.0 * theirs * theirs / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (self.value - result.value) / SCALE).exp());
            precision += g * g * expected * (1.0 - expected);
            surprise += g * (result.score - expected);
        }
        let variance = 1.0 / precision;
        let volatility = self.next_volatility(phi, variance, variance * surprise);
        let before = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (before * before) + precision).sqrt();
        let deviation = (phi * SCALE).min(Rating::UNKNOWN);
        Rating { value: self.value + phi * phi * surprise * SCALE, deviation, volatility }
    }

    /// The new volatility, by the Illinois algorithm.
    fn next_volatility(self, phi: f64, variance: f64, delta: f64) -> f64 {
        let start = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let (power, sum) = (x.exp(), phi * phi + variance + x.exp());
            power * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
        };
        let mut low = start;
        let mut high = (delta * delta - phi * phi - variance).ln();
        if high.is_nan() {
            let mut steps = 1.0;
            while f(start - steps * TAU) < 0.0 && steps < 100.0 {
                steps += 1.0;
            }
            high = start - steps * TAU;
        }
        let (mut at_low, mut at_high) = (f(low), f(high));
        for _ in 0..100 {
            if (high - low).abs() <= PRECISION {
                break;
            }
            let next = low + (low - high) * at_low / (at_high - at_low);
            let at_next = f(next);
            if at_next * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (next, at_next);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The worked example of the paper, with its figures.
    #[test]
    fn the_example_of_glickman_has_its_figures() {
        let player = Rating { value: 1500.0, deviation: 200.0, volatility: 0.06 };
        let results = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
            .map(|(value, deviation, score)| Result { value, deviation, score });
        let after = player.after(&results);
        assert!((after.value - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn without_games_a_rating_becomes_less_certain() {
        let player = Rating { value: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after = player.after(&[]);
        assert!((after.deviation - 200.2714).abs() < 0.001 && after.value.total_cmp(&1500.0).is_eq(), "{after:?}");
        assert!(Rating::new(1200.0).after(&[]).deviation <= Rating::UNKNOWN);
    }

    proptest! {
        #[test]
        fn ratings_stay_numbers(games in prop::collection::vec((0.0..4000.0_f64, 1.0..350.0_f64, 0..3_u8), 0..60)) {
            let mut player = Rating::new(1200.0);
            for (value, deviation, score) in games {
                let before = player;
                player = player.after(&[Result { value, deviation, score: f64::from(score) / 2.0 }]);
                prop_assert!(player.value.is_finite() && player.volatility > 0.0 && player.volatility < 1.0);
                prop_assert!(player.deviation > 1.0 && player.deviation <= Rating::UNKNOWN);
                prop_assert!(score != 2 || player.value >= before.value);
                prop_assert!(score != 0 || player.value <= before.value);
            }
        }
    }
}
