//! Forms: one column of labels and one of values, whose words are at the foot; what `auto` has chosen; the example of a theme.

use heterodox::cli::picture::{bare_world, frame, scripted};
use heterodox::config::Config;
use heterodox::games::{Registry, built_in};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::host::facts::Facts;
use heterodox::tui::input::report::Report;
use heterodox::tui::screens::home::Home;
use heterodox::tui::theme::{Role, Theme};
use heterodox::tui::world::{Setup, World};

use crate::app::{chosen_row, keys, shown};
use crate::lobby::{Evening, choose};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

/// The screen behind this row of the first screen.
fn opened(size: (u16, u16), glyphs: &str, row: &str) -> App {
    let world = bare_world("slate", "true", glyphs, size);
    let mut app = scripted(None, world, "", "").expect("the first screen");
    go_to(&mut app, row);
    keys(&mut app, "Enter");
    app
}

fn go_to(app: &mut App, row: &str) {
    keys(app, "Home");
    for _ in 0..60 {
        if chosen_row(app).starts_with(row) {
            return;
        }
        keys(app, "Down");
    }
    panic!("no {row} in\n{}", shown(app));
}

/// The columns in which the values that can be changed begin.
fn columns(app: &App) -> Vec<usize> {
    let text = shown(app);
    let column = |line: &str| Some(line[..line.find('‹')?].chars().count());
    text.lines().filter_map(column).collect()
}

#[test]
fn values_are_whole_and_stand_in_one_column() {
    for size in SIZES {
        for row in ["New game", "Settings"] {
            let mut app = opened(size, "unicode", row);
            let found = columns(&app);
            assert!(found.len() > 4, "{row} {size:?}\n{}", shown(&app));
            assert!(found.iter().all(|&column| column == found[0]), "{row} {size:?}: {found:?}\n{}", shown(&app));
            for line in shown(&app).lines().filter(|line| line.contains('‹')) {
                assert!(line.contains('›') && !line.contains('…'), "{row} {size:?}: {line}");
            }
            // Nothing moves with what is chosen.
            keys(&mut app, "Down Down Down");
            assert!(columns(&app).contains(&found[0]), "{row} {size:?}\n{}", shown(&app));
        }
    }
}

/// The forms of the club are no other ones.
#[test]
fn the_forms_of_the_club_have_the_same_columns() {
    for size in SIZES {
        let evening = Evening::new(&format!("forms-{}", size.0));
        let mut app = evening.client(1, size, "unicode");
        choose(&mut app, "New table");
        let found = columns(&app);
        assert!(found.len() > 4 && found.iter().all(|&column| column == found[0]), "{size:?}\n{}", shown(&app));
        assert!(found[0] < 40, "{size:?}\n{}", shown(&app));
        go_to(&mut app, "Private");
        assert!(shown(&app).contains("Who has the code of a private table"), "{}", shown(&app));
        let mut app = evening.client(1, size, "unicode");
        choose(&mut app, "Account");
        let text = shown(&app);
        let column = |words: &str| text.lines().find_map(|line| Some(line[..line.find(words)?].chars().count()));
        let values = ["Ann", "UTC", "SHA256:", "show a code", "none", "14 days left", "ssh HOST archive"];
        let found: Vec<Option<usize>> = values.into_iter().map(column).collect();
        assert!(found[0].is_some() && found.iter().all(|&column| column == found[0]), "{size:?} {found:?}\n{text}");
        // The whole fingerprint of the key is there to be compared.
        let print = text.split_whitespace().find(|word| word.starts_with("SHA256:")).expect("a fingerprint");
        assert_eq!(print.len(), 50, "{print}");
    }
}

#[test]
fn the_words_about_a_value_are_at_the_foot() {
    for size in SIZES {
        let mut app = opened(size, "unicode", "New game");
        go_to(&mut app, "Opening");
        // A board may be beside the form, with a label in this row.
        assert!(chosen_row(&app).contains("‹ free ›"), "{}", shown(&app));
        let text = shown(&app);
        let rows: Vec<&str> = text.lines().collect();
        let row = rows.iter().position(|line| line.contains("Each player drops eight pieces")).expect("the words");
        assert!(row + 5 >= usize::from(size.1), "{size:?}\n{text}");
    }
}

#[test]
fn auto_says_what_it_has_chosen() {
    let value = |name: &str| {
        let known = [("TERM", "xterm-kitty"), ("LANG", "C.UTF-8"), ("COLORTERM", "truecolor")];
        known.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    };
    let facts = Facts { size: (80, 24), ..Facts::of(value) };
    let setup = Setup { config: Some(Config::default()), ..Setup::new(facts, Registry::default()) };
    let mut world = World::new(setup);
    world.learn(Report::Version("kitty(0.46.2)".to_owned()));
    let screen = Home::new(&world);
    let mut app = App::new(world, vec![Box::new(screen)]);
    go_to(&mut app, "Settings");
    keys(&mut app, "Enter");
    for (row, chosen) in [
        ("Colours", "24-bit"),
        ("Characters", "unicode"),
        ("Pieces", "pictures (kitty)"),
        ("Letters beside pieces", "off"),
        ("Lines between squares", "none"),
        ("Animate moves", "on"),
        ("Mouse", "on"),
        ("Clipboard", "on"),
    ] {
        go_to(&mut app, row);
        assert!(chosen_row(&app).contains(&format!("‹ auto: {chosen} ›")), "{row}\n{}", shown(&app));
    }
    app.world.facts.over_ssh = true;
    for (row, chosen) in [("Animate moves", "one step"), ("Mouse", "off")] {
        go_to(&mut app, row);
        assert!(chosen_row(&app).contains(&format!("‹ auto: {chosen} ›")), "{row}\n{}", shown(&app));
    }
}

#[test]
fn the_example_of_a_theme_has_its_marks() {
    for size in [(120, 40), (200, 60)] {
        let mut app = opened(size, "unicode", "Settings");
        app.world.theme = Theme::chart();
        let buffer = frame(&app, size);
        for role in [Role::Picked, Role::Target, Role::Check, Role::LastFrom, Role::LastTo] {
            let seen = buffer.content.iter().any(|cell| Theme::charted(cell.bg) == Some(role));
            assert!(seen, "{role:?} {size:?}\n{}", shown(&app));
        }
    }
}

/// What is chosen has another ground; brackets are not needed.
#[test]
fn no_buttons_in_brackets() {
    for size in SIZES {
        let app = opened(size, "unicode", "Settings");
        let brackets = |text: &str| text.contains('[') || text.contains(']');
        assert!(!brackets(&shown(&app)), "{}", shown(&app));
        let world = bare_world("slate", "true", "unicode", size);
        let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
        setup.seats.fill(SeatKind::Human(String::new()));
        let app = scripted(Some(setup), world, "", "I").expect("a game");
        let palette = shown(&app).lines().find(|line| line.contains(" moves ")).map(str::to_owned);
        assert!(palette.is_some_and(|row| !brackets(&row)), "{}", shown(&app));
    }
}
