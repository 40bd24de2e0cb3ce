//! What happens in a game: castling, promotion, ends and the like, by their names.

use std::collections::BTreeMap;

use heterodox_kernel::board::Board;
use heterodox_kernel::game::Rules;
use heterodox_kernel::mv::Move;
use heterodox_kernel::outcome::Cause;
use heterodox_kernel::side::Side;

/// What exists in each game whose random games are compared. Each of these has to happen often enough.
pub(super) const EXISTS: &[(&str, &[&str])] = &[
    ("3check", &["castling", "checkmate", "checks", "passing", "promotion", "stalemate"]),
    ("amazon", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("antichess", &["passing", "promotion", "rid", "stalemate"]),
    ("atomic", &["castling", "checkmate", "exploded", "passing", "promotion", "stalemate"]),
    ("berolina", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("breakthrough", &["reached"]),
    ("capablanca", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("chess", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("chess960", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("courier", &["bare", "checkmate", "promotion", "stalemate"]),
    ("crazyhouse", &["castling", "checkmate", "drop", "passing", "promotion", "stalemate"]),
    ("gardner", &["checkmate", "promotion", "stalemate"]),
    ("grand", &["checkmate", "passing", "promotion", "stalemate"]),
    ("grasshopper", &["castling", "checkmate", "promotion", "stalemate"]),
    ("horde", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("isolation", &["other move", "stalemate"]),
    ("janggi", &["checkmate", "other move", "points"]),
    ("kingofthehill", &["castling", "checkmate", "passing", "promotion", "reached", "stalemate"]),
    ("knightmate", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("losalamos", &["checkmate", "promotion", "stalemate"]),
    ("makruk", &["checkmate", "promotion", "stalemate"]),
    ("omega", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("quadrille", &["fall", "last-army", "promotion"]),
    ("racingkings", &["reached", "stalemate"]),
    ("raumschach", &["checkmate", "promotion", "stalemate"]),
    ("seirawan", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("selfcapture", &["castling", "checkmate", "passing", "promotion", "stalemate"]),
    ("shatranj", &["bare", "checkmate", "promotion", "stalemate"]),
    ("sittuyin", &["checkmate", "drop", "other move", "promotion", "stalemate"]),
    ("snailtrail", &["stalemate"]),
    ("spartan", &["castling", "checkmate", "promotion", "stalemate"]),
    ("xiangqi", &["checkmate", "stalemate"]),
];

/// What exists in one of these games.
pub(super) fn existing(game: &str) -> &'static [&'static str] {
    EXISTS.iter().find(|(other, _)| *other == game).unwrap_or_else(|| panic!("{game} is in the table")).1
}

/// How often each thing has happened, by its name.
#[derive(Default, Debug)]
pub(super) struct Happened(pub(super) BTreeMap<&'static str, u32>);

impl Happened {
    pub(super) fn add(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    pub(super) fn join(&mut self, other: Happened) {
        for (what, count) in other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    pub(super) fn count(&self, what: &str) -> u32 {
        self.0.get(what).copied().unwrap_or(0)
    }
}

/// What a move is, beside a step or a capture.
pub(super) fn of_move<R: Rules>(board: &Board<R>, mv: Move, after: &Board<R>) -> Vec<&'static str> {
    let special = if mv.is_special() { R::special_text(board, mv) } else { None };
    let castles = special.as_ref().is_some_and(|text| text.starts_with("O-O"));
    let kinds = [
        ("castling", castles),
        ("other move", special.is_some() && !castles),
        ("passing", mv.is_passant()),
        ("drop", mv.is_drop()),
        ("promotion", mv.promotion().is_some()),
        ("fall", after.living().count() < board.living().count()),
    ];
    kinds.into_iter().filter(|(_, is)| *is).map(|(what, _)| what).collect()
}

/// The text of the end for the seat to move, and the end.
pub(super) fn end<R: Rules>(board: &Board<R>) -> Option<(&'static str, &'static str)> {
    let of = |winner: Option<Side>| match winner {
        Some(winner) if winner == board.turn() => "win",
        Some(_) => "loss",
        None => "draw",
    };
    if let Some((winner, cause)) = R::won(board) {
        return Some((of(Some(winner)), cause.id));
    }
    if board.can_move() {
        return None;
    }
    let mated = board.in_check(board.turn());
    let stalemate = || (of(R::drawn(board, Cause::STALEMATE).winner()), Cause::STALEMATE.id);
    Some(if mated { ("loss", Cause::CHECKMATE.id) } else { stalemate() })
}
