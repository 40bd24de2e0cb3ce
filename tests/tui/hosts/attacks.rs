//! Attacks on the folder of a guest: every name that could lead out of it, through every door by which a name comes
//! in. Outside lies a game that nobody may see and nothing may be added. The same attacks succeed on a client without
//! limits, so the test would notice.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::{facts, people};
use crate::app::{PATIENCE, give, keys, shown};
use crate::folder::Folder;
use heterodox::games::Registry;
use heterodox::paths::Paths;
use heterodox::paths::files::Files;
use heterodox::tui::action::Action;
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use heterodox::tui::screens::home::Home;
use heterodox::tui::screens::library::Library;
use heterodox::tui::screens::play::Play;
use heterodox::tui::world::{Setup, World};

/// A word that is in every file outside, and that no guest may see.
const SECRET: &str = "Secretplayer";

const SIZE: (u16, u16) = (100, 30);

/// A game that can be imported.
pub(super) fn game(name: &str) -> String {
    format!("[Event \"x\"]\n[White \"{name}\"]\n[Black \"{name}\"]\n[Variant \"Sanctuary Chess\"]\n\n1. e4 e5 *\n")
}

/// A folder with the folder of a guest in it.
pub(super) struct House(pub(super) Folder);

impl House {
    pub(super) fn new(name: &str) -> House {
        let house = House(Folder::new(name));
        for folder in ["outside/games", "guest/data/games", "guest/themes", "guest/sub", "guest2"] {
            fs::create_dir_all(house.at(folder)).expect("a folder");
        }
        for file in ["outside/secret.pgn", "outside/games/secret.pgn", "guest2/secret.pgn", "secret.pgn"] {
            fs::write(house.at(file), game(SECRET)).expect("room");
        }
        fs::write(house.at("guest/own.pgn"), game("Guest")).expect("room");
        house
    }

    pub(super) fn at(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    pub(super) fn paths(&self) -> Paths {
        Paths {
            config_file: self.at("guest/config.toml"),
            themes_dir: self.at("guest/themes"),
            data_dir: self.at("guest/data"),
        }
    }

    pub(super) fn setup(&self, files: Files) -> Setup {
        let variables = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
        Setup { paths: Some(self.paths()), files, ..Setup::new(facts(&variables, SIZE), Registry::default()) }
    }

    /// The same with another folder for games and lessons.
    pub(super) fn setup_in(&self, files: Files, data: &str) -> Setup {
        let paths = Paths { data_dir: self.at(data), ..self.paths() };
        Setup { paths: Some(paths), ..self.setup(files) }
    }

    pub(super) fn guest(&self) -> World {
        World::new(self.setup(Files::Under(self.at("guest"))))
    }

    /// Everything that is not the guest's: paths with contents.
    pub(super) fn outside(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut all = BTreeMap::new();
        collect(self.0.path(), &self.at("guest"), &mut all);
        all
    }

    /// Whether a file of the guest holds what is outside. A file that was put there as a link is not followed.
    pub(super) fn has_leaked(&self) -> bool {
        let mut own = BTreeMap::new();
        collect(&self.at("guest"), Path::new("/"), &mut own);
        own.values().flatten().any(|bytes| String::from_utf8_lossy(bytes).contains(SECRET))
    }
}

fn collect(folder: &Path, without: &Path, all: &mut BTreeMap<PathBuf, Option<Vec<u8>>>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, kind) = (entry.path(), entry.file_type().expect("it is there"));
        if path == without {
            continue;
        }
        if kind.is_dir() {
            collect(&path, without, all);
        }
        let bytes = if kind.is_file() { fs::read(&path).ok() } else { None };
        all.insert(path, bytes);
    }
}

