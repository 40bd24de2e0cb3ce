//! How fast ten thousand saved games are opened, found and gone through.

use std::fs::{self, File};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use divan::{Bencher, black_box};
use heterodox::cli::picture::{bare_world, frame, scripted, text};
use heterodox::games::{GAMES, Registry};
use heterodox::paths::Paths;
use heterodox::record::game::Game;
use heterodox::record::pgn;
use heterodox::record::store::Store;
use heterodox::record::tree::{Id, PlayedMove};
use heterodox::session::archive;
use heterodox::tui::app::App;
use heterodox::tui::input::{Input, Key, KeyCode};
use heterodox::tui::screens::library::listing::Listing;

const GAMES_KEPT: usize = 10_000;

fn main() {
    fill();
    divan::main();
    let _ = fs::remove_dir_all(data());
}

fn data() -> PathBuf {
    std::env::temp_dir().join(format!("heterodox-bench-{}", std::process::id()))
}

/// The text of a game.
fn game(at: usize) -> String {
    let mut game = Game::begin(GAMES[at % GAMES.len()], None, None).expect("a game");
    let mut position = game.tree.start().fork();
    let mut id = Id::ROOT;
    for ply in 0..60 {
        let legal = position.legal();
        let Some(&mv) = legal.get((ply * 7 + at) % legal.len().max(1)) else { break };
        let text = position.machine(mv);
        id = game.tree.attach(id, PlayedMove::play(position.as_mut(), &text).expect("it is legal"));
    }
    pgn::write(&game)
}

/// Ten thousand files, all of them old enough to be believed.
fn fill() {
    let folder = data().join("games");
    fs::create_dir_all(&folder).expect("a folder");
    let texts: Vec<String> = (0..40).map(game).collect();
    let old = SystemTime::now() - Duration::from_secs(1000);
    for at in 0..GAMES_KEPT {
        let (year, month, day) = (2000 + at / 336, at / 28 % 12 + 1, at % 28 + 1);
        let text = texts[at % texts.len()].replace("????.??.??", &format!("{year}.{month:02}.{day:02}")).replacen(
            "\"?\"]\n[Black",
            &format!("\"Player {}\"]\n[Black", at % 97),
            1,
        );
        let path = folder.join(format!("{year}{month:02}{day:02}-{:06}-game-{at:04x}.pgn", at % 240_000));
        fs::write(&path, text).expect("room");
        let file = File::options().append(true).open(&path).expect("it is there");
        file.set_modified(old).expect("a time");
    }
}

fn store() -> Store {
    archive::store(&data(), Registry::default())
}

fn listing() -> Listing {
    let mut listing = Listing::default();
    listing.renew(store().list().games);
    listing
}

/// The index knows every file.
#[divan::bench]
fn open_warm(bencher: Bencher) {
    assert_eq!(store().list().games.len(), GAMES_KEPT);
    bencher.bench_local(|| black_box(store().list().games.len()));
}

/// There is no index.
#[divan::bench(sample_count = 3)]
fn open_cold(bencher: Bencher) {
    let forget = || {
        let _ = fs::remove_file(data().join("index"));
    };
    bencher.with_inputs(forget).bench_local_values(|()| black_box(store().list().games.len()));
}

/// The list is put in order.
#[divan::bench]
fn put_in_order(bencher: Bencher) {
    let games = store().list().games;
    bencher.with_inputs(|| games.clone()).bench_local_values(|games| {
        let mut listing = Listing::default();
        listing.renew(games);
        black_box(listing.shown())
    });
}

/// Two words are typed and taken away again: two lists.
#[divan::bench]
fn filter_twice(bencher: Bencher) {
    let mut listing = listing();
    bencher.bench_local(|| {
        listing.set_filter("player 2010-0");
        listing.set_filter("");
        black_box(listing.shown())
    });
}

/// A key goes down the list, and the frame is drawn.
#[divan::bench]
fn one_down(bencher: Bencher) {
    let mut world = bare_world("classic", "256", "unicode", (120, 40));
    let (config_file, themes_dir) = (data().join("config.toml"), data().join("themes"));
    world.client.paths = Some(Paths { config_file, themes_dir, data_dir: data() });
    let mut app: App = scripted(None, world, "", "Down Enter").expect("keys");
    let size = (120, 40);
    while text(&frame(&app, size)).contains("reading") {
        thread::sleep(Duration::from_millis(5));
        app.wake(Instant::now());
    }
    bencher.bench_local(|| {
        app.input(&Input::Key(Key::plain(KeyCode::Down)), Instant::now());
        black_box(frame(&app, size))
    });
}
