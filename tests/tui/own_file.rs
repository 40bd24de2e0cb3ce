//! A game of the user's own file: the board follows the file when it is saved, and mistakes stand beside the board.

use std::fs;
use std::time::{Duration, Instant};

use heterodox::cli::picture::scripted;
use heterodox::game_file;
use heterodox::games::shelf;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;

use crate::app::{keys, shown, wait};
use crate::folder::Folder;
use crate::menus::home;

/// A game between people of a file in the user's folder.
struct Played {
    folder: Folder,
    app: App,
    now: Instant,
}

/// The file: chess without its lessons, with these changes.
fn text(changes: &[(&str, &str)]) -> String {
    let chess = shelf::named("chess").expect("it is there").text;
    let chess = &chess[..chess.find("[[lesson]]").expect("it has lessons")];
    let mine = chess.replacen("\"chess\"", "\"followed\"", 1).replacen("\"Chess\"", "\"Followed\"", 1);
    changes.iter().fold(mine, |text, (before, after)| {
        assert!(text.contains(before), "{before}");
        text.replacen(before, after, 1)
    })
}

impl Played {
    fn begin(size: (u16, u16), moves: &str) -> Played {
        let (folder, mut world) = home("own-file", None);
        world.facts.size = size;
        let variants = folder.path().join("variants");
        fs::create_dir_all(&variants).expect("room");
        fs::write(variants.join("followed.toml"), text(&[])).expect("room");
        let game = game_file::read(&variants.join("followed.toml")).expect("a game");
        let mut setup = MatchSetup::against_computer(game, 1);
        setup.seats.fill(SeatKind::Human(String::new()));
        let mut app = scripted(Some(setup), world, moves, "").expect("keys");
        let number = format!("move {}", 1 + moves.split(' ').count() / 2);
        wait(&mut app, &number, true);
        Played { folder, app, now: Instant::now() }
    }

    fn write(&self, changes: &[(&str, &str)]) {
        fs::write(self.folder.path().join("variants/followed.toml"), text(changes)).expect("room");
    }

    /// The screen after the next look at the file.
    fn later(&mut self) -> String {
        self.now += Duration::from_secs(2);
        self.app.wake(self.now);
        shown(&self.app)
    }

    /// How many journals are in the folder of the games, and in its trash.
    fn journals(&self) -> [usize; 2] {
        ["data/games", "data/games/trash"].map(|folder| {
            let all = fs::read_dir(self.folder.path().join(folder)).expect("it is there").flatten();
            all.filter(|entry| entry.file_name().to_string_lossy().ends_with(".journal")).count()
        })
    }
}

const NIGHTRIDER: (&str, &str) = ("move = \"N\"", "move = \"NN\"");

#[test]
fn the_board_follows_the_file() {
    let mut played = Played::begin((100, 30), "e2e4 e7e5");
    assert!(!played.later().contains("new rules"));
    played.write(&[NIGHTRIDER]);
    let told = played.later();
    assert!(told.contains("Followed has new rules."), "{told}");
    // The moves are still there, and the Knight leaps on.
    assert!(told.contains("e4") && told.contains("White to move"), "{told}");
    keys(&mut played.app, "g b 1 Enter g d 5 Enter");
    wait(&mut played.app, "Nd5", true);
    // What it was before is in the trash.
    assert_eq!(played.journals(), [1, 1]);
    // And again, with a move that the new rules do not know.
    played.write(&[]);
    let told = played.later();
    assert!(told.contains("Move 2 of White, b1d5, is no longer legal"), "{told}");
    assert!(told.contains("White to move"), "{told}");
    assert_eq!(played.journals(), [1, 2]);
}

#[test]
fn nothing_is_said_when_only_words_change() {
    let mut played = Played::begin((100, 30), "e2e4 e7e5");
    played.write(&[("[end]", "# A Queen by another name.\n[end]"), ("\"Queen\"", "\"Lady\"")]);
    let told = played.later();
    assert!(!told.contains("new rules") && told.contains("White to move"), "{told}");
    keys(&mut played.app, "g g 1 Enter g f 3 Enter");
    wait(&mut played.app, "Nf3", true);
}

#[test]
fn mistakes_stand_beside_the_board_and_the_game_keeps_its_rules() {
    for size in [(80, 24), (120, 40)] {
        let mut played = Played::begin(size, "e2e4");
        played.write(&[("move = \"N\"", "move = \"NX\""), ("stalemate", "stelemate")]);
        let told = played.later();
        assert!(told.contains("2 mistakes; the game keeps its rules. line 12: "), "{told}");
        assert!(told.contains("followed.toml ─") && told.contains("no atom X"), "{told}");
        assert!(told.contains("did you mean") || size.0 == 80, "{told}");
        keys(&mut played.app, "g e 7 Enter g e 5 Enter");
        wait(&mut played.app, "White to move", true);
        played.write(&[]);
        let told = played.later();
        assert!(!told.contains("no atom X") && told.contains("e5"), "all is well again:\n{told}");
        assert!(!told.contains("new rules"), "{told}");
        // Nothing is drawn while nothing is written.
        let before = played.app.deadline();
        assert!(before.is_some_and(|at| at > played.now), "it is looked at later");
        assert_eq!(played.later(), told);
    }
}

#[test]
fn another_board_begins_anew() {
    let mut played = Played::begin((100, 30), "e2e4 e7e5");
    played.write(&[
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqk/ppppp/5/PPPPP/RNBQK"),
        ("\"8x8\"", "\"5x5\""),
        ("KQkq", "-"),
        ("rank 8", "rank 5"),
        ("KisO2", "K"),
        ("fmWfceFifmnD", "fmWfcF"),
    ]);
    let told = played.later();
    assert!(told.contains("Move 1 of White, e2e4, is no longer legal"), "{told}");
    assert!(told.contains("White to move") && !told.contains("h1"), "{told}");
}

#[test]
fn more_games_follows_the_folder() {
    let (folder, world) = home("followed-folder", None);
    let mut app = scripted(None, world, "", "Down Down Down Down Down Down Enter").expect("keys");
    assert!(!shown(&app).contains("Followed"), "{}", shown(&app));
    fs::create_dir_all(folder.path().join("variants")).expect("room");
    fs::write(folder.path().join("variants/followed.toml"), text(&[])).expect("room");
    app.wake(Instant::now() + Duration::from_secs(3600));
    assert!(shown(&app).contains("Followed"), "{}", shown(&app));
    fs::write(folder.path().join("variants/followed.toml"), text(&[("title", "titel")])).expect("room");
    app.wake(Instant::now() + Duration::from_secs(7200));
    assert!(shown(&app).contains("followed.toml"), "{}", shown(&app));
}
