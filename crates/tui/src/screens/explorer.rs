//! The explorer: a board on which pieces are put and taken away, to see how they move and why they do not.

mod draw;
mod palette;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::action::{Action, Context};
use crate::board::motion::Earlier;
use crate::board::pane::Pane;
use crate::board::refusal::no_such_place;
use crate::board::screen_board::ScreenBoard;
use crate::board::selection::PickResult;
use crate::board::selection::drag::Pointed;
use crate::input::{Input, Pointing};
use crate::place::Place;
use crate::rules::effects::Effects;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::pick::Pick;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::{Position, Stock};
use crate::rules::side::Side;
use crate::screen::{Screen, Transition};
use crate::session::telling::sentence;
use crate::theme::Role;
use crate::view::View;
use crate::world::World;

use palette::Tool;

/// Is nothing of a kind in reserve?
const fn is_none(stock: Stock) -> bool {
    matches!(stock, Stock::Count(0) | Stock::Endless)
}

/// The explorer.
pub struct Explorer {
    /// A free position. The owner of the piece whose moves are shown is to move.
    position: Box<dyn Position>,
    pane: Pane,
    /// The piece whose moves are shown: on its square, or to be dropped.
    from: Option<Pick>,
    /// What is put on the board.
    kind: Kind,
    side: Side,
    /// What a click on the board does.
    tool: Tool,
}

impl Explorer {
    /// The explorer with this position. If there is a piece on the square, its moves are shown.
    pub fn of(position: &dyn Position, view: View, square: Option<Square>) -> Explorer {
        let first = square.or_else(|| position.geometry().squares().next()).unwrap_or(Square(0));
        // The piece that stands on a square can stand there.
        let position = position.placed(first, position.piece(first)).unwrap_or_else(|_| position.fork());
        let mut pane = Pane::new(position.as_ref(), view);
        pane.selection.go(square);
        pane.rest_now();
        let (side, kind) = (position.turn(), Kind(0));
        let mut explorer = Explorer { position, pane, from: None, kind, side, tool: Tool::Look };
        explorer.kind = explorer.kinds().first().copied().unwrap_or(kind);
        if let Some(piece) = square.and_then(|square| explorer.position.piece(square)) {
            (explorer.side, explorer.kind) = (piece.side(), piece.kind());
            explorer.look(square.map(Pick::Square));
        }
        explorer
    }

    /// The kinds that the chosen side can have.
    fn kinds(&self) -> Vec<Kind> {
        let spec = self.position.spec();
        spec.all_kinds().filter(|&kind| spec.of(kind).owned_by(self.side)).collect()
    }

    /// The seat whose piece this is, and the kind that must be in its reserve.
    fn owner(&self, from: Pick) -> Option<(Side, Option<Kind>)> {
        match from {
            Pick::Square(square) => Some((self.position.piece(square)?.side(), None)),
            Pick::Reserve(kind) => Some((self.side, Some(kind))),
            _ => None,
        }
    }

    /// Shows the moves of this piece, or of none.
    fn look(&mut self, from: Option<Pick>) {
        let owner = from.and_then(|from| self.owner(from));
        self.from = from.filter(|_| owner.is_some());
        let was_dropping = !self.position.reserve(self.position.turn()).iter().all(|(_, stock)| is_none(*stock));
        if let Some((side, kind)) = owner
            && (kind.is_some() || was_dropping || side != self.position.turn())
        {
            // A right to capture en passant is kept where only the seat changes.
            let other = kind.is_some() || was_dropping;
            self.position = if other { self.position.holding(side, kind) } else { self.position.if_turn_of(side) };
        } else if was_dropping {
            self.position = self.position.holding(self.position.turn(), None);
        }
        self.pane.show(self.position.as_ref(), None);
        if let Some(from) = self.from {
            self.pane.selection.pick(self.position.as_ref(), from);
        }
        self.pane.rest_now();
    }

    /// Shows where the chosen piece can be dropped, or the first one that can.
    fn drop_it(&mut self) -> Transition {
        let spec = self.position.spec();
        // The chosen kind may be one that is never dropped.
        let dropped = |kind: &Kind| spec.is_dropped(*kind);
        if let Some(kind) = Some(self.kind).filter(dropped).or_else(|| self.kinds().into_iter().find(dropped)) {
            self.kind = kind;
            self.look(Some(Pick::Reserve(kind)));
            self.pane.selection.aim(self.position.as_ref(), self.pane.view);
            self.pane.rest_now();
        }
        Transition::Changed
    }

    /// Is any kind of this game dropped?
    fn has_drops(&self) -> bool {
        let spec = self.position.spec();
        spec.all_kinds().any(|kind| spec.is_dropped(kind))
    }

