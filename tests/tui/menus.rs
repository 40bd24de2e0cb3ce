//! Home, new game, rules, settings and dialogs: driven by keys, clicks and pastes, read as text.

use std::fs;

use crate::app::{chosen_row, click, give, keys, place, shown, wait};
use crate::folder::Folder;
use heterodox::cli::picture::{bare_world, frame, scripted};
use heterodox::games::GAMES;
use heterodox::paths::Paths;
use heterodox::rules::variant::Opening;
use heterodox::session::setup::{ClockSetup, MatchSetup, SeatKind};
use heterodox::tui::action::Action;
use heterodox::tui::app::App;
use heterodox::tui::dialogs::confirm::Confirm;
use heterodox::tui::input::{Input, Key, KeyCode};
use heterodox::tui::screen::{Reply, Screen as _, Transition};
use heterodox::tui::theme::Theme;
use heterodox::tui::world::World;
use proptest::prelude::*;

const SIZES: &[(u16, u16)] = &[(20, 8), (40, 12), (80, 24), (200, 60)];

pub(crate) fn world(size: (u16, u16)) -> World {
    bare_world("classic", "256", "unicode", size)
}

pub(crate) fn app(size: (u16, u16), keys: &str) -> App {
    scripted(None, world(size), "", keys).expect("keys")
}

pub(crate) fn press(app: &mut App, words: &str) {
    let at = place(app, words);
    click(app, at);
}

/// A folder of one test, with settings in it if there are any.
pub(crate) fn home(name: &str, settings: Option<&str>) -> (Folder, World) {
    let home = Folder::new(name);
    let folder = home.path();
    let config_file = folder.join("config.toml");
    if let Some(text) = settings {
        fs::write(&config_file, text).expect("it is written");
    }
    let mut world = world((80, 24));
    world.client.paths =
        Some(Paths { config_file, themes_dir: folder.join("themes"), data_dir: folder.join("data") });
    (home, world)
}

#[test]
fn a_game_begins_with_two_keys() {
    let app = app((80, 24), "Enter Enter");
    assert!(shown(&app).contains("computer 1"), "{}", shown(&app));
}

#[test]
fn a_press_selects_and_a_second_one_chooses() {
    let mut app = app((80, 24), "");
    press(&mut app, "Settings");
    assert_eq!(chosen_row(&app).split("  ").next(), Some("Settings"));
    press(&mut app, "Settings");
    assert!(shown(&app).contains("Wait after Escape"), "{}", shown(&app));
    press(&mut app, "Coordinates");
    assert!(chosen_row(&app).starts_with("Coordinates") && app.world.client.config.look.coordinates);
    press(&mut app, "Coordinates");
    assert!(!app.world.client.config.look.coordinates);
}

#[test]
fn a_dialog_leaves_the_list_as_it_was() {
    let mut app = app((80, 24), "Down Down Down");
    assert!(chosen_row(&app).starts_with("Settings"));
    keys(&mut app, "? Esc");
    assert!(chosen_row(&app).starts_with("Settings"));
}

#[test]
fn the_last_game_comes_first_until_it_is_left_for_another() {
    let (_folder, world) = home("last", None);
    let mut app = scripted(None, world, "", "Enter Enter q").expect("keys");
    assert!(chosen_row(&app).starts_with("New game"), "nothing was done in it:\n{}", shown(&app));
    // The other seat is a person too, so nobody answers.
    keys(&mut app, "Enter Down Down Down Down Left Left Left Home Enter 1 Enter");
    wait(&mut app, "   1 K@", true);
    keys(&mut app, "q");
    // Whatever is asked on the way out is answered with yes.
    if shown(&app).contains("▌ No") {
        keys(&mut app, "y");
    }
    assert!(chosen_row(&app).starts_with("Continue the last game"), "{}", shown(&app));
    assert!(shown(&app).contains("Holywar, move 1"), "{}", shown(&app));
    keys(&mut app, "Down ? Esc");
    assert!(chosen_row(&app).starts_with("New game"), "{}", shown(&app));
    drop(app);
}

