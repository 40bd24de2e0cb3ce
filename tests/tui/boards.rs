//! Boards of the four games in every style and in many windows, through the program's own bytes: a strict terminal
//! reads them back, and every piece on the board is there. With `PICTURES=FOLDER` each frame is written there as SVG.

use heterodox::cli::picture::{bare_world, frame, scripted};
use heterodox::config::PieceSetting;
use heterodox::games::GAMES;
use heterodox::rules::variant::{Opening, Variant};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::backend::Backend;
use heterodox::tui::board::layout::{Regions, wish};
use heterodox::tui::pieces::sent::{Sent, wanted};
use heterodox::tui::view::View;
use ratatui::backend::Backend as _;
use ratatui::buffer::Buffer;

use crate::emulator::Emulator;
use crate::pieces_shown::{assert_board, assert_sprites};

const SIZES: [(u16, u16); 5] = [(80, 24), (100, 30), (120, 40), (200, 60), (60, 20)];

#[test]
fn a_terminal_shows_every_board() {
    let folder = std::env::var_os("PICTURES").map(std::path::PathBuf::from);
    for game in GAMES {
        let spec = game.spec();
        for (columns, rows) in SIZES {
            for style in
                [PieceSetting::Letters, PieceSetting::Quadrants, PieceSetting::Sextants, PieceSetting::Pictures]
            {
                for colours in ["none", "16", "256", "true"] {
                    // The size decides where things are, the colours how they look: not every pair is new.
                    if folder.is_none() && colours != "true" && (columns, rows) != SIZES[0] {
                        continue;
                    }
                    let mut setup = MatchSetup::against_computer(*game, 1);
                    setup.seats.fill(SeatKind::Human(String::new()));
                    let mut world = bare_world("slate", colours, "unicode", (columns, rows));
                    world.client.config.look.pieces = style;
                    let moves = match spec.id {
                        "sanctuary" => "e2e4 e7e5",
                        "holywar" => "K@d2 C@a8 B@c2",
                        "armies" => "sc3sd3 yb2ya2 yh2yh1 sh2si2",
                        _ => "b1c3 b8c6 H@b1 c6b4",
                    };
                    let keys = if spec.id == "sanctuary" { "g d 2 Enter Up" } else { "" };
                    let app = scripted(Some(setup), world, moves, keys).expect("a game");
                    let frame = frame(&app, (columns, rows));
                    let mut emulator = Emulator::new(columns, rows);
                    let mut sent = Sent::default();
                    emulator.feed(&app.world.pieces.prepare(
                        &mut sent,
                        &wanted(&frame),
                        &app.world.theme,
                        app.world.facts.cell_size(),
                    ));
                    let mut backend = Backend::new(Vec::new(), columns, rows);
                    backend.draw(Buffer::empty(frame.area).diff(&frame).into_iter()).expect("memory");
                    backend.flush().expect("memory");
                    emulator.feed(backend.out());
                    let what = format!("{}-{columns}x{rows}-{style}-{colours}", spec.id);
                    let tiles = emulator.tiles();
                    assert!(tiles.is_empty() || style == PieceSetting::Pictures, "{what}");
                    if style == PieceSetting::Pictures
                        && matches!(colours, "256" | "true")
                        && columns >= 80
                        && spec.id != "armies"
                    {
                        assert!(tiles.len() >= 10 * 8, "{what}: {} tiles", tiles.len());
                    }
                    if colours == "true" && (columns, rows) >= (100, 30) {
                        right(&app, &emulator, *game, moves, style, &what);
                    }
                    if let Some(folder) = &folder {
                        std::fs::write(folder.join(what + ".svg"), emulator.drawn()).expect("room");
                    }
                }
            }
        }
    }
}

/// Fails unless the board shows the position after these moves, where its pieces are drawn.
fn right(app: &App, terminal: &Emulator, game: &'static dyn Variant, moves: &str, style: PieceSetting, what: &str) {
    let mut position = game.begin(Opening::Start).expect("it begins");
    for text in moves.split_whitespace() {
        let mv = position.read(text).expect("a move");
        position.play(mv).expect("it is legal");
    }
    let wish = wish(position.as_ref(), &app.world, 0);
    let seats = position.spec().seats.len();
    let layout = Regions::of(app.world.whole(), position.geometry(), seats, View::FIRST, wish).expect("it fits");
    let theme = &app.world.theme;
    match style {
        _ if !layout.board.drawn => {}
        PieceSetting::Pictures => assert_board(terminal, &layout.board, position.as_ref(), theme, what),
        _ => assert_sprites(terminal, &layout.board, position.as_ref(), (theme, app.world.piece_style()), what),
    }
}

/// The line below the prompt says how a piece moves. It has 118 columns in a window of 120.
#[test]
fn the_words_of_every_kind_fit_a_line() {
    for game in GAMES {
        for kind in game.spec().kinds {
            let words = format!("{}: {}.", kind.name, kind.words);
            assert!(words.chars().count() <= 118, "{}: {words}", game.spec().id);
        }
    }
}