    /// Are the moves of a piece shown, and has it any?
    fn has_moves(&self) -> bool {
        self.from.is_some_and(|from| self.pane.selection.picks().first() == Some(&from))
    }

    /// The picks of the piece whose moves are shown.
    fn picks(&self) -> Option<Vec<Pick>> {
        let from = self.from?;
        Some(if self.has_moves() { self.pane.selection.picks() } else { vec![from] })
    }

    /// Why the piece cannot go to the square of the cursor. `None` if it can, or none is shown.
    fn why_not(&self) -> Option<String> {
        let cursor = self.pane.selection.cursor;
        let picks = self.picks()?;
        // Its own square has the words of the piece, unless a move can end there.
        let own = self.from == Some(Pick::Square(cursor)) && picks.len() < 3 && self.has_moves();
        let why = self.position.explain(&picks, Pick::Square(cursor)).filter(|_| !own)?;
        Some(sentence(&why))
    }

    /// Puts a piece on the square of the cursor, or takes away what is there.
    fn put(&mut self, piece: Option<Piece>) -> Transition {
        let cursor = self.pane.selection.cursor;
        match self.position.placed(cursor, piece) {
            Ok(position) => {
                self.position = position;
                // The moves that are shown change with every piece. A piece that replaces the shown one is shown.
                let shown = self.from.filter(|&from| self.owner(from).is_some());
                self.look(shown.or(piece.map(|_| Pick::Square(cursor))));
                self.pane.arrive(self.position.as_ref());
            }
            Err(why) => self.pane.message = Some(sentence(&why.to_string())),
        }
        Transition::Changed
    }

    /// Takes every piece away.
    fn clear(&mut self) -> Transition {
        let all: Vec<Square> = self.position.geometry().squares().collect();
        for square in all.into_iter().filter(|&square| self.position.piece(square).is_some()).collect::<Vec<_>>() {
            self.position = self.position.placed(square, None).unwrap_or_else(|_| self.position.fork());
        }
        self.look(None);
        self.pane.arrive(self.position.as_ref());
        Transition::Changed
    }

    /// Picks the square of the cursor, or a choice: a move of the piece that is shown, or another piece.
    fn pick(&mut self, pick: Pick) -> Transition {
        let is_choice = self.has_moves() && self.pane.selection.choices().iter().any(|choice| choice.pick == pick);
        if is_choice {
            match self.pane.selection.pick(self.position.as_ref(), pick) {
                PickResult::Done(mv) => self.play(mv),
                PickResult::Refused(why) => self.pane.message = Some(sentence(&why)),
                PickResult::More => {}
            }
            self.pane.rest_now();
            return Transition::Changed;
        }
        let Pick::Square(square) = pick else { return Transition::Same };
        if self.from != Some(pick) && self.position.piece(square).is_some() {
            self.look(Some(pick));
        } else if self.from.is_none() {
            self.pane.message = Some("There is no piece here: put one.".to_owned());
        } else {
            self.pane.message = self.why_not();
        }
        Transition::Changed
    }

    /// Plays a move of the piece that is shown. Its moves from the new square are shown then.
    fn play(&mut self, mv: Move) {
        let Effects { moved, put, .. } = self.position.effects(mv);
        let to = moved.first().map(|&(_, to, _)| to).or(put.first().map(|&(at, _)| at));
        let message = self.position.sentences(mv).join(" ");
        if self.position.play(mv).is_ok() {
            // A King that was dropped takes the place of another one.
            if let Some(&(square, piece)) = put.first() {
                self.position = self.position.placed(square, Some(piece)).unwrap_or_else(|_| self.position.fork());
            }
            self.look(to.map(Pick::Square));
            self.pane.message = None;
            if !message.is_empty() {
                self.pane.tell(Role::Notice, message);
            }
        }
    }

    fn next_kind(&mut self, forward: bool) -> Transition {
        let kinds = self.kinds();
        let at = kinds.iter().position(|&kind| kind == self.kind).unwrap_or(0);
        let by = if forward { 1 } else { kinds.len() - 1 };
        self.kind = kinds[(at + by) % kinds.len()];
        self.chosen()
    }

    fn next_side(&mut self) -> Transition {
        self.side = self.position.living().after(self.side);
        let kinds = self.kinds();
        if !kinds.contains(&self.kind) {
            self.kind = kinds[0];
        }
        self.chosen()
    }

    /// Another side or kind was chosen. Where drops are shown, they are its drops.
    fn chosen(&mut self) -> Transition {
        if matches!(self.from, Some(Pick::Reserve(_))) {
            if self.position.spec().is_dropped(self.kind) {
                return self.drop_it();
            }
            self.look(None);
        }
        Transition::Changed
    }

