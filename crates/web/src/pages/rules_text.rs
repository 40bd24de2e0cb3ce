//! The rules of a game with their diagrams, from the same text as in the program.

use super::frame::Page;
use crate::html::Html;
use crate::rules::diagram::{Diagram, Part, parts};
use crate::rules::side::Side;
use crate::rules::variant::{Opening, Variant};
use crate::site::Site;
use crate::tui::diagram::{Moment, PageSymbols};
use crate::tui::view::View;

/// The room of the diagrams of a page, in bytes: the page stays below 100 kB. Later ones show their words only.
const DRAWN: usize = 72_000;

/// The games, as links to their rules.
pub(super) fn all(site: &Site) -> Page {
    let mut body = Html::default();
    body.element("h1", &[], "Rules");
    body.inside("ul", &[("class", "cards")], |html| {
        let games = site.games.games().iter().copied();
        let files = site.games.offered_ids().into_iter().filter_map(|id| site.games.find(id));
        for spec in games.chain(files.filter(|game| !site.games.lists(game.spec().id))).map(Variant::spec) {
            html.inside("li", &[("class", "card")], |html| {
                html.inside("a", &[("href", &format!("/rules/{}", spec.id))], |html| {
                    html.element("h3", &[], spec.title);
                    html.paragraph(spec.about);
                });
            });
        }
    });
    Page {
        path: "/rules".to_owned(),
        description: "The rules of all games of this club, with diagrams.".to_owned(),
        ..Page::new("Rules", body)
    }
}

/// What has no lines of its own yet: the lines of a paragraph, of a point of a list, or of a table.
#[derive(Default)]
struct Open {
    kind: Kind,
    lines: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    #[default]
    Paragraph,
    Point,
    Numbered,
    Row,
}

