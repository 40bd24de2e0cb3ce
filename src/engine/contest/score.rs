//! What the games of a contest say: points, Elo with what is certain of it, and whether a test of
//! two hypotheses is decided.

use super::Game;

/// The points so far.
#[derive(Clone, Debug)]
pub struct Score {
    /// The points of each player.
    pub points: Vec<f64>,
    /// The seats each has played.
    pub seats: Vec<usize>,
    /// The points each could have expected by its number of seats.
    pub expected: Vec<f64>,
    /// Games with their causes.
    pub causes: Vec<(String, usize)>,
    /// Plies of all games together.
    pub plies: usize,
    /// Games so far.
    pub games: usize,
    /// The first player's share of each round of seatings that is complete.
    rounds: Vec<(usize, f64)>,
    round: usize,
    /// The points of each seat, whoever sat there.
    pub by_seat: Vec<f64>,
    /// Won, drawn and lost games of the first player.
    pub tally: [usize; 3],
}

impl Score {
    /// No games yet; so many make a round.
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

    /// The first player's share of what it could have had, each round for itself, and its spread.
    fn rate(&self) -> (f64, f64, f64) {
        let games = self.games as f64;
        let share = self.points.first().copied().unwrap_or(0.0) / games.max(1.0);
        let per_round = self.round as f64;
        let shares: Vec<f64> = self.rounds.iter().map(|(_, sum)| sum / per_round).collect();
        let count = shares.len() as f64;
        let mean = shares.iter().sum::<f64>() / count.max(1.0);
        // As if two more rounds had been as far apart as can be: a few rounds that end alike, as all
        // that are won once by each, prove nothing.
        let squares = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() + 2.0 * 0.25;
        let variance = squares / (count + 1.0);
        (share, variance, count)
    }
}

/// A difference of strength, and what is certain of it in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely value.
    pub value: f64,
    /// No less than this.
    pub least: f64,
    /// No more.
    pub most: f64,
}

fn to_elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The Elo of the first player against all others, for games of two seats.
pub fn elo(score: &Score) -> Elo {
    let (share, variance, count) = score.rate();
    let error = 1.96 * (variance / count.max(1.0)).sqrt();
    Elo { value: to_elo(share), least: to_elo(share - error), most: to_elo(share + error) }
}

/// A test whether the first player is stronger by this much or only by that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The smaller difference.
    pub low: f64,
    /// The larger difference.
    pub high: f64,
}

impl Sprt {
    /// By how much the games speak for the larger difference.
    pub fn evidence(&self, score: &Score) -> f64 {
        let (share, variance, count) = score.rate();
        if count < 4.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (expected(self.low), expected(self.high));
        count * (high - low) * (2.0 * share - low - high) / (2.0 * variance)
    }

    /// Whether the larger difference is taken (true) or refused, with errors of 5 in 100.
    pub fn verdict(&self, score: &Score) -> Option<bool> {
        let bound = (0.95f64 / 0.05).ln();
        let evidence = self.evidence(score);
        if evidence >= bound {
            Some(true)
        } else if evidence <= -bound {
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
            falls: Vec::new(),
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
