//! A game that is made out of a game of the shelf: its name, and one new piece in the place of another one.

use std::fmt::Write as _;

use heterodox_base::document::quoted;

use crate::games::file::FileVariant;
use crate::games::shelf::Book;
use crate::rules::piece::Kind;
use crate::rules::spec::Spec;
use crate::rules::variant::Variant as _;

/// A new piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NewPiece {
    /// Its letter.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// Its moves, in Betza's letters.
    pub moves: String,
}

/// A game that is not written yet.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The name for commands.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// The game that it is like.
    pub like: &'static Book,
    /// The new piece.
    pub piece: Option<NewPiece>,
    /// The kind whose squares the new piece has at the start.
    pub replaced: Option<Kind>,
    /// Whether the other kind is no piece of the game any more.
    pub without: bool,
}

/// The keys that a file does not take from another game.
const OWN: [&str; 5] = ["format ", "id ", "title ", "about ", "like "];

/// What a file says that changes another game.
const CHANGE: &str = "\
# All else is as in that game, whose keys stand below. Remove the # of a line, and that of its table in brackets, and
# change it; a piece needs only the keys that are new. \"remove\" in the place of a value leaves a key out:
#
# [piece]
# X = { name = \"Bird\", move = \"WF\" }
# Q = \"remove\"
#
# The game:";

impl Draft {
    /// A game that is not changed yet.
    pub(super) const fn new(id: String, title: String, like: &'static Book) -> Draft {
        Draft { id, title, like, piece: None, replaced: None, without: false }
    }

    /// The data of the game that it is like.
    pub(super) fn base(&self) -> &'static Spec {
        self.like.game().spec()
    }

    /// A letter for a piece of this name that no other piece has.
    pub(super) fn free_letter(&self, name: &str) -> Option<char> {
        let letters = name.chars().map(|letter| letter.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
        let spec = self.base();
        letters.chain('A'..='Z').find(|&letter| spec.all_kinds().all(|kind| spec.of(kind).letter != letter))
    }

    /// The kinds that a new piece can replace: those that stand on the board at the start and are neither royal nor
    /// Pawns.
    pub(super) fn replaceable(&self) -> Vec<Kind> {
        let spec = self.base();
        let is_usual = |&kind: &Kind| Some(kind) != spec.royal && Some(kind) != spec.pawn;
        let opening = spec.setups[0].fen;
        let is_there = |kind: &Kind| {
            let kind = spec.of(*kind);
            !kind.promoted && replace(opening, kind.letter, '?') != opening
        };
        spec.all_kinds().filter(is_usual).filter(is_there).collect()
    }

    /// The text of the file. Below its own keys are those of the other game, for those who want to change more.
    pub(super) fn text(&self) -> String {
        let mut text = format!("format = 1\nid = {}\ntitle = {}\n", quoted(&self.id), quoted(&self.title));
        let spec = self.base();
        let old = self.replaced.map(|kind| spec.of(kind));
        if let (Some(piece), Some(old)) = (&self.piece, old) {
            let about =
                format!("{} with a new piece, the {}, in the place of the {}.", spec.title, piece.name, old.name);
            let _ = writeln!(text, "about = {}", quoted(&about));
        }
        let _ = writeln!(text, "like = {}", quoted(self.like.id));
        if let (Some(piece), Some(old)) = (&self.piece, old) {
            let _ = writeln!(text, "opening = {}", quoted(&replace(spec.setups[0].fen, old.letter, piece.letter)));
        }
        text.push('\n');
        if let Some(piece) = &self.piece {
            let NewPiece { letter, name, moves } = piece;
            let _ = writeln!(text, "[piece]\n{letter} = {{ name = {}, move = {} }}", quoted(name), quoted(moves));
            if let Some(old) = self.replaced.filter(|_| self.without) {
                let _ = writeln!(text, "{} = \"remove\"", spec.of(old).letters());
                self.promotions(old, *letter, &mut text);
            }
            text.push('\n');
        }
        text.push_str(CHANGE);
        text.push('\n');
        let own = |line: &&str| !OWN.iter().any(|key| line.starts_with(key));
        for line in self.like.text.lines().take_while(|line| *line != "[credits]").filter(own) {
            let _ = writeln!(text, "# {line}");
        }
        text
    }

    /// What became the old piece becomes the new one.
    fn promotions(&self, old: Kind, new: char, text: &mut String) {
        let spec = self.base();
        for kind in spec.all_kinds() {
            let Some(promotion) = spec.of(kind).promotion.filter(|promotion| promotion.to.contains(&old)) else {
                continue;
            };
            let letter = |&to: &Kind| if to == old { new } else { spec.of(to).letter };
            let to: String = promotion.to.iter().map(letter).collect();
            let _ = writeln!(text, "{} = {{ promote = {{ to = {} }} }}", spec.of(kind).letters(), quoted(&to));
        }
    }

    /// What is wrong with the game, a line for each mistake.
    pub(super) fn mistakes(&self) -> Vec<String> {
        let name = format!("{}.toml", self.id);
        let mistakes = FileVariant::read(&self.text(), &name).err().unwrap_or_default();
        mistakes.iter().map(ToString::to_string).collect()
    }
}

