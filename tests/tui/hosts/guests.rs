//! What a guest can and cannot do besides typing names: links in their folder, engines, and a client without files.

use std::fs;
use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};

use super::attacks::{House, game};
use super::{after_a_move, people};
use crate::app::{PATIENCE, give, keys, shown, wait};
use heterodox::config::Config;
use heterodox::config::engines::EngineRow;
use heterodox::paths::files::Files;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::action::Action;
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use heterodox::tui::screens::home::Home;
use heterodox::tui::screens::library::Library;
use heterodox::tui::screens::new_game::NewGame;
use heterodox::tui::screens::play::Play;
use heterodox::tui::screens::review::Review;
use heterodox::tui::screens::settings::Settings;
use heterodox::tui::world::{Setup, World};

fn library(world: World) -> String {
    let library = Box::new(Library::new(&world));
    let mut app = App::new(world, vec![library]);
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end
        && !["Guest", "Secretplayer", "this is a link", "cannot be used"]
            .iter()
            .any(|words| shown(&app).contains(words))
    {
        std::thread::sleep(Duration::from_millis(5));
        app.wake(Instant::now());
    }
    shown(&app)
}

/// A folder of the program in which a link lies is not read at all, and the reason is shown.
#[test]
fn links_among_the_games_are_not_followed() {
    for (to, from) in [
        ("outside/secret.pgn", "guest/data/games/own.pgn"),
        ("outside/index", "guest/data/index"),
        ("outside/games", "guest/data/games"),
        ("outside", "guest/data"),
    ] {
        let house = House::new("links");
        let place = house.at(from);
        let _ = fs::remove_dir_all(&place);
        symlink(house.at(to), &place).expect("a link");
        let before = house.outside();
        let shown = library(house.guest());
        assert!(shown.contains("this is a link") && !shown.contains("Secretplayer"), "{from}\n{shown}");
        let refused = Play::start(people("sanctuary"), &house.guest()).err();
        assert!(refused.is_some_and(|why| why.to_string().contains("this is a link")), "{from}");
        assert_eq!(house.outside(), before, "{from}");
    }
}

#[test]
fn a_journal_outside_is_neither_read_nor_continued() {
    let house = House::new("journal");
    // A game of somebody else.
    let mut app = after_a_move(World::new(house.setup_in(Files::Anywhere, "outside")));
    app.end();
    let journal = fs::read_dir(house.at("outside/games")).expect("a folder").flatten().map(|entry| entry.path());
    let journal = { journal }.find(|path| path.extension().is_some_and(|end| end == "journal")).expect("a journal");
    let before = house.outside();
    let link = house.at("guest/data/games").join(journal.file_name().expect("a name"));
    symlink(&journal, &link).expect("a link");
    let world = house.guest();
    for path in [&link, &journal, &house.at("guest/data/games/../../../outside/games").join("x.journal")] {
        let refused = Play::resume(path, &world).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("link") || refused.contains("only files in your own folder"), "{refused}");
    }
    let home = Box::new(Home::new(&world));
    assert!(!shown(&App::new(world, vec![home])).contains("Continue"));
    assert_eq!(house.outside(), before);
}

#[test]
fn settings_and_themes_outside_are_neither_read_nor_changed() {
    let house = House::new("settings");
    fs::write(house.at("outside/config.toml"), "[look]\ntheme = \"midnight\"\n").expect("room");
    fs::write(house.at("outside/secret.toml"), "about = \"Secretplayer\"\n").expect("room");
    symlink(house.at("outside/config.toml"), house.at("guest/config.toml")).expect("a link");
    symlink(house.at("outside/secret.toml"), house.at("guest/themes/secret.toml")).expect("a link");
    let before = house.outside();
    let world = house.guest();
    assert_eq!(world.client.config.look.theme, Config::default().look.theme);
    assert!(!world.themes.has("secret"));
    assert!(
        world.notices.iter().filter(|notice| notice.contains("this is a link")).count() == 2,
        "{:?}",
        world.notices
    );
    let settings = Box::new(Settings::new(&world));
    let mut app = App::new(world, vec![settings]);
    keys(&mut app, "Right");
    assert!(shown(&app).contains("not saved: config.toml: this is a link"), "{}", shown(&app));
    // A name of a theme is a name in the list, never a path.
    keys(&mut app, "Enter");
    give(&mut app, &Input::Paste("../../outside/secret".to_owned()));
    keys(&mut app, "Enter");
    assert_eq!(house.outside(), before);
    keys(&mut app, "Esc");
    // Settings of their own are saved.
    fs::remove_file(house.at("guest/config.toml")).expect("the link");
    keys(&mut app, "Right");
    assert!(fs::read_to_string(house.at("guest/config.toml")).is_ok_and(|text| text.contains("theme")));
}

