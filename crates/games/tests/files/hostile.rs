//! No text makes the reader panic or takes long, and what it accepts can be played.

use heterodox_games::file::FileVariant;
use heterodox_kernel::variant::{Opening, Variant as _};
use heterodox_kernel::zobrist::mix;
use proptest::prelude::*;

const BASE: &str = include_str!("../../shelf/chess.toml");

/// Plays a game of random moves.
fn play(game: &'static FileVariant, seed: u64) {
    let Ok(mut position) = game.begin(Opening::Start) else { return };
    let mut dice = mix(seed);
    for _ in 0..40 {
        let legal = position.legal();
        if legal.is_empty() {
            return;
        }
        dice = mix(dice);
        position.play(legal[dice as usize % legal.len()]).expect("it is legal");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn texts_with_changes_are_read_or_refused(at in 0..BASE.len(), length in 0_usize..30, other in "[ -~\n]{0,12}") {
        let end = (at + length).min(BASE.len());
        if let (Some(before), Some(after)) = (BASE.get(..at), BASE.get(end..)) {
            let text = format!("{before}{other}{after}");
            if let Ok(game) = FileVariant::read(&text, "mine.toml") {
                play(Box::leak(Box::new(game)), at as u64);
            }
        }
    }

    #[test]
    fn random_moves_are_read_or_refused(moves in "[WFDNAHCGKRBQfblrvsmcinjpqze0-9]{1,12}", seed: u64) {
        let text = BASE.replacen("move = \"N\"", &format!("move = \"{moves}\""), 1);
        if let Ok(game) = FileVariant::read(&text, "mine.toml") {
            play(Box::leak(Box::new(game)), seed);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,400}") {
        let _ = FileVariant::read(&text, "mine.toml");
    }
}
