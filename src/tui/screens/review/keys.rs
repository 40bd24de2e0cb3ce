//! How the review screen handles actions, input and time.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::steps::Auto;
use super::summary::Tally;
use super::{Review, Source};
use crate::record::tree::Id;
use crate::rules::pick::Pick;
use crate::rules::side::Side;
use crate::session::setup::Start;
use crate::session::setup::tags::setup_from;
use crate::tui::action::{Action, Context};
use crate::tui::board::analysis::Analysis;
use crate::tui::board::entry::Typing as _;
use crate::tui::board::hand::Grip;
use crate::tui::board::marks::{Threats, numbered};
use crate::tui::board::{REST, sentence};
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::dialogs::reading::Reading;
use crate::tui::input::Input;
use crate::tui::screen::{Answer, Screen, Transition};
use crate::tui::screens::new_game::NewGame;
use crate::tui::screens::rules::Pages;
use crate::tui::screens::settings::Settings;
use crate::tui::view::{View, Way};
use crate::tui::world::World;

impl Review {
    /// Makes the prompt describe the cursor's square at once.
    pub(super) fn rest_now(&mut self) {
        self.rested = self.hand.cursor;
        self.moved = None;
    }

    /// Goes to the node that an action leads to.
    pub(super) fn step_to(&mut self, action: Action, world: &World) -> Transition {
        let Some(to) = self.target(action) else { return Transition::Same };
        self.on_board = false;
        self.go(to);
        self.analyse(world);
        Transition::Changed
    }

    /// Makes a pick, and tries the move if the pick completes it.
    pub(super) fn pick(&mut self, pick: Pick, world: &mut World) -> Transition {
        self.on_board = true;
        let grip = self.hand.pick(self.position.as_ref(), pick);
        let grip = self.hand.settle(self.position.as_ref(), grip, world.config.input.auto_complete);
        self.rest_now();
        match grip {
            Grip::More => self.told = None,
            Grip::Refused(reason) => self.told = Some(sentence(&reason)),
            Grip::Done(mv) => {
                self.try_move(mv);
                // Moves are entered for all seats, so the cursor goes to a piece of the next side to move.
                self.hand.aim(self.position.as_ref(), self.view);
                self.rest_now();
                self.analyse(world);
            }
        }
        Transition::Changed
    }

    fn cursor_moved(&mut self, moved: bool, world: &World) -> Transition {
        if !moved {
            return Transition::Same;
        }
        self.moved = Some(world.now);
        self.told = None;
        Transition::Changed
    }

    /// Handles actions that only apply while the cursor is on the board.
    fn on_the_board(&mut self, action: Action, world: &mut World) -> Option<Transition> {
        let position = self.position.as_ref();
        let way = match action {
            Action::Up => Some(Way::Up),
            Action::Down => Some(Way::Down),
            Action::Left => Some(Way::Left),
            Action::Right => Some(Way::Right),
            _ => None,
        };
        if let Some(way) = way {
            let moved = self.hand.step(position, self.view, way);
            return Some(self.cursor_moved(moved, world));
        }
        match action {
            Action::Next | Action::Previous => {
                let moved = self.hand.tab(position, self.view, action == Action::Next);
                self.rest_now();
                Some(if moved { Transition::Changed } else { Transition::Same })
            }
            Action::LevelDown | Action::LevelUp | Action::Number(_) => {
                let levels = position.geometry().size()[2];
                let z = position.geometry().coord(self.hand.cursor).z;
                let to = match action {
                    Action::LevelUp => Some(z + 1),
                    Action::LevelDown => z.checked_sub(1),
                    Action::Number(number) if levels > 1 => number.checked_sub(1),
                    Action::Number(number) => {
                        let kind = numbered(position, number);
                        return kind.map(|kind| self.pick(Pick::Reserve(kind), world));
                    }
                    _ => None,
                };
                let moved = to.filter(|&to| to < levels).is_some_and(|to| self.hand.level(position, to));
                Some(self.cursor_moved(moved, world))
            }
            Action::Pick => Some(self.pick(self.hand.aimed(), world)),
            Action::Back => {
                if !self.hand.back(position) {
                    self.on_board = false;
                }
                self.told = None;
                Some(Transition::Changed)
            }
            _ => None,
        }
    }