/// A review is saved to where it came from only if that is the guest's own, also if that has changed since.
#[test]
fn a_review_is_not_saved_through_a_link() {
    let house = House::new("review");
    let own = house.at("guest/own.pgn");
    let world = house.guest();
    let review = Box::new(Review::open(&own, 1, &world.client.games).expect("a game"));
    let mut app = App::new(world, vec![review]);
    keys(&mut app, ";");
    give(&mut app, &Input::Paste("a word".to_owned()));
    keys(&mut app, "Enter");
    fs::remove_file(&own).expect("it is there");
    fs::write(house.at("outside/own.pgn"), game("Guest")).expect("room");
    symlink(house.at("outside/own.pgn"), &own).expect("a link");
    let before = house.outside();
    app.act(Action::Save);
    keys(&mut app, "y");
    assert!(shown(&app).contains("this is a link"), "{}", shown(&app));
    assert_eq!(house.outside(), before);
}

fn engine(name: &str, marks: &std::path::Path) -> EngineRow {
    EngineRow {
        name: name.to_owned(),
        command: ["/bin/sh", "-c", &format!("echo > '{}'", marks.display())].map(str::to_owned).to_vec(),
        options: Vec::new(),
        games: Vec::new(),
        loses: false,
        think_ms: 1,
        line: 1,
    }
}

fn against(name: &str) -> MatchSetup {
    let mut setup = people("sanctuary");
    setup.seats[0] = SeatKind::Engine(name.to_owned());
    setup
}

#[test]
fn only_engines_of_the_operator_are_run() {
    let house = House::new("engines");
    let (mark, ours) = (house.at("outside/ran"), house.at("outside/ours-ran"));
    let config =
        format!("[[engine]]\nname = \"mine\"\ncommand = [\"/bin/sh\", \"-c\", \"echo > '{}'\"]\n", mark.display());
    fs::write(house.at("guest/config.toml"), config).expect("room");
    let guest = || {
        let setup = house.setup(Files::Under(house.at("guest")));
        World::new(Setup { engines: vec![engine("ours", &ours)], ..setup })
    };
    let words = "engine mine: only engines of the server can be used";
    let world = guest();
    assert!(world.notices.iter().any(|notice| notice == words), "{:?}", world.notices);
    // By a name in the form, by the setup of an earlier game, and past the form.
    let form = Box::new(NewGame::new(Some(people("sanctuary")), &world));
    let mut app = App::new(world, vec![form]);
    keys(&mut app, "Down Down Down Enter C-u");
    give(&mut app, &Input::Paste("engine:mine".to_owned()));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains(words), "{}", shown(&app));
    let world = guest();
    let form = Box::new(NewGame::new(Some(against("mine")), &world));
    let mut app = App::new(world, vec![form]);
    keys(&mut app, "Enter");
    assert!(shown(&app).contains(words), "{}", shown(&app));
    let world = guest();
    let play = Box::new(Play::start(against("mine"), &world).expect("a game"));
    let mut app = App::new(world, vec![play]);
    wait(&mut app, "to move · paused", true);
    assert!(!mark.exists(), "it was run");
    let world = guest();
    let play = Box::new(Play::start(against("ours"), &world).expect("a game"));
    let mut app = App::new(world, vec![play]);
    wait(&mut app, "engine", true);
    let end = Instant::now() + PATIENCE;
    while !ours.exists() {
        assert!(Instant::now() < end, "the engine of the operator was not run");
        std::thread::sleep(Duration::from_millis(5));
        app.wake(Instant::now());
    }
}

#[test]
fn a_client_without_files_plays_and_is_told() {
    let house = House::new("none");
    let before = house.outside();
    let own = fs::read_dir(house.at("guest/data/games")).expect("a folder").count();
    let world = || World::new(house.setup(Files::None));
    let refused = "files cannot be used on this server";
    let guest = world();
    let mut app = after_a_move(guest);
    for review in [false, true] {
        if review {
            app.act(Action::Review);
        }
        app.act(Action::SaveAs);
        keys(&mut app, "Enter");
        assert!(shown(&app).contains(refused), "{}", shown(&app));
        keys(&mut app, "Esc");
    }
    assert!(library(world()).contains(refused));
    let settings = world();
    let screen = Box::new(Settings::new(&settings));
    let mut app = App::new(settings, vec![screen]);
    assert!(shown(&app).contains(refused), "{}", shown(&app));
    keys(&mut app, "Right");
    assert!(shown(&app).contains(&format!("not saved: {refused}")), "{}", shown(&app));
    assert_eq!(house.outside(), before);
    assert_eq!(fs::read_dir(house.at("guest/data/games")).expect("a folder").count(), own);
    assert!(!house.at("guest/config.toml").exists());
}
