//! `rules GAME`: shows the rules of a game with diagrams, in the user's pager or on standard output.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use super::{Failure, Outcome, out};
use crate::rules::diagram::{Diagram, DiagramError, Frame, Part, parts};
use crate::rules::geometry::{Coord, Square};
use crate::rules::variant::Variant;
use crate::tui::board::selection::sign;
use crate::tui::glyphs::{ASCII, Glyphs, UNICODE};
use crate::tui::outline::{Outline, Strokes};
use crate::tui::widgets::text::wrap;

/// The columns of the text.
const WIDTH: usize = 79;

/// The columns of a square on a board of several levels.
const CELL: usize = 4;

/// Shows the rules of a game, or prints them as a page.
pub(super) fn run(game: &'static dyn Variant, as_page: bool) -> Outcome {
    let text = if as_page { markdown } else { text }(game, strokes())
        .map_err(|error| Failure::Failed(format!("{}: {error}", game.spec().id)))?;
    if as_page {
        return Ok(out::data().write_all(text.as_bytes())?);
    }
    Ok(show(&text)?)
}

/// The rules of a game with all diagrams drawn in these line characters.
pub fn text(game: &'static dyn Variant, strokes: Strokes) -> Result<String, DiagramError> {
    let glyphs = if strokes == Strokes::Box { &UNICODE } else { &ASCII };
    let mut text = String::new();
    let mut after_diagram = false;
    for part in parts(game.spec().rules) {
        let mut lines = match part {
            Part::Line(line) => vec![line.to_owned()],
            Part::Diagram(block) => diagram(&Diagram::read(game, block)?, strokes, glyphs),
        };
        // A diagram between the items of a list is followed by a blank line too.
        if std::mem::replace(&mut after_diagram, matches!(part, Part::Diagram(_))) && part != Part::Line("") {
            lines.insert(0, String::new());
        }
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
    }
    Ok(text)
}

/// The rules of a game as a page in Markdown: its title above them, and each diagram as a block of text.
pub fn markdown(game: &'static dyn Variant, strokes: Strokes) -> Result<String, DiagramError> {
    let glyphs = if strokes == Strokes::Box { &UNICODE } else { &ASCII };
    let spec = game.spec();
    // Those that are made from a file have no heading.
    let mut lines: Vec<String> = Vec::new();
    if !spec.rules.starts_with("# ") {
        lines.extend([format!("# {}", spec.title), String::new()]);
    }
    for part in parts(spec.rules) {
        match part {
            Part::Line(line) if line.is_empty() && lines.last().is_some_and(String::is_empty) => {}
            Part::Line(line) => lines.push(linked(line)),
            Part::Diagram(block) => {
                lines.push("```text".to_owned());
                lines.extend(diagram(&Diagram::read(game, block)?, strokes, glyphs));
                lines.push("```".to_owned());
            }
        }
    }
    Ok(lines.join("\n").trim_end().to_owned() + "\n")
}

