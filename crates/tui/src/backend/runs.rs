//! The cells of a frame as runs of one style, and the order in which the runs of a row are written: a change of colours
//! costs more bytes than a movement of the cursor, so runs of one style are written one after the other.

use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};

use super::pen::Pen;
use super::way::go;

/// Of a blank these are visible, beside its background.
pub(super) const SEEN: Modifier = Modifier::UNDERLINED.union(Modifier::REVERSED);

/// The fewest blanks that a terminal which erases is told the number of. Erasing does not move the cursor, which costs a
/// movement if text follows and saves one if not.
const FEW_BEFORE_TEXT: u16 = 10;
const FEW: u16 = 5;

/// The same at the end of a row, where no number is needed.
const FEW_AT_END: u16 = 4;

/// The most runs among which the nearest is searched: the time grows with the square of it.
const MOST: usize = 150;

/// What a cell needs of the style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// A blank: only this background.
    Ground(Color),
    /// This style; without a colour of lines, any.
    Ink(Pen, bool),
}

impl Want {
    /// The style in which this is written after another one.
    fn after(self, now: Pen) -> Pen {
        match self {
            Want::Ground(bg) => Pen { bg, modifier: now.modifier - SEEN, ..now },
            Want::Ink(pen, true) => pen,
            Want::Ink(pen, false) => Pen { line: now.line, ..pen },
        }
    }

    /// What two cells need together, if one style is enough.
    fn with(self, other: Want) -> Option<Want> {
        match (self, other) {
            (one, two) if one == two => Some(one),
            (Want::Ground(bg), ink @ Want::Ink(pen, _)) | (ink @ Want::Ink(pen, _), Want::Ground(bg)) => {
                (pen.bg == bg && !pen.modifier.intersects(SEEN)).then_some(ink)
            }
            _ => None,
        }
    }
}

/// Cells beside each other that are written in one style.
#[derive(Clone, Debug)]
pub(super) struct Run {
    at: Position,
    /// The columns that it takes.
    width: u16,
    want: Want,
    text: String,
    /// Whether these are blanks that are erased instead of being written.
    erased: bool,
    /// Whether the terminal may take another number of columns for the text.
    loose: bool,
}

impl Run {
    /// A cell.
    pub(super) fn new(at: Position, width: u16, want: Want, text: &str) -> Run {
        Run { at, width, want, text: text.to_owned(), erased: false, loose: false }
    }

    /// The same, if terminals do not agree on the width.
    pub(super) fn loose(self, loose: bool) -> Run {
        Run { loose, ..self }
    }

    const fn is_blank(&self) -> bool {
        matches!(self.want, Want::Ground(_))
    }

    fn end(&self) -> u16 {
        self.at.x + self.width
    }

    /// Adds the run after this one, if one style is enough for both. Otherwise returns it.
    fn join(&mut self, next: Run) -> Result<(), Run> {
        match self.want.with(next.want) {
            Some(want) if (self.end(), self.at.y) == (next.at.x, next.at.y) && !self.loose && !next.loose => {
                self.want = want;
                self.width += next.width;
                self.text.push_str(&next.text);
                Ok(())
            }
            _ => Err(next),
        }
    }
}

/// Cells as runs of text and runs of blanks.
fn parts(cells: impl Iterator<Item = Run>) -> Vec<Run> {
    let mut parts: Vec<Run> = Vec::new();
    for cell in cells {
        // Whether blanks are erased depends on their number, so they are not joined with text yet.
        let alike = parts.last().is_some_and(|last| last.is_blank() == cell.is_blank());
        add(&mut parts, cell, alike);
    }
    parts
}

fn add(runs: &mut Vec<Run>, next: Run, may_join: bool) {
    let rest = match runs.last_mut().filter(|_| may_join) {
        Some(last) => last.join(next),
        None => Err(next),
    };
    runs.extend(rest.err());
}