#[test]
fn a_form_says_all_that_is_wrong_with_a_position() {
    let words = |text: &str| text.split_whitespace().collect::<String>();
    for &size in SIZES {
        let mut world = bare_world("slate", "true", "unicode", size);
        world.client.config.look.pieces = heterodox::config::PieceSetting::Sextants;
        let mut app = scripted(None, world, "", "Enter").expect("keys");
        let text = "rnbagbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXGBNR w - - 0 1";
        give(&mut app, &Input::Paste(text.to_owned()));
        let told = GAMES[0].begin(Opening::Fen(text)).map(|_| ()).expect_err("it is wrong").to_string();
        // In a small window the last words are reached by scrolling.
        let mut seen: Vec<String> = Vec::new();
        for _ in 0..20 {
            seen.extend(shown(&app).lines().map(words));
            keys(&mut app, "Down");
        }
        for word in told.split_whitespace().filter(|word| word.len() < 16) {
            assert!(seen.iter().any(|line| line.contains(word)), "{word} of {told} in\n{}", shown(&app));
        }
        if size.0 > 20 {
            assert!(!seen.iter().any(|line| line.contains("itcanbepasted")), "{}", shown(&app));
        }
    }
}

#[test]
fn a_pasted_position_is_one_of_whatever_game_it_fits() {
    for game in GAMES {
        let spec = game.spec();
        let fen = game.begin(Opening::Start).expect("it begins").fen();
        let mut app = app((120, 40), "Enter");
        give(&mut app, &Input::Paste(format!("  {fen}\n")));
        let (_, row) = place(&app, "Game ");
        let line = shown(&app).lines().nth(row.into()).unwrap_or_default().to_owned();
        assert!(line.contains(spec.title), "{}: {line}", spec.id);
        assert!(chosen_row(&app).starts_with("Opening"), "{}", shown(&app));
        assert!(chosen_row(&app).contains("position"), "{}", shown(&app));
    }
}

#[test]
fn rows_of_a_form_are_typed() {
    let mut app = app((80, 24), "Enter Down Down Enter s h u f f l e : 7 Enter");
    assert!(chosen_row(&app).contains("shuffle:7"), "{}", shown(&app));
    keys(&mut app, "Down Enter A n n Enter");
    assert!(chosen_row(&app).contains("human, Ann"), "{}", shown(&app));
    keys(&mut app, "Enter C-u Enter");
    assert!(chosen_row(&app).ends_with("‹ human ›"), "{}", shown(&app));
    keys(&mut app, "Enter c o m p u t e r : 9 Enter Down Down Enter 2 + 1 Enter");
    assert!(shown(&app).contains("computer 9  champion") && chosen_row(&app).contains("2+1"), "{}", shown(&app));
    keys(&mut app, "Enter x Enter");
    assert!(shown(&app).contains("is not a clock"), "{}", shown(&app));
}

#[test]
fn rows_below_the_window_are_reached() {
    for &size in SIZES {
        let mut app = app(size, "Enter End");
        assert!(chosen_row(&app).starts_with("Take-backs"), "{}", shown(&app));
        keys(&mut app, "Right Home");
        assert!(chosen_row(&app).starts_with("Start"), "{}", shown(&app));
    }
}

#[test]
fn settings_are_kept_with_the_words_around_them() {
    let text = "# Mine.\n[look]\ntheme = \"midnight\" # at night\n\n[keys]\nundo = [\"z\"]\n";
    let (folder, world) = home("kept", Some(text));
    let mut app = scripted(None, world, "", "Down Down Down Enter").expect("keys");
    // Somebody edits the file meanwhile.
    let file = folder.path().join("config.toml");
    fs::write(&file, format!("{text}redo = [\"Z\"]\n")).expect("it is written");
    keys(&mut app, "Right");
    let theme = app.world.client.config.look.theme.clone();
    assert_eq!(app.world.theme.name(), theme);
    let kept = fs::read_to_string(&file).expect("it is there");
    assert_eq!(kept, format!("{text}redo = [\"Z\"]\n").replace("midnight", &theme));
    keys(&mut app, "Enter n o n e Enter");
    assert!(shown(&app).contains("there is no theme \"none\""), "{}", shown(&app));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), kept);
}

#[test]
fn the_first_setting_that_is_kept_says_nothing_of_the_others() {
    let (folder, world) = home("first", None);
    let app = scripted(None, world, "", "Down Down Down Enter Right").expect("keys");
    let kept = fs::read_to_string(folder.path().join("config.toml")).expect("it is there");
    assert_eq!(kept, format!("[look]\ntheme = \"{}\"\n", app.world.client.config.look.theme));
}

#[test]
#[cfg(unix)]
fn settings_behind_a_link_stay_there() {
    let (folder, world) = home("link", None);
    let real = folder.path().join("dotfile.toml");
    fs::write(&real, "[look]\ntheme = \"midnight\"\n").expect("it is written");
    std::os::unix::fs::symlink(&real, folder.path().join("config.toml")).expect("a link");
    let app = scripted(None, world, "", "Down Down Down Enter Right").expect("keys");
    assert!(fs::symlink_metadata(folder.path().join("config.toml")).expect("it is there").is_symlink());
    assert!(fs::read_to_string(&real).expect("it is there").contains(&app.world.client.config.look.theme));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing else is left");
}

