//! NAGs, the numbers of PGN for marks of a move, and the signs for the first six.

/// The signs, with their numbers.
const SIGNS: [(&str, u8); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// The sign of a NAG, or its number after a `$`.
pub fn sign(nag: u8) -> String {
    let known = SIGNS.iter().find(|&&(_, number)| number == nag);
    known.map_or_else(|| format!("${nag}"), |&(sign, _)| sign.to_owned())
}

/// The NAG of a sign, or of a number with or without a `$`.
pub fn read(text: &str) -> Option<u8> {
    let known = SIGNS.iter().find(|(sign, _)| *sign == text).map(|&(_, nag)| nag);
    known.or_else(|| text.trim_start_matches('$').parse().ok())
}

/// The NAG of the signs after a move. Of more than two signs, only the first two count, as in `!!!`.
pub(crate) fn after_move(signs: &str) -> Option<u8> {
    SIGNS.iter().find(|(sign, _)| *sign == signs.get(..2).unwrap_or(signs)).map(|&(_, nag)| nag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for nag in 0..=u8::MAX {
            assert_eq!(read(&sign(nag)), Some(nag));
        }
        for (signs, nag) in
            [("", None), ("!", Some(1)), ("?!", Some(6)), ("?!!", Some(6)), ("!!!", Some(3)), ("??!", Some(4))]
        {
            assert_eq!(after_move(signs), nag, "{signs}");
        }
        assert_eq!((read("x"), read("$256"), read("7")), (None, None, Some(7)));
    }
}
