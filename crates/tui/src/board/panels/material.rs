//! What a seat has, in one line and one form wherever seats are shown: its reserve, what it has taken, by how much it is
//! ahead, and its notes. Where there is little room the line gets shorter, in the same order.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Pen;
use super::seat::Seat;
use crate::rules::note::Note;
use crate::rules::piece::Kind;
use crate::rules::position::Stock;
use crate::rules::spec::Spec;
use crate::theme::Role;
use crate::widgets::text::columns;

/// More columns than any window has.
const FAR: usize = 999;

/// Before the pieces that can be dropped, and in place of them once there are none: what follows stays where it is.
const RESERVE: &str = "reserve ";
const NONE: &str = " - ";

/// Before the pieces that were taken.
const TAKEN: &str = "taken ";

/// A part of the line.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    role: Role,
    /// The piece of the reserve that it is.
    held: Option<Kind>,
}

/// How much of it is said.
#[derive(Clone, Copy)]
struct Way {
    /// The reserve with its label and air.
    reserve: Option<Reserve>,
    taken: Taken,
    note: Length,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reserve {
    Labelled,
    Tight,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Pieces,
    Ahead,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Full,
    Short,
    None,
}

/// The ways, the best first.
const WAYS: [Way; 7] = {
    use Reserve::{Labelled, Tight};
    const fn way(reserve: Option<Reserve>, taken: Taken, note: Length) -> Way {
        Way { reserve, taken, note }
    }
    [
        way(Some(Labelled), Taken::Pieces, Length::Full),
        way(Some(Labelled), Taken::Ahead, Length::Full),
        way(Some(Labelled), Taken::None, Length::Full),
        way(Some(Tight), Taken::None, Length::Full),
        way(Some(Tight), Taken::None, Length::Short),
        way(Some(Tight), Taken::None, Length::None),
        way(None, Taken::None, Length::Short),
    ]
};

/// Nothing fits.
const LEAST: Way = Way { reserve: None, taken: Taken::None, note: Length::None };

/// What a seat has.
#[derive(Clone, Copy)]
pub(super) struct Material<'a> {
    pen: Pen<'a>,
    seat: &'a Seat,
    /// Is the reserve said, or drawn elsewhere?
    reserve: bool,
    /// The same for what was taken.
    taken: bool,
}

/// Kinds with the number of each, in the order of the kinds.
pub(super) fn groups(spec: &Spec, kinds: &[Kind]) -> Vec<(Kind, usize)> {
    let counts = spec.all_kinds().map(|kind| (kind, kinds.iter().filter(|&&other| other == kind).count()));
    counts.filter(|&(_, count)| count > 0).collect()
}

/// A piece as its letter, with how many there are: `P×3`.
pub(super) fn counted(spec: &Spec, kind: Kind, count: usize) -> String {
    let letters = spec.of(kind).letters();
    if count == 1 { letters.to_owned() } else { format!("{letters}×{count}") }
}

/// The pieces that a seat can drop, with how many there are of each.
pub(super) fn reserve(seat: &Seat) -> Vec<(Kind, usize)> {
    let count = |&(kind, stock): &(Kind, Stock)| match stock {
        Stock::Count(0) => None,
        Stock::Count(count) => Some((kind, count.into())),
        Stock::Endless => Some((kind, 1)),
    };
    seat.reserve.iter().filter_map(count).collect()
}

/// The notes of a seat that is in the game; the clock says it of the others.
pub(super) fn notes(seat: &Seat) -> Vec<String> {
    let said = |note: &&Note| seat.living && !matches!(note, Note::Reserve(_));
    seat.notes.iter().filter(said).map(Note::to_string).collect()
}

/// By how much a seat is ahead: `+3`.
pub(super) fn ahead(seat: &Seat) -> String {
    if seat.ahead > 0 { format!("+{}", seat.ahead) } else { String::new() }
}

/// A note in as few columns as can be read.
fn short(note: &str) -> String {
    note.replace(" pieces", " pc").replace(" piece", " pc").replace(" points", " pt").replace(" on board", "")
}

