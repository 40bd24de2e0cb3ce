//! Writes a picture. What is in it at some of the moments only is shown and hidden by an animation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ratatui::style::Color;

use super::edge_names::edge_names;
use super::moment::Moment;
use super::place::{HEAD, LINE, MARGIN, Places};
use super::symbol::{self, hex};
use super::{Diagram, times};
use crate::escape::xml;
use crate::pieces::png::Inks;
use crate::rules::piece::Piece;
use crate::rules::spec::Spec;
use crate::theme::army::army;
use crate::theme::color::Rgb;
use crate::theme::{Role, Theme};

/// The colour of a style, or this one where the theme leaves it to the terminal.
pub(super) fn rgb(color: Option<Color>, otherwise: Rgb) -> Rgb {
    match color {
        Some(Color::Rgb(red, green, blue)) => Rgb(red, green, blue),
        _ => otherwise,
    }
}

pub(super) const INK: Rgb = Rgb(0xe0, 0xe0, 0xe0);
pub(super) const GROUND: Rgb = Rgb(0x16, 0x16, 0x16);

pub(super) fn fore(theme: &Theme, role: Role) -> String {
    hex(rgb(theme.style(role).fg, INK))
}

pub(super) fn back(theme: &Theme, role: Role) -> String {
    hex(rgb(theme.style(role).bg, GROUND))
}

/// The parts of a picture, in layers from below. Each part has the moments at which it is seen.
#[derive(Default)]
struct Parts(BTreeMap<(u8, String), BTreeSet<usize>>);

impl Parts {
    fn add(&mut self, layer: u8, part: String, at: usize) {
        self.0.entry((layer, part)).or_default().insert(at);
    }

    /// Writes the parts. Without animation, a viewer shows the last moment.
    fn write(&self, count: usize, out: &mut String) {
        let (starts, whole) = times(count);
        for ((_, part), seen) in &self.0 {
            if seen.len() == count {
                let _ = writeln!(out, "{part}");
                continue;
            }
            let shown = |at: usize| if seen.contains(&at) { "visible" } else { "hidden" };
            let turns: Vec<usize> = (0..count).filter(|&at| at == 0 || shown(at) != shown(at - 1)).collect();
            let values: Vec<&str> = turns.iter().map(|&at| shown(at)).collect();
            let times: Vec<String> = turns.iter().map(|&at| short(starts[at])).collect();
            let _ = writeln!(
                out,
                "<g visibility=\"{}\">{part}<animate attributeName=\"visibility\" calcMode=\"discrete\" \
                 dur=\"{}s\" repeatCount=\"indefinite\" values=\"{}\" keyTimes=\"{}\"/></g>",
                shown(count - 1),
                short(whole),
                values.join(";"),
                times.join(";")
            );
        }
    }
}

/// A number without needless digits.
fn short(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A picture of these moments.
pub(super) fn picture(look: Diagram<'_>, spec: &'static Spec, moments: &[Moment]) -> String {
    let places = Places::new(spec, look.view);
    let theme = look.theme;
    let mut parts = Parts::default();
    for (at, moment) in moments.iter().enumerate() {
        add(&mut parts, &places, spec, theme, moment, at);
    }
    let (width, height) = places.size();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n",
        xml(&title(spec, moments))
    );
    let ground = rgb(theme.on_square(Role::Dark, None).bg, GROUND);
    let fill = |side| rgb(theme.on_square(Role::Dark, Some(army(spec, side))).fg, INK);
    let _ = writeln!(
        out,
        "<style>text{{font-family:\"DejaVu Sans\",Verdana,sans-serif;font-size:15px;fill:{text}}}\
         .at{{fill:{dim}}}.name{{fill:{title};font-weight:bold}}.here{{fill:{title}}}.c{{text-anchor:middle}}\
         .r{{text-anchor:end}}{pieces}</style>",
        text = fore(theme, Role::Text),
        dim = fore(theme, Role::Coordinates),
        title = fore(theme, Role::Title),
        pieces = symbol::style(spec.sides().map(fill).map(Inks::of)),
    );
    let mut used: Vec<Piece> = Vec::new();
    for moment in moments {
        let pieces =
            moment.pieces.iter().map(|&(_, piece)| piece).chain(moment.reserve.iter().map(|&(piece, _)| piece));
        for piece in pieces {
            if !used.contains(&piece) {
                used.push(piece);
            }
        }
    }
    used.sort_by_key(|piece| (piece.side().index(), piece.kind().index()));
    out.push_str("<defs>\n");
    for &piece in &used {
        out.push_str(&symbol::symbol(spec, piece));
    }
    out.push_str("</defs>\n");
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", back(theme, Role::Text));
    let _ = writeln!(out, "<text class=\"name\" x=\"{MARGIN}\" y=\"{}\">{}</text>", HEAD - 18, xml(spec.title));
    board(&places, theme, &hex(ground), &mut out);
    parts.write(moments.len(), &mut out);
    out.push_str("</svg>\n");
    out
}

