//! The pictures of the documentation, one of every screen: the program draws them (`heterodox picture`), and they are
//! as they were. `just pictures` (`BLESS=1`) makes them anew.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::folder::Folder;
use heterodox::games::built_in;
use heterodox::record::journal::{Journal, JournalEvent};
use heterodox::rules::spec::Seat;

/// A folder with saved games, and one with nothing in it: as they are shown, so not with their whole names.
const DATA: &str = ".local/heterodox";
const EMPTY: &str = ".config/heterodox";
/// A game to review.
const GAME: &str = "tests/data/shown/20261123-201407-sanctuary-1.pgn";

const SANCTUARY: &str = "g4 f5 gxf5 d5 Ae3 Gf7 Nc3 c6 Nd1 Bxf5 Nf3 Nd7 Nd4 Bg6 f4 c5 Nf3 d4 Ag2 Bxc2 Nf2";
const END: &str = "e2d2 c6c5 c3c4 d7b5 d2c3 b5b4";
const HOLES: &str = "b1c3 b8c6 H@b1 c6b4 c3d5 b4c6 c2c3 c6b4 d1c2 b4c6 H@d1 c6b4";
const ARMIES: &str = "sc3sd3 yb2ya2 yh2yh1 sh2si2";
/// Nobody thinks while a picture is drawn, so that it is the same each time.
const PEOPLE: [&str; 4] = ["Ann", "Ben", "Cleo", "Dan"];

/// The pictures by name, with the arguments of `heterodox picture`.
const PICTURES: &[(&str, &[&str])] = &[
    ("home", &["--pieces", "pictures", "--data", DATA]),
    ("new-game", &["--pieces", "pictures", "--data", EMPTY, "--keys", "Enter Down Right Right Down Down"]),
    ("sanctuary", &["sanctuary", "--pieces", "pictures", "--moves", SANCTUARY, "--keys", "g f 7 Enter"]),
    ("holywar", &["holywar", "--pieces", "pictures", "--moves", "K@d2 C@a8 B@c2", "--keys", "2 Tab"]),
    (
        "blackholes",
        &["blackholes", "--pieces", "sextants", "--moves", HOLES, "--keys", "g a 1 Enter g b 1 Enter Tab"],
    ),
    ("armies", &["armies", "--pieces", "pictures", "--moves", ARMIES, "--keys", "g r d 1 Enter Tab"]),
    ("letters", &["sanctuary", "--pieces", "letters", "--size", "80x24", "--moves", SANCTUARY]),
    ("end", &["holywar", "--setup", "cathedral", "--pieces", "pictures", "--moves", END]),
    ("review", &["--pieces", "sextants", "--review", GAME, "--keys", "G 2 2 Enter"]),
    (
        "library",
        &[
            "--pieces",
            "pictures",
            "--data",
            DATA,
            "--keys",
            "Down Down Enter wait:5_games wait:!reading Down wait:!loading",
        ],
    ),
    ("settings", &["--pieces", "pictures", "--data", EMPTY, "--keys", "Down Down Down Enter Down Down"]),
    ("keys", &["--pieces", "pictures", "--data", EMPTY, "--keys", "Down Down Down Enter End Enter Down Down"]),
    ("rules", &["--pieces", "sextants", "--keys", "Down Down Enter Down Down Enter PgDn"]),
    (
        "lesson",
        &[
            "--pieces",
            "pictures",
            "--data",
            EMPTY,
            "--keys",
            "Down Down Down Down Enter Down Enter Down Down Enter g b 2 Enter",
        ],
    ),
    ("puzzle", &["--pieces", "sextants", "--data", EMPTY, "--keys", "Down Down Down Down Down Enter Enter H"]),
    ("explorer", &["sanctuary", "--pieces", "pictures", "--moves", SANCTUARY, "--keys", "g f 7 I"]),
    ("help", &["holywar", "--pieces", "sextants", "--keys", "?"]),
    ("palette", &["sanctuary", "--pieces", "sextants", "--keys", ": c o p y"]),
    ("share", &["sanctuary", "--pieces", "sextants", "--moves", SANCTUARY, "--keys", "Y"]),
];

