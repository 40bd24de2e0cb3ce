//! The graph of chances, drawn into a buffer.

use heterodox::cli::picture::bare_world;
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::tui::board::bar::EvalBar;
use heterodox::tui::board::panels::Pen;
use heterodox::tui::theme::Role;
use heterodox::tui::view::View;
use heterodox::tui::widgets::graph::Graph;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget as _;

const INKS: [(Role, char); 2] = [(Role::Army1, 'r'), (Role::Army2, 'o')];

fn drawn(glyphs: &str, lines: &[Vec<Option<f64>>], at: usize, area: Rect) -> Buffer {
    let world = bare_world("slate", "true", glyphs, (80, 24));
    let mut buffer = Buffer::empty(area);
    Graph { world: &world, lines, inks: &INKS, at, faults: &[(1, Side::FIRST), (4, Side::new(1))] }
        .render(area, &mut buffer);
    buffer
}

fn rows(buffer: &Buffer) -> Vec<String> {
    let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
    (0..buffer.area.height).map(row).collect()
}

fn values(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

/// What is above the middle stands on it, what is below hangs from it, and a line crosses it at the current move. Dots
/// below it mark the mistakes.
#[test]
fn one_line_is_drawn_with_eighths_of_a_block() {
    let line = values(&[0.0, 0.5, 1.0, 0.125, -0.125, -0.5, -1.0, 0.0]);
    let buffer = drawn("unicode", std::slice::from_ref(&line), 2, Rect::new(0, 0, 8, 5));
    assert_eq!(rows(&buffer), ["  │     ", "▁█│▂▁▁▁▁", "  │ ▆██ ", "  │   █ ", " •^ •   "]);
    assert!(buffer[(4, 2)].modifier.contains(Modifier::REVERSED), "the upper two eighths of it");
    assert!(!buffer[(3, 1)].modifier.contains(Modifier::REVERSED));
    let buffer = drawn("unicode", std::slice::from_ref(&line), 2, Rect::new(0, 0, 8, 4));
    assert_eq!(rows(&buffer), [" ▄│▁    ", "──│─────", "  │ ▇▄█ ", " •^ •   "]);
    let ascii = rows(&drawn("ascii", &[line], 2, Rect::new(0, 0, 8, 5)));
    assert!(ascii.iter().all(|row| row.is_ascii()) && ascii[1].contains('#'), "{ascii:?}");
}

/// Each side is filled in its colour, and so are the dots of its mistakes; the scale is the chance of the first one.
#[test]
fn the_graph_has_two_colours_and_a_scale() {
    let line = values(&[0.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 0.0]);
    let buffer = &drawn("unicode", &[line], 0, Rect::new(0, 0, 36, 6));
    let seen = rows(buffer);
    assert!(seen[0].starts_with("100 ") && seen[2].starts_with(" 50 ") && seen[4].starts_with("  0 "), "{seen:?}");
    let world = bare_world("slate", "true", "unicode", (80, 24));
    let colours = |y: u16| {
        let filled = (4..36).filter(move |&x| buffer[(x, y)].symbol() == "█");
        filled.map(|x| buffer[(x, y)].fg).collect::<std::collections::HashSet<_>>()
    };
    let [above, below] = [Role::Army1, Role::Army2].map(|role| world.theme.style(role).fg.expect("a colour"));
    assert_eq!((colours(0), colours(4)), ([above].into(), [below].into()));
    let dots = (0..36).filter(|&x| buffer[(x, 5)].symbol() == "•").map(|x| buffer[(x, 5)].fg);
    assert_eq!(dots.collect::<Vec<_>>(), [above, below]);
    // A reversed cell would show the ground of the terminal, which is not always the one of the theme.
    let ground = world.theme.style(Role::Text).bg.expect("a ground");
    let field = Rect::new(4, 0, 32, 5);
    assert!(field.positions().all(|at| [buffer[at].bg, buffer[at].fg].contains(&ground)), "{buffer:?}");
}

/// On light boards White is ivory with a dark rim: here it is ivory on the ground of a dark square, and not its rim.
#[test]
fn white_is_ivory_in_light_themes() {
    let world = bare_world("parchment", "true", "unicode", (80, 24));
    let ink = |role: Role| world.theme.figure(world.theme.style(role), role).fg.expect("a colour");
    let [white, black] = [Role::Piece1, Role::Piece2].map(ink);
    assert_ne!(Some(white), world.theme.style(Role::Piece1).fg, "its words are dark");
    let lines = [values(&[0.0, 1.0, 1.0, -1.0, -1.0, 0.0])];
    let mut buffer = Buffer::empty(Rect::new(0, 0, 36, 6));
    let inks = [(Role::Piece1, 'w'), (Role::Piece2, 'b')];
    Graph { world: &world, lines: &lines, inks: &inks, at: 0, faults: &[] }.render(buffer.area, &mut buffer);
    for (y, ink) in [(0, white), (4, black)] {
        let filled: Vec<_> =
            (5..36).filter(|&x| buffer[(x, y)].symbol() == "█").map(|x| buffer[(x, y)].fg).collect();
        assert!(!filled.is_empty() && filled.iter().all(|&colour| colour == ink), "{y}: {filled:?}");
    }
    let ground = world.theme.style(Role::Dark).bg.expect("a ground");
    assert!((4..36).all(|x| buffer[(x, 0)].bg == ground || buffer[(x, 0)].fg == ground), "{buffer:?}");
    let mut bar = Buffer::empty(Rect::new(0, 0, 1, 8));
    let spec = built_in("sanctuary").expect("a game").spec();
    let pen = Pen { spec, theme: &world.theme, glyphs: &world.glyphs, shown: 0 };
    EvalBar { pen, view: View::FIRST, chances: &[0.5, 0.5] }.render(bar.area, &mut bar);
    assert_eq!((bar[(0, 7)].fg, bar[(0, 0)].fg), (white, black));
}

#[test]
fn no_graph_has_braille_dots() {
    let (one, other) = (values(&[0.1, 0.4, -0.9, 0.7]), values(&[-0.1, -0.4, 0.9, -0.7]));
    for glyphs in ["unicode", "console", "ascii"] {
        for lines in [vec![one.clone()], vec![one.clone(), other.clone()]] {
            let buffer = drawn(glyphs, &lines, 1, Rect::new(0, 0, 30, 7));
            let braille = |text: &str| text.chars().any(|sign| ('\u{2800}'..='\u{28ff}').contains(&sign));
            assert!(!buffer.content.iter().any(|cell| braille(cell.symbol())), "{glyphs}");
            assert!(rows(&buffer).concat().trim().chars().count() > 10, "{glyphs}");
        }
    }
}

/// A game with more positions than columns: a move that changed much is seen, and a click goes to it.
#[test]
fn a_turning_point_is_seen_in_a_long_game() {
    for turn in 1..400_usize {
        let line: Vec<f64> = (0..400).map(|at| if at == turn { -1.0 } else { 0.0 }).collect();
        let lines = [values(&line)];
        let area = Rect::new(0, 0, 40, 4);
        // The current move is elsewhere.
        let buffer = drawn("unicode", &lines, if turn < 200 { 399 } else { 0 }, area);
        let seen =
            (0..40).find(|&x| buffer[(x, 2)].symbol() == "█").unwrap_or_else(|| panic!("{turn} is not seen"));
        let world = bare_world("slate", "true", "unicode", (80, 24));
        let graph = Graph { world: &world, lines: &lines, inks: &INKS, at: 0, faults: &[] };
        assert_eq!(graph.hit(area, Position::new(seen, 1)), Some(turn));
    }
}
