//! The first position as a FEN of ours.

use std::fmt::Write as _;

use super::men::Man;
use super::opening::{Cell, Opening, Token};

/// The position as our FEN. `counts` is whether it has the checks that were given.
pub(super) fn fen(opening: &Opening, men: &[Man], has_hand: bool, counts: bool) -> String {
    let find = |token: &Token| men.iter().find(|man| man.stands_for(token));
    let mut fen = String::new();
    for (index, row) in opening.rows.iter().enumerate() {
        if index > 0 {
            fen.push('/');
        }
        let mut empty = 0_u32;
        for cell in row {
            if *cell == Cell::Empty {
                empty += 1;
                continue;
            }
            if empty > 0 {
                fen += &std::mem::take(&mut empty).to_string();
            }
            match cell {
                Cell::Piece(token) => {
                    fen += &find(token).map_or_else(String::new, |man| cased(&man.letters, token.seat));
                }
                _ => fen.push('*'),
            }
        }
        if empty > 0 {
            fen += &empty.to_string();
        }
    }
    if has_hand {
        let mut held = String::new();
        for seat in [0, 1] {
            for man in men {
                let count = opening.hand.iter().filter(|token| token.seat == seat && man.stands_for(token)).count();
                held += &cased(&man.letters, seat).repeat(count);
            }
        }
        let _ = write!(fen, "[{held}]");
    }
    let rights = if opening.rights.is_empty() && !counts { "-" } else { &opening.rights };
    let checks = if counts { "+0+0" } else { "" };
    format!("{fen} {} {rights}{checks} - 0 1", opening.turn)
}

/// The letters of a piece of a seat.
fn cased(letters: &str, seat: usize) -> String {
    if seat == 0 { letters.to_owned() } else { letters.to_ascii_lowercase() }
}
