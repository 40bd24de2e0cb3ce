//! A diagram of the rules on a screen: a board that goes through the pictures of the diagram, with their words below.

use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::layout::{fitting, wish};
use super::map::BoardMap;
use super::motion::Earlier;
use super::paint::{BoardView, Scene};
use super::pane::Pane;
use crate::rules::diagram::{Diagram, Frame};
use crate::rules::geometry::Square;
use crate::rules::pick::Pick;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::theme::Role;
use crate::view::View;
use crate::widgets::areas::from_top;
use crate::widgets::label::Lines;
use crate::widgets::text::wrap;
use crate::world::World;

/// How long a picture is shown at least while the diagram steps by itself.
const LEAST: Duration = Duration::from_millis(1500);

/// The time to read a letter of its words.
const LETTER: Duration = Duration::from_millis(40);

/// A diagram and the picture that is shown.
pub(crate) struct DiagramPane {
    diagram: Diagram,
    at: usize,
    pane: Pane,
}

impl DiagramPane {
    /// A diagram at its first picture. A diagram has at least one.
    pub(crate) fn new(diagram: Diagram) -> DiagramPane {
        let position = diagram.frames[0].position.as_ref();
        let pane = Pane::new(position, View::of(position.spec(), Side::FIRST));
        let mut new = DiagramPane { diagram, at: 0, pane };
        new.mark();
        new
    }

    fn frame(&self) -> &Frame {
        &self.diagram.frames[self.at]
    }

    /// Has it more than one picture?
    pub(crate) const fn has_steps(&self) -> bool {
        self.diagram.frames.len() > 1
    }

    /// Is the first picture shown?
    pub(crate) const fn is_at_start(&self) -> bool {
        self.at == 0
    }

    /// How long this picture is shown while the diagram steps by itself.
    pub(crate) fn dwell(&self) -> Duration {
        LEAST + LETTER * u32::try_from(self.frame().words.len()).unwrap_or(0)
    }

    /// Shows the next picture; after the last one the first.
    pub(crate) fn step(&mut self, world: &World) {
        self.at = (self.at + 1) % self.diagram.frames.len();
        self.mark();
        self.pane.animate(self.diagram.frames[self.at].position.as_ref(), Earlier::Drops, world);
    }

    /// Shows the previous picture; before the first one the last.
    pub(crate) fn step_back(&mut self) {
        let count = self.diagram.frames.len();
        self.at = (self.at + count - 1) % count;
        self.mark();
        self.pane.arrive(self.diagram.frames[self.at].position.as_ref());
    }

    /// A copy of the position that is shown, and the square of the piece that it is about.
    pub(crate) fn shown(&self) -> (Box<dyn Position>, Option<Square>) {
        let frame = self.frame();
        (frame.position.fork(), first(&frame.picks))
    }

    /// Shows the first picture.
    pub(crate) fn rewind(&mut self) {
        self.at = 0;
        self.mark();
        self.pane.arrive(self.diagram.frames[0].position.as_ref());
    }

    /// Makes the picks of the picture on the board.
    fn mark(&mut self) {
        let Frame { position, picks, pointer, .. } = &self.diagram.frames[self.at];
        let position = position.as_ref();
        self.pane.show(position, None);
        for &pick in picks {
            self.pane.selection.pick(position, pick);
        }
        // Where only one level fits, it is the one with the cursor.
        let first =
            picks.iter().find_map(|&pick| if let Pick::Square(square) = pick { Some(square) } else { None });
        self.pane.selection.go(pointer.or(first));
    }

    /// Goes on with a move in motion. True if something else is shown now.
    pub(crate) fn wake(&mut self, world: &World) -> bool {
        self.pane.wake(world)
    }

    /// When to go on with a move in motion.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.pane.deadline()
    }

    /// Ends the motion of a move. True if something else is shown now.
    pub(crate) fn end_motion(&mut self, world: &World) -> bool {
        self.pane.end_motion(world)
    }

    /// The words of a picture, and which one it is.
    fn words(&self, at: usize, width: u16, world: &World) -> Vec<String> {
        let count = self.diagram.frames.len();
        let words = &self.diagram.frames[at].words;
        let numbered = if count > 1 { format!("{}/{count} {words}", at + 1) } else { words.clone() };
        wrap(&world.glyphs.plain(&numbered), width.max(8).into()).filter(|line| !line.is_empty()).collect()
    }

    /// The words of its first picture, for the lines that stand for it beside the text.
    pub(crate) fn caption(&self, width: u16, world: &World) -> Vec<String> {
        let words = &self.diagram.frames[0].words;
        let words = if words.is_empty() { "diagram" } else { words };
        wrap(&world.glyphs.plain(words), width.max(8).into()).collect()
    }

    /// The rows of the words, so that the text below stays where it is.
    fn word_rows(&self, width: u16, world: &World) -> u16 {
        let rows = (0..self.diagram.frames.len()).map(|at| self.words(at, width, world).len());
        u16::try_from(rows.max().unwrap_or(0)).unwrap_or(u16::MAX)
    }

    /// The largest board that fits.
    fn map(&self, room: (u16, u16), world: &World) -> Option<BoardMap<'_>> {
        let position = self.frame().position.as_ref();
        let level = position.geometry().coord(self.pane.selection.cursor).z;
        fitting(position, self.pane.view, wish(position, world, level), room)
    }

    /// The rows of the diagram in an area of this size. If no board fits, only the words are shown.
    pub(crate) fn rows(&self, (width, height): (u16, u16), world: &World) -> u16 {
        let words = self.word_rows(width, world);
        let board = self.map((width, height.saturating_sub(words)), world);
        words + board.map_or(0, |map| map.size().1)
    }

    /// Draws the rows of the diagram from this one on; `height` is the one that [`DiagramPane::rows`] was given.
    pub(crate) fn draw(
        &self,
        (room, from): (Rect, u16),
        height: u16,
        (world, strong): (&World, bool),
        buffer: &mut Buffer,
    ) {
        let words = self.word_rows(room.width, world);
        let map = self.map((room.width, height.saturating_sub(words)), world);
        let board = map.as_ref().map_or(0, |map| map.size().1);
        // A part of it may be outside, so it is drawn elsewhere first.
        let whole = Rect { height: board + words, x: 0, y: 0, ..room };
        let blank = buffer.cell(room.as_position()).cloned().unwrap_or_default();
        let mut page = Buffer::filled(whole, blank);
        let ([above], below) = from_top(whole, [board]);
        if let Some(map) = map {
            let left = (room.width - map.size().0) / 2;
            let map = map.at(Point::new(left, 0));
            let frame = self.frame();
            let scene = self.pane.scene(frame.position.as_ref());
            let scene = Scene { cursor: frame.pointer.is_some(), ..scene };
            BoardView { pane: &self.pane, scene, map: &map, world }.render(above, &mut page);
        }
        let style = world.theme.style(if strong { Role::Prompt } else { Role::Dim });
        Lines(self.words(self.at, room.width, world).iter().map(|line| (line, style))).render(below, &mut page);
        for (y, row) in (from..whole.height).zip(room.rows()) {
            for (x, at) in (0..room.width).zip(row.positions()) {
                if let (Some(drawn), Some(cell)) = (page.cell(Point::new(x, y)), buffer.cell_mut(at)) {
                    cell.clone_from(drawn);
                }
            }
        }
    }
}

/// The first square of some picks.
fn first(picks: &[Pick]) -> Option<Square> {
    picks.iter().find_map(|&pick| if let Pick::Square(square) = pick { Some(square) } else { None })
}
