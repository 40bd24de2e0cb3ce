//! Games that are files: what is read, what is refused, and how they are played.

mod armies;
mod artwork;
mod becoming;
mod builtin;
mod castling;
mod counts;
mod deeper;
mod ends;
mod gates;
mod hands;
mod hops;
mod hostile;
mod identity;
mod imports;
mod keys;
mod later;
mod lessons;
mod levels;
mod likes;
mod mistakes;
mod names;
mod nets;
mod omega;
mod own;
mod passing;
mod promotions;
mod regions;
mod repetitions;
mod several;
mod shuffles;
mod swaps;
mod things;
mod walks;
mod walls;
mod weights;
mod wins;

use heterodox_games::Registry;
use heterodox_games::file::{FileVariant, Mistakes};
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant};

/// A game of the shelf.
fn shelf(id: &str) -> &'static dyn Variant {
    Registry::default().find(id).unwrap_or_else(|| panic!("{id} is on the shelf"))
}

/// A position of a game of the shelf.
fn position(id: &str, fen: &str) -> Box<dyn Position> {
    shelf(id).begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{id}: {fen}: {error}"))
}

/// Chess with these keys in place of others, or with more of them.
fn chess(changes: &[(&str, &str)]) -> Result<&'static FileVariant, Mistakes> {
    let mut text = include_str!("../../shelf/chess.toml").to_owned();
    for (before, after) in changes {
        assert!(text.contains(before), "{before}");
        text = text.replacen(before, after, 1);
    }
    FileVariant::kept(&text, "mine.toml")
}

/// All mistakes as they are shown.
fn told(mistakes: &Mistakes) -> Vec<String> {
    mistakes.iter().map(ToString::to_string).collect()
}

/// The legal moves in the machine form, sorted.
fn moves(position: &dyn Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal().iter().map(|&mv| position.machine(mv)).collect();
    moves.sort_unstable();
    moves
}

/// The moves of the piece on a square.
fn moves_from(id: &str, fen: &str, square: &str) -> String {
    let moves = moves(position(id, fen).as_ref());
    moves.iter().filter_map(|text| text.strip_prefix(square)).collect::<Vec<_>>().join(" ")
}
