//! Boards for pages: shapes with classes, whose colours are in a style sheet. So one page can show them in light and dark,
//! and each piece is in a page only once, however many boards it has.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::draw::{GROUND, INK, back, fore, rgb};
use super::edge_names::edge_names;
use super::moment::Moment;
use super::place::Places;
use super::symbol::{colourless, hex};
use crate::escape::xml;
use crate::pieces::png::Inks;
use crate::rules::piece::Piece;
use crate::rules::side::Side;
use crate::rules::spec::{KindSpec, Spec};
use crate::theme::army::army;
use crate::theme::{Role, Theme};
use crate::view::View;

/// The roles of pieces, in the order of their numbers in the style sheet.
const ARMIES: [Role; 6] = [Role::Piece1, Role::Piece2, Role::Army1, Role::Army2, Role::Army3, Role::Army4];

/// What of the picture is outside the squares of a board: names of columns below, and of rows at the left.
const BELOW: u32 = 28;
const LEFT: u32 = 24;

/// The number of an army in the style sheet.
fn number(spec: &Spec, side: Side) -> usize {
    let role = army(spec, side);
    ARMIES.iter().position(|known| *known == role).unwrap_or(0)
}

/// The name of the symbol of a kind in a page that may show several games.
fn name(spec: &Spec, kind: &KindSpec) -> String {
    format!("{}-{}{}", spec.id, if kind.promoted { "plus-" } else { "" }, kind.letter)
}

/// How pieces are drawn, as rules of a style sheet. What uses a piece has the colours of its army.
pub const PIECES: &str = ".p *{stroke-linejoin:round}.p .edge{stroke-width:5;paint-order:stroke}\
     .p .line,.p .pale,.p .dim{stroke-linecap:round}.p :is(.line,.pale,.dim):not([stroke-width]){stroke-width:2.5}\
     .plus{font-size:36px;text-anchor:middle}.letter{font-size:72px;text-anchor:middle}.p .outline{fill:var(--line)}.p .fill{fill:var(--fill)}.p .shade{fill:var(--shade)}\
     .p .core{fill:var(--core)}.p .edge,.p .line{stroke:var(--line)}.p .pale{stroke:var(--fill)}\
     .p .dim{stroke:var(--shade)}.p .line,.p .pale,.p .dim{fill:none}\
     .sign,.disc{fill:var(--fill);stroke:var(--line);stroke-width:2}";

/// The colours of boards and pieces in a theme, as rules of a style sheet.
pub fn colour_sheet(theme: &Theme) -> String {
    let mut sheet = String::new();
    for (at, role) in ARMIES.into_iter().enumerate() {
        let figure = theme.figure(theme.on_square(Role::Dark, Some(role)), role);
        let inks = Inks::of(rgb(figure.fg, INK));
        let [line, fill, shade, core] = [inks.outline, inks.fill, inks.shade, inks.core].map(hex);
        let _ = write!(sheet, ".a{at}{{--line:{line};--fill:{fill};--shade:{shade};--core:{core}}}");
    }
    for role in Role::ALL.iter().filter(|role| role.is_square() && **role != Role::Dark) {
        let _ = write!(sheet, ".{}{{fill:{}}}", class(*role), back(theme, *role));
    }
    let dark = hex(rgb(theme.on_square(Role::Dark, None).bg, GROUND));
    let _ = write!(sheet, ".{}{{fill:{dark}}}", class(Role::Dark));
    let _ =
        write!(sheet, ".rim{{fill:{}}}.at{{fill:{}}}", fore(theme, Role::Lines), fore(theme, Role::Coordinates));
    sheet
}

/// The class of a square with this role.
fn class(role: Role) -> String {
    format!("on-{}", role.name())
}

/// The pieces of the boards of a page, each once.
#[derive(Default, Debug)]
pub struct PageSymbols {
    names: BTreeSet<String>,
    symbols: String,
}

impl PageSymbols {
    fn add(&mut self, spec: &Spec, piece: Piece) -> String {
        let kind = spec.of(piece.kind());
        let name = name(spec, kind);
        if self.names.insert(name.clone()) {
            self.symbols.push_str(&colourless(&name, kind));
        }
        name
    }

    /// A picture that shows nothing: the boards of the page take their pieces from it. Empty if there are none.
    pub fn svg(&self) -> String {
        if self.symbols.is_empty() {
            return String::new();
        }
        format!("<svg class=\"symbols\" aria-hidden=\"true\"><defs>\n{}</defs></svg>\n", self.symbols)
    }

