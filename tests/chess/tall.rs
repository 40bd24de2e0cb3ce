//! A game of ten ranks, which are numbers: on the screen, by the cursor, by typed moves and in plain lines.

use std::io::Cursor;
use std::sync::LazyLock;

use heterodox::cli::picture::{bare_world, frame};
use heterodox::engine::makers::add;
use heterodox::eval::evaluate::Evaluate;
use heterodox::eval::tables::EvalTables;
use heterodox::games::Registry;
use heterodox::linear::{First, LineInput, LineOutput, run};
use heterodox::rules::bits::Bits256;
use heterodox::rules::frame::Frame;
use heterodox::rules::game::{CompiledGame, Rules};
use heterodox::rules::geometry::Geometry;
use heterodox::rules::spec::{NamedSetup, Seat, Spec};
use heterodox::rules::tables::Tables;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::outline::{Outline, Strokes};
use heterodox::tui::screens::play::Play;
use heterodox::tui::theme::Theme;
use heterodox::tui::world::World;

use super::app::{keys, shown};
use super::chart::changes;
use super::game::Chess;
use super::give;

/// The pieces of chess on eight columns and ten ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tall;

const SEATS: &[Seat] = &[
    Seat { frame: Frame::SOUTH, ..Chess::SPEC.seats[0] },
    Seat { frame: Frame::north(10), ..Chess::SPEC.seats[1] },
];

static SPEC: Spec = Spec {
    id: "tall",
    title: "Tall Chess",
    seats: SEATS,
    plan: &["........\n........\n........\n........\n........\n........\n........\n........\n........\n........"],
    setups: &[NamedSetup {
        name: "start",
        words: "",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    }],
    scene: None,
    course: None,
    ..*Chess::SPEC
};

impl Rules for Tall {
    type Set = Bits256;
    type Kinds = [Bits256; 16];
    type Extra = ();
    type State = ();
    const FIXED: Option<&'static Spec> = Some(Self::SPEC);
}

impl CompiledGame for Tall {
    const SPEC: &'static Spec = &SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Tall>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}
}

impl Evaluate for Tall {
    const WORTH: &'static [i32] = Chess::WORTH;

    fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<Tall>);
        &TABLES
    }
}

fn world(size: (u16, u16)) -> (World, MatchSetup) {
    let games = add::<Tall>(Registry::default()).expect("its data fit the kernel");
    let mut world = bare_world("classic", "true", "unicode", size);
    world.theme = Theme::chart();
    let mut setup = MatchSetup::against_computer(games.find("tall").expect("it was added"), 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    give(&mut world, games);
    (world, setup)
}

fn play(size: (u16, u16)) -> App {
    let (world, setup) = world(size);
    let play = Play::start(setup, &world).expect("a game");
    App::new(world, vec![Box::new(play)])
}

#[test]
fn the_numbers_of_ranks_have_room() {
    let mut wrong = String::new();
    for size in [(80, 24), (120, 40)] {
        let mut app = play(size);
        keys(&mut app, "g e 2 Enter");
        wrong += &changes("tall-picked", &frame(&app, size));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_cursor_goes_to_squares_of_two_digits_and_of_one() {
    let mut app = play((120, 40));
    // a1 may go on, so it is taken by Enter; no name begins with a10 or b2.
    keys(&mut app, "g a 1");
    assert!(shown(&app).contains("go to: a1"), "{}", shown(&app));
    keys(&mut app, "Enter Enter");
    assert!(shown(&app).contains("Rook on a1") || shown(&app).contains("a1: "), "{}", shown(&app));
    keys(&mut app, "Esc g b 1 0");
    assert!(!shown(&app).contains("go to: "), "{}", shown(&app));
    keys(&mut app, "g e 2");
    assert!(!shown(&app).contains("go to: "), "{}", shown(&app));
    keys(&mut app, "Enter g e 4 Enter");
    super::app::wait(&mut app, " e4", true);
    keys(&mut app, "m b 1 0 c 8 Enter");
    super::app::wait(&mut app, " Nc8", true);
}

#[test]
fn a_drawing_has_room_for_the_numbers() {
    let lines =
        Outline { strokes: Strokes::Ascii, width: 3, height: 1 }.draw(&SPEC.geometry(), 0, |_| String::new());
    assert_eq!(lines[..2], ["    +---+---+---+---+---+---+---+---+", " 10 |   |   |   |   |   |   |   |   |"]);
    assert_eq!(lines[3], "  9 |   |   |   |   |   |   |   |   |");
    assert_eq!(lines.last().map(String::as_str), Some("      a   b   c   d   e   f   g   h"));
}

#[test]
fn plain_lines_know_ranks_of_two_digits() {
    let (World { client, glyphs, .. }, setup) = world((80, 24));
    let typed = "board 10\nboard 1\nboard 11\nboard a\nsquare a10\ne4\nb10c8\nboard 8\nquit\n";
    let mut out = Vec::new();
    let input = LineInput::new(Cursor::new(typed)).expect("a thread");
    let lines = LineOutput::new(&mut out, Box::new(move |text| glyphs.plain(text)));
    run(client, &[], First::Play(Box::new(setup)), input, lines).expect("a game");
    let told = String::from_utf8(out).expect("text");
    for line in [
        "Rank 10: a Black Rook, b Black Knight, c Black Bishop, d Black Queen, e Black King, f Black Bishop, \
         g Black Knight, h Black Rook.",
        "Rank 1: a White Rook, b White Knight,",
        "a rank 1 to 10, a column a to h",
        "Column a: a1 White Rook, a2 White Pawn, a9 Black Pawn, a10 Black Rook.",
        "a10: Black Rook.",
        "Rank 8: c Black Knight.",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
}
