//! Frames of every screen at four sizes, as text and as roles (a wrong highlight has the same
//! text), held against `tests/data/frames`. `BLESS=1` writes them anew.

use std::path::PathBuf;
use std::sync::Mutex;

use heterodox::cli::picture::{bare_world, frame, press, scripted, text};
use heterodox::games::{Registry, built_in};
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::action::Action;
use heterodox::tui::app::App;
use heterodox::tui::screen::Screen as _;
use heterodox::tui::screens::review::Review;
use heterodox::tui::theme::Theme;
use ratatui::buffer::Buffer;

const SIZES: &[(u16, u16)] = &[(40, 12), (80, 24), (120, 40), (200, 60)];

/// A screen: a game or none, its beginning, moves played, keys pressed.
struct Scene {
    name: &'static str,
    game: Option<&'static str>,
    fen: Option<&'static str>,
    moves: &'static str,
    keys: &'static str,
    /// A file of a game to be reviewed, of `tests/data/review`.
    pgn: Option<&'static str>,
}

const fn review(name: &'static str, pgn: &'static str, keys: &'static str) -> Scene {
    Scene { name, game: None, fen: None, moves: "", keys, pgn: Some(pgn) }
}

const fn scene(name: &'static str, game: Option<&'static str>, moves: &'static str, keys: &'static str) -> Scene {
    Scene { name, game, fen: None, moves, keys, pgn: None }
}

const SCENES: &[Scene] = &[
    scene("home", None, "", ""),
    scene("new-game", None, "", "Enter Down Down Down"),
    scene("rules", None, "", "Down Down Enter Down Enter PgDn"),
    scene("home-card", None, "", "Right Down"),
    scene("puzzles", None, "", "Down Down Down Down Down Enter Down"),
    scene("puzzle", None, "", "Down Down Down Down Down Enter Enter"),
    scene("puzzle-armies", None, "", "Down Down Down Down Down Enter Up Left Down Enter"),
    scene("puzzle-solution", None, "", "Down Down Down Down Down Enter Up Right Right Down Down Enter A"),
    scene("settings", None, "", "Down Down Down Enter Down"),
    scene("settings-keys", None, "", "Down Down Down Enter End Enter Down Down Enter"),
    scene("holywar-drop", Some("holywar"), "K@d2 C@a8 B@c2", "2 Tab"),
    scene(
        "blackholes-dive",
        Some("blackholes"),
        "b1c3 b8c6 H@b1 c6b4 c3d5 b4c6 c2c3 c6b4 d1c2 b4c6 H@d1 c6b4",
        "g a 1 Enter g b 1 Enter Tab",
    ),
    scene("sanctuary-picked", Some("sanctuary"), "e2e4 e7e5", "g f 1 Enter Tab"),
    scene("armies-picked", Some("armies"), "sc3sd3 yb2ya2 yh2yh1 sh2si2", "g r d 1 Enter Tab"),
    scene("sanctuary-typing", Some("sanctuary"), "", "m N"),
    scene("sanctuary-refused", Some("sanctuary"), "", "g e 1 Enter g e 7 Enter"),
    scene("sanctuary-explained", Some("sanctuary"), "", "g b 1 i"),
    scene("sanctuary-threats", Some("sanctuary"), "d1e3 d8e6 e3a7", "t"),
    scene("sanctuary-back", Some("sanctuary"), "e2e4 e7e5 g1f3", "b b"),
    scene("sanctuary-over", Some("sanctuary"), "d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8", ""),
    scene("explorer-sanctuary", Some("sanctuary"), "", "g d 1 I g e 3 a c a Up"),
    scene("explorer-armies", Some("armies"), "", "g t b 1 I g t c 1"),
    scene("learn", None, "", "Down Down Down Down Enter"),
    scene("learn-steps", None, "", "Down Down Down Down Enter Down Enter"),
    scene("lesson-holywar", None, "", "Down Down Down Down Enter Enter Down Down Enter"),
    scene("lesson-blackholes", None, "", "Down Down Down Down Enter Down Enter Down Down Enter m R d 2 Enter H"),
    scene("lesson-sanctuary", None, "", "Down Down Down Down Enter Down Down Enter Enter m A x d 5 Enter"),
    scene("lesson-armies", None, "", "Down Down Down Down Enter End Enter Enter m R v e 2 Enter"),
    scene("help", Some("armies"), "", "?"),
    scene("help-filtered", Some("holywar"), "", "? u n d o"),
    scene("palette", Some("blackholes"), "", ":"),
    scene("confirm", Some("sanctuary"), "", "R"),
    Scene {
        name: "sanctuary-promotion",
        game: Some("sanctuary"),
        fen: Some("3r4/4P3/8/8/8/8/p6p/R3A2R w - - 0 1"),
        moves: "",
        keys: "g e 7 Enter g e 8 Enter",
        pgn: None,
    },
    review("review-holywar", "holywar.pgn", "Right Right Right Right"),
    review("review-holywar-fault", "holywar.pgn", "e"),
    review("review-holywar-summary", "holywar.pgn", "O"),
    review("review-sanctuary-variation", "sanctuary.pgn", "Right Down Right ; x"),
    review("review-sanctuary-cursor", "sanctuary.pgn", "Right g g 8 Enter Tab"),
    review("review-blackholes", "blackholes.pgn", "End"),
    review("review-armies", "armies.pgn", "End b b b"),
];

