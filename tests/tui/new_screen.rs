//! The screen that `docs/new-screen.md` shows: it works, and the page shows all of it.

use std::fs;
use std::path::Path;

use heterodox::cli::picture::bare_world;
use heterodox::games::Registry;
use heterodox::rules::variant::Opening;
use heterodox::tui::app::App;
use heterodox::tui::input::Input;

use super::app::{click, give, keys, place, shown};
use super::lesson::Lesson;

fn lesson(size: (u16, u16)) -> App {
    let position =
        Registry::default().find("sanctuary").and_then(|game| game.begin(Opening::Start).ok()).expect("a game");
    let lesson = Lesson::new("Lesson 1: open the centre", "e2e4", position);
    App::new(bare_world("classic", "256", "unicode", size), vec![Box::new(lesson)])
}

#[test]
fn a_lesson_is_solved_by_keys_by_typing_and_by_mouse() {
    let solved = |app: &App| shown(app).contains("Solved.");
    let mut app = lesson((80, 24));
    assert!(shown(&app).contains("Lesson 1: open the centre"));
    keys(&mut app, "m d 2 d 4 Enter");
    assert!(shown(&app).contains("d4 is not the move. Try again."), "{}", shown(&app));
    keys(&mut app, "m e 2 e 4 Enter");
    assert!(solved(&app), "{}", shown(&app));
    assert!(!shown(&app).contains("can move"), "nothing is asked any more: {}", shown(&app));

    let mut app = lesson((80, 24));
    keys(&mut app, "g e 2 Enter g e 4 Enter");
    assert!(solved(&app), "{}", shown(&app));

    let mut app = lesson((80, 24));
    let rank = |app: &App, name: &str| place(app, name).1;
    let column = shown(&app)
        .lines()
        .rev()
        .find_map(|line| line.find(" e ").filter(|_| line.contains(" d ")))
        .map(|at| at as u16 + 1);
    let column = column.expect("the names of the columns");
    for name in [" 2 ", " 4 "] {
        let at = (column, rank(&app, name));
        click(&mut app, at);
    }
    assert!(solved(&app), "{}", shown(&app));
}

#[test]
fn a_lesson_explains_and_opens_the_rules_and_fits_any_window() {
    let mut app = lesson((80, 24));
    keys(&mut app, "g g 1 i");
    assert!(shown(&app).contains("Knight of White"), "{}", shown(&app));
    keys(&mut app, "F1");
    for size in [(1, 1), (20, 8), (33, 90), (300, 100)] {
        app.world.facts.size = size;
        give(&mut app, &Input::Resize(size.0, size.1));
        assert!(!shown(&app).is_empty() || size.0 < 20);
    }
}

#[test]
fn the_page_shows_the_whole_screen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (page, source) = (read("docs/new-screen.md"), read("tests/tui/lesson.rs"));
    let blocks: Vec<&str> = page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let plain = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let shown: Vec<String> = blocks.iter().flat_map(|block| plain(block)).collect();
    // The first lines say what the file is.
    let code: Vec<String> = plain(&source).into_iter().filter(|line| !line.starts_with("//!")).collect();
    assert_eq!(shown, code, "docs/new-screen.md shows tests/tui/lesson.rs in full and in order");
    assert!(code.len() < 200, "{}", code.len());
}
