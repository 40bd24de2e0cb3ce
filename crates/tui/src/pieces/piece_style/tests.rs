//! Tests of the piece styles.

use super::*;
use crate::host::name::Name;
use crate::input::report::Report;

fn facts(term: &str) -> Facts {
    Facts::of(|name| match name {
        "TERM" => Some(term.to_owned()),
        "LANG" => Some("en_US.UTF-8".to_owned()),
        _ => None,
    })
}

/// The ability after an answer: a name, or numbers.
fn after(term: &str, said: &str) -> Ability {
    let numbers: Option<Vec<u16>> = said.split(';').map(|number| number.parse().ok()).collect();
    let name = if numbers.is_some() { None } else { Name::read(said) };
    Ability::of(&facts(term), &Answers { said: name, kind: numbers })
}

#[test]
fn terminals_show_what_they_can() {
    use PieceStyle::{Letters, Pictures, Quadrants, Sextants};
    for (term, said, before, piece_style) in [
        ("xterm-kitty", "kitty(0.46.2)", Sextants, Pictures),
        ("xterm-256color", "kitty(0.28.0)", Quadrants, Pictures),
        ("xterm-kitty", "kitty(0.27.1)", Sextants, Sextants),
        ("xterm-ghostty", "ghostty 1.3.1", Sextants, Pictures),
        ("rio", "Rio 0.3.11", Sextants, Pictures),
        ("xterm-256color", "Rio 0.2.20", Quadrants, Sextants),
        ("foot", "foot(1.26.1)", Sextants, Sextants),
        ("xterm-256color", "VTE(7600)", Quadrants, Sextants),
        ("xterm-256color", "iTerm2 3.6.10", Quadrants, Sextants),
        ("xterm-256color", "iTerm2 3.4.19", Quadrants, Quadrants),
        ("tmux-256color", "", Quadrants, Quadrants),
        ("xterm-kitty", "tmux 3.7", Sextants, Quadrants),
        ("xterm-kitty", "Zellij(0.44.0)", Sextants, Quadrants),
        ("screen-256color", "", Quadrants, Quadrants),
        ("xterm-256color", "Konsole 25.08.1", Quadrants, Quadrants),
        ("putty-256color", "", Letters, Letters),
        ("xterm-256color", "0;136;0", Quadrants, Letters),
        ("xterm-256color", "WezTerm 20240203-110809-5046fc22", Quadrants, Sextants),
        ("xterm-256color", "WezTerm 20201031-154415-9614e117", Quadrants, Quadrants),
        ("alacritty", "0;1601;1", Sextants, Sextants),
        ("xterm-256color", "0;2601;1", Quadrants, Quadrants),
        ("xterm-256color", "Windows Terminal 1.26.1", Quadrants, Sextants),
        ("xterm-256color", "0;10;1", Quadrants, Quadrants),
        ("xterm-256color", "xterm.js(5.6.0)", Quadrants, Sextants),
        ("xterm-256color", "XTerm(388)", Quadrants, Quadrants),
        ("xterm-256color", "something new", Quadrants, Quadrants),
        ("xterm-256color", "", Quadrants, Quadrants),
        ("linux", "", Letters, Letters),
        ("vt220", "", Letters, Letters),
    ] {
        assert_eq!(after(term, "").piece_style, before, "{term} before an answer");
        assert_eq!(after(term, said).piece_style, piece_style, "{term} {said:?}");
        let latin = Facts { utf8: false, ..facts(term) };
        assert_eq!(Ability::of(&latin, &Answers::default()).piece_style, Letters);
    }
}

#[test]
fn dialects_differ() {
    let dialect = |term: &str, said: &str| after(term, said).dialect;
    let kitty = dialect("xterm-kitty", "kitty(0.46.2)");
    assert_eq!(kitty, Dialect { ranges: true, through_tmux: false });
    assert!(!dialect("xterm-kitty", "kitty(0.32.9)").ranges);
    assert!(dialect("tmux-256color", "").through_tmux);
}

