//! The pictures that a terminal has. Each is sent once, in the write of the first frame that shows it, and again
//! only in other colours or after the terminal may have dropped it.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::graphics::{Form, Graphics, PLACEHOLDER};
use crate::tui::theme::color::Rgb;

/// A picture on the screen: its number and the form in which it is shown.
pub type Wanted = (u8, Form);

/// The pictures that the cells of a frame refer to, each once.
pub fn wanted(buffer: &Buffer) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for cell in &buffer.content {
        if let (Color::Indexed(number), Color::Indexed(form)) = (cell.fg, cell.underline_color)
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
    fill: Rgb,
    forms: Vec<Form>,
}

/// The pictures that were sent to one terminal.
#[derive(Debug, Default)]
pub struct Sent(BTreeMap<u8, Known>);

impl Sent {
    /// Writes what the terminal needs before it can show these pictures. `colour` is the colour of a picture, and
    /// `picture` the file in this colour; `None` if there is no such picture.
    pub fn prepare(
        &mut self,
        out: &mut Vec<u8>,
        graphics: Graphics,
        wanted: &[Wanted],
        colour: impl Fn(u8) -> Option<Rgb>,
        picture: impl Fn(u8, Rgb) -> Option<Vec<u8>>,
    ) {
        for &(number, form) in wanted {
            let Some(fill) = colour(number) else { continue };
            match self.0.get_mut(&number).filter(|known| known.fill == fill) {
                Some(known) if known.forms.contains(&form) => {}
                Some(known) => {
                    known.forms.push(form);
                    graphics.show_in(out, number, form);
                }
                None => {
                    let Some(png) = picture(number, fill) else { continue };
                    graphics.send(out, number, form, &png);
                    self.0.insert(number, Known { fill, forms: vec![form] });
                }
            }
        }
    }

    /// The first and the last number that was sent, if any was.
    pub fn range(&self) -> Option<(u8, u8)> {
        Some((*self.0.keys().next()?, *self.0.keys().next_back()?))
    }

    /// The terminal may have dropped all pictures: they are sent again.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::pieces::graphics::symbol;
    use crate::tui::pieces::rung::Dialect;
    use ratatui::layout::Rect;

    const GRAPHICS: Graphics = Graphics(Dialect { ranges: true, through_tmux: false });

    fn form(columns: u16, rows: u16) -> Form {
        Form::new(columns, rows).expect("it is small")
    }

    fn buffer(pictures: &[(u8, Form, u16)]) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 2));
        for &(number, form, x) in pictures {
            let cell = &mut buffer[(x, 0)];
            cell.set_symbol(&symbol(0, 0));
            cell.fg = Color::Indexed(number);
            cell.underline_color = Color::Indexed(form.number());
        }
        buffer
    }

    fn told(sent: &mut Sent, frame: &Buffer, fill: Rgb) -> Vec<String> {
        let mut out = Vec::new();
        let picture = |number, Rgb(red, ..)| (number != 99).then(|| vec![number, red, 0]);
        sent.prepare(&mut out, GRAPHICS, &wanted(frame), |number| (number != 98).then_some(fill), picture);
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
        assert_eq!(told(&mut sent, &board, white), ["a=T", "a=T"]);
        assert!(told(&mut sent, &board, white).is_empty());
        let both = buffer(&[(3, form(7, 3), 0), (7, form(9, 4), 3)]);
        assert_eq!(told(&mut sent, &both, white), ["a=p"], "the data are there");
        assert!(told(&mut sent, &both, white).is_empty() && told(&mut sent, &board, white).is_empty());
        assert_eq!(told(&mut sent, &both, red), ["a=T", "a=T"], "in another colour");
        assert_eq!(told(&mut sent, &board, red), ["a=p"], "a new picture has only its first form");
        assert_eq!(sent.range(), Some((3, 7)));
        sent.forget();
        assert_eq!((sent.range(), told(&mut sent, &board, red)), (None, vec!["a=T".to_owned(), "a=T".to_owned()]));
        assert!(told(&mut sent, &buffer(&[(98, form(7, 3), 0), (99, form(7, 3), 3)]), red).is_empty());
    }
}
