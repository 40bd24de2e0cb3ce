//! The FEN that other programs write in a game where checks win: the checks of both players in a field of their own.

/// The same position with the checks that were given behind the castling rights, if the text is such a FEN: `3+3` behind
/// the square of a capture in passing are those that are left, `+0+0` at the end those that were given.
pub(super) fn of_others(fen: &str, needed: u8) -> Option<String> {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let [placement, turn, castling, passant, rest @ ..] = fields.as_slice() else { return None };
    let (given, rest) = match rest {
        [left, plies, moves] if left.contains('+') => {
            (counts(left)?.map(|left| needed.checked_sub(left)), [plies, moves])
        }
        [plies, moves, given] => (counts(given.strip_prefix('+')?)?.map(Some), [plies, moves]),
        _ => return None,
    };
    let [first, second] = [given[0]?, given[1]?];
    let castling = if *castling == "-" { "" } else { castling };
    Some(format!("{placement} {turn} {castling}+{first}+{second} {passant} {} {}", rest[0], rest[1]))
}

fn counts(text: &str) -> Option<[u8; 2]> {
    let (first, second) = text.split_once('+')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_of_other_programs_are_understood() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let of = |rest: &str| of_others(&format!("{start} {rest}"), 3);
        let expected = |rest: &str| Some(format!("{start} {rest}"));
        assert_eq!(of("w KQkq - 3+3 0 1"), expected("w KQkq+0+0 - 0 1"));
        assert_eq!(of("b Kq e3 2+1 4 9"), expected("b Kq+1+2 e3 4 9"));
        assert_eq!(of("b - - 4 9 +1+2"), expected("b +1+2 - 4 9"));
        for own in ["w KQkq+0+0 - 0 1", "w KQkq - 4+3 0 1", "w KQkq - 0 1", "w KQkq - x+1 0 1", "w - - 0 1 2+2 3"] {
            assert_eq!(of(own), None, "{own}");
        }
    }
}