/// Bold words and words of code.
fn words(text: &str, html: &mut Html) {
    let mut rest = text;
    while let Some(at) = rest.find(['*', '`']) {
        let (before, marked) = rest.split_at(at);
        let (sign, tag) = if marked.starts_with("**") { ("**", "b") } else { (&marked[..1], "code") };
        let inside = marked[sign.len()..].split_once(sign).filter(|(inside, _)| !inside.is_empty() && sign != "*");
        let Some((inside, after)) = inside else {
            html.text(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        html.text(before);
        html.element(tag, &[], inside);
        rest = after;
    }
    html.text(rest);
}

fn cells(line: &str, tag: &'static str, html: &mut Html) {
    html.inside("tr", &[], |html| {
        for cell in line.trim_matches('|').split('|') {
            html.inside(tag, &[], |html| words(cell.trim(), html));
        }
    });
}

impl Open {
    /// Writes what is open, and begins something else.
    fn close(&mut self, html: &mut Html) {
        let (kind, lines) = (self.kind, std::mem::take(&mut self.lines));
        self.kind = Kind::Paragraph;
        if lines.is_empty() {
            return;
        }
        match kind {
            Kind::Paragraph => html.inside("p", &[], |html| words(&lines.join(" "), html)),
            Kind::Point | Kind::Numbered => {
                let tag = if kind == Kind::Point { "ul" } else { "ol" };
                html.inside(tag, &[], |html| {
                    for line in &lines {
                        html.inside("li", &[], |html| words(line, html));
                    }
                });
            }
            Kind::Row => html.inside("table", &[], |html| {
                html.inside("tbody", &[], |html| {
                    let is_text = |line: &&String| line.contains(|letter: char| letter.is_alphanumeric());
                    lines.iter().filter(is_text).for_each(|line| cells(line, "td", html));
                });
            }),
        }
    }

    fn line(&mut self, line: &str, html: &mut Html) {
        let (kind, text) = if let Some(text) = line.strip_prefix("* ").or_else(|| line.strip_prefix("- ")) {
            (Kind::Point, text)
        } else if line.starts_with('|') {
            (Kind::Row, line)
        } else if let Some((_, text)) = line.split_once(". ").filter(|(number, _)| {
            !number.is_empty() && number.len() < 3 && number.bytes().all(|digit| digit.is_ascii_digit())
        }) {
            (Kind::Numbered, text)
        } else {
            // A line below a point belongs to it.
            match self.lines.last_mut() {
                Some(last) => {
                    last.push(' ');
                    last.push_str(line.trim());
                }
                None => self.lines.push(line.trim().to_owned()),
            }
            return;
        };
        if kind != self.kind {
            self.close(html);
        }
        self.kind = kind;
        self.lines.push(text.to_owned());
    }
}

/// A diagram: the board of its first step that shows moves, and the words of all steps.
fn diagram(diagram: &Diagram, room: &mut usize, symbols: &mut PageSymbols, html: &mut Html) {
    let shown = diagram.frames.iter().find(|frame| !frame.picks.is_empty()).or_else(|| diagram.frames.first());
    let Some(frame) = shown else { return };
    let spec = frame.position.spec();
    let class = if spec.geometry().size()[2] > 1 { "small scroll levels" } else { "small" };
    let before = symbols.svg().len();
    let board = symbols.board(spec, View::of(spec, Side::FIRST), &Moment::step(frame), &frame.words);
    let size = board.len() + symbols.svg().len() - before;
    html.inside("figure", &[("class", class)], |html| {
        if size <= *room {
            *room -= size;
            html.drawing(&board);
        }
        let lines: Vec<&str> =
            diagram.frames.iter().map(|frame| frame.words.as_str()).filter(|words| !words.is_empty()).collect();
        match lines[..] {
            [] => {}
            [line] => html.element("figcaption", &[], line),
            _ => html.inside("figcaption", &[], |html| {
                html.inside("ol", &[], |html| lines.iter().for_each(|line| html.element("li", &[], line)));
            }),
        }
    });
}

/// The board before the first move.
fn start(game: &'static dyn Variant, symbols: &mut PageSymbols, html: &mut Html) {
    let Ok(position) = game.begin(Opening::Start) else { return };
    let (spec, words) = (game.spec(), "Before the first move");
    let board = symbols.board(spec, View::of(spec, Side::FIRST), &Moment::of(position.as_ref()), words);
    html.inside("figure", &[("class", "small scroll")], |html| html.drawing(&board));
}

/// The rules of a game.
pub(super) fn page(site: &Site, id: &str) -> Option<Page> {
    let game = site.games.find(id)?;
    let spec = game.spec();
    let (mut body, mut symbols, mut open, mut room) =
        (Html::default(), PageSymbols::default(), Open::default(), DRAWN);
    body.inside("article", &[("class", "rules")], |html| {
        let mut has_title = !spec.rules.starts_with("# ");
        if has_title {
            // The rules of a file are words only.
            html.element("h1", &[], spec.title);
            start(game, &mut symbols, html);
        }
        for part in parts(spec.rules) {
            let Part::Line(line) = part else {
                open.close(html);
                if let Part::Diagram(block) = part
                    && let Ok(read) = Diagram::read(game, block)
                {
                    diagram(&read, &mut room, &mut symbols, html);
                }
                continue;
            };
            let heading = line.trim_start_matches('#');
            if line.trim().is_empty() {
                open.close(html);
            } else if heading.len() < line.len() {
                open.close(html);
                let tag = if has_title || line.starts_with("##") { "h2" } else { "h1" };
                has_title = true;
                html.element(tag, &[], heading.trim());
            } else {
                open.line(line, html);
            }
        }
        open.close(html);
        html.inside("p", &[], |html| {
            html.link(&format!("/ladder/{}", spec.id), "Ladder");
            if !game.puzzles().is_empty() {
                html.text(" · ");
                html.link(&format!("/puzzle/{}", spec.id), "Puzzle of the day");
            }
        });
    });
    Some(Page {
        path: format!("/rules/{}", spec.id),
        description: format!("{}: {} All rules, with diagrams.", spec.title, spec.about),
        symbols,
        ..Page::new(&format!("{}: rules", spec.title), body)
    })
}
