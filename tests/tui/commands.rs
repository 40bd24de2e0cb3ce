//! Key bindings, the palette and the list of keys.

use std::fs;

use crate::app::{chosen_row, keys, shown};
use crate::menus::{home, press, world};
use heterodox::cli::picture::scripted;
use heterodox::config::Config;
use heterodox::games::GAMES;
use heterodox::players::computer::{LEVELS, level_name};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::action::{Action, Context};
use heterodox::tui::app::App;
use heterodox::tui::input::Key;

#[test]
fn keys_are_bound_on_the_screen_of_settings() {
    let text = "# Mine.\n[keys]\nredo = [\"Z\"] # forward\n";
    let (folder, world) = home("keys", Some(text));
    let file = folder.path().join("config.toml");
    let mut app = scripted(None, world, "", "Down Down Down Enter End Enter").expect("keys");
    assert!(shown(&app).contains("Key bindings"), "{}", shown(&app));
    let find = |app: &mut App, words: &str| {
        for _ in 0..200 {
            if chosen_row(app).starts_with(words) {
                return;
            }
            keys(app, "Down");
        }
        panic!("no {words}\n{}", shown(app));
    };
    find(&mut app, "take back a move");
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("Press the new key"), "{}", shown(&app));
    // A key that does something else there is refused with its name.
    keys(&mut app, "R");
    assert!(shown(&app).contains("R is already used for \"resign\""), "{}", shown(&app));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
    keys(&mut app, "Enter F9");
    assert!(chosen_row(&app).ends_with("F9"), "{}", shown(&app));
    let kept = fs::read_to_string(&file).expect("it is there");
    assert_eq!(kept, format!("{text}undo = [\"F9\"]\n"));
    let key: Key = "F9".parse().expect("a key");
    assert_eq!(app.world.keymap.action(Context::Board, key), Some(Action::Undo));
    // Esc keeps the key, and Delete gives the first one back.
    keys(&mut app, "Enter Esc");
    assert!(chosen_row(&app).ends_with("F9"), "{}", shown(&app));
    keys(&mut app, "Delete");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
    assert_eq!(app.world.keymap.action(Context::Board, Key::char('u')), Some(Action::Undo));
}

#[test]
fn the_palette_knows_other_words_and_no_cursor_keys() {
    let setup = || {
        let mut setup = MatchSetup::against_computer(GAMES[0], 3);
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
        setup
    };
    for (word, title) in [
        ("f l i p", "turn the board"),
        ("e x i t", "quit"),
        ("c o p y", "copy or export"),
        ("e n g i n e", "computer"),
    ] {
        let app = scripted(Some(setup()), world((80, 24)), "", &format!(": {word}")).expect("keys");
        assert!(shown(&app).contains(title), "{word}\n{}", shown(&app));
    }
    let app = scripted(Some(setup()), world((80, 40)), "", ": p a g e").expect("keys");
    assert!(!shown(&app).contains("page up"), "{}", shown(&app));
    let app = scripted(Some(setup()), world((80, 60)), "", "?").expect("keys");
    assert!(!shown(&app).contains("(not now)"), "{}", shown(&app));
    let app = scripted(Some(setup()), world((80, 24)), "", "? End").expect("keys");
    assert!(shown(&app).contains("where the last move ended"), "{}", shown(&app));
}

#[test]
fn a_filter_finds_by_name_and_runs_what_is_chosen() {
    let setup = || {
        let mut setup = MatchSetup::against_computer(GAMES[0], 3);
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
        setup
    };
    let mut app = scripted(Some(setup()), world((80, 24)), "", "? s u g g e s t").expect("keys");
    assert!(chosen_row(&app).contains("suggest a move"), "{}", shown(&app));
    keys(&mut app, "C-u r u l e s Enter");
    assert!(shown(&app).contains("By Fergus Duniho"), "{}", shown(&app));
    let mut app = scripted(Some(setup()), world((80, 24)), "", ":").expect("keys");
    press(&mut app, "type a move");
    assert!(chosen_row(&app).starts_with("type a move"), "{}", shown(&app));
    press(&mut app, "type a move");
    assert!(!shown(&app).contains("Commands"), "{}", shown(&app));
    keys(&mut app, "Esc : x y z z y");
    assert!(shown(&app).contains("no command matches"), "{}", shown(&app));
}

#[test]
fn the_help_of_play_names_the_levels_and_how_long_the_highest_takes() {
    let mut all = heterodox::cli::definition();
    let help = all.find_subcommand_mut("play").expect("there is one").render_long_help().to_string();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let names: Vec<String> = (1..=LEVELS).map(|level| format!("{level} {}", level_name(level))).collect();
    assert!(help.contains(&names.join(", ")), "{help}");
    let think = Config::default().play.think;
    assert!(help.contains(&format!("level {LEVELS} takes at most {think} seconds a move")), "{help}");
    // Its average is told for each game, and is the one that was measured.
    let measured = include_str!("../../docs/level10.tsv");
    for game in GAMES {
        let row = measured.lines().find_map(|line| line.strip_prefix(&format!("{}\t", game.spec().id)));
        let mean = row.and_then(|row| row.split('\t').next()).expect("a row for each game");
        let told = [format!("{mean} in {}", game.spec().title), format!("all {mean} in {}", game.spec().title)];
        assert!(told.iter().any(|told| help.contains(told)), "{told:?} in {help}");
    }
}
