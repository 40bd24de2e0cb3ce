//! The answer to `d`.

use crate::rules::explain;
use crate::rules::position::Position;

/// A position for people who look at a conversation.
pub(super) fn described(position: &dyn Position) -> String {
    let spec = position.spec();
    let legal = position.legal();
    let checked: Vec<String> = position.checked().iter().map(|side| spec.seat(side).name.to_owned()).collect();
    let checked = if checked.is_empty() { "nobody".to_owned() } else { explain::list(&checked) };
    let head = format!(
        "{}\nGame: {}\nFen: {}\nKey: {:016X}\nTurn: {}\nIn check: {checked}\n\
         Quiet plies: {} of {}, this position {} of {}\n",
        position.draw(),
        spec.id,
        position.fen(),
        position.hash(),
        spec.seat(position.turn()).name,
        position.plies(),
        spec.draw_plies.map_or("any number".to_owned(), |most| most.to_string()),
        position.occurrences(),
        spec.repetition.map_or("any number".to_owned(), |most| most.to_string()),
    );
    if let Some(outcome) = position.outcome() {
        let shares: Vec<String> = spec.sides().map(|side| outcome.shares[side].to_string()).collect();
        return format!("{head}Over: {} ({})\n", shares.join("-"), outcome.cause.id);
    }
    let mut moves: Vec<String> = legal.iter().map(|&mv| position.machine(mv)).collect();
    moves.sort_unstable();
    let shown = position.display_all(&legal).join(" ");
    format!("{head}Shown: {shown}\nMoves ({}): {}\n", moves.len(), moves.join(" "))
}
