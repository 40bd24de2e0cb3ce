//! Keys, text and mouse of the conditional moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Planner;
use crate::action::{Action, Context};
use crate::board::motion::Earlier;
use crate::board::pane::{Acted, Pane};
use crate::board::refusal::no_such_place;
use crate::board::screen_board::ScreenBoard;
use crate::board::selection::drag::Pointed;
use crate::input::{Input, Pointing};
use crate::place::Place;
use crate::screen::{Screen, Transition};
use crate::wakes::Reasons;
use crate::world::World;

impl Planner {
    /// Adds to what the board did: the line goes on with a move.
    fn acted(&mut self, acted: Acted) -> Transition {
        match acted {
            Acted::Played(mv) => {
                self.play(mv);
                Transition::Changed
            }
            Acted::Typed(entry) => {
                let read = self.pane.read(self.position.as_ref(), entry);
                self.acted(read)
            }
            other => other.into(),
        }
    }

    /// Actions in the list of lines.
    fn act_in_list(&mut self, action: Action) -> Transition {
        let chosen = self.list.selected;
        match action {
            Action::Pick => self.open_line(chosen),
            Action::Delete => self.remove(chosen),
            Action::Back | Action::Plans => self.in_list = false,
            _ => {
                let open = vec![true; self.lines.len()];
                return if self.list.step(action, &open) { Transition::Changed } else { Transition::Same };
            }
        }
        Transition::Changed
    }

    /// Why nothing can be played on the board.
    fn why_not(&self, action: Action) -> Option<String> {
        let turn = self.game.position.turn();
        Some(match action {
            Action::Plans => "There are no lines yet: play a move that you expect, and your answer.".to_owned(),
            Action::Pick | Action::Type if self.game.status.ending.is_some() => "The game is over.".to_owned(),
            Action::Pick | Action::Type if turn == self.side => {
                "It is your turn: go back and play your move first.".to_owned()
            }
            Action::Pick | Action::Type => "The game is over here.".to_owned(),
            _ => return no_such_place(self.position.as_ref(), action),
        })
    }
}

impl Screen for Planner {
    fn context(&self) -> Context {
        if self.in_list { Context::List } else { Context::Board }
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Leave => true,
            Action::Plans => self.in_list || !self.lines.is_empty(),
            Action::Up | Action::Down | Action::Pick | Action::Delete | Action::Back if self.in_list => true,
            Action::PageUp | Action::PageDown | Action::First | Action::Last => self.in_list,
            _ if self.in_list => false,
            Action::Back | Action::Rules => true,
            // What others must not know, and what is off while people play.
            Action::Threats | Action::Hint | Action::Analyse => false,
            _ => self.pane.can(self.position.as_ref(), action, self.can_play()).unwrap_or(false),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        if self.in_list {
            return vec![Action::Up, Action::Down, Action::Pick, Action::Delete, Action::Back];
        }
        let mut keys = vec![Action::Pick, Action::Back, Action::Plans, Action::Next];
        keys.extend(self.pane.selection.other_in_reserve(self.position.as_ref()).map(Action::Number));
        keys.extend([Action::LevelDown, Action::Type, Action::Leave]);
        keys
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let leaves = !self.in_list && !self.pane.is_something_shown();
        match action {
            Action::Pick if self.in_list => Some("open".to_owned()),
            Action::Plans if !self.in_list => Some("lines".to_owned()),
            Action::Back if leaves && !self.line.is_empty() => Some("take back".to_owned()),
            _ => self.pane.say(action),
        }
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        if !self.can(action, world) {
            let Some(why) = self.why_not(action) else { return Transition::Same };
            self.pane.message = Some(why);
            return Transition::Changed;
        }
        match action {
            Action::Leave => Transition::Close,
            _ if self.in_list => self.act_in_list(action),
            Action::Plans => {
                self.in_list = true;
                Transition::Changed
            }
            Action::Rules => Transition::Open(Place::RulesOf(self.position.variant())),
            Action::Back if !self.pane.is_something_shown() && self.line.is_empty() => Transition::Close,
            Action::Back if !self.pane.is_something_shown() => {
                self.take_back();
                Transition::Changed
            }
            _ => match self.pane.act(self.position.as_ref(), action, world) {
                Some(acted) => self.acted(acted),
                None => Transition::Same,
            },
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Some((how, at)) = input.pointing() else {
            let acted = self.pane.typed(self.position.as_ref(), input)?;
            return Some(self.acted(acted));
        };
        let press = how == Pointing::Press;
        if press && let Some(row) = self.row_at(at, world) {
            if self.in_list && self.list.selected == row {
                self.open_line(row);
            } else {
                (self.in_list, self.list.selected) = (true, row);
            }
            return Some(Transition::Changed);
        }
        if press {
            self.in_list = false;
        }
        let regions = self.pane.regions(self.position.as_ref(), world.whole(), world).ok()?;
        let hit = self.pane.hit(&self.scene(), &regions, at, world);
        let Pointed::Picks(pick) = self.pane.point(hit, how) else { return Some(Transition::Changed) };
        if !self.can_play() {
            return Some(Transition::Changed);
        }
        let acted = self.pane.pick(self.position.as_ref(), pick, world);
        Some(self.acted(acted))
    }

    fn pane(&self) -> Option<&Pane> {
        Some(&self.pane)
    }

    fn board(&mut self) -> Option<ScreenBoard<'_>> {
        let (position, pane) = (self.position.as_ref(), &mut self.pane);
        Some(ScreenBoard { position, pane, earlier: Earlier::Ends })
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        let read = why.table && self.read();
        if self.pane.wake(world) || read { Transition::Changed } else { Transition::Same }
    }

    fn title(&self, _: &World) -> Option<String> {
        Some(format!("{}: conditional moves", self.position.spec().title))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