/// The FEN with another letter in the place of this one, for all seats.
fn replace(fen: &str, old: char, new: char) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut after_plus = false;
    let board: String = board
        .chars()
        .map(|letter| {
            let is_plain = !std::mem::replace(&mut after_plus, letter == '+');
            match letter {
                letter if is_plain && letter == old => new,
                letter if is_plain && letter == old.to_ascii_lowercase() => new.to_ascii_lowercase(),
                letter => letter,
            }
        })
        .collect();
    if rest.is_empty() { board } else { format!("{board} {rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::shelf;

    fn hawk(like: &'static Book) -> Draft {
        let mut draft = Draft::new("mine".to_owned(), "Mine".to_owned(), like);
        let letter = draft.free_letter("Hawk").expect("a letter");
        draft.piece = Some(NewPiece { letter, name: "Hawk".to_owned(), moves: "NA".to_owned() });
        draft
    }

    #[test]
    fn a_game_is_like_each_of_the_shelf() {
        for book in shelf::all() {
            let draft = Draft::new("mine".to_owned(), "A \"new\" game\\".to_owned(), book);
            assert_eq!(draft.mistakes(), [""; 0], "{}", book.id);
            let game = FileVariant::read(&draft.text(), "mine.toml").expect("no mistake");
            assert_eq!(game.spec().title, "A \"new\" game\\");
            let openings = [game.spec(), book.game().spec()].map(|spec| spec.setups[0].fen);
            assert_eq!(openings[0], openings[1], "{}", book.id);
            // With every line of the other game, it is still the same one.
            let text = draft.text();
            let all = text.split_once("# The game:\n").expect("its keys").1.replace("# ", "");
            let head: String = text.lines().take(4).flat_map(|line| [line, "\n"]).collect();
            let game = FileVariant::read(&(head + &all), "new.toml").expect("no mistake");
            assert_eq!(game.spec().kinds.len(), book.game().spec().kinds.len(), "{}", book.id);
        }
    }

    #[test]
    fn a_new_piece_stands_in_the_place_of_another_one() {
        let mut draft = hawk(shelf::named("chess").expect("on the shelf"));
        let spec = draft.base();
        let names: Vec<&str> = draft.replaceable().into_iter().map(|kind| spec.of(kind).name).collect();
        assert_eq!(names, ["Queen", "Rook", "Bishop", "Knight"]);
        draft.replaced = spec.all_kinds().find(|&kind| spec.of(kind).name == "Queen");
        draft.without = true;
        let game = FileVariant::read(&draft.text(), "mine.toml").expect("no mistake");
        let spec = game.spec();
        assert!(spec.setups[0].fen.starts_with("rnbhkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBHKBNR w KQkq"));
        let pawn = spec.of(spec.pawn.expect("a Pawn"));
        let to: String = pawn.promotion.expect("promotion").to.iter().map(|&kind| spec.of(kind).letter).collect();
        assert_eq!(to, "HRBN");
        assert!(spec.all_kinds().all(|kind| spec.of(kind).name != "Queen"));
    }

    #[test]
    fn the_letter_of_a_new_piece_is_free() {
        let draft = hawk(shelf::named("chess").expect("on the shelf"));
        for (name, letter) in [("Hawk", 'H'), ("Queen Mother", 'U'), ("Bishop", 'I'), ("König", 'I'), ("", 'A')] {
            assert_eq!(draft.free_letter(name), Some(letter), "{name}");
        }
    }
}
