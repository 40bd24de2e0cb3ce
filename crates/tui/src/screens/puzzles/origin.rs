//! Where a puzzle is from and how it was proved, for those who want to know: it is told when a key asks for it.

use crate::record::puzzle::{Proof, Puzzle, TIMES};

/// Hundredths of a Pawn as Pawns.
fn pawns(lead: i32) -> String {
    format!("{}.{:02}", lead / 100, lead % 100)
}

/// How it was proved and what game it is from, in sentences.
pub(super) fn words(puzzle: &Puzzle) -> String {
    let proof = match puzzle.proof {
        Some(Proof::Exhaustive(_)) => "Every line was tried: no other move does it.".to_owned(),
        Some(Proof::Margin { nodes, lead, lead_of_ten }) => format!(
            "In a search of {nodes} positions the move is {} Pawns better than any other, in one of {} positions {}.",
            pawns(lead),
            nodes.saturating_mul(TIMES),
            pawns(lead_of_ten)
        ),
        None => "How it was proved is not known.".to_owned(),
    };
    let source = puzzle.source.as_ref().map_or_else(String::new, |source| format!(" It is from {source}."));
    proof + &source
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, Registry};
    use crate::record::puzzle::collection::Collection;

    #[test]
    fn every_kind_of_proof_is_told_in_words() {
        let games = Registry::default();
        let mut sentences = Vec::new();
        for game in GAMES {
            let all = Collection::of_game(*game, &games);
            let puzzles = (0..all.entries.len()).filter_map(|at| all.get(at, &games));
            sentences.extend(puzzles.map(|puzzle| words(&puzzle)));
        }
        for words in ["Every line was tried", "In a search of ", "It is from "] {
            assert!(sentences.iter().any(|known| known.contains(words)), "{words}");
        }
        assert!(sentences.iter().all(|words| !words.contains("margin") && words.ends_with('.')));
        assert_eq!((pawns(305), pawns(80)), ("3.05".to_owned(), "0.80".to_owned()));
    }
}
