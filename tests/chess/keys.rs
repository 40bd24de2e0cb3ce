//! Chess by keys on the drawn board; killed in the middle, taken up again, saved and reviewed.

use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

use super::folder::Folder;
use heterodox::cli::picture::bare_world;
use heterodox::paths::Paths;
use heterodox::record::journal;
use heterodox::record::pgn::{Parsed, Reader};
use heterodox::record::store::GameEntry;
use heterodox::session::archive;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::screens::play::Play;
use heterodox::tui::screens::review::Review;
use heterodox::tui::world::World;

use super::app::{keys, shown, wait};
use super::{games, give};

/// Each move as two squares, and what the list of moves shows of it.
const BEFORE: &[(&str, &str)] = &[
    ("e2 e4", "e4"),
    ("e7 e5", "e5"),
    ("g1 f3", "Nf3"),
    ("f7 f6", "f6"),
    ("f1 c4", "Bc4"),
    ("a7 a6", "a6"),
    ("e1 g1", "O-O"),
];
const AFTER: &[(&str, &str)] = &[
    ("a6 a5", "a5"),
    ("f3 e5", "Nxe5"),
    ("f6 e5", "fxe5"),
    ("d1 h5", "Qh5+"),
    ("e8 e7", "Ke7"),
    ("h5 e5", "Qxe5#"),
];

/// The folder of a game that is to be killed.
const FOLDER: &str = "HETERODOX_TEST_CHESS";

fn world(folder: &Path) -> World {
    let paths = Paths {
        config_file: folder.join("config.toml"),
        themes_dir: folder.join("themes"),
        data_dir: folder.to_owned(),
    };
    let mut world = bare_world("classic", "256", "unicode", (120, 40));
    world.client.paths = Some(paths);
    give(&mut world, games());
    world
}

/// Plays moves after so many others.
fn press(app: &mut App, played: usize, moves: &[(&str, &str)]) {
    for (number, (squares, text)) in (played + 1..).zip(moves) {
        for square in squares.split(' ') {
            let name: Vec<String> = square.chars().map(String::from).collect();
            keys(app, &format!("g {} Enter", name.join(" ")));
        }
        // What is shown is in the journal; the next move waits for that.
        wait(app, &format!(" {number} ─╮"), true);
        wait(app, text, true);
    }
}

/// Chess brings no artwork: its pieces are letters on every rung, and the board is no smaller than with letters.
#[test]
fn without_artwork_pieces_are_letters_on_every_rung() {
    use heterodox::config::PieceSetting;
    let board = |style: PieceSetting, size: (u16, u16), colours: &str| {
        let mut world = bare_world("slate", colours, "unicode", size);
        give(&mut world, games());
        world.client.config.look.pieces = style;
        let mut setup = MatchSetup::against_computer(games().find("chess").expect("it was added"), 1);
        setup.seats.fill(SeatKind::Human(String::new()));
        let play = Play::start(setup, &world).expect("a game");
        shown(&App::new(world, vec![Box::new(play)]))
    };
    for size in [(80, 24), (120, 40), (200, 60), (40, 12)] {
        for colours in ["none", "16", "256", "true"] {
            let letters = board(PieceSetting::Letters, size, colours);
            // Its own words and squares of the goal are shown.
            assert!(size.0 < 80 || letters.contains("Chess · Mate the King"), "{letters}");
            assert_eq!(letters.matches('°').count() >= 15, matches!(colours, "none" | "16"), "{letters}");
            assert!(letters.contains('Q') && letters.matches('p').count() >= 8, "{letters}");
            for style in [PieceSetting::Quadrants, PieceSetting::Sextants, PieceSetting::Pictures] {
                assert_eq!(board(style, size, colours), letters, "{style} {size:?} {colours}");
            }
        }
    }
}

/// Plays the first half and dies. Only where it is asked to.
#[test]
fn plays_and_is_killed() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let world = world(&folder);
    let mut setup = MatchSetup::against_computer(games().find("chess").expect("it was added"), 1);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    let play = Play::start(setup, &world).expect("a game");
    let mut app = App::new(world, vec![Box::new(play)]);
    press(&mut app, 0, BEFORE);
    process::abort();
}

#[test]
fn a_killed_game_goes_on_is_saved_and_reviewed() {
    let home = Folder::new("chess");
    let folder = home.path().to_owned();
    let own = env::current_exe().expect("this test");
    let killed = Command::new(own)
        .args(["--exact", "keys::plays_and_is_killed"])
        .env(FOLDER, &folder)
        .output()
        .expect("it runs");
    assert!(killed.status.signal().is_some(), "{}", String::from_utf8_lossy(&killed.stdout));

    let saved_in = folder.join("games");
    let [path] = &journal::list(&saved_in)[..] else { panic!("one journal in {}", saved_in.display()) };
    let world = world(&folder);
    let play = Play::resume(path, &world).expect("it is taken up again");
    let mut app = App::new(world, vec![Box::new(play)]);
    let seen = shown(&app);
    assert!(BEFORE.iter().all(|(_, text)| seen.contains(text)), "{seen}");
    press(&mut app, BEFORE.len(), AFTER);
    assert!(shown(&app).contains("By checkmate"), "{}", shown(&app));
    drop(app);

    let known = games();
    let saved = archive::settle(path, &known).expect("it is saved").unwrap_or_else(|| {
        let all = fs::read_dir(&saved_in).expect("a folder").flatten().map(|entry| entry.path());
        all.into_iter().find(|path| path.extension().is_some_and(|end| end == "pgn")).expect("a PGN file")
    });
    let text = fs::read_to_string(&saved).expect("a text");
    assert!(text.contains("[Variant \"Chess\"]") && text.contains("4. O-O") && text.contains("1-0"), "{text}");
    let all: Vec<Parsed> = Reader::new(text.as_bytes()).of(&known).flatten().collect();
    let [parsed] = &all[..] else { panic!("one game in\n{text}") };
    assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    // The list of saved games knows it by its title.
    let stem = saved.file_stem().expect("a name").to_string_lossy();
    let listed = archive::store(&folder, known.clone()).find(&stem).expect("it is listed");
    assert_eq!(listed.iter().map(GameEntry::title).collect::<Vec<_>>(), ["Chess"]);
    let review = Review::open(&saved, 1, &known).expect("it is reviewed");
    let end = parsed.game.as_ref().expect("a game").end();
    assert_eq!(end.fen().split(' ').next(), Some("rnbq1bnr/1pppk1pp/8/p3Q3/2B1P3/8/PPPP1PPP/RNB2RK1"));
    let mut app = App::new(bare_world("classic", "256", "unicode", (120, 40)), vec![Box::new(review)]);
    keys(&mut app, "End");
    let seen = shown(&app);
    assert!(BEFORE.iter().chain(AFTER).all(|(_, text)| seen.contains(text)), "{seen}");
}