#[test]
fn sixels_need_their_attribute_and_a_certain_size() {
    let cell = CellSize::new(10, 19);
    let of = |term: &str, said: &str, attributes: &[u16], has_size: bool| {
        let mut facts = Facts { cell, ..facts(term) };
        facts.learn(Report::Version(said.to_owned()));
        facts.learn(Report::Attributes(attributes.to_vec()));
        if has_size {
            facts.learn(Report::Cell(10, 19));
        }
        Ability::of(&facts, &Answers::of(&facts.reports))
    };
    for said in ["foot(1.21.0)", "Konsole 25.04.2", "WezTerm 20240203", "something new"] {
        let ability = of("xterm-256color", said, &[62, 4, 22], true);
        assert_eq!((ability.sixels, ability.piece_style), (cell, PieceStyle::Pictures), "{said}");
        assert!(!ability.erases, "{said}: what is erased may keep its pixels");
    }
    for (term, said, attributes, has_size) in [
        ("foot", "foot(1.21.0)", &[62, 22][..], true),
        ("foot", "foot(1.21.0)", &[62, 4, 22], false),
        ("xterm-kitty", "kitty(0.46.2)", &[62, 4], true),
        ("rio", "Rio 0.2.20", &[62, 4], true),
        ("xterm-256color", "tmux 3.5a", &[1, 2, 4], true),
        ("xterm-256color", "Zellij(0.44.0)", &[1, 4], true),
        ("tmux-256color", "foot(1.21.0)", &[62, 4], true),
    ] {
        assert_eq!(of(term, said, attributes, has_size).sixels, None, "{term} {said} {attributes:?}");
    }
    let mut facts = facts("xterm-256color");
    (facts.size, facts.cell) = ((126, 44), CellSize::new(10, 20));
    facts.learn(Report::Attributes(vec![63, 1, 2, 4]));
    facts.learn(Report::Area(1000, 880));
    assert_eq!(Ability::of(&facts, &Answers::default()).sixels, CellSize::new(10, 20), "as xterm says it");
    facts.utf8 = false;
    assert_eq!(Ability::of(&facts, &Answers::default()).piece_style, PieceStyle::Letters);
}

#[test]
fn only_terminals_that_can_answer_are_asked() {
    for (term, asked) in [
        ("xterm-256color", true),
        ("xterm-kitty", true),
        ("linux", false),
        ("vt100", false),
        ("screen.xterm-256color", false),
        ("tmux-256color", false),
        ("putty", false),
        ("", false),
    ] {
        assert_eq!(Ability::may_ask(&facts(term), Depth::Indexed256), asked, "{term}");
        assert!(!Ability::may_ask(&facts(term), Depth::None));
        assert_eq!(Ability::may_ask(&Facts { utf8: false, ..facts(term) }, Depth::True), asked, "{term}");
    }
}

#[test]
fn small_cells_have_the_rungs_below() {
    use PieceStyle::{Letters, Pictures, Quadrants, Sextants};
    for (piece_style, cell, depth, shown) in [
        (Pictures, (4, 2), Depth::True, Pictures),
        (Pictures, (4, 2), Depth::None, Letters),
        (Pictures, (7, 3), Depth::Ansi16, Sextants),
        (Pictures, (3, 2), Depth::True, Pictures),
        (Pictures, (2, 2), Depth::True, Letters),
        (Sextants, (4, 2), Depth::Indexed256, Sextants),
        (Sextants, (3, 2), Depth::Indexed256, Letters),
        (Sextants, (5, 2), Depth::None, Letters),
        (Sextants, (7, 3), Depth::None, Sextants),
        (Quadrants, (5, 3), Depth::True, Letters),
        (Quadrants, (6, 3), Depth::True, Quadrants),
        (Quadrants, (7, 3), Depth::None, Letters),
        (Letters, (19, 9), Depth::True, Letters),
    ] {
        assert_eq!(piece_style.in_cell(cell, depth), shown, "{piece_style:?} {cell:?} {depth:?}");
    }
    assert_eq!(Sextants.size((9, 4)), Some(Size::Medium));
    assert_eq!(Sextants.size((13, 6)), Some(Size::Large));
    assert_eq!(Quadrants.size((13, 6)), Some(Size::Quadrants));
    let shape = |piece_style: PieceStyle, form, depth| piece_style.shape(form, depth, CellSize::USUAL);
    assert_eq!(shape(Sextants, (9, 4), Depth::True), Some(Shape::Drawn(Size::Medium)));
    assert_eq!(shape(Sextants, (13, 6), Depth::True), Some(Shape::Drawn(Size::Large)));
    let scaled = Shape::Scaled { columns: 12, rows: 6, dots: (2, 2) };
    assert_eq!(shape(Quadrants, (13, 6), Depth::True), Some(scaled));
    assert_eq!(shape(Quadrants, (13, 6), Depth::None), Some(Shape::Drawn(Size::Quadrants)));
    assert_eq!((shape(Letters, (13, 6), Depth::True), shape(Pictures, (13, 6), Depth::True)), (None, None));
    assert_eq!((Letters.size((9, 4)), Pictures.size((9, 4)), Sextants.size((3, 1))), (None, None, None));
}
