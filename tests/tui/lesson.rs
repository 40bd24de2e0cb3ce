//! A lesson: a position and a task, as a screen on top of the board component. `docs/new-screen.md` explains it.

use heterodox::rules::position::Position;
use heterodox::tui::action::{Action, Context};
use heterodox::tui::board::motion::Earlier;
use heterodox::tui::board::paint::Scene;
use heterodox::tui::board::pane::{Acted, Pane};
use heterodox::tui::board::refusal::no_such_place;
use heterodox::tui::board::screen_board::ScreenBoard;
use heterodox::tui::board::selection::drag::Pointed;
use heterodox::tui::input::Input;
use heterodox::tui::place::Place;
use heterodox::tui::screen::{Screen, Transition};
use heterodox::tui::theme::Role;
use heterodox::tui::view::View;
use heterodox::tui::widgets::areas::sides;
use heterodox::tui::widgets::footer::Footer;
use heterodox::tui::widgets::label::Label;
use heterodox::tui::widgets::too_small::TooSmall;
use heterodox::tui::world::World;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

/// A task: play this move in this position.
pub(crate) struct Lesson {
    task: String,
    /// The move to find, in machine form.
    answer: String,
    position: Box<dyn Position>,
    pane: Pane,
    solved: bool,
}

impl Lesson {
    pub(crate) fn new(task: &str, answer: &str, position: Box<dyn Position>) -> Lesson {
        let view = View::of(position.spec(), position.turn());
        let pane = Pane::new(position.as_ref(), view);
        Lesson { task: task.to_owned(), answer: answer.to_owned(), position, pane, solved: false }
    }

    /// What the board shows: once it is solved, nothing is picked.
    fn scene(&self) -> Scene<'_> {
        Scene { picks: !self.solved, ..self.pane.scene(self.position.as_ref()) }
    }

    /// Adds to what the board did.
    fn acted(&mut self, acted: Acted) -> Transition {
        match acted {
            Acted::Played(mv) if self.position.machine(mv) == self.answer => {
                self.solved = self.position.play(mv).is_ok();
                self.pane.show(self.position.as_ref(), None);
                self.pane.message = Some("Solved.".to_owned());
                Transition::Changed
            }
            Acted::Played(mv) => {
                let tried = self.position.display(mv);
                // The picks are cleared, and the position stays.
                self.pane.show(self.position.as_ref(), None);
                self.pane.message = Some(format!("{tried} is not the move. Try again."));
                Transition::Changed
            }
            Acted::Typed(entry) => {
                let read = self.pane.read(self.position.as_ref(), entry);
                self.acted(read)
            }
            other => other.into(),
        }
    }
}

impl Screen for Lesson {
    fn context(&self) -> Context {
        Context::Board
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let board = self.pane.can(self.position.as_ref(), action, !self.solved);
        board.unwrap_or(matches!(action, Action::Rules | Action::Leave))
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Back, Action::Next, Action::Explain, Action::Rules, Action::Leave]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        if !self.can(action, world) {
            self.pane.message = no_such_place(self.position.as_ref(), action);
            return Transition::Changed;
        }
        match action {
            Action::Leave => Transition::Close,
            Action::Rules => Transition::Open(Place::RulesOf(self.position.variant())),
            _ => match self.pane.act(self.position.as_ref(), action, world) {
                Some(acted) => self.acted(acted),
                None => Transition::Same,
            },
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Some((how, place)) = input.pointing() else {
            let acted = self.pane.typed(self.position.as_ref(), input)?;
            return Some(self.acted(acted));
        };
        let regions = self.pane.regions(self.position.as_ref(), world.whole(), world).ok()?;
        let hit = self.pane.hit(&self.scene(), &regions, place, world);
        let pick = match self.pane.point(hit, how) {
            Pointed::Picks(pick) if !self.solved => pick,
            _ => return Some(Transition::Changed),
        };
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

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let regions = match self.pane.regions(self.position.as_ref(), area, world) {
            Ok(regions) => regions,
            Err(needed) => return TooSmall(needed).render(area, buffer),
        };
        let row = sides(regions.title, 1);
        let title = world.glyphs.head(&self.task, row.width.into());
        Label::new(title, world.theme.style(Role::Title)).render(row, buffer);
        self.pane.draw(self.scene(), &regions, world, buffer);
        if let Some(row) = regions.footer {
            Footer::of(self, world).render(row, buffer);
        }
    }
}