#[test]
fn settings_that_cannot_be_kept_are_told_and_used() {
    let mut app = app((80, 24), "Down Down Down Enter");
    assert!(shown(&app).contains("settings are not saved"), "{}", shown(&app));
    keys(&mut app, "Right");
    assert!(shown(&app).contains("not saved: no home folder was found"), "{}", shown(&app));
    assert_ne!(app.world.client.config.look.theme, "classic");
}

#[test]
fn a_game_of_the_command_line_changes_nothing_in_the_form() {
    let (_folder, world) = home("choice", None);
    let paths = world.client.paths.clone();
    // The form begins a game with this clock, which it offers again.
    let mut app = scripted(None, world, "", "Enter End Up Enter 3 + 2 Enter Home Enter").expect("keys");
    keys(&mut app, "q");
    drop(app);
    // Another one is begun from the command line, with other players and another clock, and a move is played.
    let mut world = self::world((80, 24));
    world.client.paths.clone_from(&paths);
    let mut setup = MatchSetup::against_computer(GAMES[2], 9);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human("Ann".to_owned()));
    setup.clock = ClockSetup::read("30+0").expect("a clock");
    drop(scripted(Some(setup), world, "e2e4", "").expect("keys"));
    let mut world = self::world((80, 24));
    world.client.paths = paths;
    let app = scripted(None, world, "", "Down Enter").expect("keys");
    let shown = shown(&app);
    assert!(shown.contains("‹ Holywar ›") && shown.contains("3+2") && !shown.contains("Ann"), "{shown}");
}

#[test]
fn questions_are_answered_by_keys_and_clicks() {
    let question = "Is this a question that is longer than a small window is wide, and is all of it there?";
    for &size in SIZES {
        let mut world = world(size);
        let ask = || Confirm::new(question.to_owned(), Action::Resign);
        let give = |confirm: &mut Confirm, names: &str, world: &mut World| {
            let mut last = Transition::Same;
            for name in names.split(' ') {
                let key: Key = name.parse().expect("a key");
                let step = confirm.input(&Input::Key(key), world);
                last = step.unwrap_or_else(|| {
                    world
                        .keymap
                        .action(confirm.context(), key)
                        .map_or(Transition::Same, |action| confirm.act(action, world))
                });
            }
            last
        };
        for yes in ["y", "Y", "Right Enter", "Left Enter"] {
            assert!(
                matches!(give(&mut ask(), yes, &mut world), Transition::Reply(Reply::Confirmed(Action::Resign))),
                "{yes}"
            );
        }
        for no in ["n", "Enter", "Esc", "q", "Right Left Enter"] {
            assert!(matches!(give(&mut ask(), no, &mut world), Transition::Close), "{no}");
        }
        let mut app = App::new(world, vec![Box::new(ask())]);
        let seen = shown(&app);
        assert!(seen.contains("▌ No") && seen.contains("Yes"), "{size:?}\n{seen}");
        if size.1 > 8 {
            assert!(seen.contains("there?"), "{size:?}\n{seen}");
        }
        press(&mut app, "Yes");
        assert!(app.over() || !shown(&app).contains("▌ No"));
    }
}

#[test]
fn footers_have_whole_pairs_and_the_help() {
    for keys in ["", "Enter", "Down Enter", "Down Down Enter", "Down Down Enter Enter", "Down Down Down Enter"] {
        let mut app = app((20, 24), keys);
        for columns in 20..140 {
            app.world.facts.size = (columns, 24);
            let shown = shown(&app);
            let footer = shown.lines().last().unwrap_or_default();
            assert!(footer.trim_end().ends_with("? keys"), "{columns}: {footer}");
            assert!(footer.split("  ").all(|pair| pair.trim().split(' ').count() >= 2), "{columns}: {footer}");
        }
    }
}

#[test]
fn without_colours_every_list_still_points() {
    for keys in ["Down", "Enter Down", "Down Down Enter", "Down Down Down Enter", "?", ":"] {
        let world = bare_world("classic", "none", "ascii", (80, 24));
        let app = scripted(None, world, "", keys).expect("keys");
        assert!(shown(&app).lines().any(|line| line.contains("> ")), "{keys}:\n{}", shown(&app));
    }
}

