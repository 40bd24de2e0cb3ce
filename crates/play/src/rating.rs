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
    /// How much of a game it is: 1 for a game of two. A game of more seats is a result against each of the others, and
    /// together they count as one game.
    pub weight: f64,
}

/// Points as they are shown. Everything that shows a rating rounds here, so that a rating and its change add up to the
/// rating after it.
pub fn points(value: f64) -> i64 {
    value.round() as i64
}

impl Rating {
    /// The largest deviation: nothing is known.
    pub(crate) const UNKNOWN: f64 = 350.0;

    /// Somebody of whom nothing is known, with these points to start from.
    pub const fn new(value: f64) -> Rating {
        Rating { value, deviation: Rating::UNKNOWN, volatility: 0.06 }
    }

    /// The points as they are shown.
    pub fn points(self) -> i64 {
        points(self.value)
    }

    /// What is shown of a change from an earlier rating to this one.
    pub fn change_from(self, before: Rating) -> i64 {
        self.points() - before.points()
    }

    /// The rating after a time without games, in periods: it becomes less certain.
    #[must_use]
    pub fn aged(self, periods: f64) -> Rating {
        let growth = self.volatility * periods.max(0.0).sqrt();
        let deviation = ((self.deviation / SCALE).hypot(growth) * SCALE).min(Rating::UNKNOWN);
        Rating { deviation, ..self }
    }

    /// The rating after a period with these games.
    #[must_use]
    pub(crate) fn after(self, results: &[Result]) -> Rating {
        self.after_periods(results, 1.0)
    }

