//! The pictures that a terminal has. Each is sent once, in the write of the first frame that shows it, and again
//! only in other colours or after the terminal may have dropped it.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::graphics::{Form, Graphics, PLACEHOLDER, numbered};
use super::number::mark;
use super::overlay::Overlay;
use super::png::Inks;
use crate::theme::color::Rgb;

/// A picture on the screen: its number and the form in which it is shown.
pub type Wanted = (u32, Form);

/// The colours of a picture: of the piece and of the mark on its square, if they are there.
pub type Colours = (Option<Inks>, Option<Rgb>);

/// The pictures that the cells of a frame refer to, each once.
pub fn wanted(buffer: &Buffer) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for cell in &buffer.content {
        if let (Some(number), Color::Indexed(form)) = (numbered(cell.fg), cell.underline_color)
            && cell.symbol().starts_with(PLACEHOLDER)
            && let Some(form) = Form::numbered(form)
        {
            wanted.push((number, form));
        }
    }
    wanted.sort_unstable();
    wanted.dedup();
    wanted
}

/// A picture that was sent.
#[derive(Debug)]
struct Known {
    colours: Colours,
    forms: Vec<Form>,
}

/// The pictures that were sent to one terminal.
#[derive(Debug, Default)]
pub struct Sent(BTreeMap<u32, Known>);

impl Sent {
    /// Writes what the terminal needs before it can show these pictures. `colours` are the colours of a picture, and
    /// `picture` the file in them for a form; `None` if there is no such picture.
    pub fn prepare(
        &mut self,
        out: &mut Vec<u8>,
        graphics: Graphics,
        wanted: &[Wanted],
        colours: impl Fn(u32) -> Option<Colours>,
        picture: impl Fn(Wanted, Colours) -> Option<Vec<u8>>,
    ) {
        for &(number, form) in wanted {
            let Some(colours) = colours(number) else { continue };
            // The picture of an arrow has the shape of its square.
            let fits = |known: &Known| !mark(number).is_some_and(Overlay::is_above) || known.forms == [form];
            match self.0.get_mut(&number).filter(|known| known.colours == colours && fits(known)) {
                Some(known) if known.forms.contains(&form) => {}
                Some(known) => {
                    known.forms.push(form);
                    graphics.show_in(out, number, form);
                }
                None => {
                    let Some(png) = picture((number, form), colours) else { continue };
                    graphics.send(out, number, form, &png);
                    self.0.insert(number, Known { colours, forms: vec![form] });
                }
            }
        }
    }

    /// The numbers that were sent, rising.
    pub fn numbers(&self) -> Vec<u32> {
        self.0.keys().copied().collect()
    }

    /// Whether none was sent.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The terminal may have dropped all pictures: they are sent again.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::graphics::{ink, symbol};
    use crate::pieces::piece_style::Dialect;
    use ratatui::layout::Rect;

    const GRAPHICS: Graphics = Graphics(Dialect { ranges: true, through_tmux: false });

    fn form(columns: u16, rows: u16) -> Form {
        Form::new(columns, rows).expect("it is small")
    }

    fn buffer(pictures: &[(u32, Form, u16)]) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 2));
        for &(number, form, x) in pictures {
            let cell = &mut buffer[(x, 0)];
            cell.set_symbol(&symbol(0, 0));
            cell.fg = ink(number);
            cell.underline_color = Color::Indexed(form.number());
        }
        buffer
    }

    fn sent_bytes(sent: &mut Sent, frame: &Buffer, fill: Rgb) -> Vec<String> {
        let mut out = Vec::new();
        let picture = |(number, _): Wanted, _| (number != 99).then(|| vec![number as u8, 0]);
        sent.prepare(
            &mut out,
            GRAPHICS,
            &wanted(frame),
            |number| (number != 98).then_some((Some(Inks::of(fill)), None)),
            picture,
        );
        let text = String::from_utf8(out).expect("text");
        text.split_terminator("\x1b\\").map(|part| part.chars().skip(3).take(3).collect()).collect()
    }

    #[test]
    fn the_pictures_of_a_frame_are_found_once_each() {
        let frame = buffer(&[(7, form(7, 3), 0), (7, form(7, 3), 3), (3, form(7, 3), 6), (7, form(2, 1), 9)]);
        assert_eq!(wanted(&frame), [(3, form(7, 3)), (7, form(2, 1)), (7, form(7, 3))]);
        let mut letters = buffer(&[]);
        letters[(0, 0)].fg = Color::Indexed(7);
        assert_eq!(wanted(&letters), []);
    }

    #[test]
    fn each_picture_is_sent_once() {
        let (white, red) = (Rgb(255, 255, 255), Rgb(255, 0, 0));
        let mut sent = Sent::default();
        let board = buffer(&[(3, form(7, 3), 0), (7, form(7, 3), 3)]);
        assert_eq!(sent_bytes(&mut sent, &board, white), ["a=T", "a=T"]);
        assert!(sent_bytes(&mut sent, &board, white).is_empty());
        let both = buffer(&[(3, form(7, 3), 0), (7, form(9, 4), 3)]);
        assert_eq!(sent_bytes(&mut sent, &both, white), ["a=p"], "the data are there");
        assert!(sent_bytes(&mut sent, &both, white).is_empty() && sent_bytes(&mut sent, &board, white).is_empty());
        assert_eq!(sent_bytes(&mut sent, &both, red), ["a=T", "a=T"], "in another colour");
        assert_eq!(sent_bytes(&mut sent, &board, red), ["a=p"], "a new picture has only its first form");
        assert_eq!(sent.numbers(), [3, 7]);
        sent.forget();
        assert_eq!(sent.numbers(), [0; 0]);
        assert_eq!(sent_bytes(&mut sent, &board, red), ["a=T", "a=T"]);
        assert!(sent_bytes(&mut sent, &buffer(&[(98, form(7, 3), 0), (99, form(7, 3), 3)]), red).is_empty());
    }
}