#[test]
fn colours_come_from_roles_only() {
    for keys in
        ["", "Enter", "Down Enter", "Down Down Enter", "Down Down Enter Enter", "Down Down Down Enter", "?", ":"]
    {
        let mut world = world((80, 24));
        world.theme = Theme::chart();
        let app = scripted(None, world, "", keys).expect("keys");
        for cell in frame(&app, (80, 24)).content() {
            assert!(cell.symbol() == " " || Theme::charted(cell.fg).is_some(), "{keys}: {cell:?}");
        }
    }
}

#[test]
fn rules_go_from_heading_to_heading_and_back() {
    let mut app = app((80, 24), "Down Down Enter Enter");
    let top = shown(&app);
    keys(&mut app, "Tab");
    let (_, row) = place(&app, "The board");
    assert_eq!(row, 1, "{}", shown(&app));
    keys(&mut app, "S-Tab");
    assert_eq!(shown(&app), top);
    keys(&mut app, "End");
    assert!(shown(&app).contains("100 %"), "{}", shown(&app));
    give(&mut app, &Input::Wheel(-1, 5, 5));
    assert!(!shown(&app).contains("100 %"), "{}", shown(&app));
}

/// What a person might do, and what nobody would.
fn any_input() -> impl Strategy<Value = Input> {
    let key = prop::sample::select(vec![
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Char('?'),
        KeyCode::Char(':'),
        KeyCode::Char('x'),
        KeyCode::Char('é'),
        KeyCode::Char('漢'),
    ]);
    prop_oneof![
        8 => key.prop_map(|key| Input::Key(Key::plain(key))),
        2 => (0..90_u16, 0..30_u16).prop_map(|(x, y)| Input::Press(x, y)),
        1 => (0..90_u16, 0..30_u16).prop_map(|(x, y)| Input::Release(x, y)),
        1 => (0..90_u16, 0..30_u16).prop_map(|(x, y)| Input::Drag(x, y)),
        1 => prop::bool::ANY.prop_map(|up| Input::Wheel(if up { -1 } else { 1 }, 3, 3)),
        1 => ".{0,80}".prop_map(Input::Paste),
        1 => "[a-zA-Z0-9/ -]{0,300}".prop_map(Input::Paste),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Drawn after every input in a window of any size, however small.
    #[test]
    fn nothing_that_is_done_in_a_menu_breaks_it(
        size in (20..100_u16, 8..40_u16),
        ascii in prop::bool::ANY,
        way in prop::sample::select(vec!["", "Enter", "Down Enter", "Down Down Enter", "Down Down Enter Enter", "Down Down Down Enter"]),
        inputs in prop::collection::vec(any_input(), 0..25),
    ) {
        let world = bare_world("classic", "16", if ascii { "ascii" } else { "unicode" }, size);
        let mut app = scripted(None, world, "", way).expect("keys");
        for input in inputs {
            give(&mut app, &input);
            if app.over() {
                break;
            }
            let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, size.0, size.1));
            if let Some(cursor) = app.draw(&mut buffer) {
                prop_assert!(cursor.x < size.0 && cursor.y < size.1, "{cursor:?} in {size:?}");
            }
        }
    }
}

/// In a large window the form is beside a board with large cells; the level is a bar of ten steps.
#[test]
fn the_form_of_a_new_game_fills_a_large_window() {
    for (size, width, least) in [((120, 40), 40, 24), ((200, 60), 80, 40)] {
        let mut world = bare_world("slate", "true", "unicode", size);
        world.client.config.look.pieces = heterodox::config::PieceSetting::Sextants;
        let mut app = scripted(None, world, "", "Enter").expect("keys");
        let text = shown(&app);
        assert!(text.contains("computer 1  newcomer █─────────"), "{text}");
        app.world.theme = Theme::chart();
        let frame = frame(&app, size);
        let squares = |x: u16, y: u16| {
            let role = frame.cell((x, y)).and_then(|cell| Theme::charted(cell.bg));
            role.is_some_and(heterodox::tui::theme::Role::is_square)
        };
        let rows = (0..size.1).filter(|&y| (0..size.0).any(|x| squares(x, y))).count();
        let columns = (0..size.0).filter(|&x| (0..size.1).any(|y| squares(x, y))).count();
        assert!(rows >= least && columns >= width, "{size:?}: {columns}x{rows}\n{text}");
    }
    let ascii = scripted(None, bare_world("classic", "none", "ascii", (80, 24)), "", "Enter").expect("keys");
    assert!(shown(&ascii).contains("newcomer #........."), "{}", shown(&ascii));
}
