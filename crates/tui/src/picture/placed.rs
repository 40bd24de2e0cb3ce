//! The pictures of pieces in a frame: what a terminal with kitty's protocol shows, drawn from the artwork itself.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::Position as Point;
use ratatui::style::Color;

use super::CELL;
use crate::diagram::symbol;
use crate::escape::base64;
use crate::pieces::graphics::{Form, numbered, place};
use crate::pieces::number::{is_behind, mark, piece};
use crate::pieces::png::Inks;
use crate::pieces::shown::Shown;
use crate::theme::Theme;

/// A picture on the screen: its number, its upper left corner, its form, and the cells of it that are seen.
struct Placed {
    number: u32,
    corner: Point,
    form: Form,
    seen: Vec<Point>,
}

/// The pictures that the cells of a frame refer to.
fn found(buffer: &Buffer) -> Vec<Placed> {
    let mut found: Vec<Placed> = Vec::new();
    let mut before: Option<(Point, usize)> = None;
    for at in buffer.area.positions() {
        let cell = &buffer[at];
        let (Some(named), Some(number), Color::Indexed(form)) =
            (place(cell.symbol()), numbered(cell.fg), cell.underline_color)
        else {
            continue;
        };
        let Some(form) = Form::numbered(form) else { continue };
        let same = |placed: &Placed| (placed.number, placed.form) == (number, form);
        let goes_on =
            before.filter(|&(last, of)| last == Point::new(at.x.wrapping_sub(1), at.y) && same(&found[of]));
        let of = match (named, goes_on) {
            (Some((row, column)), _) => {
                let (Some(x), Some(y)) = (at.x.checked_sub(column), at.y.checked_sub(row)) else { continue };
                let corner = Point::new(x, y);
                found.iter().position(|placed| placed.corner == corner && same(placed)).unwrap_or_else(|| {
                    found.push(Placed { number, corner, form, seen: Vec::new() });
                    found.len() - 1
                })
            }
            (None, Some((_, of))) => of,
            (None, None) => continue,
        };
        found[of].seen.push(at);
        before = Some((at, of));
    }
    found
}

/// The pictures of a frame as SVG elements; nothing if there are none.
pub(super) fn pictures(buffer: &Buffer, shown: &Shown, theme: &Theme) -> String {
    let found = found(buffer);
    let mut armies: Vec<Inks> = Vec::new();
    let (mut symbols, mut uses) = (String::new(), String::new());
    let mut known: Vec<String> = Vec::new();
    let (wide, high) = CELL;
    for (at, placed) in found.iter().enumerate() {
        let number = piece(placed.number);
        let name = if is_behind(placed.number) { format!("d{number}") } else { format!("n{number}") };
        let found = shown.gallery.picture(number).zip(shown.inks(placed.number, theme));
        if let Some((picture, inks)) = found.filter(|_| !known.contains(&name)) {
            let army = armies.iter().position(|&known| known == inks).unwrap_or_else(|| {
                armies.push(inks);
                armies.len() - 1
            });
            symbols.push_str(&symbol::named(&name, army, picture.spec, picture.piece));
            known.push(name.clone());
        }
        let (columns, rows) = placed.form.cells();
        let (left, top) = (u32::from(placed.corner.x) * wide, u32::from(placed.corner.y) * high);
        let (width, height) = (u32::from(columns) * wide, u32::from(rows) * high);
        let mut clip = String::new();
        if placed.seen.len() < usize::from(columns * rows) {
            let _ = write!(uses, "<clipPath id=\"c{at}\"><path d=\"");
            for cell in &placed.seen {
                let _ = write!(
                    uses,
                    "M{} {}h{wide}v{high}h-{wide}z",
                    u32::from(cell.x) * wide,
                    u32::from(cell.y) * high
                );
            }
            uses.push_str("\"/></clipPath>\n");
            clip = format!(" clip-path=\"url(#c{at})\"");
        }
        // The terminal keeps the shape of a picture and puts it into the middle, and so does a viewer.
        let place = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"{clip}/>\n");
        let mut parts: Vec<String> = found.iter().map(|_| format!("<use href=\"#{name}\" {place}")).collect();
        if let (Some(mark), Some(colour)) = (mark(placed.number), Shown::mark_colour(placed.number, theme)) {
            let data = base64(&mark.picture(colour, None, width as f32 / height as f32));
            let part = format!("<image href=\"data:image/png;base64,{data}\" {place}");
            parts.insert(if mark.is_above() { parts.len() } else { 0 }, part);
        }
        uses.push_str(&parts.concat());
    }
    if uses.is_empty() {
        return String::new();
    }
    format!("<style>{}</style>\n<defs>\n{symbols}</defs>\n{uses}", symbol::style(armies.into_iter()))
}