/// Names that lead out of the folder, or try to.
fn names(house: &House) -> Vec<String> {
    let root = house.0.path().display();
    let mut names = vec![
        format!("{root}/outside/new.pgn"),
        format!("{root}/outside/secret.pgn"),
        format!("/{root}/outside/new.pgn"),
        format!("{root}/guest/../outside/new.pgn"),
        format!("{root}/guest2/secret.pgn"),
        format!(" {root}/outside/new.pgn"),
        format!("file://{root}/outside/new.pgn/../x.pgn"),
        format!("../../../../../../../..{root}/outside/new.pgn"),
    ];
    let others = [
        "../new.pgn",
        "../secret.pgn",
        "../outside/secret.pgn",
        "../outside/new.pgn",
        "../guest2/secret.pgn",
        "./../new.pgn",
        "sub/../../new.pgn",
        "sub/../../outside/secret.pgn",
        "sub/./../../secret.pgn",
        "none/../../secret.pgn",
        "..//secret.pgn",
        ".././secret.pgn",
        " ../secret.pgn ",
        "data/games/../../../secret.pgn",
        "..",
        "../",
        "/",
        "/etc/passwd",
        "/etc/heterodox.pgn",
        "/dev/null",
        "/dev/stdout",
        "/dev/tty.pgn",
        "/proc/self/environ",
        "/proc/self/cwd/heterodox.pgn",
        "/proc/self/fd/0",
        "//etc/passwd",
        "~",
        "~/heterodox-attack.pgn",
        "~root/heterodox-attack.pgn",
        "~/../heterodox-attack.pgn",
        "own.pgn\0../secret.pgn",
        "\0",
        "a\nb/../../secret.pgn",
        "\u{1b}[31m/../../secret.pgn",
        "link.pgn",
        "link-to-new.pgn",
        "linked/secret.pgn",
        "linked/new.pgn",
        "linked/../secret.pgn",
        "linked/../../secret.pgn",
        "./linked/new.pgn",
        "sub/linked/secret.pgn",
        "sub/linked/new.pgn",
        "round/round/round/../secret.pgn",
    ];
    names.extend(others.map(str::to_owned));
    names.push("../".repeat(300) + "etc/passwd");
    names.push(format!("{}/../../secret.pgn", "x".repeat(5000)));
    names
}

/// Links in the folder of the guest, as only somebody else could have put them there.
fn link(house: &House) {
    for (to, from) in [
        ("outside/secret.pgn", "guest/link.pgn"),
        ("outside/new.pgn", "guest/link-to-new.pgn"),
        ("outside", "guest/linked"),
        ("outside", "guest/sub/linked"),
        ("guest", "guest/round"),
    ] {
        symlink(house.at(to), house.at(from)).expect("a link");
    }
}

/// A way by which a name gets to the program.
#[derive(Clone, Copy, Debug)]
enum Door {
    SaveGame,
    SaveReview,
    Import,
    Export,
    Rename,
    /// A copy of a game that cannot be saved in its place.
    Copy,
}

const DOORS: [Door; 6] = [Door::SaveGame, Door::SaveReview, Door::Import, Door::Export, Door::Rename, Door::Copy];

fn settle(app: &mut App, so: impl Fn(&str) -> bool) {
    let end = Instant::now() + PATIENCE;
    while !so(&shown(app)) {
        assert!(Instant::now() < end, "it stands still:\n{}", shown(app));
        thread::sleep(Duration::from_millis(1));
        app.wake(Instant::now());
    }
}

/// Opens a door on a fresh client.
fn open(door: Door, world: World) -> App {
    let home = Box::new(Home::new(&world));
    match door {
        Door::Copy => {
            let play = Box::new(Play::start(people("sanctuary"), &world).expect("a game"));
            let mut app = App::new(world, vec![home, play]);
            keys(&mut app, "m e 4 Enter");
            settle(&mut app, |shown| shown.contains("NOT SAVED"));
            app
        }
        Door::SaveGame | Door::SaveReview => {
            let play = Box::new(Play::start(people("sanctuary"), &world).expect("a game"));
            let mut app = App::new(world, vec![home, play]);
            if matches!(door, Door::SaveReview) {
                app.act(Action::Review);
            }
            app
        }
        Door::Import | Door::Export | Door::Rename => {
            let library = Box::new(Library::new(&world));
            let mut app = App::new(world, vec![home, library]);
            settle(&mut app, |shown| shown.contains("Guest"));
            app
        }
    }
}

/// Types a name at a door, and waits until what it started is done. The answer is what is on the screen then.
fn type_name(app: &mut App, door: Door, name: &str) -> String {
    app.act(match door {
        Door::Copy => Action::Leave,
        Door::SaveGame | Door::SaveReview => Action::SaveAs,
        Door::Import => Action::Import,
        Door::Export => Action::Export,
        Door::Rename => Action::Rename,
    });
    keys(app, if matches!(door, Door::Copy) { "s C-u" } else { "C-u" });
    give(app, &Input::Paste(name.to_owned()));
    keys(app, "Enter");
    settle(app, |shown| !shown.contains("importing") && !shown.contains("exporting") && !shown.contains("reading"));
    // A long answer is wrapped.
    let answer = shown(app).split_whitespace().collect::<Vec<_>>().join(" ");
    // After a refusal the field stays open.
    if ["import: ", "to: ", "name: "].iter().any(|label| answer.contains(label)) {
        keys(app, if matches!(door, Door::Copy) { "Esc Esc" } else { "Esc" });
    }
    answer
}

