//! How the play screen handles actions, input and time.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Play;
use super::browse::{self, Browse};
use crate::rules::side::Side;
use crate::session::telling::words;
use crate::tui::action::{Action, Context};
use crate::tui::board::layout::Regions;
use crate::tui::board::motion::Earlier;
use crate::tui::board::pane::Pane;
use crate::tui::board::screen_board::ScreenBoard;
use crate::tui::dialogs::share::ShareDialog;
use crate::tui::input::Input;
use crate::tui::place::Place;
use crate::tui::screen::{Answer, Screen, Transition};
use crate::tui::share::Subject;
use crate::tui::theme::Role;
use crate::tui::told::Told;
use crate::tui::world::World;

impl Play {
    /// Updates the analysis of the position shown, if it is on and no computer player is thinking. True if
    /// something changed.
    fn analyse(&mut self, world: &World) -> bool {
        let free = self.browse.is_some() || !self.table.is_thinking();
        let shown = self.browse.as_ref().map_or(self.table.position(), |browse| browse.position.as_ref());
        self.pane.analyse(free.then_some(shown), world)
    }

    /// Opens the game so far in the review screen; the game continues meanwhile.
    fn review(&mut self) -> Transition {
        match self.analysed().map_or_else(|| self.table.record(), Ok) {
            Ok(game) => Transition::Open(Place::Review(Box::new(game), self.pane.view)),
            Err(problem) => {
                self.pane.told = Some(problem.to_string());
                Transition::Changed
            }
        }
    }

    /// Offers a draw or claims the game, or agrees to what another seat has proposed.
    fn propose(&mut self, action: Action, world: &mut World) -> Transition {
        let (proposed, question) = match action {
            Action::Claim => (self.table.claimed().is_some(), "Claim the game?"),
            _ => (self.table.offered().is_some(), "Offer a draw?"),
        };
        if proposed { self.confirmed(action, world) } else { self.ask(question.to_owned(), action, world) }
    }

    /// Offers to copy or save the game at the position that is shown.
    fn share(&mut self) -> Transition {
        match self.table.record() {
            Ok(game) => {
                let ply = self.browse.as_ref().map_or(usize::MAX, |browse| browse.ply);
                Transition::Push(Box::new(ShareDialog::new(Subject::ply(game, ply, self.pane.view))))
            }
            Err(problem) => {
                self.pane.told = Some(problem.to_string());
                Transition::Changed
            }
        }
    }
}

impl Screen for Play {
    fn context(&self) -> Context {
        Context::Board
    }

    fn can(&self, action: Action, world: &World) -> bool {
        let position = self.table.position();
        let (over, plies) = (self.table.ending().is_some(), position.acts().len());
        if self.forbidden(action).is_some() {
            return false;
        }
        if let Some(can) = self.can_with_people(action, world) {
            return can;
        }
        match action {
            Action::Back => self.browse.is_some() || self.held.is_some() || self.pane.is_something_shown(),
            Action::Hint => self.can_move(),
            Action::Arrange => self.can_arrange(),
            Action::Threats => !over,
            Action::LookBack | Action::LastRound | Action::Review => plies > 0,
            Action::LookForward | Action::LookNow => self.browse.is_some(),
            Action::Undo => self.table.can_undo(),
            Action::Redo => self.table.can_redo(),
            Action::PlayNow => self.table.is_thinking(),
            // A game that was paused by the user or stopped by a failure can continue.
            Action::Pause => (self.table.is_unattended() || self.table.is_paused()) && !over,
            Action::Sit => self.table.can_sit(),
            Action::Faster | Action::Slower | Action::ShowEnd => self.table.is_unattended() && !over,
            Action::Step => self.table.is_unattended() && self.table.is_paused() && !over,
            Action::Draw => plies > 0 && self.table.can_offer(),
            Action::Claim => !over && self.table.can_claim(),
            Action::Resign => !over && self.table.person().is_some(),
            Action::OtherSide | Action::NextLevel => over && self.next_setup(action).is_some(),
            Action::Number(number) if over => self.setup_of_moment(number).is_some(),
            Action::Coach => self.may_be_coached(),
            // A table of one person has nobody to talk to.
            Action::PageUp | Action::PageDown | Action::First | Action::Last | Action::Solution => false,
            Action::Talk => self.table.is_shared(),
            Action::Plans => self.table.planner().is_some(),
            Action::Evaluation => self.can_evaluate(),
            Action::Together => self.table.is_shared() && over,
            _ => self.pane.can(position, action, self.can_move()).unwrap_or(true),
        }
    }

