//! The graph of chances, drawn into a buffer.

use heterodox::cli::picture::bare_world;
use heterodox::tui::theme::Role;
use heterodox::tui::widgets::graph::Graph;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget as _;

fn drawn(glyphs: &str, lines: &[Vec<Option<f64>>], at: usize, area: Rect) -> Buffer {
    let world = bare_world("slate", "true", glyphs, (80, 24));
    let inks = [(Role::Army1, 'r'), (Role::Army2, 'o')];
    let mut buffer = Buffer::empty(area);
    Graph { world: &world, lines, inks: &inks[..lines.len()], at }.render(area, &mut buffer);
    buffer
}

fn rows(buffer: &Buffer) -> Vec<String> {
    let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
    (0..buffer.area.height).map(row).collect()
}

fn values(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

/// What is above the middle stands on it, what is below hangs from it, and the current move is marked below.
#[test]
fn one_line_is_drawn_with_eighths_of_a_block() {
    let line = values(&[0.0, 0.5, 1.0, 0.125, -0.125, -0.5, -1.0, 0.0]);
    let buffer = drawn("unicode", std::slice::from_ref(&line), 2, Rect::new(0, 0, 8, 5));
    assert_eq!(rows(&buffer), ["  █     ", "▁██▂▁▁▁▁", "    ▆██ ", "      █ ", "  ^     "]);
    assert!(buffer[(4, 2)].modifier.contains(Modifier::REVERSED), "the upper two eighths of it");
    assert!(!buffer[(3, 1)].modifier.contains(Modifier::REVERSED));
    let buffer = drawn("unicode", std::slice::from_ref(&line), 2, Rect::new(0, 0, 8, 4));
    assert_eq!(rows(&buffer), [" ▄█▁    ", "────────", "    ▇▄█ ", "  ^     "]);
    let ascii = rows(&drawn("ascii", &[line], 2, Rect::new(0, 0, 8, 5)));
    assert!(ascii.iter().all(|row| row.is_ascii()) && ascii[0].contains('#'), "{ascii:?}");
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
        let buffer = drawn("unicode", &lines, 0, area);
        let seen =
            (0..40).find(|&x| buffer[(x, 2)].symbol() == "█").unwrap_or_else(|| panic!("{turn} is not seen"));
        let world = bare_world("slate", "true", "unicode", (80, 24));
        let graph = Graph { world: &world, lines: &lines, inks: &[(Role::Army1, 'r')], at: 0 };
        assert_eq!(graph.hit(area, Position::new(seen, 1)), Some(turn));
    }
}