fn setup(scene: &Scene) -> Option<MatchSetup> {
    let mut setup = MatchSetup::against_computer(built_in(scene.game?).expect("a game"), 3);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    if let Some(fen) = scene.fen {
        setup.start = Start::Fen(fen.to_owned());
    }
    Some(setup)
}

fn drawn(scene: &Scene, size: (u16, u16), glyphs: &str) -> Buffer {
    frame(&open(scene, size, glyphs), size)
}

/// The screen after its moves and keys, in a window of this size.
fn open(scene: &Scene, size: (u16, u16), glyphs: &str) -> App {
    let mut world = bare_world("classic", "true", glyphs, size);
    world.theme = Theme::chart();
    if let Some(file) = scene.pgn {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/review").join(file);
        let mut review =
            Review::open(&path, 1, &Registry::default()).unwrap_or_else(|error| panic!("{}: {error}", scene.name));
        review.act(Action::First, &mut world);
        let mut app = App::new(world, vec![Box::new(review)]);
        press(&mut app, scene.keys).unwrap_or_else(|error| panic!("{}: {error}", scene.name));
        return app;
    }
    scripted(setup(scene), world, scene.moves, scene.keys).unwrap_or_else(|error| panic!("{}: {error}", scene.name))
}

#[test]
fn frames_are_as_they_were() {
    let mut wrong = String::new();
    for scene in SCENES {
        for &size in SIZES {
            wrong += &crate::chart::changes(scene.name, &drawn(scene, size, "unicode"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn ascii_frames_have_nothing_else() {
    for scene in SCENES {
        for &size in SIZES {
            let shown = text(&drawn(scene, size, "ascii"));
            let other: String = shown.chars().filter(|letter| !letter.is_ascii()).collect();
            assert_eq!(other, "", "{} at {size:?}", scene.name);
        }
    }
}

/// As while a window is dragged to every size.
#[test]
fn every_size_shows_a_whole_board_or_says_what_it_needs() {
    let mut scenes = SCENES.iter().filter(|scene| scene.game.is_some() || scene.pgn.is_some());
    let scenes = Mutex::new(&mut scenes);
    let next = || scenes.lock().expect("nobody fails while choosing").next();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(scene) = next() {
                    let app = open(scene, (80, 24), "unicode");
                    for columns in (1..130).step_by(7) {
                        for rows in (1..46).step_by(3) {
                            let shown = text(&frame(&app, (columns, rows)));
                            assert!(shown.lines().count() == usize::from(rows), "{}: {columns}x{rows}", scene.name);
                        }
                    }
                }
            });
        }
    });
}

/// At 80x24 everything of a game is there: board, all seats, moves, both lines of words, keys.
#[test]
fn nothing_is_cut_at_the_first_class_size() {
    for game in heterodox::games::GAMES {
        let spec = game.spec();
        let start = scene("start", Some(spec.id), "", "");
        let shown = text(&drawn(&start, (80, 24), "unicode"));
        for seat in spec.seats {
            assert!(shown.contains(seat.name), "{}: {}\n{shown}", spec.id, seat.name);
        }
        let moves = if spec.seats.len() > 2 { "last round" } else { "Moves" };
        for part in [spec.title, moves, "? keys", "to "] {
            assert!(shown.contains(part), "{}: {part}\n{shown}", spec.id);
        }
        let position = game.begin(heterodox::rules::variant::Opening::Start).expect("the start");
        let axes = position.geometry().axes();
        assert!(shown.lines().nth(23).is_some_and(|keys| keys.contains("keys")));
        assert!(shown.contains(axes.x) && shown.contains(axes.y));
    }
}

/// Every entry of every list can be reached where the window is small.
#[test]
fn lists_scroll_to_their_ends() {
    for (keys, last) in
        [("", "Quit"), ("Enter End", "Take-backs"), ("Down Down Down Enter End", "Key bindings"), ("? End", "C-z")]
    {
        let list = scene("list", None, "", keys);
        let shown = text(&drawn(&list, (40, 12), "unicode"));
        assert!(shown.contains(last), "{last}\n{shown}");
    }
}
