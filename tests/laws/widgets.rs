//! What draws is a widget of ratatui, and screens divide their area with its layouts: they do not add up columns and
//! rows, so what is drawn and what the mouse meets are the same rectangles.

use super::layers::{files, tokens};

/// The screens, dialogs and panels without sums of columns and rows.
const DIVIDED: &[&str] = &[
    "ssh/screens/ladder",
    "ssh/screens/talk",
    "ssh/screens/tournaments",
    "tui/board/analysis",
    "tui/board/panels/moves",
    "tui/board/prompt",
    "tui/app.rs",
    "tui/dialogs/",
    "tui/screens/home",
    "tui/screens/lessons",
    "tui/screens/library",
    "tui/screens/new_game",
    "tui/screens/play/draw",
    "tui/screens/puzzles",
    "tui/screens/review/draw",
    "tui/screens/rules",
    "tui/screens/settings",
];

/// The widgets: those of all screens, and that of the talk.
const WIDGETS: &[&str] = &["tui/widgets/", "ssh/screens/talk/lines.rs"];

/// Files of the widgets that draw nothing: they measure text or areas.
const MEASURES: &[&str] = &["tui/widgets/areas.rs", "tui/widgets/text.rs"];

/// The writers that all text passes.
const WRITERS: &str = "tui/widgets/put.rs";

/// The file that makes the frames.
const FRAMES: &str = "tui/widgets/frame.rs";

/// Types of the widgets that are data.
const DATA: &[&str] = &["Item"];

/// The code of a file without its tests.
fn code(text: &str) -> Vec<&str> {
    tokens(text.split("#[cfg(test)]").next().unwrap_or_default())
}

/// The sums of columns and rows in a piece of code: `area.x + 1`, `area.bottom() - 1`, `Rect { … }`.
fn sums(text: &str) -> Vec<String> {
    let code = code(text);
    let is_sum = |at: usize| {
        let field = |name: &str| matches!(name, "x" | "y" | "width" | "height");
        let edge = |name: &str| matches!(name, "left" | "right" | "top" | "bottom");
        match code[at..] {
            [".", name, "+" | "-", next, ..] => field(name) && next != ">",
            [".", name, "(", ")", "+" | "-", ..] => edge(name),
            ["+" | "-", _, ".", name, ..] if field(name) => code.get(at + 4) != Some(&"("),
            ["Rect", "{", ..] => at < 1 || !matches!(code[at - 1], ">" | "let"),
            _ => false,
        }
    };
    (0..code.len()).filter(|&at| is_sum(at)).map(|at| code[at..].iter().take(6).copied().collect()).collect()
}

/// What is wrong with a file of the widgets: functions that draw, and types that do not implement a trait of ratatui.
fn no_widgets(file: &str, text: &str) -> Vec<String> {
    let code = code(text);
    if MEASURES.contains(&file) {
        return code.iter().filter(|&&word| word == "Buffer").map(|_| format!("{file} draws")).collect();
    }
    let mut faults = Vec::new();
    let drawing = |name: &str| {
        let implements = |trait_: &str| code.windows(3).any(|words| words == [trait_, "for", name]);
        implements("Widget") || implements("StatefulWidget")
    };
    for (at, words) in code.windows(3).enumerate() {
        match *words {
            ["pub", "struct", name] if !name.ends_with("State") && !DATA.contains(&name) && !drawing(name) => {
                faults.push(format!("{file}: {name} is no widget"));
            }
            ["pub", "fn", name] => {
                let head = code[at..].iter().take_while(|&&word| word != "{");
                if head.into_iter().any(|&word| word == "Buffer") {
                    faults.push(format!("{file}: {name} draws without a widget"));
                }
            }
            _ => {}
        }
    }
    faults
}

#[test]
fn what_draws_is_a_widget() {
    let is_widget = |file: &str| WIDGETS.iter().any(|widgets| file.starts_with(widgets));
    let files: Vec<_> = files("src").into_iter().filter(|(file, _)| is_widget(file)).collect();
    assert!(files.len() > 10);
    let widgets = files.iter().filter(|(file, _)| file != WRITERS);
    let faults: Vec<String> = widgets.flat_map(|(file, text)| no_widgets(file, text)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn screens_and_dialogs_divide_their_areas() {
    let files: Vec<_> =
        files("src").into_iter().filter(|(file, _)| DIVIDED.iter().any(|part| file.starts_with(part))).collect();
    assert!(files.len() > 30, "{}", files.len());
    let faults: Vec<_> =
        files.iter().map(|(file, text)| (file, sums(text))).filter(|(_, sums)| !sums.is_empty()).collect();
    assert!(faults.is_empty(), "use `Layout` and `tui/widgets/areas`: {faults:#?}");
}

#[test]
fn frames_are_blocks_that_are_made_in_one_place() {
    let is_drawn = |file: &str| file.starts_with("tui/") || file.starts_with("ssh/screens/");
    for (file, text) in files("src").into_iter().filter(|(file, _)| is_drawn(file) && file != FRAMES) {
        let code = code(&text);
        let block = code.windows(2).any(|words| words == ["Block", "::"]);
        assert!(!block, "{file}: `Frame` gives a block the look of the theme");
    }
}

#[test]
fn faults_are_seen() {
    for text in [
        "let x = area.x + 1;",
        "let wide = 3 - area.width;",
        "let row = list.bottom() - 1;",
        "let a = Rect { y: 3, ..area };",
        "put(buffer, a.right() + 2)",
    ] {
        assert_eq!(sums(text).len(), 1, "{text}");
    }
    for text in [
        "fn of(area: Rect) -> Rect { area }",
        "let Rect { width, .. } = area;",
        "let rows = list.rows() + 2;",
        "area.width.into()",
        "// area.x + 1",
        "let wide = text.len() + 1;",
        "match area.height { 0 => 1, _ => 2 }",
    ] {
        assert_eq!(sums(text), [""; 0], "{text}");
    }
    let file = "tui/widgets/list.rs";
    for text in ["pub struct List;", "pub fn draw(area: Rect, buffer: &mut Buffer) {}"] {
        assert_eq!(no_widgets(file, text).len(), 1, "{text}");
    }
    let text = "pub struct List<'a>(&'a str); impl Widget for List<'_> { fn render(self, buffer: &mut Buffer) {} }";
    assert_eq!(no_widgets(file, text), [""; 0]);
    assert_eq!(no_widgets(MEASURES[0], "fn draw(buffer: &mut Buffer) {}").len(), 1);
}