/// What is known about the terminal while it is written to.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The style of the text that is written next.
    pub(super) pen: Pen,
    /// The cursor position, if it is known.
    pub(super) at: Option<Position>,
    /// The columns of the screen.
    pub(super) columns: u16,
    /// Whether erased cells get the background of the style.
    pub(super) erases: bool,
}

impl State {
    /// Whether the cells of this run are erased instead of being written as blanks.
    fn is_erased(&self, run: &Run, next: Option<&Run>) -> bool {
        let few = if run.end() == self.columns {
            FEW_AT_END
        } else if next.is_some_and(|next| next.at == Position::new(run.end(), run.at.y)) {
            FEW_BEFORE_TEXT
        } else {
            FEW
        };
        self.erases && run.width >= few && run.is_blank()
    }

    fn write(&mut self, run: &Run, out: &mut Vec<u8>) {
        self.approach(run, out);
        if run.erased {
            if run.end() == self.columns {
                out.extend_from_slice(b"\x1b[K");
            } else {
                out.extend_from_slice(format!("\x1b[{}X", run.width).as_bytes());
            }
            return;
        }
        // Terminals disagree on the cursor position after the last column was written.
        let after = (run.end() < self.columns).then_some(Position::new(run.end(), run.at.y));
        if run.loose && run.width > 1 {
            // A terminal that takes fewer columns leaves no other text in the rest of them.
            out.extend(std::iter::repeat_n(b' ', run.width.into()));
            go(after, run.at, out);
        }
        out.extend_from_slice(run.text.as_bytes());
        self.at = after.filter(|_| !run.loose);
    }

    /// Goes to a run and takes its style.
    fn approach(&mut self, run: &Run, out: &mut Vec<u8>) {
        go(self.at, run.at, out);
        let pen = run.want.after(self.pen);
        self.pen.change(pen, out);
        (self.pen, self.at) = (pen, Some(run.at));
    }

    /// Writes cells, in the order that takes fewer bytes: theirs, or always the run that is nearest in style and place.
    pub(super) fn draw(&mut self, cells: impl Iterator<Item = Run>, out: &mut Vec<u8>) {
        let mut runs = self.joined(parts(cells));
        // What is written after it covers what a terminal shows of it beyond its columns.
        runs.sort_by_key(|run| !run.loose);
        for band in runs.chunks(MOST) {
            self.band(band, out);
        }
    }

    /// The runs with blanks and text joined where one style is enough. Blanks that are erased stay apart.
    fn joined(&self, parts: Vec<Run>) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::with_capacity(parts.len());
        let mut parts = parts.into_iter().peekable();
        while let Some(mut part) = parts.next() {
            part.erased = self.is_erased(&part, parts.peek());
            let apart = part.erased || runs.last().is_some_and(|last| last.erased);
            add(&mut runs, part, !apart);
        }
        runs
    }

    fn band(&mut self, runs: &[Run], out: &mut Vec<u8>) {
        let (mut plain, mut ordered) = (Vec::new(), Vec::new());
        let (mut after, mut other) = (*self, *self);
        for run in runs {
            after.write(run, &mut plain);
        }
        other.in_order(runs.to_vec(), &mut ordered);
        if ordered.len() < plain.len() {
            (plain, after) = (ordered, other);
        }
        out.extend_from_slice(&plain);
        *self = after;
    }

    fn in_order(&mut self, mut runs: Vec<Run>, out: &mut Vec<u8>) {
        let mut way = Vec::new();
        while !runs.is_empty() {
            let now = *self;
            let same = |run: &Run| run.want.after(now.pen) == now.pen;
            let any = !runs.iter().any(same);
            let mut cost = |run: &Run| {
                way.clear();
                let mut then = now;
                then.approach(run, &mut way);
                way.len()
            };
            let candidates = runs.iter().enumerate().filter(|(_, run)| any || same(run));
            let Some((at, _)) = candidates.min_by_key(|(_, run)| cost(run)) else { return };
            let run = runs.remove(at);
            self.write(&run, out);
        }
    }
}
