//! What the play screen knows about the people at a table, on a server. The screen works the same without them.

use std::time::Duration;

use thiserror::Error;

use crate::place::Place;
use crate::players::Thought;
use crate::record::game::Game;
use crate::rules::side::Side;
use crate::session::table::Identity;
use crate::view::View;

/// Why the people at a table cannot do something: the reason of the server that they are on.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct PeopleError(pub Box<dyn std::error::Error>);

/// The people at a table.
pub trait TablePeople {
    /// Does this terminal act for its user? Another one of the same user may have taken over.
    fn acts(&self) -> bool;

    /// Takes the seat to this terminal.
    fn take_over(&self);

    /// The name of somebody, if it is known.
    fn name(&self, who: &Identity) -> Option<String>;

    /// What the game has changed in the rating of the user, once it is over.
    fn rating(&self) -> Option<String>;

    /// Why the table is not there any more; `None` while it is.
    fn gone(&self) -> Option<&'static str>;

    /// Ends the game without a result. The error says why that is too late.
    fn abort(&self) -> Result<(), PeopleError>;

    /// How long each of the first moves of a game of a tournament may take.
    fn first_move(&self) -> Duration;

    /// Asks for another game with the same people, or agrees to one: the place of the new game, once all agree.
    fn again(&mut self) -> Result<Option<Place>, PeopleError>;

    /// The game that follows this one, once all have agreed.
    fn next_game(&self) -> Option<Place>;

    /// Who wants another game, while others have not agreed.
    fn wants(&self) -> Vec<Identity>;

    /// The talk at the table: of the players, or of those who watch.
    fn talk(&self) -> Place;

    /// What another one has said since the last time.
    fn heard(&mut self) -> Option<String>;

    /// The place where the game, which is over, is reviewed with all others who do.
    fn together(&self, game: Game, view: View) -> Result<Place, PeopleError>;

    /// Begins to look at the computer's evaluation, or no longer does.
    fn evaluate(&mut self, on: bool) -> Result<(), PeopleError>;

    /// The computer's evaluation of the position of now, for the seat to move.
    fn evaluation(&self) -> Option<(Side, Thought)>;

    /// Who of the players is on vacation, and until when, in words.
    fn vacations(&self) -> Vec<String>;

    /// Who reviews the game together, by name.
    fn looks_together(&self) -> Vec<String>;
}