    /// Opens the next or previous game of the file.
    pub(super) fn other_game(&mut self, forward: bool) -> Transition {
        let Source::Pool { pool, number } = &mut self.source else { return Transition::Same };
        let to = if forward { *number + 1 } else { number.wrapping_sub(1) };
        let read = match pool.read(to) {
            Ok(read) => read,
            Err(problem) => {
                self.told = Some(problem.to_string());
                *number = if (1..=pool.count()).contains(&to) { to } else { *number };
                return Transition::Changed;
            }
        };
        *number = to;
        let (game, problems) = read;
        let source = std::mem::replace(&mut self.source, Source::Board);
        let (view, analysis) = (self.view, self.analysis.take());
        *self = Review { view, analysis, ..Review::of(game, source) };
        self.told = (!problems.is_empty()).then(|| problems.join("; "));
        Transition::Changed
    }
}

impl Screen for Review {
    fn context(&self) -> Context {
        if self.on_board { Context::Board } else { Context::Review }
    }

    fn can(&self, action: Action, _world: &World) -> bool {
        let position = self.position.as_ref();
        let levels = position.geometry().size()[2];
        match action {
            Action::Pick | Action::Type => !position.legal().is_empty(),
            Action::LevelDown | Action::LevelUp => levels > 1,
            Action::Number(number) if levels > 1 => number <= levels,
            Action::Number(number) => {
                numbered(position, number).is_some_and(|kind| self.hand.can_take(position, kind))
            }
            Action::Up | Action::Down | Action::Next | Action::Previous if self.on_board => true,
            Action::LookBack
            | Action::LookForward
            | Action::Up
            | Action::Down
            | Action::PageUp
            | Action::PageDown
            | Action::First
            | Action::Last
            | Action::Next
            | Action::Previous
            | Action::NextCapture
            | Action::PreviousCapture
            | Action::NextCheck
            | Action::PreviousCheck
            | Action::NextFault
            | Action::PreviousFault => self.target(action).is_some(),
            Action::Undo => self.changes.can_undo() && self.survey.is_none(),
            Action::Redo => self.changes.can_redo() && self.survey.is_none(),
            Action::Promote => !self.game.tree.is_main(self.at),
            Action::Explain => !self.on_board && !self.game.tree.node(self.at).notes.comments.is_empty(),
            Action::Delete | Action::Mark => self.at != Id::ROOT,
            Action::Summary => !self.curves.is_empty(),
            Action::AnalyseGame => self.game.tree.length() > 0,
            Action::Faster | Action::Slower => self.auto.is_some(),
            Action::Autoplay => self.auto.is_some() || self.target(Action::LookForward).is_some(),
            Action::Save => matches!(&self.source, Source::Pool { pool, .. } if pool.path().is_some()),
            Action::NextGame => self.among().is_some_and(|(number, all)| number < all),
            Action::PreviousGame => self.among().is_some_and(|(number, _)| number > 1),
            Action::PlayOn => position.outcome().is_none(),
            Action::Left
            | Action::Right
            | Action::Back
            | Action::GoTo
            | Action::Jump
            | Action::Comment
            | Action::SaveAs
            | Action::Analyse
            | Action::Threats
            | Action::Turn
            | Action::TurnBack
            | Action::Rules
            | Action::Settings
            | Action::Leave => true,
            _ => false,
        }
    }