    /// The rating after these games, so many periods after the last one. For one period this is the system of the paper.
    #[must_use]
    pub fn after_periods(self, results: &[Result], periods: f64) -> Rating {
        let phi = self.deviation / SCALE;
        if results.is_empty() {
            return self.aged(periods);
        }
        let (mut precision, mut surprise) = (0.0, 0.0);
        for result in results {
            let theirs = result.deviation / SCALE;
            let g = 1.0 / (1.0 + 3.0 * theirs * theirs / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (self.value - result.value) / SCALE).exp());
            precision += result.weight * g * g * expected * (1.0 - expected);
            surprise += result.weight * g * (result.score - expected);
        }
        let variance = 1.0 / precision;
        let volatility = self.next_volatility(phi, variance, variance * surprise);
        let before = phi.hypot(volatility * periods.max(0.0).sqrt());
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
            .map(|(value, deviation, score)| Result { value, deviation, score, weight: 1.0 });
        let after = player.after(&results);
        assert!((after.value - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn what_is_shown_adds_up() {
        for (before, after) in
            [(999.6, 1000.4), (1000.5, 1001.5), (999.5, 1179.3), (1179.49, 1000.51), (1000.4, 1000.4)]
        {
            let (before, after) = (Rating::new(before), Rating::new(after));
            assert_eq!(before.points() + after.change_from(before), after.points());
        }
        assert_eq!((points(1000.5), points(1001.5)), (1001, 1002), "halves always go the same way");
    }

    #[test]
    fn without_games_a_rating_becomes_less_certain() {
        let player = Rating { value: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after = player.after(&[]);
        assert!((after.deviation - 200.2714).abs() < 0.001 && after.value.total_cmp(&1500.0).is_eq(), "{after:?}");
        assert!(Rating::new(1200.0).after(&[]).deviation <= Rating::UNKNOWN);
    }

    #[test]
    fn time_is_counted_in_periods() {
        let player = Rating { value: 1500.0, deviation: 50.0, volatility: 0.06 };
        let (four, once) = (player.aged(4.0), (0..4).fold(player, |rating, _| rating.aged(1.0)));
        assert!((four.deviation - once.deviation).abs() < 1e-9, "{four:?} {once:?}");
        assert_eq!(player.aged(0.0), player);
        assert_eq!(player.aged(-3.0), player);
        let won = [Result { value: 1500.0, deviation: 50.0, score: 1.0, weight: 1.0 }];
        assert_eq!(player.after_periods(&won, 1.0), player.after(&won));
        let (soon, late) = (player.after_periods(&won, 0.0), player.after_periods(&won, 100.0));
        assert!(soon.deviation < player.deviation && late.deviation > soon.deviation);
        assert!(late.value > soon.value, "a result says more about who was not seen for long");
    }

    #[test]
    fn three_results_of_a_third_are_one() {
        let player = Rating::new(1500.0);
        let result = Result { value: 1400.0, deviation: 80.0, score: 1.0, weight: 1.0 };
        let third = Result { weight: 1.0 / 3.0, ..result };
        let (one, three) = (player.after(&[result]), player.after(&[third; 3]));
        assert!((one.value - three.value).abs() < 1e-6 && (one.deviation - three.deviation).abs() < 1e-6);
    }

    /// An implementation that is not ours has the same figures for whole games. It knows neither shares nor weights.
    #[test]
    fn another_implementation_has_the_same_figures() {
        use skillratings::Outcomes;
        use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
        let config = Glicko2Config { tau: TAU, convergence_tolerance: PRECISION };
        let mut seed = 7_u64;
        let mut number = |from: f64, to: f64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            from + (to - from) * ((seed >> 33) as f64 / f64::from(1_u32 << 31))
        };
        for _ in 0..300 {
            let player = Rating {
                value: number(600.0, 2400.0),
                deviation: number(30.0, 350.0),
                volatility: number(0.04, 0.09),
            };
            let count = 1 + number(0.0, 5.0) as usize;
            let games: Vec<(Result, Outcomes)> = (0..count)
                .map(|_| {
                    let (value, deviation) = (number(600.0, 2400.0), number(30.0, 350.0));
                    let (score, outcome) = match number(0.0, 3.0) as u8 {
                        0 => (0.0, Outcomes::LOSS),
                        1 => (0.5, Outcomes::DRAW),
                        _ => (1.0, Outcomes::WIN),
                    };
                    (Result { value, deviation, score, weight: 1.0 }, outcome)
                })
                .collect();
            let theirs = |rating: Rating| Glicko2Rating {
                rating: rating.value,
                deviation: rating.deviation,
                volatility: rating.volatility,
            };
            let rivals: Vec<(Glicko2Rating, Outcomes)> = games
                .iter()
                .map(|&(Result { value, deviation, .. }, outcome)| {
                    (theirs(Rating { value, deviation, volatility: 0.06 }), outcome)
                })
                .collect();
            let other = glicko2_rating_period(&theirs(player), &rivals, &config);
            let own = player.after(&games.iter().map(|(result, _)| *result).collect::<Vec<_>>());
            let near = |one: f64, other: f64, most: f64| (one - other).abs() < most;
            assert!(near(own.value, other.rating, 0.01), "{player:?} {games:?}: {own:?}, not {other:?}");
            assert!(near(own.deviation, other.deviation.min(Rating::UNKNOWN), 0.01), "{own:?}, not {other:?}");
            assert!(near(own.volatility, other.volatility, 1e-5), "{own:?}, not {other:?}");
        }
    }

    proptest! {
        #[test]
        fn ratings_stay_numbers(games in prop::collection::vec((0.0..4000.0_f64, 1.0..350.0_f64, 0..3_u8), 0..60)) {
            let mut player = Rating::new(1200.0);
            for (value, deviation, score) in games {
                let before = player;
                let score_of = f64::from(score) / 2.0;
                player = player.after(&[Result { value, deviation, score: score_of, weight: 1.0 }]);
                prop_assert!(player.value.is_finite() && player.volatility > 0.0 && player.volatility < 1.0);
                prop_assert!(player.deviation > 1.0 && player.deviation <= Rating::UNKNOWN);
                prop_assert!(score != 2 || player.value >= before.value);
                prop_assert!(score != 0 || player.value <= before.value);
            }
        }
    }
}
