//! What drawing notes for dialogs: where they stand, and what they cover.

use std::cell::{Cell, RefCell};

use ratatui::layout::Rect;
use ratatui::style::Color;

use super::stage::Stage;

/// A drawn piece: its square, and the colour of that.
pub(super) type Figure = (Rect, Color);

/// What drawing notes for dialogs. It follows from the frame, so a frame that is drawn again is the same.
#[derive(Debug, Default)]
pub struct Drawn {
    /// The places for a dialog.
    stage: Cell<Stage>,
    /// The row below a board in which a text is typed.
    field: Cell<Option<Rect>>,
    /// The pieces and the boxes, while a dialog is drawn.
    below: RefCell<Option<(Vec<Figure>, Vec<Rect>)>>,
}

impl Drawn {
    /// The places for a dialog in the last frame.
    pub(crate) const fn stage(&self) -> Stage {
        self.stage.get()
    }

    /// The row below a board in which a text is typed, in the last frame. A long message moves it up.
    pub const fn field(&self) -> Option<Rect> {
        self.field.get()
    }

    /// Sets the row in which a text is typed.
    pub(super) fn set_field(&self, row: Rect) {
        self.field.set(Some(row));
    }

    /// Notes a piece that is drawn in this square.
    pub(crate) fn piece(&self, square: Rect, ground: Option<Color>) {
        if let Some((pieces, _)) = self.below.borrow_mut().as_mut() {
            pieces.push((square, ground.unwrap_or_default()));
        }
    }

    /// Begins a frame, with its places for a dialog.
    pub(super) fn frame(&self, stage: Stage) {
        self.stage.set(stage);
        self.field.set(None);
    }

    /// Sets the places for a dialog. A screen whose board is no pane does it while it draws.
    pub fn set_stage(&self, stage: Stage) {
        self.stage.set(stage);
    }

    /// Notes pieces and boxes from now on.
    pub(super) fn begin(&self) {
        self.below.replace(Some(Default::default()));
    }

    /// Takes what was noted, and notes no more.
    pub(super) fn end(&self) -> (Vec<Figure>, Vec<Rect>) {
        self.below.take().unwrap_or_default()
    }

    /// How many boxes are noted.
    pub(super) fn boxes(&self) -> usize {
        self.below.borrow().as_ref().map_or(0, |(_, boxes)| boxes.len())
    }

    /// Notes a box over the screen.
    pub(crate) fn dialog(&self, area: Rect) {
        if let Some((_, boxes)) = self.below.borrow_mut().as_mut() {
            boxes.push(area);
        }
    }
}
