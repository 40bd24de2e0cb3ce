//! The position that another program sets.

use super::error::UciError;
use super::ranks::Ranks;
use crate::rules::position::Position;
use crate::rules::variant::{Opening, Variant};

/// What some programs leave out at the end of a FEN.
const LEFT_OUT: [&str; 4] = ["-", "-", "0", "1"];
/// The fields before that: the placement, and who moves.
const FIRST_FIELDS: usize = 2;

/// The position of `startpos` or `fen FEN`, after the moves behind the word `moves`.
pub(super) fn placed(
    game: &'static dyn Variant,
    words: &[&str],
    ranks: Ranks,
) -> Result<Box<dyn Position>, UciError> {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (opening, moves) = words.split_at(moves_at);
    let fen;
    let opening = match opening {
        ["startpos"] => Opening::Start,
        ["fen", fields @ ..] => {
            fen = whole(game, fields, ranks);
            Opening::Fen(&fen)
        }
        _ => return Err(UciError::Position),
    };
    let mut position = game.begin(opening)?;
    for (index, text) in moves.iter().skip(1).enumerate() {
        position.act(&ranks.heard(text)).map_err(|error| UciError::Move { number: index + 1, error })?;
    }
    Ok(position)
}

/// The FEN with what the other program has left out.
fn whole(game: &dyn Variant, fields: &[&str], ranks: Ranks) -> String {
    let mut fields: Vec<&str> = fields.to_vec();
    if let Some(given) = fields.len().checked_sub(FIRST_FIELDS)
        && given < LEFT_OUT.len()
    {
        fields.extend(&LEFT_OUT[given..]);
    }
    let spec = game.spec();
    let first = spec.sides().next().map(|side| spec.seat(side).letter.to_string());
    // The first player of Xiangqi is Red.
    if let (Ranks::FromZero, [_, turn, ..], Some(first)) = (ranks, &mut fields[..], &first)
        && *turn == "r"
    {
        *turn = first;
    }
    fields.join(" ")
}
