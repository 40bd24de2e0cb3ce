//! How fast sequences of legal plies are counted, beside a chess program of the same kind as
//! the yardstick: the ratio of the two is what can be compared between machines. The same game is
//! counted by both: chess as `tests/chess` writes it for this kernel.

use divan::counter::ItemsCount;
use heterodox::games::{self, Registry};
use heterodox::rules::perft::perft;
use heterodox::rules::variant::{Opening, begin};
use heterodox_lab::bench::{PERFT, Task};

#[path = "../tests/chess/game/mod.rs"]
mod game;

fn main() {
    divan::main();
}

/// The four games, at the depths of `heterodox-lab bench perft`.
#[divan::bench(args = PERFT, sample_count = 5)]
fn built_in(bencher: divan::Bencher, task: &Task) {
    let game = games::built_in(task.game).expect("the bench names games of the list");
    let position = game.begin(Opening::Named(task.setup)).expect("the bench names openings of its games");
    bencher.counter(ItemsCount::new(task.leaves)).bench(|| {
        let leaves = position.perft(divan::black_box(task.depth));
        assert_eq!(leaves, task.leaves);
    });
}

/// Chess from the start to depth 6, by this kernel.
#[divan::bench(sample_count = 5)]
fn chess_here(bencher: divan::Bencher) {
    let start = begin::<game::Chess>(Opening::Start).expect("its start");
    bencher.counter(ItemsCount::new(CHESS_LEAVES)).bench(|| {
        assert_eq!(perft(start.board(), divan::black_box(6)), CHESS_LEAVES);
    });
}

/// The same by the rules of a file: what a game pays for being data.
#[divan::bench(sample_count = 5)]
fn chess_of_a_file(bencher: divan::Bencher) {
    let chess = Registry::default().find("chess").expect("the shelf has it");
    let start = chess.begin(Opening::Start).expect("its start");
    bencher.counter(ItemsCount::new(CHESS_LEAVES)).bench(|| {
        assert_eq!(start.perft(divan::black_box(6)), CHESS_LEAVES);
    });
}

/// The same by cozy-chess, last ply counted without making it.
#[divan::bench(sample_count = 5)]
fn yardstick(bencher: divan::Bencher) {
    let start = cozy_chess::Board::default();
    bencher.counter(ItemsCount::new(CHESS_LEAVES)).bench(|| {
        assert_eq!(chess(&start, divan::black_box(6)), CHESS_LEAVES);
    });
}

const CHESS_LEAVES: u64 = 119_060_324;

fn chess(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += chess(&next, depth - 1);
            }
        }
        false
    });
    leaves
}
