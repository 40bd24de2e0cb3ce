//! How a board on a screen is drawn and pointed at: the cells with their marks, the prompt, the mouse.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget;

use super::asked::Asked;
use super::cell::{Cell, Figure, Goal, Pointer, Sign};
use super::draw::{Look, of_sign, plain_cell, stock_figure};
use super::layout::{Regions, is_small, wish};
use super::map::{BoardMap, Wish};
use super::marks::BoardMarks;
use super::motion::Seen;
use super::pane::Pane;
use super::prompt::{Prompt, inner};
use super::selection::drag::{Origin, Pointed};
use crate::input::Pointing;
use crate::rules::geometry::Square;
use crate::rules::pick::Pick;
use crate::rules::position::Position;
use crate::theme::Role;
use crate::theme::army::army;
use crate::world::World;

/// What a board shows at this moment.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Scene<'a> {
    /// The position.
    pub position: &'a dyn Position,
    /// Its marks.
    pub marks: &'a BoardMarks,
    /// Is the cursor shown?
    pub cursor: bool,
    /// Are picks and hints shown?
    pub picks: bool,
    /// Is a move chosen before one's turn? Its squares are shown, and nothing that the seat to move can do.
    pub premove: bool,
    /// Are the squares of goals marked?
    pub goals: bool,
}

/// What is at a place of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// A choice in the prompt.
    Offer(Pick),
    /// A square.
    Square(Square),
    /// Neither.
    Nothing,
}

/// The board itself, as a widget. It draws at the place that its map says.
pub(crate) struct BoardView<'a> {
    /// The board's state.
    pub(crate) pane: &'a Pane,
    /// What it shows.
    pub(crate) scene: Scene<'a>,
    /// Where the squares are.
    pub(crate) map: &'a BoardMap<'a>,
    /// Theme and characters.
    pub(crate) world: &'a World,
}

impl Widget for BoardView<'_> {
    fn render(self, _: Rect, buffer: &mut Buffer) {
        let look = Look::of(self.world, self.scene.position.spec());
        let level = self.scene.position.geometry().coord(self.pane.selection.cursor).z;
        let small = is_small(self.map.form);
        let seen = self.pane.motion.seen(self.scene.position);
        let scene = match seen.as_ref().and_then(Seen::older) {
            Some((position, marks)) => Scene { position, marks, picks: false, premove: false, ..self.scene },
            None => self.scene,
        };
        let goal = if self.world.theme.has_tint(Role::Goal) { Goal::Tint } else { Goal::Shape };
        let spec = self.scene.position.spec();
        let overlays = self.pane.overlays(scene.position);
        look.board(self.map, level, buffer, |square| {
            let cell = self.pane.cell(&scene, square, small);
            let overlay = of_sign(cell.sign).or(overlays.get(&square).copied());
            let cell = Cell { overlay, ..cell };
            let cell = match seen.as_ref().and_then(|seen| seen.patch(square)) {
                // Pieces on their way are those pictures that the terminal has.
                Some(patch) => {
                    Cell { piece: patch.piece.clone(), sign: patch.sign, overlay: None, mover: None, ..cell }
                }
                None => cell,
            };
            let cell =
                if scene.picks || scene.premove { self.pane.carrying(scene.position, square, cell) } else { cell };
            let is_goal = self.scene.goals && self.scene.marks.is_goal(spec, self.pane.view.seat(spec), square);
            if is_goal { Cell { goal, ..cell } } else { cell }
        });
    }
}

