//! What a piece is worth, as learned from the games: how much one more of its kind raises the chance to win, whatever else
//! is on the board. It is the logistic regression of the points on the pieces, in which every game counts once.

use super::facts::Facts;
use super::interval::Interval;
use crate::rules::piece::Kind;
use crate::rules::spec::Spec;

/// How far a value is expected from 0 without any game: without it, a piece that is lost only with the game is worth
/// without end.
const PRIOR: f64 = 0.1;
const STEPS: usize = 30;
/// What the others are counted in is worth more than 0 by so many standard errors.
const SURE: f64 = 3.0;
/// A kind that is on one side alone for less than this part of the time is not known.
const LEAST_SHARE: f64 = 0.01;

/// What a kind is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PieceWorth {
    pub(crate) kind: Kind,
    /// How much one more adds to an even chance of one half.
    pub(crate) chance: Interval,
    /// The same in Pawns, or in what the game has most of, if that is worth anything.
    pub(crate) pawns: Option<Interval>,
}

/// One moment of a game: who has more of what, and which part of the points the first of the two got.
struct Sample {
    game: usize,
    weight: f64,
    points: f64,
    features: Vec<f64>,
}

/// What the kinds are worth that are known, and the kind whose worth is 1.
pub(super) fn learned(spec: &Spec, games: &[Facts]) -> (Vec<PieceWorth>, Option<Kind>) {
    let samples = samples(games);
    let total: f64 = samples.iter().map(|sample| sample.weight).sum();
    let uneven = |index: usize| {
        let weight = |sample: &Sample| if sample.features[index] == 0.0 { 0.0 } else { sample.weight };
        samples.iter().map(weight).sum::<f64>() >= LEAST_SHARE * total.max(1.0)
    };
    let known: Vec<usize> = (0..spec.kinds.len()).filter(|&index| uneven(index)).collect();
    if known.is_empty() {
        return (Vec::new(), None);
    }
    let fit = Fit::of(&samples, &known, games.len(), spec.seats.len() == 2);
    let unit = unit(spec, &known, &fit);
    let of = |(at, &index): (usize, &usize)| {
        let value = Interval::with_error(fit.values[at], fit.error(at));
        let chance = |odds: f64| 1.0 / (1.0 + (-odds).exp()) - 0.5;
        PieceWorth {
            kind: Kind(index as u8),
            chance: Interval { value: chance(value.value), least: chance(value.least), most: chance(value.most) },
            pawns: unit.map(|unit| value.times(1.0 / fit.values[unit])),
        }
    };
    (known.iter().enumerate().map(of).collect(), unit.map(|unit| Kind(known[unit] as u8)))
}

/// The kind whose worth is called 1: the Pawn, if it is surely worth something.
fn unit(spec: &Spec, known: &[usize], fit: &Fit) -> Option<usize> {
    let pawn = spec.pawn?.index();
    let at = known.iter().position(|&index| index == pawn)?;
    (fit.values[at] > SURE * fit.error(at)).then_some(at)
}

fn samples(games: &[Facts]) -> Vec<Sample> {
    let mut samples = Vec::new();
    for (game, facts) in games.iter().enumerate() {
        let Some(end) = &facts.end else { continue };
        let weight = 1.0 / facts.surplus.len().max(1) as f64;
        for surplus in &facts.surplus {
            let [one, other] = surplus.seats.map(|side| end.points[side.index()]);
            let points = if one + other > 0.0 { one / (one + other) } else { 0.5 };
            let features = surplus.of_kinds.iter().map(|&count| f64::from(count)).collect();
            samples.push(Sample { game, weight, points, features });
        }
    }
    samples
}

