//! The pages of the rules: diagrams step by themselves until they are at rest, or by key; text is searched.

use std::time::{Duration, Instant};

use heterodox::cli::picture::{bare_world, frame, text};
use heterodox::config::Motion;
use heterodox::games::{GAMES, built_in};
use heterodox::rules::diagram::Diagram;
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use heterodox::tui::screens::rules::Pages;
use heterodox::tui::theme::{Role, Theme};

/// The rules of a game, with the clock of the test.
struct Reader {
    app: App,
    now: Instant,
}

impl Reader {
    fn of(game: &str, motion: Motion, size: (u16, u16)) -> Reader {
        let mut world = bare_world("classic", "true", "unicode", size);
        world.client.config.look.motion = motion;
        let pages = Pages::of(built_in(game).expect("a game"), &world);
        let mut reader = Reader { app: App::new(world, vec![Box::new(pages)]), now: Instant::now() };
        reader.app.wake(reader.now);
        reader
    }

    fn keys(&mut self, names: &str) {
        for name in names.split_whitespace() {
            self.app.input(&Input::Key(name.parse().expect("a key")), self.now);
        }
    }

    fn shown(&self) -> String {
        text(&frame(&self.app, self.app.world.facts.size))
    }

    /// Scrolls until these words are there.
    fn until(&mut self, words: &str) {
        for _ in 0..400 {
            if self.shown().contains(words) {
                // The rows of longer words below come into sight too.
                return self.keys("Down Down");
            }
            self.keys("Down");
        }
        panic!("no \"{words}\" in\n{}", self.shown());
    }
}

#[test]
fn a_diagram_steps_by_itself_and_comes_to_rest() {
    let mut reader = Reader::of("holywar", Motion::On, (80, 24));
    reader.until("1/3 The Squire has two ways");
    let mut seen = vec!["1/3 The Squire has"];
    let mut drawn = 0;
    while let Some(due) = reader.app.deadline() {
        assert!(drawn < 200, "it never rests");
        reader.now = reader.now.max(due);
        reader.app.wake(reader.now);
        drawn += 1;
        let shown = reader.shown();
        for words in ["1/3 The Squire has", "2/3 The Squire is blocked on b4 and c4", "3/3 Over d4"] {
            if shown.contains(words) && seen.last() != Some(&words) {
                seen.push(words);
            }
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert_eq!(seen[3], seen[0]);
    // Nothing is drawn at rest.
    reader.app.take_dirty();
    reader.app.wake(reader.now + Duration::from_secs(3600));
    assert!(!reader.app.take_dirty());
}

#[test]
fn without_motion_only_the_key_steps() {
    let mut reader = Reader::of("holywar", Motion::Off, (80, 24));
    reader.until("1/3 The Squire has two ways");
    assert_eq!(reader.app.deadline(), None);
    reader.keys("s");
    assert!(reader.shown().contains("2/3 The Squire is blocked"), "{}", reader.shown());
    reader.keys("s");
    assert!(reader.shown().contains("3/3 Over d4"));
    reader.keys("s");
    assert!(reader.shown().contains("1/3 The Squire has"));
    assert_eq!(reader.app.deadline(), None);
    // And back.
    reader.keys("S");
    assert!(reader.shown().contains("3/3 Over d4"));
    reader.keys("S S");
    assert!(reader.shown().contains("1/3 The Squire has"));
    // So does a click on it.
    let shown = reader.shown();
    let row = shown.lines().position(|line| line.contains("1/3 The Squire")).expect("the words") as u16;
    reader.app.input(&Input::Press(5, row), reader.now);
    assert!(reader.shown().contains("2/3 The Squire"));
}

#[test]
fn text_is_searched() {
    let mut reader = Reader::of("armies", Motion::Off, (80, 24));
    reader.keys("/ e n Space p a s s");
    assert!(
        reader.shown().contains("En passant") && reader.shown().contains("Search: en pass"),
        "{}",
        reader.shown()
    );
    reader.keys("Enter");
    assert!(!reader.shown().contains("Search:"));
    reader.keys("Esc");
    assert!(!reader.app.over(), "the first Esc ends the search");
    reader.keys("/ x y z z y");
    assert!(reader.shown().contains("not found"));
    reader.keys("Esc Esc");
    assert!(reader.app.over());
}

/// Page by page every diagram comes into sight.
/// In a wide window the diagram stands beside the text, with the zones of its board, and a click on the line of another
/// one shows that.
#[test]
fn a_wide_window_has_the_diagram_beside_the_text() {
    let mut reader = Reader::of("holywar", Motion::Off, (120, 40));
    reader.until("► The Squire has two ways");
    assert!(reader.shown().contains("1/3 The Squire has two ways"), "{}", reader.shown());
    reader.keys("s");
    assert!(reader.shown().contains("2/3 The Squire is blocked"), "{}", reader.shown());
    assert!(reader.shown().contains("► The Squire has two ways"), "the text stays: {}", reader.shown());
    reader.app.world.theme = Theme::chart();
    let frame = frame(&reader.app, (120, 40));
    let goals = frame.content.iter().filter(|cell| Theme::charted(cell.bg) == Some(Role::Goal)).count();
    assert!(goals >= 6, "{goals}");
}

#[test]
fn every_diagram_is_seen_as_a_whole() {
    for game in GAMES {
        let begin = |diagram: Diagram| {
            let words: String = diagram.frames[0].words.chars().take(16).collect();
            (format!("1/{} {words}", diagram.frames.len()), words)
        };
        let all = Diagram::all(*game).into_iter().flatten().filter(|diagram| diagram.frames.len() > 1);
        let all: Vec<(String, String)> = all.map(begin).collect();
        for size in [(80, 24), (120, 40), (60, 20)] {
            let mut reader = Reader::of(game.spec().id, Motion::Off, size);
            let mut seen = String::new();
            for _ in 0..100 {
                let shown = reader.shown();
                let is_last = shown.contains("100 %");
                seen += &shown;
                if is_last {
                    break;
                }
                reader.keys("PgDn");
            }
            assert!(seen.contains("100 %"));
            // Beside the text one diagram is seen at a time, and the others have a line that leads to them.
            let one = all.iter().any(|(whole, _)| seen.contains(whole));
            assert!(one, "{} at {size:?}", game.spec().id);
            for (whole, line) in &all {
                let words = if size.0 >= 120 { line } else { whole };
                assert!(seen.contains(words), "{} at {size:?}: {words}", game.spec().id);
            }
        }
    }
}