/// Attacks every door with every name. The answers that were given, by door and name.
fn attack(house: &House, files: &Files, doors: &[Door], names: &[String]) -> Vec<(Door, String, String)> {
    let mut answers = Vec::new();
    for &door in doors {
        let games = house.at("guest/data/games");
        if matches!(door, Door::Copy) {
            fs::remove_dir_all(&games).expect("a folder");
            fs::write(&games, "a file in its place").expect("room");
        } else {
            fs::write(games.join("own.pgn"), game("Guest")).expect("room");
        }
        let mut app = open(door, World::new(house.setup(files.clone())));
        for name in names {
            let answer = type_name(&mut app, door, name);
            answers.push((door, name.clone(), answer));
        }
        app.end();
    }
    answers
}

#[test]
fn no_name_at_any_door_leads_out_of_the_folder() {
    let house = House::new("attacks");
    link(&house);
    let before = house.outside();
    let names = names(&house);
    let files = Files::Under(house.at("guest"));
    let answers = attack(&house, &files, &DOORS, &names);
    assert!(answers.len() >= 250 && names.len() >= 50, "{}", answers.len());
    for (door, name, answer) in &answers {
        assert!(!answer.contains(SECRET), "{door:?} {name:?}\n{answer}");
        // A rename has rules of its own.
        let words: &[&str] = match door {
            // A name without a slash stays in the folder of games, whatever it means to a shell.
            Door::Rename if !name.contains('/') && !name.starts_with('.') => &["Renamed to", "type a name"],
            Door::Rename => &["cannot contain", "begins with a dot", "too long"],
            // In the narrow box of the question, the answer is wrapped at any word, with the board on both sides.
            Door::Copy => {
                &["only files", "your own", "is a link", "links cannot", "too long", "o such", "os error"]
            }
            // Control characters never get into a field, so that another name is left.
            _ if name.contains(char::is_control) => {
                &["only files in your own folder", "o such file", "must be .pgn"]
            }
            // The end of a very long name is cut off by the field.
            _ if name.len() > 4000 => &["only files in your own folder", "too long"],
            _ => &["only files in your own folder", "this is a link"],
        };
        let empty = name.chars().all(char::is_control);
        let refused = empty || words.iter().any(|words| answer.contains(words));
        assert!(refused, "{door:?} {name:?} is not refused in words\n{answer}");
    }
    assert_eq!(house.outside(), before);
    assert!(!house.has_leaked());
    let home = std::env::var("HOME").unwrap_or_default();
    assert!(!Path::new(&home).join("heterodox-attack.pgn").exists());
}

/// The names that a guest may use do what they say, at the same doors.
#[test]
fn names_in_the_folder_are_served() {
    let house = House::new("served");
    let before = house.outside();
    let names = ["saved.pgn", "./sub/saved.pgn", " sub//other.pgn ", "..odd.pgn"].map(str::to_owned);
    let files = Files::Under(house.at("guest"));
    for door in [Door::SaveGame, Door::SaveReview, Door::Export] {
        attack(&house, &files, &[door], &names);
        for file in ["saved.pgn", "sub/saved.pgn", "sub/other.pgn", "..odd.pgn"] {
            fs::remove_file(house.at("guest").join(file))
                .unwrap_or_else(|error| panic!("{door:?} {file}: {error}"));
        }
    }
    let answers = attack(&house, &files, &[Door::Import], &["own.pgn".to_owned()]);
    assert!(answers[0].2.contains("already saved") || answers[0].2.contains("imported"), "{}", answers[0].2);
    assert_eq!(house.outside(), before);
}

/// Without limits the same names lead out, so the attacks are real ones.
#[test]
fn the_same_attacks_succeed_without_limits() {
    let house = House::new("control");
    link(&house);
    let before = house.outside();
    let root = house.0.path().display();
    let new = [format!("{root}/guest/../outside/new.pgn"), format!("{root}/guest/linked/other.pgn")];
    attack(&house, &Files::Anywhere, &[Door::SaveGame], &new);
    let after = house.outside();
    assert_eq!(after.len(), before.len() + 2, "{:?}", after.keys());
    let secret = [format!("{root}/guest/link.pgn")];
    let answers = attack(&house, &Files::Anywhere, &[Door::Import], &secret);
    assert!(answers[0].2.contains(SECRET) && house.has_leaked(), "{}", answers[0].2);
}