impl<'a> Material<'a> {
    /// All of it.
    pub(super) const fn of(pen: Pen<'a>, seat: &'a Seat) -> Material<'a> {
        Material { pen, seat, reserve: true, taken: true }
    }

    /// What is said beside the pieces that are drawn.
    pub(super) const fn beside_drawn(self, reserve: bool, taken: bool) -> Material<'a> {
        Material { reserve: !reserve, taken: !taken, ..self }
    }

    /// The parts of the line in this way, with the first note.
    fn said(&self, way: Way) -> Vec<Word> {
        let (spec, seat) = (self.pen.spec, self.seat);
        let word = |text: String, role| Word { text: self.pen.glyphs.plain(&text), role, held: None };
        let mut words = Vec::new();
        let held = if self.reserve { reserve(seat) } else { Vec::new() };
        if let Some(way) = way.reserve.filter(|_| self.reserve) {
            let labelled = way == Reserve::Labelled && (spec.has_reserve() || !held.is_empty());
            if labelled {
                words.push(word(RESERVE.to_owned(), Role::Dim));
            }
            if labelled && held.is_empty() {
                words.push(word(NONE.to_owned(), Role::Dim));
            }
            for &(kind, count) in &held {
                let (text, chosen) = (counted(spec, kind, count), seat.held == Some(kind));
                let text = match (chosen, way) {
                    (true, _) => format!("‹{text}›"),
                    (false, Reserve::Labelled) => format!(" {text} "),
                    (false, Reserve::Tight) => text,
                };
                let role = if chosen { Role::Selected } else { Role::Text };
                words.push(Word { held: Some(kind), ..word(text, role) });
            }
        }
        let mut put = |texts: &[(&str, Role)]| {
            let Some(((first, role), rest)) = texts.split_first() else { return };
            let air = if words.is_empty() { "" } else { "  " };
            words.push(word(format!("{air}{first}"), *role));
            words.extend(rest.iter().map(|(text, role)| word((*text).to_owned(), *role)));
        };
        let ahead = ahead(seat);
        let pieces: Vec<String> =
            groups(spec, &seat.taken).into_iter().map(|(kind, count)| counted(spec, kind, count)).collect();
        let all = [pieces.join(" "), ahead.clone()].into_iter().filter(|part| !part.is_empty());
        let all = all.collect::<Vec<_>>().join(" ");
        match way.taken {
            Taken::Pieces if self.taken && !pieces.is_empty() => put(&[(TAKEN, Role::Dim), (&all, Role::Text)]),
            Taken::Ahead if self.taken && !ahead.is_empty() => put(&[(&ahead, Role::Text)]),
            _ => {}
        }
        if let Some(note) = notes(seat).first() {
            match way.note {
                Length::Full => put(&[(note, Role::Dim)]),
                Length::Short => put(&[(&short(note), Role::Dim)]),
                Length::None => {}
            }
        }
        words
    }

    /// The parts of the line in this many columns: as much as fits, with more notes at its end.
    fn words(&self, room: u16) -> Vec<Word> {
        let wide = |words: &[Word]| words.iter().map(|word| columns(&word.text, FAR)).sum::<usize>();
        // An endless reserve never changes, and an empty one says nothing, so the note is more.
        let endless = self.seat.reserve.iter().all(|&(_, stock)| matches!(stock, Stock::Endless | Stock::Count(0)));
        let fits = |way: &&Way| !(endless && way.note == Length::None) && wide(&self.said(**way)) <= room.into();
        let way = WAYS.iter().find(fits).unwrap_or(&LEAST);
        let mut words = self.said(*way);
        for note in notes(self.seat).iter().skip(1) {
            let air = if words.is_empty() { "" } else { "  " };
            let text = self.pen.glyphs.plain(&format!("{air}{note}"));
            if way.note == Length::Full && wide(&words) + columns(&text, FAR) <= room.into() {
                words.push(Word { text, role: Role::Dim, held: None });
            }
        }
        words
    }

    /// The columns that it takes of so many.
    pub(super) fn columns(&self, room: u16) -> u16 {
        let words = self.words(room);
        words.iter().map(|word| columns(&word.text, FAR)).sum::<usize>().min(room.into()) as u16
    }

    /// Draws it in the first row of an area, and returns the column after it.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) -> u16 {
        let words = self.words(area.width);
        words.iter().fold(area.x, |x, word| self.pen.put(buffer, area, x, area.y, &word.text, word.role))
    }

    /// The piece of the reserve in this column of the area.
    pub(super) fn reserve_at(&self, area: Rect, column: u16) -> Option<Kind> {
        let mut x = area.x;
        self.words(area.width).into_iter().find_map(|word| {
            let from = x;
            x += columns(&word.text, FAR) as u16;
            word.held.filter(|_| (from..x.min(area.right())).contains(&column))
        })
    }
}
