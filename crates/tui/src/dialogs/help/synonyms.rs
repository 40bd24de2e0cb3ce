//! Other words for the commands: the palette finds a command by each of them.

/// The words, by the id of the command.
const WORDS: &[(&str, &str)] = &[
    ("turn", "flip rotate swap sides perspective"),
    ("turn-back", "flip rotate"),
    ("quit", "exit close stop bye end"),
    ("leave", "exit close back menu home"),
    ("leave-list", "exit close back menu home"),
    ("back", "cancel escape deselect"),
    ("share", "copy yank clipboard fen pgn svg picture image animation export screenshot"),
    ("save", "write store"),
    ("save-as", "export write file pgn download"),
    ("export", "write download pgn"),
    ("import", "load open read pgn upload"),
    ("analyse", "engine computer evaluation eval stockfish lines"),
    ("analyse-game", "engine computer mistakes accuracy annotate"),
    ("solution", "puzzle answer give up show"),
    ("make-puzzles", "puzzle training mistakes exercises"),
    ("hint", "engine help suggestion best move"),
    ("play-now", "engine force hurry think"),
    ("undo", "take back retract takeback revert"),
    ("redo", "forward again replay"),
    ("review", "replay history analysis load open"),
    ("review-saved", "load open replay analysis"),
    ("together", "review others post mortem analysis share"),
    ("lead", "leader hand over"),
    ("new-game", "start again setup level opponent clock"),
    ("restart", "rematch again reset new"),
    ("arrange", "drop all reserve auto setup fill place pieces"),
    ("resign", "give up lose surrender concede"),
    ("evaluation", "eval engine score watch spectators allow"),
    ("plans", "plan if then line answer ahead correspondence"),
    ("draw", "remis half tie offer"),
    ("claim", "win won adjudicate agree ask"),
    ("show-end", "finish skip fast result"),
    ("threats", "attacks danger"),
    ("explain", "moves piece how information"),
    ("explore", "learn moves try why editor pieces"),
    ("try-drop", "reserve hole put"),
    ("coach", "blunder mistake warn teacher sure"),
    ("rules", "help manual how to play"),
    ("help", "keys shortcuts bindings signs legend"),
    ("settings", "options preferences configuration theme colours keys bindings"),
    ("glyphs", "characters unicode ascii"),
    ("pieces", "sprites pictures letters images"),
    ("mouse", "click pointer"),
    ("delete", "remove trash erase"),
    ("restore", "undelete recover"),
    ("sort", "order"),
    ("statistics", "stats score results"),
    ("type", "enter move keyboard notation"),
    ("go-to", "jump square"),
    ("redraw", "refresh repaint"),
    ("sit", "take over seat join"),
    ("faster", "speed"),
    ("slower", "speed"),
    ("autoplay", "play slideshow"),
];

/// Other words for a command; empty if there are none.
pub(super) fn of(id: &str) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == id).map_or("", |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::ACTIONS;

    #[test]
    fn every_synonym_is_of_a_command() {
        for (id, words) in WORDS {
            assert!(ACTIONS.iter().any(|row| row.id == *id) && !words.is_empty(), "{id}");
        }
    }
}
