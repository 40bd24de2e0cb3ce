//! The levels in the form of a new game: how each plays, which one the results of the user suggest, and a choice that follows
//! them.

use super::{NewGame, Row, seats};
use crate::players::computer::{LEVELS, level_character, level_name};
use crate::session::setup::SeatKind;
use crate::session::strength::Strength;
use crate::world::World;

/// The place of the level that follows the results among the players.
const MINE: usize = 1;

impl NewGame {
    /// How strong the user is in this game.
    pub(super) fn strength(&self) -> Strength {
        Strength::of(&self.known.games, self.spec(), None)
    }

    /// Gives the seats that follow the results their level.
    pub(super) fn set_suggested_levels(&mut self) {
        let level = self.strength().level(self.known.at_puzzles(self.spec()));
        self.mine.retain(|&at| at < self.setup.seats.len());
        for &at in &self.mine {
            self.setup.seats[at] = SeatKind::Computer(level);
        }
    }

    /// Gives a seat another player; `around` goes from one of so many places to the next.
    pub(super) fn change_seat(&mut self, at: usize, around: impl Fn(usize, usize) -> usize, world: &World) {
        let kinds = seats::kinds(self.setup.game.spec().id, &world.client.config);
        // After the person comes one more choice: a level that follows the results.
        let after_mine = |at: usize| if at == 0 { 0 } else { at + 1 };
        let now = kinds.iter().position(|kind| *kind == self.setup.seats[at]).map_or(0, after_mine);
        let now = if self.mine.contains(&at) { MINE } else { now };
        let to = around(now, kinds.len() + 1);
        self.mine.retain(|&other| other != at);
        if to == MINE {
            self.mine.push(at);
            self.set_suggested_levels();
        } else {
            self.setup.seats[at] = kinds[to - usize::from(to > MINE)].clone();
        }
    }

    /// How the level plays that is chosen, and which one the results suggest.
    pub(super) fn character(&self, row: Row) -> Option<String> {
        let Row::Seat(at) = row else { return None };
        let &SeatKind::Computer(level) = self.setup.seats.get(at)? else { return None };
        let character = format!("Level {level} {}.", level_character(level));
        let strength = self.strength();
        if strength.is_empty() {
            return Some(character);
        }
        let suggested = strength.level(self.known.at_puzzles(self.spec()));
        Some(format!("{character} Your results suggest level {suggested}, {}.", level_name(suggested)))
    }

    /// How long a level without a node limit takes, where it is chosen.
    pub(super) fn pace(&self, row: Row) -> Option<String> {
        let Row::Seat(at) = row else { return None };
        let highest = self.setup.seats.get(at) == Some(&SeatKind::Computer(LEVELS)) && self.setup.clock.is_none();
        highest.then(|| {
            let usual = if self.spec().seats.len() > 2 { "all" } else { "about a third" };
            format!("Level {LEVELS} takes {usual} of its longest thinking time on average.")
        })
    }
}