    /// The board of a moment, described by these words.
    pub fn board(&mut self, spec: &'static Spec, view: View, moment: &Moment, words: &str) -> String {
        let places = Places::new(spec, view);
        let (wide, top) = (places.size().0, places.top());
        let levels = places.board().size()[2];
        let above = if levels > 1 { BELOW } else { 6 };
        let (left, up) = (places.left(0) - LEFT, top - above);
        let (width, height) = (wide - left - LEFT, places.bottom() + BELOW - up);
        let kind = if levels > 1 { "board levels" } else { "board" };
        let mut out = format!(
            "<svg class=\"{kind}\" viewBox=\"{left} {up} {width} {height}\" role=\"img\"><title>{}</title>\n",
            xml(words)
        );
        squares(&places, &mut out);
        edge_names(&places, "at", &mut out);
        let side = places.square();
        for &(square, role) in &moment.marks {
            let (x, y) = places.at(square);
            let mark = class(role);
            let _ = write!(out, "<path class=\"{mark}\" d=\"M{x} {y}h{side}v{side}h-{side}z\"/>");
        }
        for &(square, piece) in &moment.pieces {
            let (x, y) = places.at(square);
            let name = self.add(spec, piece);
            let (x, y, side, army) = (x + 2, y + 2, side - 4, number(spec, piece.side()));
            let _ = write!(
                out,
                "<use class=\"a{army}\" href=\"#{name}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// What a seat has in reserve, each kind with its number.
    pub fn reserve(&mut self, spec: &'static Spec, side: Side, moment: &Moment) -> String {
        let mut out = String::new();
        for (piece, count) in moment.reserve.iter().filter(|(piece, _)| piece.side() == side) {
            let name = self.add(spec, *piece);
            let army = number(spec, side);
            let kind = xml(spec.of(piece.kind()).name);
            let _ = write!(
                out,
                "<span class=\"held\"><svg viewBox=\"0 0 96 96\" role=\"img\"><title>{kind}</title>\
                 <use class=\"a{army}\" href=\"#{name}\" width=\"96\" height=\"96\"/></svg>{}</span> ",
                xml(count)
            );
        }
        out
    }

    /// The disc of an army.
    pub fn disc(spec: &Spec, side: Side) -> String {
        let army = number(spec, side);
        format!(
            "<svg class=\"disc\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><circle class=\"disc a{army}\" cx=\"8\" cy=\"8\" r=\"7\"/></svg>"
        )
    }
}

/// The squares, with a rim around a board of any shape.
fn squares(places: &Places, out: &mut String) {
    let side = places.square();
    let mut paths = [String::new(), String::new(), String::new()];
    for plane in places.levels() {
        let (columns, rows) = plane.size();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let Some(square) = plane.square(column, row) else { continue };
            let (x, y) = places.at(square);
            let is_dark = (row + column) % 2 == (rows + 1) % 2;
            let _ = write!(paths[0], "M{} {}h{s}v{s}h-{s}z", x - 2, y - 2, s = side + 4);
            let _ = write!(paths[if is_dark { 1 } else { 2 }], "M{x} {y}h{side}v{side}h-{side}z");
        }
    }
    for (class, path) in ["rim", "on-dark", "on-light"].into_iter().zip(paths) {
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Depth;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;
    use crate::theme::Themes;

    /// A page allows no styles inside it.
    #[test]
    fn boards_have_classes_only_and_each_piece_is_there_once() {
        for game in GAMES {
            let (spec, mut symbols) = (game.spec(), PageSymbols::default());
            let position = game.begin(Opening::Start).expect("the start");
            let moment = Moment::of(position.as_ref());
            let view = View::of(spec, Side::FIRST);
            let board = symbols.board(spec, view, &moment, "<b>");
            let once = symbols.svg();
            assert_eq!(symbols.board(spec, view, &moment, "<b>"), board);
            let reserve: String = spec.sides().map(|side| symbols.reserve(spec, side, &moment)).collect();
            for text in [&board, &once, &reserve] {
                assert!(!text.contains("style") && !text.contains("fill=") && !text.contains("<b>"), "{text}");
            }
            let ids = once.matches("<symbol id=").count();
            assert!(ids > 0 && board.matches("<use ").count() == moment.pieces.len(), "{}", spec.id);
            assert!(once.len() < 24_000 && board.len() < 40_000, "{}: {} + {}", spec.id, once.len(), board.len());
        }
    }

    #[test]
    fn a_sheet_has_a_colour_for_every_square_and_army() {
        let sheet = colour_sheet(&Themes::load(None).named("slate", Depth::True));
        for class in [".on-light{", ".on-dark{", ".on-last-to{", ".on-check{", ".a0{", ".a5{", "--shade:#", ".rim{"]
        {
            assert!(sheet.contains(class), "{class}");
        }
    }
}
