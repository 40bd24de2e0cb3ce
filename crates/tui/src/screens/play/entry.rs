//! Text, picks and the mouse on the play screen.

use super::Play;
use crate::action::Action;
use crate::board::entry::TypedMove;
use crate::board::paint::Scene;
use crate::board::pane::Acted;
use crate::board::selection::drag::Pointed;
use crate::input::{Input, Pointing};
use crate::message::Message;
use crate::rules::pick::Pick;
use crate::screen::{Screen as _, Transition};
use crate::world::World;

impl Play {
    pub(super) fn take_input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if input.is_mouse() {
            return self.mouse(input, world);
        }
        if matches!(input, Input::Paste(_)) {
            self.desk.browse = None;
        }
        let acted = self.desk.pane.typed(self.desk.table.position(), input)?;
        Some(self.acted(acted, world))
    }

    /// Makes a pick, and plays the move if the pick completes it.
    fn pick(&mut self, pick: Pick, world: &mut World) -> Transition {
        if let Some(step) = self.desk.not_now() {
            return step;
        }
        let acted = self.desk.pane.pick(self.desk.table.position(), pick, world);
        self.acted(acted, world)
    }

    /// Adds to what the board did: a move is played, a text is for the screen.
    pub(super) fn acted(&mut self, acted: Acted, world: &mut World) -> Transition {
        match acted {
            Acted::Played(mv) => self.play(mv, world),
            Acted::Typed(entry) => self.entered(entry, world),
            other => other.into(),
        }
    }

    /// Handles the completed text.
    fn entered(&mut self, entry: TypedMove, world: &mut World) -> Transition {
        let typed = entry.field.text().trim().to_owned();
        if typed.is_empty() {
            return Transition::Changed;
        }
        if entry.action == Action::SaveAs {
            let written = self.desk.table.save_as(&typed, world);
            if written.is_err() {
                // The field stays open so that another name can be typed.
                self.desk.pane.entry = Some(entry);
            }
            let message = Message::of(written.map_err(|problem| world.client.files.shown(&problem.to_string())));
            self.desk.pane.tell(message.role, message.words);
            return Transition::Changed;
        }
        if self.desk.can_premove() {
            let step = self.parts.premove.typed(entry, &mut self.desk);
            return self.carry_out(step, world);
        }
        if let Some(step) = self.desk.not_now() {
            // The field stays open, so that the move need not be typed again when it can be played.
            self.desk.pane.entry = Some(entry).filter(|_| self.desk.table.ending().is_none());
            return step;
        }
        let read = self.desk.pane.read(self.desk.table.position(), entry);
        self.acted(read, world)
    }

    fn mouse(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Some((how, place)) = input.pointing() else {
            return match *input {
                Input::Wheel(by, ..) => Some(self.desk.look_back(isize::from(by))),
                _ => None,
            };
        };
        let press = how == Pointing::Press;
        if press && let Some(kind) = self.reserve_at(place, world) {
            if self.desk.can_move() {
                self.desk.pane.selection.hold_reserve();
            }
            return Some(self.pick(Pick::Reserve(kind), world));
        }
        if press && let Some(ply) = self.move_at(place, world) {
            return Some(self.desk.look_to(ply));
        }
        let regions = self.desk.regions(world.whole(), world).ok()?;
        // A click on the prompt while the computer is thinking: it must move now.
        if press && self.desk.table.is_thinking() && regions.prompt.contains(place) {
            return Some(self.act(Action::PlayNow, world));
        }
        let scene = Scene { picks: self.desk.can_move(), ..self.desk.scene() };
        let hit = self.desk.pane.hit(&scene, &regions, place, world);
        Some(match self.desk.pane.point(hit, how) {
            Pointed::Picks(pick) => self.pick(pick, world),
            Pointed::Moves => Transition::Changed,
            Pointed::Nothing => Transition::Same,
        })
    }
}