    fn footer(&self, _world: &World) -> Vec<Action> {
        let mut keys = Vec::new();
        if self.pane.explained.is_some() {
            keys.extend([Action::Explore, Action::Explain]);
        }
        if self.coach_asks() {
            keys.extend([Action::Pick, Action::Back, Action::Coach]);
        } else if self.browse.is_some() {
            keys.extend([Action::LookBack, Action::LookForward, Action::LookNow]);
        } else if self.table.ending().is_some() {
            keys.extend([Action::Restart, Action::OtherSide, Action::NextLevel, Action::Together, Action::Review]);
            keys.push(Action::Share);
            keys.extend([Action::SaveAs, Action::NewGame, Action::LookBack, Action::Undo, Action::Leave]);
        } else if self.can_move() {
            keys.extend(self.answer_actions());
            keys.extend([Action::Pick, Action::Arrange, Action::Back, Action::Next]);
            keys.extend(self.pane.hand.other_in_reserve(self.table.position()).map(Action::Number));
            keys.extend(self.has_rounds().then_some(Action::LastRound));
            keys.extend([Action::LevelDown, Action::GoTo, Action::Explain, Action::Threats]);
            keys.extend([Action::OneLevel, Action::Undo]);
        } else {
            keys.extend(self.answer_actions());
            keys.extend(self.waits_elsewhere().then_some(Action::Pick));
            keys.extend([Action::Back, Action::Plans]);
            keys.extend([Action::ShowEnd, Action::PlayNow, Action::Pause, Action::Step, Action::Sit, Action::Undo]);
            keys.extend(self.table.is_watched().then_some(Action::Evaluation));
            keys.extend(self.has_rounds().then_some(Action::LastRound));
            keys.extend([Action::LookBack, Action::Explain, Action::Leave]);
        }
        // Where it was said at the start, it is not said again.
        let again = |at: usize| !keys[..at].contains(&keys[at]);
        (0..keys.len()).filter(|&at| again(at)).map(|at| keys[at]).collect()
    }

    fn say(&self, action: Action, world: &World) -> Option<String> {
        self.named(action, world).map(str::to_owned).or_else(|| self.pane.say(action))
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        let now = world.now;
        self.stays();
        if let Some(taken) = self.takes_back(action) {
            return taken;
        }
        if !self.can(action, world) {
            return self.refuse(action);
        }
        if let Some(question) = self.question_of_people(action) {
            return self.ask(question, action, world);
        }
        if let Some(step) = self.act_with_people(action, world) {
            return step;
        }
        match action {
            Action::Back if self.lets_go() => {
                // The message of the coach is gone by now.
                self.back();
                Transition::Changed
            }
            Action::Back => self.back(),
            Action::Coach => self.toggle_coach(world),
            Action::Arrange => self.arrange(world),
            Action::GoTo | Action::Type => self.enter_text(action, ""),
            Action::LookBack => self.look_back(-1),
            Action::LookForward => self.look_back(1),
            Action::LookNow => self.look_back(isize::MAX),
            Action::LastRound => {
                self.browse = Browse::last_round(self.table.position(), self.table.person(), now);
                Transition::Changed
            }
            Action::Explore => self.explore(),
            Action::Explain => {
                let shown = self.browse.as_ref().map_or(self.table.position(), |browse| browse.position.as_ref());
                self.pane.explain(shown).into()
            }
            Action::Threats => {
                let shown = self.browse.as_ref().map_or(self.table.position(), |browse| browse.position.as_ref());
                let person = self.table.person();
                let seat = person.unwrap_or(shown.turn());
                self.pane.toggle_threats(shown, seat, person.is_some()).into()
            }
            Action::Hint => {
                self.table.ask_hint(world);
                self.pane.tell(Role::Notice, "Looking for a move…");
                Transition::Changed
            }
            Action::Analyse => {
                self.pane.toggle_analysis();
                self.analyse(world);
                Transition::Changed
            }
            Action::Turn | Action::TurnBack => {
                let side = self.pane.turn(self.table.position(), action == Action::Turn);
                self.table.keep_turn(side, world);
                Transition::Changed
            }
            Action::Rules => Transition::Open(Place::RulesOf(self.table.position().variant())),
            Action::Settings => Transition::Open(Place::Settings),
            Action::Undo | Action::Redo | Action::PlayNow | Action::Sit | Action::ShowEnd => {
                self.order(action, world)
            }
            Action::Pause | Action::Step | Action::Faster | Action::Slower => {
                self.pane.tell(Role::Notice, self.table.pace(action));
                self.look();
                Transition::Changed
            }
            Action::Draw | Action::Claim => self.propose(action, world),
            Action::Resign => {
                let side = self.table.person().unwrap_or(Side::FIRST);
                let name = self.table.position().spec().seat(side).name;
                self.ask(format!("Resign as {name}?"), action, world)
            }
            Action::Talk => self.talk(),
            Action::Plans => self.plan(),
            Action::Evaluation => self.evaluate(world),
            Action::Together => self.together(),
            Action::Restart if self.table.is_shared() => self.rematch().unwrap_or(Transition::Same),
            Action::Restart if self.table.ending().is_some() => self.confirmed(action, world),
            Action::Restart => self.ask("Restart this game?".to_owned(), action, world),
            Action::Review => self.review(),
            Action::Share => self.share(),
            Action::SaveAs => self.enter_text(action, &format!("{}.pgn", self.table.position().spec().id)),
            Action::Number(_) if self.table.ending().is_some() => self.part(action, world),
            Action::Leave | Action::NewGame | Action::OtherSide | Action::NextLevel => self.part(action, world),
            _ => match self.pane.act(self.table.position(), action, world) {
                Some(acted) => self.acted(acted, world),
                None => Transition::Same,
            },
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        self.take_input(input, world)
    }

    fn tell(&mut self, told: Told) {
        self.notice = Some(told);
    }

    fn hush(&mut self) -> bool {
        let told = self.pane.told.take().is_some();
        self.notice.take().is_some() || told
    }

    fn confirmed(&mut self, action: Action, world: &mut World) -> Transition {
        let side = self.table.person().unwrap_or(self.table.position().turn());
        self.pane.told = None;
        match action {
            Action::Resign => {
                if let Some(aborted) = self.abort() {
                    return aborted;
                }
                let done = self.table.resign(side);
                return self.report(done, world);
            }
            Action::Draw => {
                let done = self.table.draw(side);
                return self.report(done, world);
            }
            Action::Claim => {
                let done = self.table.claim();
                return self.report(done, world);
            }
            Action::PlayNow => {
                if let Some(asked) = self.unconfirmed.take() {
                    return self.play_confirmed(asked, world);
                }
            }
            Action::Restart | Action::Leave => return self.part(action, world),
            _ => {}
        }
        self.after(world)
    }

    fn pane(&self) -> Option<&Pane> {
        Some(&self.pane)
    }

    fn board(&mut self) -> Option<ScreenBoard<'_>> {
        let position = self.browse.as_ref().map_or(self.table.position(), |browse| browse.position.as_ref());
        Some(ScreenBoard { position, pane: &mut self.pane, earlier: Earlier::Ends })
    }

