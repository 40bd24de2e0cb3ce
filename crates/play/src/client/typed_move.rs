//! Moves typed as text: completion and parsing.

use thiserror::Error;

use super::spoken::spoken;
use crate::rules::mv::Move;
use crate::rules::position::{MoveError, Position};
use crate::rules::spec::PLUS;
use crate::session::telling::sentence;

/// Why a typed text is not a move. It is a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TypedError {
    /// The move is not legal.
    #[error("{}", sentence(.reason))]
    Illegal {
        /// The reason.
        reason: String,
    },
    /// It does not look like a move.
    #[error("\"{typed}\" is not a move. Type a move like {like}.")]
    NoMove {
        /// What was typed.
        typed: String,
        /// A legal move.
        like: String,
    },
}

/// The legal moves with their display and machine texts.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    moves: Vec<(Move, String, String)>,
}

impl Texts {
    /// The texts of all legal moves.
    pub fn of(position: &dyn Position) -> Texts {
        let legal = position.legal();
        let display = position.display_all(&legal);
        let texts = legal.iter().zip(display).map(|(&mv, display)| (mv, display, position.machine(mv)));
        Texts { moves: texts.collect() }
    }

    /// The texts that complete the input, in display form unless only the machine form matches.
    pub fn completions(&self, typed: &str) -> Vec<&str> {
        let mut found: Vec<&str> = self
            .moves
            .iter()
            .map(|(_, display, _)| display.as_str())
            .filter(|text| text.starts_with(typed))
            .collect();
        if found.is_empty() {
            found = self
                .moves
                .iter()
                .map(|(.., machine)| machine.as_str())
                .filter(|text| text.starts_with(typed))
                .collect();
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The longest common prefix of all completions.
    pub fn complete(&self, typed: &str) -> Option<String> {
        let all = self.completions(typed);
        let first = *all.first()?;
        let common = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        let long = all.iter().map(|text| common(first, text)).min()?;
        Some(first[..long].to_owned()).filter(|text| text.len() >= typed.len())
    }

    /// The move that the text means: an exact match, or a unique match regardless of case, or the only
    /// completion.
    pub fn read(&self, typed: &str) -> Option<Move> {
        let typed = typed.trim();
        self.named(typed).or_else(|| match self.completions(typed)[..] {
            [only] if !typed.is_empty() => self
                .moves
                .iter()
                .find(|(_, display, machine)| display == only || machine == only)
                .map(|&(mv, ..)| mv),
            _ => None,
        })
    }

    /// The move that the text names in full: an exact match, or a unique match regardless of case.
    fn named(&self, typed: &str) -> Option<Move> {
        let exact = |(_, display, machine): &&(Move, String, String)| display == typed || machine == typed;
        if let Some(&(mv, ..)) = self.moves.iter().find(exact) {
            return Some(mv);
        }
        // Check signs are optional, and so is the right case if only one move matches.
        let bare = |text: &str| text.trim_end_matches(['+', '#', '*']).to_lowercase();
        let alike: Vec<Move> = self
            .moves
            .iter()
            .filter(|(_, display, machine)| bare(display) == bare(typed) || bare(machine) == bare(typed))
            .map(|&(mv, ..)| mv)
            .collect();
        if let [mv] = alike[..] { Some(mv) } else { None }
    }

    /// A move in full, in its words or in another notation, or the reason it is none.
    pub fn hear(&self, position: &dyn Position, typed: &str) -> Result<Move, TypedError> {
        let written = spoken(position, typed);
        let heard = self.named(&written).map_or_else(|| self.parse_leniently(position, &written), Ok);
        heard.map_err(|error| match error {
            TypedError::NoMove { like, .. } => TypedError::NoMove { typed: typed.to_owned(), like },
            illegal @ TypedError::Illegal { .. } => illegal,
        })
    }

    /// A move in another notation, or the reason it is illegal: the same reason that picking its squares gives.
    fn parse_leniently(&self, position: &dyn Position, typed: &str) -> Result<Move, TypedError> {
        let read = |text: &str| position.fork().play_text(text).map(|(mv, _)| mv);
        // A piece letter may be lower case if it is not also the name of a column.
        let is_piece = |letter: &char| {
            let kind = position.spec().kind(letter.to_ascii_uppercase());
            letter.is_ascii_lowercase() && kind.is_some() && !begins_square(position, &letter.to_string())
        };
        let plus = if typed.starts_with(PLUS) { PLUS.len_utf8() } else { 0 };
        let piece = typed[plus..].chars().next().filter(is_piece);
        let upper = piece.map(|letter| {
            format!("{}{}{}", &typed[..plus], letter.to_ascii_uppercase(), &typed[plus + letter.len_utf8()..])
        });
        let found = read(upper.as_deref().unwrap_or(typed));
        found.map_err(|error| match error {
            MoveError::Illegal(_, reason) => TypedError::Illegal { reason },
            MoveError::Unreadable(..) => {
                let like = self.moves.first().map(|(_, display, _)| display.clone()).unwrap_or_default();
                TypedError::NoMove { typed: typed.to_owned(), like }
            }
        })
    }
}

/// Is the text a prefix of a square name?
pub fn begins_square(position: &dyn Position, typed: &str) -> bool {
    let (board, typed) = (position.geometry(), typed.to_lowercase());
    board.squares().any(|square| board.label(square).to_lowercase().starts_with(&typed))
}
