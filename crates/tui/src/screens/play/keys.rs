//! How the play screen handles actions, input and time: what the parts leave, the desk does.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::end::word_of_way;
use super::part::Part;
use super::{Play, together};
use crate::action::{Action, Context};
use crate::board::layout::Regions;
use crate::board::motion::Earlier;
use crate::board::pane::Pane;
use crate::board::screen_board::ScreenBoard;
use crate::dialogs::share::ShareDialog;
use crate::input::Input;
use crate::message_slot::MessageSlot;
use crate::place::Place;
use crate::record::game::Game;
use crate::screen::{Answer, Closed, Screen, Transition};
use crate::session::table::TableError;
use crate::share::Subject;
use crate::wakes::Reasons;
use crate::world::World;

impl Play {
    /// The game so far, with what the coach found in it.
    fn record(&self) -> Result<Game, TableError> {
        self.parts.coach.analysed().map_or_else(|| self.desk.table.record(), Ok)
    }

    /// Opens the game so far in the review screen; the game continues meanwhile.
    fn review(&mut self) -> Transition {
        match self.record() {
            Ok(game) => Transition::Open(Place::Review(Box::new(game), self.desk.pane.view)),
            Err(problem) => {
                self.desk.pane.message = Some(problem.to_string());
                Transition::Changed
            }
        }
    }

    /// Offers to copy or save the game at the position that is shown.
    fn share(&mut self) -> Transition {
        match self.desk.table.record() {
            Ok(game) => {
                let ply = self.desk.browse.as_ref().map_or(usize::MAX, |browse| browse.ply);
                Transition::push(Box::new(ShareDialog::new(Subject::ply(game, ply, self.desk.pane.view))))
            }
            Err(problem) => {
                self.desk.pane.message = Some(problem.to_string());
                Transition::Changed
            }
        }
    }

    /// The actions that answer what others at the table ask for: to agree or to refuse, or to agree to a claim.
    fn answer_actions(&self) -> Vec<Action> {
        let mut keys = vec![Action::Agree, Action::Decline];
        keys.extend(self.desk.table.claimed().is_some().then_some(Action::Claim));
        keys
    }
}

impl Screen for Play {
    fn context(&self) -> Context {
        Context::Board
    }

    fn can(&self, action: Action, world: &World) -> bool {
        let over = self.desk.table.ending().is_some();
        if let Some(can) = self.parts.all().find_map(|part| part.can(action, &self.desk, world)) {
            return can;
        }
        match action {
            Action::Review => !self.desk.table.position().acts().is_empty(),
            Action::OtherSide | Action::NextLevel => over && self.next_setup(action).is_some(),
            Action::Number(_) if over => self.next_setup(action).is_some(),
            Action::PageUp | Action::PageDown | Action::First | Action::Last | Action::Solution => false,
            _ => self.desk.can(action).unwrap_or(true),
        }
    }

    fn footer(&self, _world: &World) -> Vec<Action> {
        let (desk, table) = (&self.desk, &self.desk.table);
        // Do several others move before the user does again?
        let rounds = (table.position().spec().seats.len() > 2).then_some(Action::LastRound);
        let mut keys = Vec::new();
        if desk.pane.explained.is_some() {
            keys.extend([Action::Explore, Action::Explain]);
        }
        if self.parts.coach.asks() {
            keys.extend([Action::Pick, Action::Back, Action::Coach]);
        } else if desk.browse.is_some() {
            keys.extend([Action::LookBack, Action::LookForward, Action::LookNow]);
        } else if table.ending().is_some() {
            keys.extend([Action::Restart, Action::OtherSide, Action::NextLevel, Action::Together, Action::Review]);
            keys.push(Action::Share);
            keys.extend([Action::SaveAs, Action::NewGame, Action::LookBack, Action::Undo, Action::Leave]);
        } else if desk.can_move() {
            keys.extend(self.answer_actions());
            keys.extend([Action::Pick, Action::Arrange, Action::Back, Action::Next]);
            keys.extend(desk.pane.selection.other_in_reserve(table.position()).map(Action::Number));
            keys.extend(rounds);
            keys.extend([Action::LevelDown, Action::GoTo, Action::Explain, Action::Threats]);
            keys.extend([Action::OneLevel, Action::Undo]);
        } else {
            keys.extend(self.answer_actions());
            keys.extend(table.waits_elsewhere().then_some(Action::Pick));
            keys.extend([Action::Back, Action::Plans]);
            keys.extend([Action::ShowEnd, Action::PlayNow, Action::Pause, Action::Step, Action::Sit, Action::Undo]);
            keys.extend(table.is_watched().then_some(Action::Evaluation));
            keys.extend(rounds);
            keys.extend([Action::LookBack, Action::Explain, Action::Leave]);
        }
        // Where it was said at the start, it is not said again.
        let again = |at: usize| !keys[..at].contains(&keys[at]);
        (0..keys.len()).filter(|&at| again(at)).map(|at| keys[at]).collect()
    }