    /// Cursor moves keep the message until the cursor rests.
    fn keeps_told(&self, action: Action) -> bool {
        matches!(
            action,
            Action::Up | Action::Down | Action::Left | Action::Right | Action::LevelDown | Action::LevelUp
        )
    }

    fn wake(&mut self, world: &mut World) -> Transition {
        let mut step = Transition::Same;
        if self.table.poll() {
            step = self.after(world);
        }
        if let Some(looked) = self.look_at_people() {
            if self.covered && matches!(looked, Transition::Become(_)) {
                self.tell_next(world);
                return Transition::Same;
            }
            if !matches!(looked, Transition::Changed) {
                return looked;
            }
            step = looked;
        }
        if let Some(tried) = self.tried(world) {
            return tried;
        }
        if let Some(checked) = self.checked(world) {
            step = checked;
        }
        if self.analyse(world) | self.looked(world) | self.suggested() | self.look_at_evaluation() {
            step = Transition::Changed;
        }
        if let Some(found) = self.table.take_hint() {
            match found {
                Ok(mv) => {
                    let position = self.table.position();
                    let words = words(position, mv, Some(position.turn()));
                    self.pane.suggest(&position.marks(mv));
                    self.pane.tell(Role::Advice, format!("Hint: {words}."));
                }
                Err(why) => self.pane.told = Some(format!("No hint: {why}.")),
            }
            step = Transition::Changed;
        }
        let was_moving = self.pane.is_moving();
        if self.pane.wake(world) {
            if was_moving && !self.pane.is_moving() {
                self.pane.told = None;
            }
            step = Transition::Changed;
        }
        if self.aim() {
            step = Transition::Changed;
        }
        let due = self.browse.as_ref().and_then(|browse| Some((browse.ply, browse.next?)));
        if let Some((ply, due)) = due
            && world.now >= due
        {
            let plies = self.table.position().acts().len();
            let mut browse = Browse::to(self.table.position(), ply + 1, self.table.person());
            browse.next = Some(world.now + browse::STEP);
            self.browse = (ply + 1 < plies).then_some(browse);
            step = Transition::Changed;
        }
        if self.table.clock_changed(world.now) && matches!(step, Transition::Same) {
            step = Transition::Changed;
        }
        step
    }

    fn deadline(&self, world: &World) -> Option<Instant> {
        let replay = self.browse.as_ref().and_then(|browse| browse.next);
        let waits = [self.pane.deadline(), replay, self.table.deadline(world.now), self.held_until()];
        waits.into_iter().flatten().min()
    }

    fn covered(&mut self, world: &mut World) {
        self.pane.covered(world);
        self.covered = true;
        self.table.hold();
    }

    fn uncovered(&mut self, world: &mut World) {
        self.pane.uncovered();
        self.covered = false;
        self.table.go_on();
        self.read_plans();
        self.judged(world);
        self.look_at_all(world);
        self.analyse(world);
    }

    fn objection(&mut self, world: &World) -> Option<Transition> {
        self.objects(world)
    }

    fn answered(&mut self, answer: Answer, world: &mut World) -> Transition {
        self.heard(answer, world)
    }

    fn lost(&mut self, world: &mut World) -> Option<String> {
        self.last_chance(world)
    }

    fn exit_message(&mut self, world: &World) -> Option<String> {
        self.elsewhere().cloned().or_else(|| self.table.exit_message(world))
    }

    fn title(&self, _world: &World) -> Option<String> {
        Some(self.table.title())
    }

    fn layout(&self, world: &World, area: Rect) -> Option<Regions<'_>> {
        self.regions(area, world).ok()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
