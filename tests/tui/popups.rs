//! Dialogs over a board: they stand beside it or in its middle, dim what is behind, tear no piece, and have the row of the
//! keys.

use heterodox::cli::picture::{bare_world, frame, scripted, text};
use heterodox::config::PieceSetting;
use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::pieces::graphics::{PLACEHOLDER, numbered};
use heterodox::tui::pieces::number::{PIECES, behind, is_behind};
use heterodox::tui::theme::Role;
use heterodox::tui::theme::color::{Rgb, rgb};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Margin, Offset, Position, Rect};
use ratatui::style::{Color, Modifier};

use super::app::{place, shown, wait};
use super::menus::press;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

/// A game between people, with these keys pressed.
fn game(name: &str, size: (u16, u16), colours: &str, pieces: PieceSetting, names: &str) -> App {
    let mut world = bare_world("slate", colours, "unicode", size);
    world.client.config.look.pieces = pieces;
    let mut setup = MatchSetup::against_computer(built_in(name).expect("a game"), 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    scripted(Some(setup), world, "", names).expect("a game")
}

fn drawn(app: &App) -> Buffer {
    frame(app, app.world.facts.size)
}

/// The box of the dialog, by its frame in the colour of the accent.
fn dialog(app: &App) -> Rect {
    let buffer = drawn(app);
    let accent = app.world.theme.style(Role::BorderActive).fg.expect("a colour");
    let at = |corner: &str| {
        let found = buffer.area.positions().find(|&at| buffer[at].symbol() == corner && buffer[at].fg == accent);
        found.unwrap_or_else(|| panic!("no {corner} in\n{}", text(&buffer)))
    };
    let (first, last) = (at("╭"), at("╯"));
    Rect::new(first.x, first.y, last.x - first.x + 1, last.y - first.y + 1)
}

#[test]
fn a_question_stands_beside_the_board() {
    for size in SIZES {
        let app = game("sanctuary", size, "true", PieceSetting::Sextants, "R");
        let (board, box_) =
            (place(&game("sanctuary", size, "true", PieceSetting::Letters, ""), "  h"), dialog(&app));
        assert!(box_.x > board.0, "{size:?} {box_:?}\n{}", shown(&app));
        assert!(box_.height < 9, "as high as its text: {box_:?}");
    }
}

#[test]
fn the_keys_of_a_dialog_stand_in_the_last_row_and_can_be_pressed() {
    for (names, words) in [("R", "y yes  n no"), ("?", "Enter do it"), ("Y", "Enter do it")] {
        for size in SIZES {
            let mut app = game("holywar", size, "true", PieceSetting::Sextants, names);
            let seen = shown(&app);
            let last = seen.lines().last().expect("a row");
            assert!(last.contains(words), "{names} {size:?}\n{seen}");
            assert!(dialog(&app).bottom() < size.1, "{names} {size:?}");
            press(&mut app, "Esc ");
            assert!(!shown(&app).contains(words), "{names} {size:?}\n{}", shown(&app));
        }
    }
}

/// The arrow says what the letters of a hint say.
#[test]
fn a_hint_among_sprites_is_an_arrow_without_letters() {
    let board = |app: &App| -> String {
        shown(app).lines().skip(2).take(32).flat_map(|row| row.chars().take(48).collect::<Vec<_>>()).collect()
    };
    let game = |names: &str| game("blackholes", (120, 40), "true", PieceSetting::Sextants, names);
    let dots = |text: &str| text.chars().filter(|sign| !sign.is_ascii()).count();
    let before = dots(&board(&game("")));
    let mut app = game("H");
    wait(&mut app, "Hint: ", true);
    assert!(!board(&app).contains('?') && dots(&board(&app)) > before, "{}", shown(&app));
}

#[test]
fn my_reserve_stays_in_sight() {
    for size in SIZES {
        for names in ["?", "R", "Y"] {
            let app = game("holywar", size, "true", PieceSetting::Letters, names);
            let rows = shown(&app).lines().filter(|row| row.contains("reserve")).count();
            assert!(rows >= 2, "{names} {size:?}\n{}", shown(&app));
        }
    }
}

#[test]
fn what_is_behind_is_dimmed_where_there_are_colours() {
    let light = |color: Color| rgb(color).map_or(0.0, Rgb::luminance);
    for colours in ["true", "256"] {
        let before = drawn(&game("sanctuary", (120, 40), colours, PieceSetting::Sextants, ""));
        // A board beside the dialog is as it was, and the text is dimmed.
        let beside = drawn(&game("sanctuary", (120, 40), colours, PieceSetting::Sextants, "R"));
        let board = Rect::new(3, 3, 70, 30);
        assert!(board.positions().all(|at| beside[at] == before[at]), "{colours}");
        assert!(light(beside[(1, 0)].fg) < light(before[(1, 0)].fg), "{colours}");
        let app = game("sanctuary", (120, 40), colours, PieceSetting::Sextants, "Y");
        let (after, box_) = (drawn(&app), dialog(&app));
        let behind = after.area.positions().filter(|at| at.y + 1 < 40 && !box_.contains(*at));
        let mut darker = 0;
        for at in behind {
            let (was, is) = (light(before[at].bg), light(after[at].bg));
            assert!(is <= was + 0.002, "{colours} {at}: {was} {is}");
            darker += usize::from(is < was);
        }
        assert!(darker > 1000, "{colours}: {darker}");
        let words = box_.positions().any(|at| light(after[at].fg) > 0.5);
        assert!(words, "the text of the dialog is bright");
    }
    let app = game("sanctuary", (120, 40), "16", PieceSetting::Letters, "R");
    let (after, box_) = (drawn(&app), place(&app, "Resign"));
    assert!(after[(1, 0)].modifier.contains(Modifier::DIM));
    assert!(!after[(box_.0, box_.1)].modifier.contains(Modifier::DIM));
    let app = game("sanctuary", (120, 40), "none", PieceSetting::Letters, "R");
    // Lines around panels are dim anyway.
    let is_line = |cell: &Cell| "╭╮╰╯│─".contains(cell.symbol());
    assert!(drawn(&app).content.iter().all(|cell| is_line(cell) || !cell.modifier.contains(Modifier::DIM)));
}

/// The pictures of pieces around a dialog on the board are dim, as the text is; with the dialog that ends.
#[test]
fn pictures_behind_a_dialog_are_dimmed() {
    let parts = |buffer: &Buffer, place: Rect| -> Vec<bool> {
        let part = |at: Position| {
            let cell = &buffer[at];
            let is_part = cell.symbol().starts_with(PLACEHOLDER) && cell.underline_color != Color::Reset;
            numbered(cell.fg).filter(|_| is_part).map(is_behind)
        };
        place.positions().filter_map(part).collect()
    };
    let size = (120, 40);
    for names in ["?", "Y"] {
        let mut app = game("sanctuary", size, "true", PieceSetting::Pictures, names);
        let (after, box_) = (drawn(&app), dialog(&app));
        let all = parts(&after, after.area);
        assert!(all.len() > 20 && all.iter().all(|&behind| behind), "{names}\n{}", text(&after));
        assert!(parts(&after, box_).is_empty(), "{names}");
        // The window gets another size while the dialog is open.
        app.world.facts.size = (size.0 + 4, size.1 + 2);
        let after = drawn(&app);
        assert!(parts(&after, after.area).iter().all(|&behind| behind), "{names}");
        press(&mut app, "Esc ");
        let after = drawn(&app);
        let all = parts(&after, after.area);
        assert!(all.len() > 20 && !all.contains(&true), "{names}");
    }
    // A board beside the question is as it was.
    let app = game("sanctuary", (120, 40), "true", PieceSetting::Pictures, "R");
    let all = parts(&drawn(&app), Rect::new(0, 0, 76, 40));
    assert!(all.len() > 20 && !all.contains(&true));
}

/// A picture behind a dialog is the same piece, in other colours and under another number.
#[test]
fn a_dim_picture_has_dim_colours() {
    let app = game("sanctuary", (120, 40), "true", PieceSetting::Pictures, "");
    let (shown, theme) = (&app.world.pieces, &app.world.theme);
    let ground = theme.style(Role::Text).bg.and_then(rgb).expect("a ground");
    for number in (1..u32::from(PIECES)).filter(|&number| shown.inks(number, theme).is_some()) {
        let (bright, dim) = (shown.inks(number, theme), shown.inks(behind(number), theme));
        let (bright, dim) = (bright.expect("a piece"), dim.expect("the same"));
        let far = |Rgb(red, green, blue): Rgb| {
            red.abs_diff(ground.0).max(green.abs_diff(ground.1)).max(blue.abs_diff(ground.2))
        };
        assert!(far(dim.fill) < far(bright.fill), "{number}");
        assert!(far(dim.outline) <= far(bright.outline), "{number}");
    }
}

/// Below a dialog as wide as most of the board, whole pieces are left or none of a square.
#[test]
fn no_piece_is_torn() {
    for name in ["sanctuary", "blackholes", "holywar"] {
        for size in SIZES {
            let before = drawn(&game(name, size, "true", PieceSetting::Sextants, ""));
            let app = game(name, size, "true", PieceSetting::Sextants, "?");
            let (after, box_) = (drawn(&app), dialog(&app));
            let near = box_.outer(Margin::new(1, 1)).intersection(after.area);
            let is_sprite = |buffer: &Buffer, at: Position| {
                let mut signs = buffer[at].symbol().chars();
                signs.any(|sign| matches!(sign, '\u{1fb00}'..='\u{1fb3b}' | '\u{2580}'..='\u{259f}'))
            };
            // A sprite beside the box went on below it before: it is torn.
            let goes_on = |at: Position| {
                let next = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(x, y)| at + Offset { x, y });
                next.iter().any(|&at| box_.contains(at) && is_sprite(&before, at))
            };
            let edge = near.positions().filter(|at| !box_.contains(*at));
            let torn = edge.filter(|&at| is_sprite(&after, at) && goes_on(at)).count();
            assert_eq!(torn, 0, "{name} {size:?}\n{}", text(&after));
            let all = before.area.positions().filter(|&at| is_sprite(&before, at)).count();
            assert!(size.0 < 100 || all > 100, "{name} {size:?}: sprites are drawn");
        }
    }
}
