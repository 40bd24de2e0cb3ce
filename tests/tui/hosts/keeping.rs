//! What a member of a server can keep: files of some kinds, as many as the operator allows, and they can be deleted.

use std::fs;
use std::path::Path;

use super::attacks::House;
use super::{after_a_move, people};
use crate::app::{give, keys, shown, wait};
use heterodox::paths::files::Files;
use heterodox::paths::quota::Quota;
use heterodox::ssh::screens::own_files::OwnFiles;
use heterodox::tui::action::Action;
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use heterodox::tui::screens::library::Library;
use heterodox::tui::screens::play::Play;
use heterodox::tui::world::{Setup, World};

/// A member whose folder is the one of their data, as on a server.
fn member(house: &House, quota: Quota) -> World {
    World::new(Setup { quota, ..house.setup_in(Files::Under(house.at("guest")), "guest") })
}

/// A game in progress, and the words after it is saved under this name.
fn saved_as(world: World, name: &str) -> (App, String) {
    let mut app = after_a_move(world);
    app.act(Action::SaveAs);
    keys(&mut app, "C-u");
    give(&mut app, &Input::Paste(name.to_owned()));
    keys(&mut app, "Enter");
    let told = words(&app);
    (app, told)
}

/// What is on the screen, without its line ends, which come anywhere.
fn words(app: &App) -> String {
    shown(app).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            names.extend(files(&path));
        } else {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    names
}

/// Names of files that the program reads. A game in their place would be in its way.
const TAKEN: [&str; 7] = [
    "config.toml",
    "index",
    "lessons.json",
    "games/20990101-000000-sanctuary-0000.journal",
    "games/20990101-000000-sanctuary-0000.damaged-1",
    "themes/x.toml",
    "no-ending",
];

#[test]
fn no_file_of_the_program_is_made_by_a_name() {
    let house = House::new("names");
    fs::create_dir_all(house.at("guest/games")).expect("a folder");
    let here =
        |name: &str| files(&house.at("guest")).iter().any(|file| Some(file.as_str()) == name.rsplit('/').next());
    for name in TAKEN {
        for files in [Files::Under(house.at("guest")), Files::Anywhere] {
            let typed = if files.is_anywhere() {
                house.at("guest").join(name).display().to_string()
            } else {
                name.to_owned()
            };
            let world = World::new(house.setup_in(files, "guest"));
            let (_, told) = saved_as(world, &typed);
            assert!(told.contains("the name must end in .pgn"), "{name}: {told}");
            assert!(!here(name), "{name}");
        }
    }
    for name in ["mine.pgn", "mine.txt"] {
        let (_, told) = saved_as(member(&house, Quota::NONE), name);
        assert!(told.contains("Saved as") && here(name), "{name}: {told}");
    }
    // A user on their own machine may use any name elsewhere.
    let elsewhere = house.at("outside/any-name");
    let (_, told) =
        saved_as(World::new(house.setup_in(Files::Anywhere, "guest")), &elsewhere.display().to_string());
    assert!(elsewhere.exists(), "{told}");
}

#[test]
fn where_the_room_ends_nothing_is_written_and_files_can_be_deleted() {
    let house = House::new("room");
    let before = files(&house.at("guest")).len();
    // One more game in progress, one more file.
    let quota = Quota { bytes: 1 << 20, files: before + 2 };
    let (mut app, told) = saved_as(member(&house, quota), "a.pgn");
    assert!(told.contains("Saved as"), "{told}");
    app.act(Action::SaveAs);
    keys(&mut app, "C-u");
    give(&mut app, &Input::Paste("b.pgn".to_owned()));
    keys(&mut app, "Enter");
    let told = format!("you can keep {} files and 1 MB", before + 2);
    assert!(words(&app).contains(&told), "{}", shown(&app));
    assert_eq!(files(&house.at("guest")).len(), before + 2);
    assert!(
        Play::start(people("sanctuary"), &member(&house, quota)).is_err(),
        "no game is begun that cannot be kept"
    );
    // The list has the files that can be deleted, and not the settings.
    fs::write(house.at("guest/config.toml"), "").expect("room");
    let world = member(&house, quota);
    let list = Box::new(OwnFiles::new(&world));
    let mut app = App::new(world, vec![list]);
    let screen = shown(&app);
    assert!(screen.contains("Your files: ") && screen.contains("a.pgn") && screen.contains("own.pgn"), "{screen}");
    assert!(!screen.contains("config.toml") && !screen.contains(".journal"), "what is in use stays: {screen}");
    keys(&mut app, "Home Enter");
    assert_eq!(files(&house.at("guest")).len(), before + 3, "it asks first");
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("is deleted."), "{}", shown(&app));
    assert_eq!(files(&house.at("guest")).len(), before + 2);
}

#[test]
fn an_export_ends_where_the_room_does() {
    let house = House::new("exports");
    fs::create_dir_all(house.at("guest/games")).expect("a folder");
    fs::rename(house.at("guest/own.pgn"), house.at("guest/games/own.pgn")).expect("a file");
    let before = files(&house.at("guest"));
    for (bytes, name, ends) in [
        (600, "film.svg", "larger than the room that is left"),
        (1 << 20, "own.pgn", "Saved the game as own.pgn in your folder"),
    ] {
        let world = member(&house, Quota { bytes, files: 100 });
        let library = Box::new(Library::new(&world));
        let mut app = App::new(world, vec![library]);
        wait(&mut app, "Guest", true);
        app.act(Action::Export);
        keys(&mut app, "C-u");
        give(&mut app, &Input::Paste(name.to_owned()));
        keys(&mut app, "Enter");
        wait(&mut app, ends, true);
    }
    let left: Vec<String> = files(&house.at("guest")).into_iter().filter(|name| name != "index").collect();
    assert_eq!(left.len(), before.len() + 1, "half a film is none: {left:?}");
}
