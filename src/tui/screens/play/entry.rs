//! Text and mouse input on the play screen.

use super::Play;
use crate::rules::pick::Pick;
use crate::tui::action::Action;
use crate::tui::board::entry::TypedMove;
use crate::tui::board::hand::drag::Pointed;
use crate::tui::board::paint::Scene;
use crate::tui::input::{Input, Pointing};
use crate::tui::screen::{Screen as _, Transition};
use crate::tui::told::Told;
use crate::tui::world::World;

impl Play {
    pub(super) fn take_input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if input.is_mouse() {
            return self.mouse(input, world);
        }
        if matches!(input, Input::Paste(_)) {
            self.browse = None;
        }
        let acted = self.pane.typed(self.table.position(), input)?;
        Some(self.acted(acted, world))
    }

    pub(super) fn enter_text(&mut self, action: Action, text: &str) -> Transition {
        self.browse = None;
        self.pane.enter(self.table.position(), action, text).into()
    }

    /// Handles the completed text.
    pub(super) fn entered(&mut self, entry: TypedMove, world: &mut World) -> Transition {
        let typed = entry.field.text().trim().to_owned();
        if typed.is_empty() {
            return Transition::Changed;
        }
        if entry.action == Action::SaveAs {
            let written = self.table.save_as(&typed, world);
            if written.is_err() {
                // The field stays open so that another name can be typed.
                self.pane.entry = Some(entry);
            }
            let told = Told::of(written.map_err(|problem| world.client.files.shown(&problem.to_string())));
            self.pane.tell(told.role, told.words);
            return Transition::Changed;
        }
        if self.can_premove() {
            return self.type_premove(entry, world);
        }
        if let Some(step) = self.not_now() {
            // The field stays open, so that the move need not be typed again when it can be played.
            self.pane.entry = Some(entry).filter(|_| self.table.ending().is_none());
            return step;
        }
        let read = self.pane.read(self.table.position(), entry);
        self.acted(read, world)
    }

    fn mouse(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Some((how, place)) = input.pointing() else {
            return match *input {
                Input::Wheel(by, ..) => Some(self.look_back(isize::from(by))),
                _ => None,
            };
        };
        let press = how == Pointing::Press;
        if press && let Some(kind) = self.reserve_at(place, world) {
            if self.can_move() {
                self.pane.hand.hold_reserve();
            }
            return Some(self.pick(Pick::Reserve(kind), world));
        }
        if press && let Some(ply) = self.move_at(place, world) {
            return Some(self.look_to(ply));
        }
        let regions = self.regions(world.whole(), world).ok()?;
        // A click on the prompt while the computer is thinking: it must move now.
        if press && self.table.is_thinking() && regions.prompt.contains(place) {
            return Some(self.act(Action::PlayNow, world));
        }
        let scene = Scene { picks: self.can_move(), ..self.scene() };
        let hit = self.pane.hit(&scene, &regions, place, world);
        Some(match self.pane.point(hit, how) {
            Pointed::Picks(pick) => self.pick(pick, world),
            Pointed::Moves => Transition::Changed,
            Pointed::Nothing => Transition::Same,
        })
    }
}
