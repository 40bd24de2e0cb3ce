//! Statistics of a contest: points, Elo with a confidence interval, and a sequential probability ratio test (SPRT).

use super::Game;

/// The score so far.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    /// The points of each player.
    pub(crate) points: Vec<f64>,
    /// The number of seats that each player has played.
    pub(crate) seats: Vec<usize>,
    /// The expected points of each player, by the number of its seats.
    pub(crate) expected: Vec<f64>,
    /// The number of games for each cause of their end.
    pub(crate) causes: Vec<(String, usize)>,
    /// The total number of plies.
    pub(crate) plies: usize,
    /// The number of games.
    pub(crate) games: usize,
    /// For each round of seatings, its number and the first player's points in it.
    rounds: Vec<(usize, f64)>,
    round: usize,
    /// The points of each seat, summed over all players.
    pub(crate) by_seat: Vec<f64>,
    /// Wins, draws and losses of the first player.
    pub(crate) tally: [usize; 3],
}

impl Score {
    /// An empty score; `round` is the number of games in a round.
    pub(super) fn new(players: usize, round: usize) -> Score {
        Score {
            points: vec![0.0; players],
            seats: vec![0; players],
            expected: vec![0.0; players],
            causes: Vec::new(),
            plies: 0,
            games: 0,
            rounds: Vec::new(),
            round,
            by_seat: Vec::new(),
            tally: [0; 3],
        }
    }

    pub(super) fn add(&mut self, game: &Game) {
        self.games += 1;
        self.plies += game.plies;
        self.by_seat.resize(game.points.len(), 0.0);
        let part = 1.0 / game.seating.len() as f64;
        let mut first = 0.0;
        for (seat, &player) in game.seating.iter().enumerate() {
            self.points[player] += game.points[seat];
            self.seats[player] += 1;
            self.expected[player] += part;
            self.by_seat[seat] += game.points[seat];
            if player == 0 {
                first += game.points[seat];
            }
        }
        let even = game.seating.iter().filter(|&&player| player == 0).count() as f64 * part;
        self.tally[if first > even + 1e-9 {
            0
        } else if first < even - 1e-9 {
            2
        } else {
            1
        }] += 1;
        match self.causes.iter_mut().find(|(cause, _)| *cause == game.cause) {
            Some((_, count)) => *count += 1,
            None => self.causes.push((game.cause.clone(), 1)),
        }
        let round = game.number / self.round;
        match self.rounds.iter_mut().find(|(known, _)| *known == round) {
            Some((_, sum)) => *sum += first,
            None => self.rounds.push((round, first)),
        }
    }

    /// The share of the first player, the variance of its share per round, and the number of rounds.
    fn rate(&self) -> (f64, f64, f64) {
        let games = self.games as f64;
        let share = self.points.first().copied().unwrap_or(0.0) / games.max(1.0);
        let per_round = self.round as f64;
        let shares: Vec<f64> = self.rounds.iter().map(|(_, sum)| sum / per_round).collect();
        let count = shares.len() as f64;
        let mean = shares.iter().sum::<f64>() / count.max(1.0);
        // A prior of two extreme rounds: a few rounds with equal results, such as one win each, prove nothing.
        let squares = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() + 2.0 * 0.25;
        let variance = squares / (count + 1.0);
        (share, variance, count)
    }
}

/// A difference in strength with its 95% confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Elo {
    /// The estimate.
    pub(crate) value: f64,
    /// The lower bound of the interval.
    pub(crate) least: f64,
    /// The upper bound of the interval.
    pub(crate) most: f64,
}

fn to_elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of the points of the first player with its 95% confidence interval, each from 0 to 1.
pub(crate) fn share(score: &Score) -> [f64; 3] {
    let (share, variance, count) = score.rate();
    let error = 1.96 * (variance / count.max(1.0)).sqrt();
    [share, (share - error).max(0.0), (share + error).min(1.0)]
}

/// The Elo difference of the first player to all others, in games with two seats.
pub(crate) fn elo(score: &Score) -> Elo {
    let (share, variance, count) = score.rate();
    let error = 1.96 * (variance / count.max(1.0)).sqrt();
    Elo { value: to_elo(share), least: to_elo(share - error), most: to_elo(share + error) }
}

/// A sequential test of two hypotheses about the Elo difference of the first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub(crate) low: f64,
    /// The Elo difference of the alternative hypothesis.
    pub(crate) high: f64,
}

impl Sprt {
    /// A ratio beyond this or its negative decides, with error rates of 5%.
    pub(crate) const BOUND: f64 = 2.944_438_979_166_44;

    /// The log-likelihood ratio (LLR); positive values support the larger difference.
    pub(crate) fn log_likelihood_ratio(&self, score: &Score) -> f64 {
        let (share, variance, count) = score.rate();
        if count < 4.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (expected(self.low), expected(self.high));
        count * (high - low) * (2.0 * share - low - high) / (2.0 * variance)
    }

    /// Accepts (true) or rejects (false) the larger difference with error rates of 5%; `None` while undecided.
    pub(crate) fn verdict(&self, score: &Score) -> Option<bool> {
        let ratio = self.log_likelihood_ratio(score);
        if ratio >= Sprt::BOUND {
            Some(true)
        } else if ratio <= -Sprt::BOUND {
            Some(false)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, first_seat: usize, first: f64) -> Game {
        let mut points = vec![1.0 - first; 2];
        points[first_seat] = first;
        let mut seating = vec![1; 2];
        seating[first_seat] = 0;
        Game {
            number,
            seating,
            points,
            cause: "checkmate".to_owned(),
            problem: None,
            plies: 10,
            record: Default::default(),
        }
    }

    #[test]
    fn three_of_four_points_are_191_elo() {
        let mut score = Score::new(2, 2);
        for number in 0..400 {
            score.add(&game(number, number % 2, if number % 4 == 3 { 0.0 } else { 1.0 }));
        }
        let elo = elo(&score);
        assert!((elo.value - 190.8).abs() < 0.5, "{elo:?}");
        assert!(elo.least > 150.0 && elo.most < 240.0, "{elo:?}");
        assert_eq!(score.tally, [300, 0, 100]);
        assert_eq!(Sprt { low: 0.0, high: 10.0 }.verdict(&score), Some(true));
        assert_eq!(Sprt { low: 300.0, high: 400.0 }.verdict(&score), Some(false));
    }

    #[test]
    fn a_few_games_that_end_alike_prove_nothing() {
        let mut score = Score::new(2, 2);
        for number in 0..10 {
            score.add(&game(number, number % 2, if number % 2 == 0 { 1.0 } else { 0.0 }));
        }
        assert_eq!(Sprt { low: 0.0, high: 20.0 }.verdict(&score), None);
        let elo = elo(&score);
        assert!(elo.least < -50.0 && elo.most > 50.0, "{elo:?}");
    }
}
