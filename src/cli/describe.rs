//! What `inspect` and `check` tell about the game in a file.

use std::io::Write;

use super::{Failure, Outcome};
use crate::escape;
use crate::games::file::FileVariant;
use crate::nets::{FoundNet, NetPlace};
use crate::rules::geometry::Coord;
use crate::rules::position::Position;
use crate::rules::spec::Spec;
use crate::rules::variant::{Opening, Variant as _};

/// Describes a game: its board, its pieces with their moves, how it is won and ends, and its digest.
pub(super) fn run(game: &'static FileVariant, place: Option<&NetPlace>, out: &mut impl Write) -> Outcome {
    let spec = game.spec();
    writeln!(out, "{} ({})", escape::line(spec.title), spec.id)?;
    for text in [spec.about, game.credits()].iter().filter(|text| !text.is_empty()) {
        writeln!(out, "{}", escape::line(text))?;
    }
    let position = game.begin(Opening::Start).map_err(Failure::failed)?;
    writeln!(out)?;
    for line in board(position.as_ref()) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for kind in spec.kinds {
        let becomes = kind.promotion.map(|promotion| promotion.to.iter().map(|&to| spec.of(to).name).collect());
        let becomes: Vec<&str> = becomes.unwrap_or_default();
        let becomes = if becomes.is_empty() { String::new() } else { format!("; becomes {}", becomes.join(", ")) };
        let words = [kind.name, ": ", kind.words.trim_end_matches('.'), &becomes].concat();
        writeln!(out, "{:<3}{}", kind.letters().to_string(), escape::line(&words))?;
    }
    writeln!(out, "\ngoal: {}", escape::line(spec.goal))?;
    for line in game.laws() {
        writeln!(out, "{}", escape::line(line))?;
    }
    let setups: Vec<&str> = spec.setups.iter().map(|setup| setup.name).collect();
    writeln!(out, "openings: {}", escape::line(&setups.join(", ")))?;
    writeln!(out, "digest: {}", game.digest())?;
    match place.map(|place| (place.teach(game), place)) {
        Some((FoundNet::Used(learnt), place)) => {
            let (path, positions) = (escape::path(&place.net), learnt.positions);
            writeln!(out, "net: {path}, learned from {positions} positions; {}", escape::line(&learnt.gain))?;
        }
        Some((FoundNet::Refused(why), _)) => writeln!(out, "net: none, because of {}", escape::line(&why))?,
        Some((FoundNet::None, _)) | None => {}
    }
    Ok(())
}

/// The board in letters, with its ranks and files.
fn board(position: &dyn Position) -> Vec<String> {
    let (spec, squares) = (position.spec(), position.geometry());
    let [files, ranks, _] = squares.size();
    let cell = |x: u8, y: u8| match squares.at(Coord::new(x, y, 0)) {
        None => String::new(),
        Some(square) => position.piece(square).map_or(".".to_owned(), |piece| letters(spec, piece)),
    };
    let padded = |text: String| format!("{text:>3}");
    let row = |y: u8| {
        let cells: String = (0..files).map(|x| padded(cell(x, y))).collect();
        padded(squares.rank_edge(y, 0)) + &cells
    };
    let names: String = (0..files).map(|x| padded(squares.column_edge(x, 0))).collect();
    (0..ranks).rev().map(row).chain([format!("   {names}")]).collect()
}

/// The letters of a piece as in a FEN.
fn letters(spec: &Spec, piece: crate::rules::piece::Piece) -> String {
    let letters = spec.of(piece.kind()).letters().to_string();
    if piece.side().index() == 0 { letters } else { letters.to_lowercase() }
}