    fn say(&self, action: Action, world: &World) -> Option<String> {
        let way = self.desk.table.ending().and_then(|_| word_of_way(action));
        let word = way.or_else(|| self.parts.all().find_map(|part| part.say(action, &self.desk, world)));
        word.map(str::to_owned).or_else(|| self.desk.pane.say(action))
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        self.parts.leaving.stays();
        let taken = self.parts.all_mut().find_map(|part| part.takes(action, &mut self.desk));
        if let Some(step) = taken {
            return self.carry_out(step, world);
        }
        if !self.can(action, world) {
            return self.refuse(action);
        }
        let done = self.parts.all_mut().find_map(|part| part.act(action, &mut self.desk, world));
        if let Some(step) = done {
            return self.carry_out(step, world);
        }
        match action {
            Action::Together => together::open(self.record(), &mut self.desk),
            Action::Review => self.review(),
            Action::Share => self.share(),
            _ => {
                if let Some(step) = self.desk.act(action, world) {
                    return step;
                }
                match self.desk.pane.act(self.desk.table.position(), action, world) {
                    Some(acted) => self.acted(acted, world),
                    None => Transition::Same,
                }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        self.take_input(input, world)
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.desk)
    }

    fn confirmed(&mut self, action: Action, world: &mut World) -> Transition {
        self.desk.pane.message = None;
        let done = self.parts.all_mut().find_map(|part| part.confirmed(action, &mut self.desk, world));
        match done {
            Some(step) => self.carry_out(step, world),
            None => self.after(world),
        }
    }

    fn pane(&self) -> Option<&Pane> {
        Some(&self.desk.pane)
    }

    fn board(&mut self) -> Option<ScreenBoard<'_>> {
        let desk = &mut self.desk;
        let position = desk.browse.as_ref().map_or(desk.table.position(), |browse| browse.position.as_ref());
        Some(ScreenBoard { position, pane: &mut desk.pane, earlier: Earlier::Ends })
    }

    /// Cursor moves keep the message until the cursor rests.
    fn keeps_message(&self, action: Action) -> bool {
        matches!(
            action,
            Action::Up | Action::Down | Action::Left | Action::Right | Action::LevelDown | Action::LevelUp
        )
    }

    fn wake(&mut self, mut why: Reasons, world: &mut World) -> Transition {
        why.club = why.club && self.desk.table.people().is_some();
        let mut changed = why.club;
        if why.table && self.desk.table.poll() {
            self.after(world);
            changed = true;
        }
        for at in 0..self.parts.all().count() {
            let step = self.parts.all_mut().nth(at).and_then(|part| part.wake(why, &mut self.desk, world));
            match step.map(|step| self.carry_out(step, world)) {
                None | Some(Transition::Same) => {}
                Some(Transition::Changed) => changed = true,
                // The screen is left, or covered.
                Some(step) => return step,
            }
        }
        changed |= self.desk.analyse(world);
        changed |= self.desk.wake(world);
        if changed { Transition::Changed } else { Transition::Same }
    }

    fn deadline(&self, world: &World) -> Option<Instant> {
        self.parts.all().filter_map(Part::deadline).chain(self.desk.deadline(world.now)).min()
    }

    fn covered(&mut self, world: &mut World) {
        self.desk.pane.covered(world);
        self.desk.covered = true;
        self.desk.table.hold();
    }

    fn uncovered(&mut self, world: &mut World) {
        self.desk.pane.uncovered();
        self.desk.covered = false;
        self.desk.table.go_on();
        self.parts.all_mut().for_each(|part| part.opened(&mut self.desk, world));
        self.desk.analyse(world);
    }

    fn objection(&mut self, world: &World) -> Option<Transition> {
        self.parts.leaving.objects(&self.desk, world)
    }

    fn answered(&mut self, answer: Answer, world: &mut World) -> Transition {
        self.heard(answer, world)
    }

    fn closed(&mut self, world: &mut World) -> Closed {
        let lost = self.parts.leaving.last_chance(&mut self.desk, world);
        let elsewhere = self.parts.leaving.elsewhere(&self.desk).cloned();
        Closed { lost, exit_message: elsewhere.or_else(|| self.desk.table.exit_message(world)) }
    }

    fn title(&self, _world: &World) -> Option<String> {
        Some(self.desk.table.title())
    }

    fn layout(&self, world: &World, area: Rect) -> Option<Regions<'_>> {
        self.desk.regions(area, world).ok()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
