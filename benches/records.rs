//! How fast files of games are read with every move checked, and how fast they are listed.

use divan::counter::{BytesCount, ItemsCount};
use heterodox::games::built_in;
use heterodox::record::game::Game;
use heterodox::record::pgn::{self, Lister, Reader};
use heterodox::record::tree::PlayedMove;
use heterodox::rules::timeline::Act;
use heterodox::rules::zobrist::mix;

fn main() {
    divan::main();
}

/// A game by its id, and how many plies a long game of it has.
const GAMES: [(&str, usize); 4] = [("sanctuary", 85), ("holywar", 85), ("blackholes", 85), ("armies", 300)];

/// How many games a file has.
const COUNT: u64 = 20;

/// A game in which each move is any of those that are legal; nothing if it ends early.
fn random(id: &str, length: usize, seed: u64) -> Option<Game> {
    let mut game =
        Game::begin(built_in(id).expect("a game"), None, None).expect("the bench names games of the list");
    let mut position = game.tree.start().fork();
    let (mut at, mut state) = (game.tree.last(), mix(seed));
    for _ in 0..length {
        let legal = position.legal();
        state = mix(state.wrapping_add(1));
        let mv = legal[state.checked_rem(legal.len() as u64)? as usize];
        at = game.tree.attach(at, PlayedMove::of(position.as_ref(), Act::Move(mv)));
        position.play(mv).expect("it is legal");
    }
    Some(game)
}

/// A file of whole games.
fn file(id: &str, length: usize) -> String {
    let games = (0..).filter_map(|seed| random(id, length, seed)).take(COUNT as usize);
    games.map(|game| pgn::write(&game) + "\n").collect()
}

/// Whole games, each move held against the rules.
#[divan::bench(args = GAMES, sample_count = 20)]
fn read(bencher: divan::Bencher, (id, length): (&str, usize)) {
    let text = file(id, length);
    bencher.counter(ItemsCount::new(COUNT)).bench(|| {
        let plies: usize = Reader::new(divan::black_box(text.as_bytes()))
            .map(|parsed| parsed.expect("no fault").game.map_or(0, |game| game.tree.length()))
            .sum();
        assert_eq!(plies, length * COUNT as usize);
    });
}

/// The tags of the same games, and where they begin.
#[divan::bench(args = GAMES, sample_count = 20)]
fn list(bencher: divan::Bencher, (id, length): (&str, usize)) {
    let text = file(id, length);
    bencher.counter(BytesCount::new(text.len())).counter(ItemsCount::new(COUNT)).bench(|| {
        let plies: usize =
            Lister::new(divan::black_box(text.as_bytes())).map(|header| header.expect("no fault").plies).sum();
        assert_eq!(plies, length * COUNT as usize);
    });
}
