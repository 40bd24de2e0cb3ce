//! How the training handles actions, input and time.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::origin;
use super::training::{Phase, Training};
use crate::action::{Action, Context};
use crate::board::layout::Regions;
use crate::board::paint::Scene;
use crate::board::pane::{Acted, Pane};
use crate::board::refusal::no_such_place;
use crate::board::screen_board::ScreenBoard;
use crate::board::selection::drag::Pointed;
use crate::input::{Input, Pointing};
use crate::message::Message;
use crate::message_slot::MessageSlot;
use crate::place::Place;
use crate::screen::{Closed, Screen, Transition};
use crate::session::puzzles::choice::Mode;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

impl Training {
    /// What the board shows.
    pub(super) fn scene(&self) -> Scene<'_> {
        let scene = self.pane.scene(self.position());
        Scene { picks: self.asks(), cursor: self.asks() || self.pane.explained.is_some(), ..scene }
    }

    fn acted(&mut self, acted: Acted, world: &World) -> Transition {
        match acted {
            Acted::Played(mv) => {
                self.play(mv, world);
                Transition::Changed
            }
            Acted::Typed(entry) => {
                let read = self.pane.read(self.solving.position.as_ref(), entry);
                self.acted(read, world)
            }
            other => other.into(),
        }
    }

    /// What the main key does while no move is expected.
    fn go_on(&mut self, world: &World) -> Transition {
        match self.phase {
            Phase::Asks => return Transition::Same,
            Phase::Wrong(_) => self.again(),
            Phase::Done if matches!(self.mode, Mode::Daily | Mode::Again(_)) => return Transition::Close,
            Phase::Done => self.next(world),
            Phase::Over => return Transition::Close,
        }
        Transition::Changed
    }
}

impl MessageSlot for Training {
    fn tell(&mut self, message: Message) {
        MessageSlot::tell(&mut self.pane, message);
    }

    fn hush(&mut self) -> bool {
        // The result stays until the next puzzle.
        self.asks() && self.pane.hush()
    }
}

impl Screen for Training {
    fn context(&self) -> Context {
        Context::Board
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let position = self.position();
        let helps = self.asks() || action == Action::Solution && matches!(self.phase, Phase::Wrong(_));
        match action {
            Action::Pick | Action::Rules | Action::Explore | Action::Leave => true,
            Action::Back => matches!(self.phase, Phase::Wrong(_)) || self.pane.is_something_shown(),
            Action::Hint | Action::Solution => helps && !self.is_run(),
            Action::Review => matches!(self.phase, Phase::Done | Phase::Over),
            Action::Explain if matches!(self.phase, Phase::Done) => true,
            // Without a question the cursor is not shown.
            Action::Up | Action::Down | Action::Left | Action::Right => {
                self.asks() || self.pane.explained.is_some()
            }
            _ => self.pane.can(position, action, self.asks()).unwrap_or(false),
        }
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let words = match (action, &self.phase) {
            (Action::Explain, Phase::Done) => "where it is from",
            (Action::Pick, Phase::Wrong(_)) if self.mode == Mode::Streak => "end of the streak",
            (Action::Pick, Phase::Wrong(_)) => "try again",
            (Action::Pick, Phase::Done) if matches!(self.mode, Mode::Daily | Mode::Again(_)) => "leave",
            (Action::Pick, Phase::Done) => "next puzzle",
            (Action::Pick, Phase::Over) => "leave",
            (Action::Review, _) => "review the solution",
            _ => return self.pane.say(action),
        };
        Some(words.to_owned())
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        match self.phase {
            Phase::Asks => vec![
                Action::Pick,
                Action::Back,
                Action::Next,
                Action::LevelDown,
                Action::Type,
                Action::Explain,
                Action::Hint,
                Action::Solution,
                Action::Leave,
            ],
            Phase::Wrong(_) => vec![Action::Pick, Action::Solution, Action::Leave],
            Phase::Done | Phase::Over => vec![Action::Pick, Action::Review, Action::Explain, Action::Leave],
        }
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        if !self.can(action, world) {
            let why = match action {
                Action::Hint | Action::Solution if self.is_run() => "There are no hints in a streak or a storm.",
                Action::Review => "The solution can be reviewed after the puzzle.",
                _ => {
                    // The result stays.
                    let Some(why) = no_such_place(self.position(), action) else { return Transition::Same };
                    self.pane.message = Some(why);
                    return Transition::Changed;
                }
            };
            self.pane.message = Some(why.to_owned());
            return Transition::Changed;
        }
        match action {
            Action::Leave => {
                // A run that was left counts as far as it went.
                if self.is_run() && self.solved > 0 {
                    self.finish();
                }
                Transition::Close
            }
            Action::Pick if !self.asks() => self.go_on(world),
            Action::Back if !self.asks() && self.pane.explained.is_none() => {
                if matches!(self.phase, Phase::Wrong(_)) {
                    return self.go_on(world);
                }
                self.pane.message = None;
                Transition::Changed
            }
            Action::Hint | Action::Solution => {
                match self.price(action, world) {
                    Some(words) => self.pane.message = Some(words),
                    None if action == Action::Hint => self.hint(),
                    None => self.give_up(),
                }
                Transition::Changed
            }
            Action::Explain if matches!(self.phase, Phase::Done) => {
                self.pane.tell(Role::Notice, origin::words(&self.solving.puzzle));
                Transition::Changed
            }
            Action::Review => Transition::Open(Place::Review(Box::new(self.solving.puzzle.game()), self.pane.view)),
            Action::Rules => Transition::Open(Place::RulesOf(self.solving.puzzle.variant())),
            Action::Explore => {
                let square = self.pane.selection.cursor;
                Transition::Open(Place::Explorer(self.position().fork(), self.pane.view, Some(square)))
            }
            _ => {
                let position = self.position().fork();
                match self.pane.act(position.as_ref(), action, world) {
                    Some(acted) => self.acted(acted, world),
                    None => Transition::Same,
                }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let position = self.position().fork();
        let Some((how, at)) = input.pointing() else {
            if self.pane.entry.is_none() && !self.asks() {
                return None;
            }
            let acted = self.pane.typed(position.as_ref(), input)?;
            return Some(self.acted(acted, world));
        };
        if !self.asks() {
            // A press anywhere goes on.
            return Some(if how == Pointing::Press { self.go_on(world) } else { Transition::Same });
        }
        let regions = self.pane.regions(position.as_ref(), world.whole(), world).ok()?;
        let hit = self.pane.hit(&self.scene(), &regions, at, world);
        let Pointed::Picks(pick) = self.pane.point(hit, how) else { return Some(Transition::Changed) };
        let acted = self.pane.pick(position.as_ref(), pick, world);
        Some(self.acted(acted, world))
    }

    fn closed(&mut self, _: &mut World) -> Closed {
        self.leave();
        Closed::default()
    }

    fn pane(&self) -> Option<&Pane> {
        Some(&self.pane)
    }

    fn board(&mut self) -> Option<ScreenBoard<'_>> {
        Some(self.screen_board())
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(self)
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        let ticks = self.tick(world.now);
        let refuted = why.task && self.refuted();
        if self.pane.wake(world) || ticks || refuted { Transition::Changed } else { Transition::Same }
    }

    fn deadline(&self, _: &World) -> Option<Instant> {
        [self.pane.deadline(), self.next_tick()].into_iter().flatten().min()
    }

    fn layout(&self, world: &World, area: Rect) -> Option<Regions<'_>> {
        self.pane.regions(self.position(), area, world).ok()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.render(world, area, buffer);
    }
}