    fn back(&mut self) -> Transition {
        if self.pane.message.take().is_some() {
            return Transition::Changed;
        }
        match (self.from, self.has_moves() && self.pane.selection.picks().len() > 1) {
            (None, _) => return Transition::Close,
            (Some(_), true) => {
                self.pane.selection.back(self.position.as_ref());
            }
            (Some(_), false) => self.look(None),
        }
        Transition::Changed
    }

    /// What a press on the board does.
    fn press(&mut self, square: Square) -> Transition {
        self.pane.selection.point(Some(square), Pointing::Press);
        self.pane.rest_now();
        self.pane.message = None;
        match self.tool {
            Tool::Look | Tool::Drop => self.pick(Pick::Square(square)),
            Tool::Put => self.put(Some(Piece::new(self.side, self.kind))),
            Tool::Remove => self.put(None),
        }
    }
}

impl Explorer {
    /// The mouse goes on or is released: a piece that goes with it makes its move on this square.
    fn drag(&mut self, square: Option<Square>, how: Pointing) -> Transition {
        match self.pane.selection.point(square, how) {
            Pointed::Picks(square) if matches!(self.tool, Tool::Look | Tool::Drop) => {
                self.pane.rest_now();
                self.pane.message = None;
                let can = self.has_moves()
                    && self.pane.selection.choices().iter().any(|choice| choice.pick == Pick::Square(square));
                if can {
                    return self.pick(Pick::Square(square));
                }
                self.pane.message = self.why_not();
                Transition::Changed
            }
            Pointed::Picks(_) | Pointed::Moves => Transition::Changed,
            Pointed::Nothing => Transition::Same,
        }
    }
}

impl Screen for Explorer {
    fn context(&self) -> Context {
        Context::Explorer
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let levels = self.position.geometry().size()[2];
        match action {
            Action::LevelDown | Action::LevelUp | Action::OneLevel => levels > 1,
            Action::TakeAway => self.position.piece(self.pane.selection.cursor).is_some(),
            Action::Drop => self.has_drops(),
            Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::Pick
            | Action::Back
            | Action::Next
            | Action::Previous
            | Action::Put
            | Action::NextSide
            | Action::Clear
            | Action::GoTo
            | Action::Turn
            | Action::TurnBack
            | Action::Rules
            | Action::Leave => true,
            _ => false,
        }
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let leaves = self.pane.message.is_none() && self.from.is_none();
        (leaves && action == Action::Back).then(|| "leave".to_owned()).or_else(|| self.pane.say(action))
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![
            Action::Pick,
            Action::Put,
            Action::TakeAway,
            Action::Drop,
            Action::Next,
            Action::NextSide,
            Action::LevelDown,
            Action::Back,
            Action::Clear,
            Action::Rules,
        ]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        if !self.can(action, world) {
            let why = match action {
                Action::Drop => "Nothing is dropped in this game.",
                _ => "There is no piece here to take away.",
            };
            self.pane.message = no_such_place(self.position.as_ref(), action).or_else(|| Some(why.to_owned()));
            return Transition::Changed;
        }
        match action {
            Action::Leave => Transition::Close,
            Action::Back => self.back(),
            Action::Pick => self.pick(if self.has_moves() {
                self.pane.selection.aimed()
            } else {
                Pick::Square(self.pane.selection.cursor)
            }),
            Action::Put => self.put(Some(Piece::new(self.side, self.kind))),
            Action::TakeAway => self.put(None),
            Action::Drop => self.drop_it(),
            Action::Clear => self.clear(),
            Action::Next | Action::Previous => self.next_kind(action == Action::Next),
            Action::NextSide => self.next_side(),
            Action::Rules => Transition::Open(Place::RulesOf(self.position.variant())),
            _ => {
                let acted = self.pane.act(self.position.as_ref(), action, world);
                // What the cursor is on is told at once: it is what the screen is for.
                self.pane.rest_now();
                acted.map_or(Transition::Same, Transition::from)
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if self.pane.entry.is_some() {
            return Some(self.pane.typed(self.position.as_ref(), input)?.into());
        }
        if let Some((how, place)) = input.pointing() {
            return Some(self.pointed(place, how, world));
        }
        match *input {
            Input::Wheel(by, ..) => Some(self.next_kind(by > 0)),
            _ => None,
        }
    }

    fn pane(&self) -> Option<&Pane> {
        Some(&self.pane)
    }

    fn board(&mut self) -> Option<ScreenBoard<'_>> {
        let (position, pane) = (self.position.as_ref(), &mut self.pane);
        Some(ScreenBoard { position, pane, earlier: Earlier::Drops })
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.render(world, area, buffer);
    }
}
