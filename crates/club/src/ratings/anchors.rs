//! The ratings of the computers. They are fixed, or the ratings of a small club would drift: level 1 is the origin, and
//! each further level is as far above the one before as the score of matches between the two says (`ladder.tsv`).

use crate::players::computer::LEVELS;

/// The measured matches.
const LADDER: &str = include_str!("../../ladder.tsv");

/// The rating of level 1: the same as in the scale of puzzles.
const LOWEST: f64 = 600.0;

/// The deviation of a level: its strength is known, but not how it does against people.
pub(crate) const DEVIATION: f64 = 60.0;

/// The points that a score in percent stands for.
fn points(score: f64) -> f64 {
    let score = (score / 100.0).clamp(0.01, 0.99);
    400.0 * (score / (1.0 - score)).log10()
}

/// The measured steps from the level before to this one: of one game, or of all.
fn steps(game: Option<&str>, level: u8) -> Vec<f64> {
    let step = |line: &str| {
        let mut fields = line.split('\t');
        let (of, player, rival) = (fields.next()?, fields.next()?, fields.next()?);
        let score: f64 = fields.nth(1)?.parse().ok()?;
        let number = |text: &str| text.strip_prefix("level=")?.split(',').next()?.parse::<u8>().ok();
        let fits = game.is_none_or(|game| of == game) && number(player)? == level && number(rival)? + 1 == level;
        fits.then(|| points(score))
    };
    LADDER.lines().filter_map(step).collect()
}

/// The rating of a level in a game. A game without measured matches has the mean of the others.
pub fn of(game: &str, level: u8) -> f64 {
    let step = |level: u8| {
        let own = steps(Some(game), level);
        let steps = if own.is_empty() { steps(None, level) } else { own };
        if steps.is_empty() { 0.0 } else { steps.iter().sum::<f64>() / steps.len() as f64 }
    };
    (LOWEST + (2..=level.min(LEVELS)).map(step).sum::<f64>()).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn every_level_of_every_game_is_above_the_one_before() {
        for game in GAMES.iter().map(|game| game.spec().id).chain(["unknown"]) {
            let all: Vec<f64> = (1..=LEVELS).map(|level| of(game, level)).collect();
            assert!((all[0] - LOWEST).abs() < f64::EPSILON, "{game}");
            assert!(all.windows(2).all(|pair| pair[1] > pair[0] + 50.0), "{game}: {all:?}");
            assert!(all[9] < 4500.0, "{game}: {all:?}");
        }
    }

    /// 83.0 % are 400 log10(0.83 / 0.17) = 400 × 0.68864 = 275.5 points, and 86.0 % are 400 × 0.78836 = 315.3.
    #[test]
    fn a_step_is_what_was_measured() {
        let first = LADDER.lines().nth(1).and_then(|line| line.split('\t').next()).expect("a game");
        assert!((points(83.0) - 275.5).abs() < 0.1 && points(50.0).abs() < 1e-9);
        let two = steps(Some(first), 2);
        assert_eq!(two.len(), 1, "level 2 against level 1");
        assert!((of(first, 2) - LOWEST - two[0]).abs() <= 0.5);
        assert!(steps(None, 2).len() > 1 && steps(None, 1).is_empty());
    }
}
