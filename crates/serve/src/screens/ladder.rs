//! The ladder of a game: members and computers by their ratings. Left and Right choose the game.

mod draw;

use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::club::member::{Member, MemberId};
use crate::club::rated::LadderRow;
use crate::club::ratings::Ladder;
use crate::ladder_titles;
use crate::rules::variant::Variant;
use crate::screens::club::{ClubPlace, visit};
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::message::Message;
use crate::tui::message_slot::MessageSlot;
use crate::tui::screen::{Screen, Transition};
use crate::tui::widgets::list::ListState;
use crate::tui::world::World;

pub(crate) struct LadderScreen {
    /// Each with its title.
    ladders: Vec<(Ladder, String)>,
    shown: usize,
    rows: Vec<LadderRow>,
    /// When the rows were read.
    read: SystemTime,
    own: Option<MemberId>,
    list: ListState,
    message: Option<Message>,
}

impl LadderScreen {
    /// The ladder of a game, or of the first one.
    pub(crate) fn new(game: Option<&'static dyn Variant>, world: &World) -> LadderScreen {
        let ladders = ladder_titles::all(world);
        let is_shown = |ladder: &Ladder| game.is_some_and(|game| ladder.is_of(game));
        let shown = ladders.iter().position(|(ladder, _)| is_shown(ladder)).unwrap_or(0);
        let own = visit(world).map(|visit| visit.member.id);
        let read = SystemTime::now();
        let (rows, list) = (Vec::new(), ListState::default());
        let mut screen = LadderScreen { ladders, shown, rows, read, own, list, message: None };
        screen.read(world);
        screen
    }

    /// Reads the ladder, and chooses the row of the reader.
    fn read(&mut self, world: &World) {
        self.read = SystemTime::now();
        let (Some(visit), Some((ladder, _))) = (visit(world), self.ladders.get(self.shown)) else { return };
        match visit.club.ladder(ladder, self.read) {
            Ok(rows) => self.rows = rows,
            Err(error) => {
                self.rows.clear();
                self.message = Some(Message::warning(error));
            }
        }
        let own = self.rows.iter().position(|row| row.member.is_some() && row.member == self.own);
        self.list = ListState::new(own.unwrap_or(0));
    }

    /// The member of the chosen row; computers have no page.
    fn chosen(&self) -> Option<Box<Member>> {
        let row = self.rows.get(self.list.selected)?;
        Some(Box::new(Member { id: row.member?, name: Some(row.name.clone()) }))
    }

    fn turn(&mut self, by: isize, world: &World) -> Transition {
        let count = self.ladders.len() as isize;
        if count < 2 {
            return Transition::Same;
        }
        self.shown = (self.shown as isize + by).rem_euclid(count) as usize;
        self.read(world);
        Transition::Changed
    }
}

impl Screen for LadderScreen {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.ladders.len() > 1,
            Action::Back | Action::Leave => true,
            Action::Pick => self.chosen().is_some(),
            _ => self.list.can(action, &vec![true; self.rows.len()]),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Left, Action::Right, Action::Up, Action::Down, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back | Action::Leave => Transition::Close,
            Action::Pick => {
                self.chosen().map_or(Transition::Same, |member| Transition::Open(ClubPlace::Member(member).into()))
            }
            Action::Left => self.turn(-1, world),
            Action::Right => self.turn(1, world),
            _ if self.list.step(action, &vec![true; self.rows.len()]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Input::Press(x, y) = *input else { return None };
        let (page, _) = draw::areas(world.whole(), self.rows.len());
        self.list.selected = self.list.hit(page.list, self.rows.len(), Point::new(x, y))?;
        Some(Transition::Changed)
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.message)
    }

    fn uncovered(&mut self, world: &mut World) {
        self.read(world);
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        draw::draw(self, world, area, buffer);
    }
}
