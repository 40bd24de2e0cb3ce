//! How fast a key is answered: from the key to the bytes of the picture, for every game.

use std::time::Instant;

use divan::{Bencher, black_box};
use heterodox::cli::picture::{bare_world, frame, scripted};
use heterodox::games::{GAMES, built_in};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::backend::canvas::Canvas;
use heterodox::tui::input::{Input, Key, KeyCode};

fn main() {
    divan::main();
}

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

fn scenes() -> Vec<String> {
    let games = GAMES.iter().map(|game| game.spec().id);
    games.flat_map(|id| SIZES.map(|(columns, rows)| format!("{id} {columns}x{rows}"))).collect()
}

fn open(scene: &str) -> (App, (u16, u16)) {
    let (game, size) = scene.split_once(' ').expect("a game and a size");
    let (columns, rows) = size.split_once('x').expect("columns and rows");
    let size = (columns.parse().expect("columns"), rows.parse().expect("rows"));
    let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 3);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    let world = bare_world("classic", "256", "unicode", size);
    (scripted(Some(setup), world, "", "").expect("it begins"), size)
}

/// A whole frame.
#[divan::bench(args = scenes())]
fn whole_frame(bencher: Bencher, scene: &str) {
    let (app, size) = open(scene);
    bencher.bench_local(|| black_box(frame(&app, size)));
}

/// The cursor goes to and fro: two keys, two differences written.
#[divan::bench(args = scenes())]
fn cursor_there_and_back(bencher: Bencher, scene: &str) {
    let (mut app, (columns, rows)) = open(scene);
    let mut screen = Canvas::new(columns, rows);
    bencher.bench_local(|| {
        for key in [KeyCode::Left, KeyCode::Right] {
            app.input(&Input::Key(Key::plain(key)), Instant::now());
            let _ = screen.draw(|frame| black_box(app.draw(frame)));
            black_box(screen.backend_mut().take_frame());
        }
    });
}
