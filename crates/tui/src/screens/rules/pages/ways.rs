//! Where a page of rules leads: to a lesson, and to the explorer.

use super::Pages;
use crate::place::Place;
use crate::rules::variant::Opening;
use crate::screen::Transition;
use crate::view::View;
use crate::world::World;

impl Pages {
    /// Opens the lesson of the page that is read, or else all of them.
    pub(super) fn learn(&self, world: &World) -> Transition {
        let areas = self.areas(world.whole());
        let (lines, top) = self.seen(areas, world);
        // The first page whose heading is in sight, or else the one above it.
        let links = || lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.lesson?)));
        let seen = links().find(|&(at, _)| at >= top && at < top + usize::from(areas.text.height) / 2);
        let above = links().take_while(|&(at, _)| at < top).last();
        let place = match seen.or(above) {
            Some((_, number)) => Place::Lesson(self.game, number),
            None => Place::LessonsOf(self.game),
        };
        Transition::Open(place)
    }

    /// Opens the explorer with the diagram that steps, or with the start of the game.
    pub(super) fn explore(&self) -> Transition {
        let active = self.active.map(|active| self.diagrams[active].shown());
        let start = || Some((self.game.begin(Opening::Start).ok()?, None));
        let Some((position, square)) = active.or_else(start) else { return Transition::Same };
        Transition::Open(Place::Explorer(position, View::FIRST, square))
    }
}
