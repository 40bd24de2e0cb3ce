//! Scores of positions for the seat to move, in hundredths of a Pawn; the score of a won game depends on the
//! distance to its end (mate scores).

/// A score in hundredths of a Pawn.
pub type Score = i32;

/// The score of an immediate win. A win in `n` plies scores `n` less.
pub(crate) const WIN: Score = 31_000;
/// From this absolute value on, a score tells in how many plies the game is won or lost.
pub const DECIDED: Score = WIN - 1_000;
/// Upper bound of all scores.
pub(crate) const INFINITE: Score = 32_000;
/// The score of a draw.
pub const DRAW: Score = 0;

/// The score of a loss after this many plies.
pub(crate) const fn lost(ply: usize) -> Score {
    ply as Score - WIN
}

/// The score of a win after this many plies.
pub const fn won(ply: usize) -> Score {
    WIN - ply as Score
}

/// The number of plies until the game is won (positive) or lost (negative), if the score is a mate score.
pub const fn plies_to_end(score: Score) -> Option<i32> {
    if score >= DECIDED {
        Some(WIN - score)
    } else if score <= -DECIDED {
        Some(-WIN - score)
    } else {
        None
    }
}

/// A search score as it is reported, where the search score `pawn` is one Pawn.
pub(crate) const fn normalized(score: Score, pawn: Score) -> Score {
    if plies_to_end(score).is_some() { score } else { score * 100 / pawn }
}

/// A short description of a score that names the better seat: `Orange is winning`.
pub fn describe(score: Score, name: &str, other: &str) -> String {
    let (score, who) = if score < 0 { (-score, other) } else { (score, name) };
    if let Some(plies) = plies_to_end(score) {
        let moves = (plies + 1) / 2;
        return format!("{who} wins in {moves}");
    }
    match score {
        0..=24 => "level".to_owned(),
        25..=79 => format!("{who} is a little better"),
        80..=199 => format!("{who} is better"),
        200..=499 => format!("{who} is much better"),
        _ => format!("{who} is winning"),
    }
}

/// A score in the usual notation: `+0.35`, `-1.20`, `#4`, `#-2`.
pub fn text(score: Score) -> String {
    match plies_to_end(score) {
        Some(plies) if plies >= 0 && score > 0 => format!("#{}", (plies + 1) / 2),
        Some(plies) => format!("#-{}", (1 - plies) / 2),
        None => format!("{}{}.{:02}", if score < 0 { '-' } else { '+' }, score.abs() / 100, score.abs() % 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normalized_score_is_in_pawns_and_keeps_the_distance_of_a_win() {
        assert_eq!(
            [300, -450, 0, won(3), lost(6)].map(|score| normalized(score, 300)),
            [100, -150, 0, won(3), lost(6)]
        );
        assert_eq!(normalized(-77, 100), -77);
    }

    #[test]
    fn scores_are_written_as_people_do() {
        let texts = [0, 35, -120, won(1), won(4), lost(2), lost(0)].map(text);
        assert_eq!(texts, ["+0.00", "+0.35", "-1.20", "#1", "#2", "#-1", "#-0"]);
        assert_eq!(describe(-300, "White", "Red"), "Red is much better");
        assert_eq!(describe(won(3), "White", "Red"), "White wins in 2");
        assert_eq!(describe(lost(4), "White", "Red"), "Red wins in 2");
    }
}
