//! Conditional moves of a slow game: lines of expected moves of the others and one's own answers, made on the board. Each
//! answer is kept at once, and is played as soon as what it answers has happened.

mod draw;
mod keys;
mod line;

use std::sync::Arc;

use crate::board::pane::Pane;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::referee::{MOST_MOVES, with_line};
use crate::session::table::command::SeatCommand;
use crate::session::table::{GameView, SeatHandle, Subscription};
use crate::theme::Role;
use crate::view::View;
use crate::wakes::Reason;
use crate::widgets::list::ListState;
use crate::world::World;
use line::Step;

/// The conditional moves of one seat.
pub(crate) struct Planner {
    seat: SeatHandle,
    reader: Subscription,
    side: Side,
    /// The game, as it was read last.
    game: Arc<GameView>,
    /// The moves that the board shows after those of the game.
    line: Vec<Step>,
    /// The position after them.
    position: Box<dyn Position>,
    pane: Pane,
    /// The lines that the table has.
    lines: Vec<Vec<String>>,
    list: ListState,
    /// Do keys move in the list of lines, rather than on the board?
    in_list: bool,
}

impl Planner {
    /// The lines of a seat, on a board in this orientation.
    pub(crate) fn new(seat: SeatHandle, side: Side, view: View, world: &World) -> Planner {
        let reader = seat.subscribe(world.waker(Reason::Table));
        let game = reader.newest();
        let position = game.position.fork();
        let lines = seat.plans(side).lines;
        let mut pane = Pane::new(position.as_ref(), view);
        pane.aim(position.as_ref());
        let (line, list) = (Vec::new(), ListState::default());
        Planner { seat, reader, side, game, line, position, pane, lines, list, in_list: false }
    }

    /// Can the line on the board go on?
    fn can_play(&self) -> bool {
        let others_turn = self.game.status.ending.is_none() && self.game.position.turn() != self.side;
        !self.in_list && others_turn && !self.position.legal().is_empty()
    }

    /// Shows the position after the line on the board.
    fn show(&mut self) {
        self.pane.show(self.position.as_ref(), None);
        self.pane.selection.aim(self.position.as_ref(), self.pane.view);
        self.pane.rest_now();
    }

    /// The line on the board goes on with a move. An answer is kept at once.
    fn play(&mut self, mv: Move) {
        if self.line.len() == MOST_MOVES {
            self.show();
            self.pane.message = Some(format!("A line has at most {MOST_MOVES} moves."));
            return;
        }
        let Ok(step) = Step::play(self.position.as_mut(), mv) else { return };
        let own = step.side == self.side;
        self.line.push(step);
        if own {
            self.keep();
        } else {
            self.pane.message = None;
        }
        let message = self.pane.message.take();
        self.show();
        self.pane.message = message;
    }

    /// Keeps the line on the board. If the table refuses it, the last move is taken back.
    fn keep(&mut self) {
        let texts: Vec<String> = self.line.iter().map(|step| step.text.clone()).collect();
        let lines = with_line(self.game.position.as_ref(), self.side, &self.lines, &texts);
        match self.seat.command(SeatCommand::Plan(self.side, lines)) {
            Ok(()) => self.pane.tell(Role::Notice, format!("Kept: {}.", self.words(&self.line))),
            Err(refused) => {
                self.line.pop();
                self.position.undo();
                self.pane.message = Some(refused.to_string());
            }
        }
        self.lines = self.seat.plans(self.side).lines;
    }

    /// The board shows one move less.
    fn take_back(&mut self) {
        if self.line.pop().is_some() {
            self.position.undo();
            self.show();
        }
    }

    /// Puts a line on the board, to go on with it or to branch off.
    fn open_line(&mut self, at: usize) {
        let Some(texts) = self.lines.get(at) else { return };
        (self.line, self.position) = line::steps(self.game.position.as_ref(), texts);
        self.in_list = false;
        self.show();
    }

    /// Removes a line.
    fn remove(&mut self, at: usize) {
        if at >= self.lines.len() {
            return;
        }
        let mut lines = self.lines.clone();
        let gone = line::steps(self.game.position.as_ref(), &lines.remove(at)).0;
        match self.seat.command(SeatCommand::Plan(self.side, lines)) {
            Ok(()) => self.pane.tell(Role::Notice, format!("Removed: {}.", self.words(&gone))),
            Err(refused) => self.pane.message = Some(refused.to_string()),
        }
        self.lines = self.seat.plans(self.side).lines;
        self.list.selected = self.list.selected.min(self.lines.len().saturating_sub(1));
        self.in_list &= !self.lines.is_empty();
    }

    /// Reads what has happened in the game. True if something has changed.
    fn read(&mut self) -> bool {
        let game = self.reader.read().view;
        if Arc::ptr_eq(&game, &self.game) {
            return false;
        }
        let before = std::mem::replace(&mut self.game, Arc::clone(&game));
        let plans = self.seat.plans(self.side);
        self.lines = plans.lines;
        self.list.selected = self.list.selected.min(self.lines.len().saturating_sub(1));
        self.in_list &= !self.lines.is_empty();
        let (old, now) = (before.position.as_ref(), game.position.as_ref());
        if old.acts() == now.acts() {
            return true;
        }
        let rest = line::rest(old, now, &self.line);
        let texts: Vec<String> = rest.into_iter().map(|step| step.text).collect();
        (self.line, self.position) = line::steps(now, &texts);
        self.show();
        let played = line::played(&plans.played);
        let message = match &game.status.ending {
            Some(ending) => Some(ending.words.clone()),
            None if now.turn() == self.side => {
                Some(format!("{}It is your turn now.", played.map(|words| words + " ").unwrap_or_default()))
            }
            None => played,
        };
        self.pane.message = None;
        if let Some(message) = message {
            self.pane.tell(Role::Notice, message);
        }
        true
    }
}
