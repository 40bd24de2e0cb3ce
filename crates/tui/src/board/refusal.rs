//! Explains why an action of the board is unavailable.

use super::marks::numbered;
use crate::action::Action;
use crate::rules::pick::Pick;
use crate::rules::position::Position;
use crate::session::telling::sentence;

/// Why a level or a reserve piece cannot be selected on the board, in a game or in a review.
pub fn no_such_place(position: &dyn Position, action: Action) -> Option<String> {
    let levels = position.geometry().size()[2];
    match action {
        Action::LevelDown | Action::LevelUp | Action::OneLevel => Some("This board has only one level.".to_owned()),
        Action::Number(_) if levels > 1 => Some(format!("This board has {levels} levels.")),
        Action::Number(number) => {
            let kind = numbered(position, number);
            let why = kind.and_then(|kind| position.explain(&[], Pick::Reserve(kind)));
            let none = || format!("There is no piece number {number} in reserve.");
            Some(why.map_or_else(none, |why| sentence(&why)))
        }
        _ => None,
    }
}