impl Pane {
    /// The regions of a screen with this board; if the window is too small, the error is the size it needs.
    pub fn regions<'a>(
        &self,
        position: &'a dyn Position,
        area: Rect,
        world: &World,
    ) -> Result<Regions<'a>, (u16, u16)> {
        let level = position.geometry().coord(self.selection.cursor).z;
        let wish = Wish { only: self.one_level, ..wish(position, world, level) };
        Regions::of(area, position.geometry(), position.spec().seats.len(), self.view, wish)
    }

    /// The whole of this board while picks are made on it.
    pub fn scene<'a>(&'a self, position: &'a dyn Position) -> Scene<'a> {
        Scene { position, marks: &self.marks, cursor: true, picks: true, premove: false, goals: true }
    }

    /// The content of a square's cell. Small cells have a separate row for last-move marks.
    fn cell(&self, scene: &Scene<'_>, square: Square, small: bool) -> Cell {
        let position = scene.position;
        let spec = position.spec();
        let board = position.geometry();
        let (here, cursor) = (board.coord(square), board.coord(self.selection.cursor));
        let pointer = match (square == self.selection.cursor, (here.x, here.y) == (cursor.x, cursor.y)) {
            (true, _) if scene.cursor => Pointer::Here,
            (_, true) if scene.cursor => Pointer::Other,
            _ => Pointer::Away,
        };
        let mut cell = Cell { pointer, ..plain_cell(position, square) };
        if let Some(threats) = &self.threats {
            cell.note = threats.attackers(position, square);
        }
        if let Some(explained) = &self.explained {
            let sign = explained.signs.iter().find(|&&(at, _)| at == square).map(|&(_, sign)| sign);
            cell.sign = sign.or((explained.square == square).then_some(Sign::Picked));
            return cell;
        }
        let hint = || self.hint.contains(&square).then_some(Sign::Hint);
        if scene.picks {
            cell.sign = self.selection.sign(square).or_else(hint);
        } else if scene.premove {
            // The piece whose target is still to be chosen is picked, as in one's own turn.
            cell.sign = self.later.as_ref().and_then(|later| later.sign(square)).or_else(hint);
        }
        // An attacked piece has its attackers, and the ground of a piece that can be taken.
        if cell.sign.is_none()
            && cell.note.is_none()
            && let Some((sign, side)) = scene.marks.sign(square)
        {
            cell.sign = Some(sign);
            let moved = spec.seats.len() > 2 && matches!(sign, Sign::LastFrom | Sign::LastTo);
            cell.mover = moved.then(|| army(spec, side));
            cell.army = if small && spec.seats.len() > 2 { spec.seat(side).initial() } else { 'o' };
        }
        cell
    }

    /// The picks so far, as input for the prompt.
    pub(crate) fn asked<'a>(&'a self, position: &'a dyn Position) -> Asked<'a> {
        Asked { position, selection: &self.selection, view: self.view, rested: self.rested }
    }

    /// What is at a place of the screen. Choices in the prompt are there while picks are shown and no text is
    /// typed.
    pub fn hit(&self, scene: &Scene<'_>, regions: &Regions<'_>, at: Point, world: &World) -> Hit {
        let asks = scene.picks && self.entry.is_none();
        let offer = || self.asked(scene.position).offer_at(inner(regions.prompt), &world.glyphs, at);
        match (asks.then(offer).flatten(), regions.board.hit(at)) {
            (Some(offer), _) => Hit::Offer(offer),
            (None, Some(square)) => Hit::Square(square),
            (None, None) => Hit::Nothing,
        }
    }

    /// Handles the mouse.
    pub fn point(&mut self, hit: Hit, how: Pointing) -> Pointed<Pick> {
        let square = match hit {
            Hit::Offer(pick) if how == Pointing::Press => return Pointed::Picks(pick),
            Hit::Square(square) => Some(square),
            _ => None,
        };
        match self.selection.point(square, how) {
            Pointed::Picks(square) => Pointed::Picks(Pick::Square(square)),
            Pointed::Moves => Pointed::Moves,
            Pointed::Nothing => Pointed::Nothing,
        }
    }

    /// What a square shows while a piece goes with the mouse.
    fn carrying(&self, position: &dyn Position, square: Square, cell: Cell) -> Cell {
        let Some(carried) = self.selection.carried() else { return cell };
        if carried.from == Origin::Square(square) {
            let piece = cell.piece.map(|piece| Figure { faint: true, ..piece });
            return Cell { piece, ..cell };
        }
        if carried.over != square {
            return cell;
        }
        let piece = match (carried.from, self.selection.reserved()) {
            (Origin::Square(from), _) => plain_cell(position, from).piece,
            (Origin::Reserve, kind) => kind.map(|kind| stock_figure(position.spec(), position.turn(), kind)),
        };
        Cell { piece, overlay: None, ..cell }
    }

    /// The position of the text cursor, while text is typed.
    pub(crate) fn text_cursor(&self, world: &World) -> Option<Point> {
        Some(self.entry.as_ref()?.cursor(world.drawn.field()?))
    }

    /// The prompt's line, and the text for its right end: the typed text, or what can be picked.
    pub(crate) fn line(&self, position: &dyn Position, prompt: Rect) -> (String, String) {
        match &self.entry {
            Some(entry) => entry.line(inner(prompt).width.into()),
            None => self.asked(position).line(),
        }
    }

    /// Describes the effect of the move at the cursor.
    pub(crate) fn would_do(&self, position: &dyn Position) -> Option<String> {
        let aimed = self.selection.offer().unwrap_or(Pick::Square(self.rested));
        let words = position.sentences(self.selection.would_play(aimed)?).join(" ");
        (!words.is_empty()).then_some(words)
    }

    /// Describes the piece that was picked, or that is at the cursor.
    pub(crate) fn piece_words(&self, position: &dyn Position) -> Option<String> {
        let spec = position.spec();
        let on = |square: Square| position.piece(square).map(crate::rules::piece::Piece::kind);
        let kind = match self.selection.picks().first() {
            Some(&Pick::Reserve(kind)) => Some(kind),
            Some(&Pick::Square(square)) => on(square),
            _ => on(self.rested),
        };
        kind.map(|kind| format!("{}: {}.", spec.of(kind).name, spec.of(kind).words))
    }

    /// The message below the prompt, the most important first: a reason or an event, the explained piece, threats,
    /// the effect of the move, the piece at the cursor.
    pub(crate) fn message(&self, position: &dyn Position) -> (String, Role) {
        match &self.message {
            Some(message) => (message.clone(), self.message_role()),
            None => self.about(position),
        }
    }

    /// The message while there is no reason or event to tell.
    pub(crate) fn about(&self, position: &dyn Position) -> (String, Role) {
        if let Some(explained) = &self.explained {
            let words = std::iter::once(explained.words.clone()).chain(self.goal_words(position));
            return (words.collect::<Vec<_>>().join(" "), Role::Text);
        }
        if let Some(threats) = &self.threats {
            return (threats.words(position, Some(self.rested)), Role::Text);
        }
        if let Some(words) = self.would_do(position) {
            return (words, Role::Prompt);
        }
        // A piece has its own words; the key that explains it adds those of its square.
        let goal = || self.goal_words(position).filter(|_| self.selection.is_empty());
        (self.piece_words(position).or_else(goal).unwrap_or_default(), Role::Dim)
    }

    /// Why the square at the cursor has another colour.
    fn goal_words(&self, position: &dyn Position) -> Option<String> {
        let spec = position.spec();
        self.marks.goal_words(spec, self.view.seat(spec), self.rested)
    }

    /// Draws the board and, below it, the prompt with its message. Without picks, nothing is asked.
    pub fn draw(&self, scene: Scene<'_>, regions: &Regions<'_>, world: &World, buffer: &mut Buffer) {
        let area = buffer.area;
        BoardView { pane: self, scene, map: &regions.board, world }.render(area, buffer);
        let typing = self.entry.is_some();
        let asks = scene.picks || typing;
        let (left, right) = if asks { self.line(scene.position, regions.prompt) } else { Default::default() };
        let (message, role) = self.message(scene.position);
        Prompt { world, left: &left, right: &right, message: &message, role, typing }
            .render(regions.prompt, buffer);
    }
}