/// The themes, each on the same board.
const THEMES: &[&str] = &[
    "slate",
    "midnight",
    "forest",
    "walnut",
    "plum",
    "ember",
    "parchment",
    "glacier",
    "classic",
    "high-contrast",
    "colour-blind",
    "mono",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A folder with the saved games of the pictures. All files are as old.
fn data() -> Folder {
    let folder = Folder::new("shown");
    let games = folder.path().join(DATA).join("games");
    fs::create_dir_all(&games).expect("a folder");
    for entry in fs::read_dir(root().join("tests/data/shown")).expect("the games") {
        let path = entry.expect("a file").path();
        let copy = games.join(path.file_name().expect("a name"));
        fs::copy(&path, &copy).expect("room");
        age(&copy);
    }
    // And one that goes on.
    let begin = JournalEvent::Begin {
        version: 1,
        date: "20261124-081500".to_owned(),
        game: "blackholes".to_owned(),
        file: None,
        setup: None,
        fen: None,
        seats: vec!["human".to_owned(), "computer:4".to_owned()],
        clock: None,
        takebacks: true,
    };
    let act = |text: &str| JournalEvent::Act { text: text.to_owned(), why: None, clocks: Vec::new() };
    let mut journal = Journal::create(&games, "x", 1);
    for event in std::iter::once(begin).chain(HOLES.split_whitespace().map(act)) {
        journal.append(&event).1.expect("room");
    }
    let path = journal.path().expect("a file").to_owned();
    drop(journal);
    let named = games.join("20261124-081500-blackholes-5.journal");
    fs::rename(path, &named).expect("it is there");
    age(&named);
    folder
}

/// Makes a file as old as all others.
fn age(path: &Path) {
    let file = File::options().append(true).open(path).expect("it is there");
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_000_000)).expect("a time");
}

/// What the program draws.
fn run(command: &str, arguments: &[&str], home: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .current_dir(home)
        .arg(command)
        .args(arguments)
        .env("HETERODOX_CONFIG", home.join("config"))
        .env("HETERODOX_DATA", home.join("data"))
        .output()
        .expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command} {arguments:?}: {told}");
    String::from_utf8(output.stdout).expect("text")
}

/// The arguments that give all seats of a game to people; none for another word.
fn seats(game: &str) -> Vec<String> {
    let seats = built_in(game).map_or(&[][..], |game| game.spec().seats);
    let seat = |(seat, name): (&Seat, &str)| ["--seat".to_owned(), format!("{}=human:{name}", seat.name)];
    seats.iter().zip(PEOPLE).flat_map(seat).collect()
}

/// All pictures of the documentation with their names.
fn drawn() -> Vec<(String, String)> {
    let mut drawn = Vec::new();
    let game = root().join(GAME);
    let game = game.to_str().expect("text");
    for (name, arguments) in PICTURES {
        let data = data();
        let mut all = vec!["--theme", "slate"];
        all.extend(arguments.iter().map(|&argument| if argument == GAME { game } else { argument }));
        if !arguments.contains(&"--size") {
            all.extend(["--size", "120x40"]);
        }
        let seats = seats(arguments[0]);
        all.extend(seats.iter().map(String::as_str));
        drawn.push((format!("{name}.svg"), run("picture", &all, data.path())));
    }
    for theme in THEMES {
        let data = data();
        let seats = seats("sanctuary");
        let arguments =
            ["sanctuary", "--theme", theme, "--pieces", "sextants", "--size", "80x24", "--moves", SANCTUARY];
        let arguments: Vec<&str> = arguments.into_iter().chain(seats.iter().map(String::as_str)).collect();
        drawn.push((format!("theme-{theme}.svg"), run("picture", &arguments, data.path())));
    }
    let data = data();
    drawn.push(("game.svg".to_owned(), run("export", &[game, "--animation", "--theme", "slate"], data.path())));
    drawn
}

#[test]
fn the_pictures_of_the_documentation_are_those_of_the_program() {
    let folder = root().join("docs/pictures");
    let drawn = drawn();
    if std::env::var_os("BLESS").is_some() {
        for (name, now) in &drawn {
            fs::write(folder.join(name), now).expect("room");
        }
    }
    let other: Vec<&str> = drawn
        .iter()
        .filter(|(name, now)| fs::read_to_string(folder.join(name)).ok().as_ref() != Some(now))
        .map(|(name, _)| name.as_str())
        .collect();
    assert!(other.is_empty(), "{other:?} in docs/pictures: look at them after `just pictures`");
    for entry in fs::read_dir(&folder).expect("the pictures") {
        let name = entry.expect("a file").file_name();
        assert!(drawn.iter().any(|(known, _)| name == known.as_str()), "nothing draws {}", name.display());
    }
    let film = &drawn.last().expect("the animation").1;
    assert!(film.len() < 400_000, "the animation has {} bytes", film.len());
}

#[test]
fn every_picture_is_shown_to_the_reader() {
    let read = |name: &str| fs::read_to_string(root().join(name)).expect("text");
    let texts = [read("README.md"), read("docs/pictures.md")].concat();
    for folder in ["pictures", "terminals"] {
        for entry in fs::read_dir(root().join("docs").join(folder)).expect("the pictures") {
            let name = entry.expect("a file").file_name();
            let name = name.to_str().expect("text");
            assert!(texts.contains(&format!("{folder}/{name})")), "{name} is shown nowhere");
        }
    }
}
