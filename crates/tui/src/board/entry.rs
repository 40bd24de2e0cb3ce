//! Moves and squares typed as text: completion and parsing.

use std::fmt::Write as _;

use crate::action::Action;
use crate::client::typed_move::{Texts, TypedError};
use crate::input::{Input, KeyCode};
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::widgets::field::{Field, FieldState, FieldStep};
use ratatui::layout::{Position as Point, Rect};

/// The maximum number of completions shown.
const HINTS: usize = 6;

/// A text field for an action.
pub struct TypedMove {
    /// The action: a move, a square, a file name.
    pub(crate) action: Action,
    /// The text field.
    pub(crate) field: FieldState,
    /// The texts of the legal moves.
    pub(crate) texts: Texts,
}

impl TypedMove {
    /// A field with an initial text.
    pub(crate) fn new(action: Action, text: &str, position: &dyn Position) -> TypedMove {
        TypedMove { action, field: FieldState::with(text), texts: Texts::of(position) }
    }

    /// The label of the field.
    const fn label(&self) -> &'static str {
        match self.action {
            Action::GoTo => "go to: ",
            Action::Jump => "move number: ",
            Action::Comment => "comment: ",
            Action::Mark => "mark (! ? !! ?? !? ?!): ",
            Action::SaveAs => "save to: ",
            _ => "move: ",
        }
    }

    /// The visible part of the field in this width, and the completions of a move.
    pub(crate) fn line(&self, room: usize) -> (String, String) {
        let label = self.label();
        let (seen, _) = self.field.window(room.saturating_sub(label.len()));
        let known =
            if self.action == Action::Type { self.texts.completions(self.field.text()) } else { Vec::new() };
        let mut hints = known.iter().take(HINTS).copied().collect::<Vec<_>>().join(" ");
        if known.len() > HINTS {
            let _ = write!(hints, " … {}", known.len());
        }
        (format!("{label}{seen}"), hints)
    }

    /// The keys of the field, with what they do.
    pub(crate) fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let enters = match self.action {
            Action::GoTo | Action::Jump => "go there",
            Action::SaveAs => "save",
            Action::Type => "play",
            _ => "keep",
        };
        let mut keys = vec![("Enter", enters), ("Esc", "cancel")];
        let completed = self.texts.complete(self.field.text());
        if self.action == Action::Type && completed.is_some_and(|text| text != self.field.text()) {
            keys.insert(1, ("Tab", "complete"));
        }
        keys
    }

    /// The position of the terminal's cursor, if the field is drawn in this row.
    pub(crate) fn cursor(&self, row: Rect) -> Point {
        Field::new(self.label(), &self.field).cursor(row)
    }

    /// The move that was typed, or the reason it is not a move.
    pub(crate) fn read(&self, position: &dyn Position) -> Result<Move, TypedError> {
        let typed = self.field.text().trim();
        self.texts.read(typed).map_or_else(|| self.texts.hear(position, typed), Ok)
    }

    /// Handles all input except Ctrl keys. Tab completes a move as far as it is unambiguous; a square name is
    /// accepted with its last character, unless a longer name begins with it.
    pub(crate) fn input(&mut self, input: &Input, position: &dyn Position) -> Option<FieldStep> {
        if let Input::Key(key) = input
            && key.code == KeyCode::Tab
        {
            if let Some(text) = self.texts.complete(self.field.text()).filter(|_| self.action == Action::Type) {
                self.field.set(&text);
            }
            return Some(FieldStep::Changed);
        }
        let always = matches!(input, Input::Key(key) if key.ctrl);
        let step = self.field.input(input).or((!always).then_some(FieldStep::Changed))?;
        let whole = self.action == Action::GoTo && is_whole(position, self.field.text());
        Some(if step == FieldStep::Changed && whole { FieldStep::Enter } else { step })
    }
}

/// The square that a text names, regardless of case.
pub(crate) fn square(position: &dyn Position, typed: &str) -> Option<Square> {
    position.geometry().parse_in_any_case(typed.trim())
}