fn title(spec: &Spec, moments: &[Moment]) -> String {
    let players = moments.first().map(|moment| moment.players.join(", ")).unwrap_or_default();
    format!("{}, {players}", spec.title)
}

/// Draws the empty board with the names of rows, columns and levels.
fn board(places: &Places, theme: &Theme, dark: &str, out: &mut String) {
    let side = places.square();
    let light = back(theme, Role::Light);
    // The rim of each square lies below all squares, so together they are the outline of a board of any shape.
    let rim = fore(theme, Role::Lines);
    let _ = write!(out, "<path fill=\"{rim}\" d=\"");
    for square in places.board().squares() {
        let (x, y) = places.at(square);
        let _ = write!(out, "M{} {}h{s}v{s}h-{s}z", x - 2, y - 2, s = side + 4);
    }
    out.push_str("\"/>\n");
    for (ground, odd) in [(dark, true), (light.as_str(), false)] {
        let _ = write!(out, "<path fill=\"{ground}\" d=\"");
        for plane in places.levels() {
            let (columns, rows) = plane.size();
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let is_dark = (row + column) % 2 == (rows + 1) % 2;
                if let Some(square) = plane.square(column, row).filter(|_| is_dark == odd) {
                    let (x, y) = places.at(square);
                    let _ = write!(out, "M{x} {y}h{side}v{side}h-{side}z");
                }
            }
        }
        out.push_str("\"/>\n");
    }
    edge_names(places, "name", out);
}

/// Adds what a moment shows.
fn add(parts: &mut Parts, places: &Places, spec: &Spec, theme: &Theme, moment: &Moment, at: usize) {
    let side = places.square();
    for &(square, role) in &moment.marks {
        let (x, y) = places.at(square);
        let ground = back(theme, role);
        let part = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{ground}\"/>");
        parts.add(0, part, at);
    }
    for &(square, piece) in &moment.pieces {
        let (x, y) = places.at(square);
        parts.add(1, used(spec, piece, x + 2, y + 2, side - 4), at);
    }
    let (width, _) = places.size();
    if !moment.words.is_empty() {
        let (x, y) = (width - MARGIN, HEAD - 18);
        parts.add(2, format!("<text class=\"r\" x=\"{x}\" y=\"{y}\">{}</text>", xml(&moment.words)), at);
    }
    for (seat, player) in spec.sides().zip(&moment.players) {
        let y = places.line(seat.index());
        let middle = y + LINE / 2 + 5;
        if moment.turn == Some(seat) {
            let part = format!("<path class=\"here\" d=\"M{MARGIN} {}l10 6l-10 6z\"/>", y + LINE / 2 - 6);
            parts.add(2, part, at);
        }
        let x = MARGIN + 20;
        let class = format!("l{}", seat.index());
        parts.add(2, format!("<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"7\"/>", x + 7, y + LINE / 2), at);
        parts.add(2, format!("<text x=\"{}\" y=\"{middle}\">{}</text>", x + 24, xml(player)), at);
        let mut x = width - MARGIN;
        for (piece, count) in moment.reserve.iter().rev().filter(|(piece, _)| piece.side() == seat) {
            x = x.saturating_sub(62);
            parts.add(2, used(spec, *piece, x, y + 3, LINE - 6), at);
            parts.add(2, format!("<text x=\"{}\" y=\"{middle}\">{}</text>", x + 32, xml(count)), at);
        }
    }
}

/// A piece with its upper left corner here.
fn used(spec: &Spec, piece: Piece, x: u32, y: u32, side: u32) -> String {
    let name = symbol::name(spec, piece);
    format!("<use href=\"#{name}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>")
}
