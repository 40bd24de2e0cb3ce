//! Which level to try next, by the results of the user.

use super::Play;
use crate::client::results::{self, Known, Results};
use crate::session::setup::SeatKind;
use crate::session::strength::{LevelResult, Strength};
use crate::tui::world::World;

/// The suggestion after the end.
pub(super) enum Next {
    /// The saved games are being read.
    Reading(Results),
    /// This level.
    Level(u8),
}

impl Play {
    /// The result of this game, if one person has played it against levels.
    fn own_result(&self) -> Option<(usize, LevelResult)> {
        if self.table.is_shared() {
            return None;
        }
        let (setup, ending) = (self.table.setup(), self.table.end()?);
        let seat = setup.seats.iter().position(|seat| matches!(seat, SeatKind::Human(_)))?;
        let others = setup.seats.iter().enumerate().filter(|(at, _)| *at != seat);
        let level = |seat: &SeatKind| if let SeatKind::Computer(level) = seat { Some(*level) } else { None };
        let levels: Option<Vec<u8>> = others.map(|(_, seat)| level(seat)).collect();
        let side = crate::rules::side::Side::new(seat);
        let share = f64::from(ending.shares[side].sixtieths()) / 60.0;
        Some((seat, LevelResult { level: levels?.into_iter().max()?, share, seats: setup.seats.len() }))
    }

    /// Begins to find out which level to try next, once the game is over.
    pub(super) fn suggest(&mut self, world: &World) {
        match (self.own_result(), &self.next) {
            (None, _) => self.next = None,
            (Some(_), None) => {
                self.next = match results::begin(&world.client) {
                    Some(reading) => Some(Next::Reading(reading)),
                    None => self.level_of(&Known::default()).map(Next::Level),
                };
            }
            _ => {}
        }
    }

    /// The level by what is known and this game, which may be among the saved ones.
    fn level_of(&self, known: &Known) -> Option<u8> {
        let (_, result) = self.own_result()?;
        let spec = self.table.position().spec();
        let path = self.table.shared().path();
        let own = path.as_ref().and_then(|path| path.file_stem()?.to_str());
        let mut strength = Strength::of(&known.games, spec, own);
        strength.add(result);
        Some(strength.level(known.at_puzzles(spec)))
    }

    /// Takes what was read. True if there is a suggestion now.
    pub(super) fn suggested(&mut self) -> bool {
        let Some(Next::Reading(reading)) = &self.next else { return false };
        let Some(known) = reading.poll() else { return false };
        self.next = self.level_of(&known).map(Next::Level);
        true
    }

    /// The suggestion in words.
    pub(super) fn next_words(&self) -> Option<String> {
        match self.next {
            Some(Next::Level(level)) => Some(results::suggestion(level)),
            _ => None,
        }
    }
}