    fn footer(&self, _world: &World) -> Vec<Action> {
        if self.entry.is_some() {
            return Vec::new();
        }
        if self.on_board {
            let mut keys = vec![Action::Pick, Action::Back, Action::Next];
            keys.extend(self.hand.other_in_reserve(self.position.as_ref()).map(Action::Number));
            keys.extend([Action::LevelDown, Action::Type]);
            return keys;
        }
        let mut keys = vec![Action::LookBack, Action::LookForward, Action::Down, Action::Autoplay];
        keys.extend([Action::Pick, Action::Analyse, Action::AnalyseGame, Action::NextFault, Action::Summary]);
        keys.extend([Action::PlayOn, Action::Comment, Action::Save, Action::Leave]);
        keys
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        if action != Action::Faster && action != Action::Slower && action != Action::Autoplay {
            self.auto = None;
        }
        if !self.can(action, world) {
            return self.refuse(action);
        }
        if self.on_board
            && let Some(step) = self.on_the_board(action, world)
        {
            return step;
        }
        match action {
            Action::Pick => {
                self.on_board = true;
                self.told = None;
                self.hand.aim(self.position.as_ref(), self.view);
                self.rest_now();
            }
            Action::GoTo | Action::Type | Action::Jump => return self.enter_text(action, ""),
            Action::Comment => return self.enter_text(action, &self.own_comment()),
            Action::Mark => return self.enter_text(action, &self.marked()),
            Action::SaveAs => {
                self.wanted = None;
                return self.enter_text(action, &format!("{}.pgn", self.game.spec().id));
            }
            Action::Autoplay => {
                let ended = self.game.tree.children(self.at).is_empty();
                self.auto = if self.auto.is_some() || ended { None } else { Some(Auto::begin(world.now)) };
                self.on_board = false;
            }
            Action::Faster | Action::Slower => {
                if let Some(auto) = &mut self.auto {
                    auto.change(action == Action::Faster, world.now);
                    self.told = Some(format!("{} milliseconds per move.", auto.pace().as_millis()));
                }
            }
            Action::Analyse => {
                self.analysis = if self.analysis.is_some() { None } else { Some(Analysis::default()) };
                self.analyse(world);
            }
            Action::AnalyseGame => {
                self.survey(world);
                self.analyse(world);
            }
            Action::Explain => {
                let text = world.glyphs.plain(&self.comment());
                return Transition::Push(Box::new(Reading::new(self.first_line().0, text)));
            }
            Action::Summary => {
                let (tally, summed) = Tally::of(&self.game);
                self.summed = summed;
                return Transition::Push(Box::new(tally));
            }
            Action::Threats => {
                let position = self.position.as_ref();
                self.threats = self.threats.is_none().then(|| Threats::of(position, position.turn()));
            }
            Action::Turn | Action::TurnBack => {
                let spec = self.game.spec();
                let seat = self.view.seat(spec).index();
                let by = if action == Action::Turn { 1 } else { spec.seats.len() - 1 };
                self.view = View::of(spec, Side::new((seat + by) % spec.seats.len()));
            }
            Action::Promote => self.promote(),
            Action::Delete => {
                let undo = world.keymap.key(Context::Review, Action::Undo);
                self.delete(undo.as_deref());
                self.analyse(world);
            }
            Action::Undo | Action::Redo => {
                self.change_back(action == Action::Undo);
                self.analyse(world);
            }
            Action::Save => {
                let question = "Overwrite the game in its file?".to_owned();
                return Transition::Push(Box::new(Confirm::new(question, action)));
            }
            Action::PlayOn => {
                let mut setup = setup_from(&self.game.tags, self.position.variant());
                setup.start = Start::Fen(self.position.fen());
                setup.takebacks = world.config.play.takebacks;
                return Transition::Push(Box::new(NewGame::from_here(setup)));
            }
            Action::NextGame | Action::PreviousGame => return self.leave(action),
            Action::Rules => return Transition::Push(Box::new(Pages::of(self.position.variant()))),
            Action::Settings => return Transition::Push(Box::new(Settings::new(world))),
            Action::Leave | Action::Back => return self.leave(Action::Leave),
            _ => return self.step_to(action, world),
        }
        Transition::Changed
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        self.take_input(input, world)
    }

    fn confirmed(&mut self, action: Action, world: &mut World) -> Transition {
        if action != Action::Save {
            return Transition::Same;
        }
        let told = self.save(world);
        self.told = Some(told.unwrap_or_else(|problem| problem.to_string()));
        Transition::Changed
    }

    fn answered(&mut self, answer: Answer, world: &mut World) -> Transition {
        self.parted(&answer, world)
    }

    fn hush(&mut self) -> bool {
        self.told.take().is_some()
    }

    fn tell(&mut self, words: String) {
        self.told = Some(words);
    }

    fn wake(&mut self, world: &mut World) -> Transition {
        let mut step = Transition::Same;
        if self.surveyed() {
            step = Transition::Changed;
        }
        if self.analyse(world) {
            step = Transition::Changed;
        }
        if self.moved.is_some_and(|moved| world.now >= moved + REST) {
            self.rest_now();
            step = Transition::Changed;
        }
        if let Some(mut auto) = self.auto.filter(|auto| world.now >= auto.next) {
            match self.target(Action::LookForward) {
                Some(to) => {
                    self.go(to);
                    auto.next = world.now + auto.pace();
                    self.auto = Some(auto);
                    self.analyse(world);
                }
                None => self.auto = None,
            }
            step = Transition::Changed;
        }
        step
    }

    fn deadline(&self, _world: &World) -> Option<Instant> {
        let rest = self.moved.map(|moved| moved + REST);
        [rest, self.auto.map(|auto| auto.next)].into_iter().flatten().min()
    }

    fn covered(&mut self, _world: &mut World) {
        self.auto = None;
        self.is_covered = true;
        if let Some(analysis) = &mut self.analysis {
            analysis.pause();
        }
    }

    fn uncovered(&mut self, world: &mut World) {
        self.is_covered = false;
        self.analyse(world);
    }

    fn title(&self, _world: &World) -> Option<String> {
        Some(format!("{}: review", self.game.spec().title))
    }

    fn cursor(&self, world: &World, area: Rect) -> Option<Point> {
        self.text_cursor(world, area)
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