/// A line in which an address is a link.
fn linked(line: &str) -> String {
    let word = |word: &str| if word.starts_with("https://") { format!("<{word}>") } else { word.to_owned() };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The board of a diagram with the moves of its piece, and the words of all its pictures.
fn diagram(diagram: &Diagram, strokes: Strokes, glyphs: &Glyphs) -> Vec<String> {
    let moves = diagram.frames.iter().find(|frame| !frame.picks.is_empty());
    let mut lines = board(moves.unwrap_or(&diagram.frames[0]), strokes, glyphs);
    for (at, frame) in diagram.frames.iter().enumerate().filter(|(_, frame)| !frame.words.is_empty()) {
        let number = format!("   {}. ", at + 1);
        for (row, line) in wrap(&frame.words, WIDTH - number.len()).enumerate() {
            let before = if row == 0 { number.as_str() } else { "" };
            lines.push(format!("{before:0$}{line}", number.len()));
        }
    }
    lines
}

/// The content of a square: the piece, and the signs of the board on its sides.
fn square(frame: &Frame, at: Square, glyphs: &Glyphs) -> String {
    let letters = frame.position.letters(at);
    let mark = frame.marks().into_iter().find(|&(marked, _)| marked == at);
    let Some(sign) = mark.and_then(|(_, mark)| sign(mark)) else { return letters };
    let drawn: Vec<char> = sign.drawn(glyphs).chars().collect();
    let [left, middle, right] = drawn[..] else { return letters };
    if letters.is_empty() { format!("{left}{middle}{right}") } else { format!("{left}{letters}{right}") }
}

/// The board of a picture.
pub(super) fn board(frame: &Frame, strokes: Strokes, glyphs: &Glyphs) -> Vec<String> {
    let geometry = frame.position.geometry();
    if geometry.size()[2] == 1 {
        let outline = Outline { strokes, width: 3, height: 1 };
        return outline.draw(geometry, 0, |at| square(frame, at, glyphs));
    }
    let levels: Vec<Vec<String>> = (0..geometry.size()[2])
        .filter(|&level| {
            let used = |at: &Square| geometry.coord(*at).z == level && !square(frame, *at, glyphs).is_empty();
            geometry.squares().any(|at| used(&at))
        })
        .map(|level| plane(frame, level, glyphs))
        .collect();
    // As many levels beside each other as there is room for.
    let wide = levels.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
    let across = ((WIDTH + 2) / (wide + 2)).max(1);
    let mut lines = Vec::new();
    for row in levels.chunks(across) {
        for at in 0..row[0].len() {
            let line: Vec<String> = row.iter().map(|level| format!("{:wide$}", level[at])).collect();
            lines.push(line.join("  ").trim_end().to_owned());
        }
    }
    lines
}

/// One level of a board of several levels, without lines.
fn plane(frame: &Frame, level: u8, glyphs: &Glyphs) -> Vec<String> {
    let geometry = frame.position.geometry();
    let [columns, rows, _] = geometry.size();
    let edges: Vec<String> = (0..rows).map(|y| geometry.rank_edge(y, level)).collect();
    let margin = edges.iter().map(String::len).max().unwrap_or_default();
    let shown = geometry.level_name(level).map(|name| name.to_string()).unwrap_or_default();
    let mut lines = vec![format!("{:margin$}  level {shown}", "")];
    for y in (0..rows).rev() {
        let cells = (0..columns).map(|x| match geometry.at(Coord::new(x, y, level)) {
            Some(at) => Some(square(frame, at, glyphs)).filter(|text| !text.is_empty()).unwrap_or(".".to_owned()),
            None => String::new(),
        });
        let row: Vec<String> = cells.map(|cell| format!("{cell:^CELL$}")).collect();
        lines.push(format!(" {:>margin$}{}", edges[usize::from(y)], row.concat()));
    }
    let names: Vec<String> = (0..columns).map(|x| format!("{:^CELL$}", geometry.column_edge(x, level))).collect();
    lines.push(format!("{:margin$} {}", "", names.concat()));
    lines
}

/// The line characters that the user's locale supports.
pub(super) fn strokes() -> Strokes {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_lowercase();
    if locale.contains("utf-8") || locale.contains("utf8") { Strokes::Box } else { Strokes::Ascii }
}

/// Shows a text in the user's pager if standard output is a terminal and a pager can be started. Otherwise
/// prints it.
pub(super) fn show(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() && page(text) {
        return Ok(());
    }
    let mut out = out::data();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Did a pager show the text?
fn page(text: &str) -> bool {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let pager = pager.unwrap_or_else(|| "less".to_owned());
    let mut words = pager.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    // Options for `less`: print short texts without paging, and keep colours and Unicode characters.
    let started = command.args(words).env("LESS", "FRX").env("LESSCHARSET", "utf-8").stdin(Stdio::piped()).spawn();
    let Ok(mut child) = started else { return false };
    if let Some(mut input) = child.stdin.take() {
        // An error here only means that the user left the pager early.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.success())
}