/// Does a text name a square, and begin the name of no other one?
fn is_whole(position: &dyn Position, typed: &str) -> bool {
    let (board, typed) = (position.geometry(), typed.trim().to_lowercase());
    let begun = board.squares().filter(|&square| board.label(square).to_lowercase().starts_with(&typed));
    square(position, &typed).is_some() && begun.count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::typed_move::begins_square;
    use crate::games::GAMES;
    use crate::rules::pick::Pick;
    use crate::rules::variant::Opening;
    use crate::session::telling::{sentence, words};

    #[test]
    fn both_texts_of_every_move_are_read() {
        for game in GAMES {
            let position = game.begin(Opening::Start).expect("the start");
            let texts = Texts::of(position.as_ref());
            for mv in position.legal() {
                for text in [position.display(mv), position.machine(mv), format!(" {} ", position.display(mv))] {
                    assert_eq!(texts.read(&text), Some(mv), "{text}");
                    assert!(!texts.completions(text.trim()).is_empty());
                }
            }
            assert_eq!(texts.read(""), None);
            assert_eq!(texts.read("nonsense"), None);
        }
    }

    fn answer(game: &str, opening: Opening<'_>, typed: &str) -> String {
        let position = crate::games::built_in(game).expect("a game").begin(opening).expect("it begins");
        let entry = TypedMove::new(Action::Type, typed, position.as_ref());
        match entry.read(position.as_ref()) {
            Ok(mv) => position.display(mv),
            Err(message) => message.to_string(),
        }
    }

    /// What is said about a move that could not be made out is a sentence.
    #[test]
    fn what_is_nearly_a_move_is_answered() {
        let dives = |typed| answer("blackholes", Opening::Fen("4k/5/3q1/1H3/5/3H1/1R3/4K w - - 0 1"), typed);
        assert_eq!(dives("rxd6"), "Rb2-b5-d3xd6");
        assert_eq!(dives("Rb5"), "It is incomplete: the hole to leave through is missing, as in Rb2-b5-d3-d4.");
        let quiet = |typed| answer("sanctuary", Opening::Fen("4g3/8/8/8/5p2/8/8/3AG3 w - - 0 1"), typed);
        assert_eq!(quiet("Axh5"), "There is nothing to take on h5; to go there, type Ah5.");
        assert_eq!(quiet("Ad1h5"), "Ah5");
    }

    /// What the program says about a move can be typed: its words, as they are, as a hint, and without what is clear.
    #[test]
    fn the_words_of_a_move_are_read() {
        for game in GAMES {
            let position = game.begin(Opening::Start).expect("the start");
            for mv in position.legal() {
                let spoken = words(position.as_ref(), mv, Some(position.turn()));
                for typed in [spoken.clone(), sentence(&spoken), format!("Hint: {spoken}"), spoken.to_lowercase()] {
                    let entry = TypedMove::new(Action::Type, &typed, position.as_ref());
                    assert_eq!(entry.read(position.as_ref()), Ok(mv), "{typed}");
                }
            }
        }
        let rooks = |typed| answer("sanctuary", Opening::Fen("4g3/8/8/1p6/8/8/8/RR2G3 w - - 0 1"), typed);
        assert_eq!(rooks("Rook b1 takes b5"), "Rxb5");
        assert_eq!(rooks("Rook b1 takes the Pawn on b5."), "Rxb5");
        assert_eq!(rooks("Rook takes b5"), "Rxb5");
        let refused = rooks("Rook b1 to b6");
        assert_eq!(refused, "The Rook is blocked on b5 (the Black Pawn on b5).");
        let refused = rooks("Rook over there");
        assert!(refused.starts_with("\"Rook over there\" is not a move."), "{refused}");
    }

    /// An illegal move is answered with the reason, not with the format of moves.
    #[test]
    fn what_is_typed_is_answered_like_what_is_picked() {
        let start = |typed| answer("sanctuary", Opening::Start, typed);
        let guard = "The Swiss Guard does not go from e1 to e5: it leaps one or two squares straight or diagonally, \
                     over anything.";
        assert_eq!(start("Ge5"), guard);
        assert_eq!(start("e1e5"), guard);
        assert_eq!(start("Ac3"), "Ac3");
        assert_eq!(start("Ad2"), "Your Pawn stands on d2.");
        assert_eq!(start("nf5"), "No Knight goes to f5: it leaps two squares one way and one across.");
        assert_eq!(start("Ra3"), "From a1 the Rook is blocked on a2 (your Pawn on a2).");
        assert!(start("e5").starts_with("No Pawn goes to e5: it "), "{}", start("e5"));
        assert_eq!(start("Ng1f3"), "Nf3", "more of the start named than needed");
        assert!(start("hello").starts_with("\"hello\" is not a move. Type a move like "), "{}", start("hello"));
        let rooks = |typed| answer("sanctuary", Opening::Fen("4g3/8/P7/8/8/8/8/R3G2R w - - 0 1"), typed);
        assert_eq!(rooks("Ra8"), "From a1 the Rook is blocked on a6 (your Pawn on a6).");
        let both = answer("sanctuary", Opening::Fen("4g3/8/8/8/3P4/P7/8/R2RG3 w - - 0 1"), "Rd4");
        assert_eq!(both, "From d1 your Pawn stands on d4.");
        let both = answer("sanctuary", Opening::Fen("R2g4/3P4/8/8/8/8/8/3RG3 w - - 0 1"), "Rd8");
        assert_eq!(both, "Rxd8");
        let both = answer("sanctuary", Opening::Fen("RN1g4/3P4/8/8/8/8/8/3RG3 w - - 0 1"), "Rd8");
        assert_eq!(
            both,
            "From d1 the Rook is blocked on d7 (your Pawn on d7); from a8 the Rook is blocked on b8 (your Knight on b8)."
        );
        for game in GAMES {
            let position = game.begin(Opening::Start).expect("the start");
            let spec = position.spec();
            // An existing piece, and a square that it cannot reach.
            let all = position.geometry().squares();
            let own = { all }.find(|&at| position.piece(at).is_some_and(|piece| piece.side() == position.turn()));
            let from = own.expect("a piece");
            let label = |square| position.geometry().label(square);
            let legal = position.legal();
            let mut shut = position.geometry().squares().filter(|&to| !legal.iter().any(|mv| mv.to == to));
            let to = shut.next().expect("a square");
            let picked = position.explain(&[Pick::Square(from)], Pick::Square(to)).expect("it cannot be");
            let typed = answer(spec.id, Opening::Start, &format!("{}{}", label(from), label(to)));
            assert_eq!(typed, sentence(&picked), "{}", spec.id);
        }
    }

    #[test]
    fn what_is_clear_need_not_be_typed() {
        for game in GAMES {
            let position = game.begin(Opening::Start).expect("the start");
            let texts = Texts::of(position.as_ref());
            for text in texts.completions("") {
                let done = texts.complete(text).expect("it is one");
                assert!(done.starts_with(text));
            }
            let label = position.geometry().label(Square(0));
            assert_eq!(square(position.as_ref(), &label.to_uppercase()), Some(Square(0)));
            assert!(begins_square(position.as_ref(), &label[..1]) && !begins_square(position.as_ref(), "?"));
        }
    }
}
