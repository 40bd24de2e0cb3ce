//! Properties of everything that reads text: whatever is given, it is either refused with a
//! reason or understood exactly.

use heterodox_games::GAMES;
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant};
use proptest::prelude::*;
use proptest::sample::Index;

const TABLE: &str = include_str!("../../../../tests/data/perft.tsv");

fn games() -> impl Strategy<Value = &'static dyn Variant> {
    (0..GAMES.len()).prop_map(|index| GAMES[index])
}

/// A game with one of its positions from the table.
pub(super) fn positions() -> impl Strategy<Value = (&'static dyn Variant, &'static str)> {
    (games(), any::<Index>()).prop_map(|(game, index)| {
        let rows = TABLE.lines().filter(|line| line.split('\t').next() == Some(game.spec().id));
        let fens: Vec<&'static str> = rows.filter_map(|line| line.split('\t').nth(2)).collect();
        (game, *index.get(&fens))
    })
}

/// Letters that position and move texts are made of, and some that they are not.
fn letters() -> impl Strategy<Value = char> {
    proptest::sample::select(
        "KQRBSNPLCGAFHJTkqrbsnplcgafhjtwog0123456789*/|[]->,@=x+#é\u{0} ".chars().collect::<Vec<_>>(),
    )
}

/// A text with a few letters put in, taken out or changed.
fn damaged(text: &str, edits: &[(Index, u8, char)]) -> String {
    let mut all: Vec<char> = text.chars().collect();
    for (place, what, letter) in edits {
        let at = place.index(all.len() + 1);
        match what % 3 {
            0 => all.insert(at, *letter),
            _ if at == all.len() => {}
            1 => all[at] = *letter,
            _ => drop(all.remove(at)),
        }
    }
    all.into_iter().collect()
}

pub(super) fn begin(game: &'static dyn Variant, fen: &str) -> Box<dyn Position> {
    game.begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_position_text_is_refused_or_stands_for_itself(
        (game, fen) in positions(),
        edits in prop::collection::vec((any::<Index>(), any::<u8>(), letters()), 1..4),
    ) {
        let text = damaged(fen, &edits);
        match game.begin(Opening::Fen(&text)) {
            Ok(position) => {
                let written = position.fen();
                prop_assert_eq!(begin(game, &written).fen(), written);
            }
            Err(error) => prop_assert!(error.to_string().len() > 20, "\"{}\" says too little", error),
        }
    }

    #[test]
    fn any_text_is_a_position_or_refused(game in games(), text in "\\PC{0,90}") {
        if let Ok(position) = game.begin(Opening::Fen(&text)) {
            prop_assert_eq!(begin(game, &position.fen()).fen(), position.fen());
        }
    }

    #[test]
    fn moves_are_read_in_both_forms((game, fen) in positions(), walk in prop::collection::vec(any::<Index>(), 0..12)) {
        let mut position = begin(game, fen);
        for step in walk {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            let mv = *step.get(&legal);
            let (machine, display) = (position.machine(mv), position.display(mv));
            prop_assert_eq!(position.read(&machine), Ok(mv));
            prop_assert_eq!(position.read(&display), Ok(mv));
            prop_assert!(position.act(&machine).is_ok());
        }
    }

    #[test]
    fn any_text_is_a_legal_move_or_refused_by_name((game, fen) in positions(), text in "[a-iA-Zr-z0-9@<>=x+#:-]{0,13}") {
        let position = begin(game, fen);
        match position.read(&text) {
            Ok(mv) => prop_assert!(position.legal().contains(&mv)),
            Err(error) => prop_assert!(error.to_string().contains(&text)),
        }
    }

    #[test]
    fn squares_named_at_random_are_a_move_or_explained((game, fen) in positions(), squares in prop::collection::vec(any::<Index>(), 2..5)) {
        let position = begin(game, fen);
        let all: Vec<_> = position.geometry().squares().collect();
        let text: String = squares.iter().map(|index| position.geometry().label(*index.get(&all))).collect();
        let mut fork = position.fork();
        match fork.act(&text) {
            Ok(()) => prop_assert!(position.read(&text).is_ok()),
            Err(error) => {
                prop_assert!(error.to_string().contains("is not legal: "), "{}", error);
                prop_assert_eq!(fork.fen(), position.fen(), "a refused move changes nothing");
            }
        }
    }
}