/// The values that fit the games best, and how far they are known.
struct Fit {
    values: Vec<f64>,
    /// The covariance of the values, in which the moments of one game are not independent of each other.
    covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// With the advantage of the first seat as one more value, if there are two.
    fn of(samples: &[Sample], known: &[usize], games: usize, two: bool) -> Fit {
        let count = known.len() + usize::from(two);
        let features = |sample: &Sample| -> Vec<f64> {
            known.iter().map(|&index| sample.features[index]).chain(two.then_some(1.0)).collect()
        };
        let rows: Vec<(Vec<f64>, &Sample)> = samples.iter().map(|sample| (features(sample), sample)).collect();
        let mut values = vec![0.0; count];
        let mut inverse = Vec::new();
        for _ in 0..STEPS {
            let mut slope: Vec<f64> = values.iter().map(|value| -PRIOR * value).collect();
            let mut curve = vec![vec![0.0; count]; count];
            (0..count).for_each(|at| curve[at][at] = PRIOR);
            for (row, sample) in &rows {
                let guess = guess(&values, row);
                let bend = sample.weight * guess * (1.0 - guess);
                for one in 0..count {
                    slope[one] += sample.weight * (sample.points - guess) * row[one];
                    for other in 0..count {
                        curve[one][other] += bend * row[one] * row[other];
                    }
                }
            }
            inverse = inverted(curve);
            let step = product(&inverse, &slope);
            let largest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            values.iter_mut().zip(&step).for_each(|(value, part)| *value += part);
            if largest < 1e-9 {
                break;
            }
        }
        let mut slopes = vec![vec![0.0; count]; games];
        for (row, sample) in &rows {
            let missed = sample.weight * (sample.points - guess(&values, row));
            slopes[sample.game].iter_mut().zip(row).for_each(|(sum, part)| *sum += missed * part);
        }
        let mut covariance = vec![vec![0.0; count]; count];
        for slope in slopes {
            let moved = product(&inverse, &slope);
            for one in 0..count {
                for other in 0..count {
                    covariance[one][other] += moved[one] * moved[other];
                }
            }
        }
        Fit { values, covariance }
    }

    fn error(&self, at: usize) -> f64 {
        self.covariance[at][at].sqrt()
    }
}

fn guess(values: &[f64], row: &[f64]) -> f64 {
    let odds: f64 = values.iter().zip(row).map(|(value, part)| value * part).sum();
    1.0 / (1.0 + (-odds).exp())
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
}

/// The inverse of a matrix that is symmetric and positive, by elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..count).map(|at| (0..count).map(|other| f64::from(u8::from(at == other))).collect()).collect();
    for at in 0..count {
        let scale = 1.0 / matrix[at][at];
        for rows in [&mut matrix, &mut inverse] {
            rows[at].iter_mut().for_each(|part| *part *= scale);
        }
        for other in (0..count).filter(|&other| other != at) {
            let factor = matrix[other][at];
            for rows in [&mut matrix, &mut inverse] {
                let row = rows[at].clone();
                rows[other].iter_mut().zip(row).for_each(|(part, above)| *part -= factor * above);
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::zobrist::mix;

    /// Games whose points follow these values: those of the first kind, then of the second, and of the first seat.
    fn games(values: [f64; 3], count: u64) -> Vec<Sample> {
        let mut samples = Vec::new();
        for game in 0..count {
            let dice = mix(game);
            let features = vec![(dice % 5) as f64 - 2.0, (dice / 5 % 3) as f64 - 1.0];
            let chance = guess(&values, &[features[0], features[1], 1.0]);
            let points = f64::from(u8::from((mix(dice) >> 11) as f64 / (1_u64 << 53) as f64 <= chance));
            // The same moment twice: it is one game all the same.
            for _ in 0..2 {
                samples.push(Sample { game: game as usize, weight: 0.5, points, features: features.clone() });
            }
        }
        samples
    }

    #[test]
    fn the_values_that_made_the_games_are_found() {
        let (values, count) = ([0.4, 1.2, 0.3], 4_000);
        let fit = Fit::of(&games(values, count), &[0, 1], count as usize, true);
        for (at, value) in values.into_iter().enumerate() {
            let error = fit.error(at);
            assert!((0.01..0.1).contains(&error), "{error}");
            assert!((fit.values[at] - value).abs() < 3.0 * error, "{at}: {} {error}", fit.values[at]);
        }
    }

    #[test]
    fn few_games_know_little() {
        let few = Fit::of(&games([0.4, 1.2, 0.3], 40), &[0, 1], 40, true);
        let many = Fit::of(&games([0.4, 1.2, 0.3], 640), &[0, 1], 640, true);
        assert!(few.error(0) > 2.0 * many.error(0), "{} {}", few.error(0), many.error(0));
    }

    #[test]
    fn an_inverse_times_the_matrix_is_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, 0.2], vec![0.5, 0.2, 2.0]];
        let inverse = inverted(matrix.clone());
        for (at, row) in matrix.iter().enumerate() {
            let unit: Vec<f64> = product(&inverse, row);
            assert!(
                unit.iter().enumerate().all(|(other, part)| (part - f64::from(u8::from(at == other))).abs() < 1e-9)
            );
        }
    }
}
