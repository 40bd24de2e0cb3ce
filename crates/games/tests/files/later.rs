//! Finds positions in which something rare comes next, for the games in `tests/data/walks/*.later.txt`. Another program
//! says what is legal there: the scripts beside these files read what is printed here.
//!
//! With `HETERODOX_LATER_FEN` the games begin in another position than the opening.
//!
//! `HETERODOX_LATER="omega checkmate stalemate" cargo test --release -p heterodox-games --test files later -- --ignored --nocapture`

use heterodox_games::Registry;
use heterodox_games::file::{Compiled, FileGame};
use heterodox_kernel::bits::SquareSet;
use heterodox_kernel::board::Board;
use heterodox_kernel::fen;
use heterodox_kernel::mv::Move;
use heterodox_kernel::notation::machine;
use heterodox_kernel::tables::Tables;

use super::things::{Happened, end, of_move};
use super::walks::{Draw, ENOUGH, usual};

/// After so many plies another game begins.
const LONGEST: usize = 400;
/// After so many games a thing that is still rare is given up.
const GAMES: u64 = 400_000;

/// What happens with a move and right after it.
fn things<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Vec<&'static str> {
    let after = board.after(mv);
    of_move(board, mv, &after).into_iter().chain(end(&after).map(|(_, what)| what)).collect()
}

/// Does a FEN say all of the position in other programs? They do not say which Pawn was passed when it steps diagonally.
fn is_plain(game: &str, fen: &str) -> bool {
    game != "berolina" || fen.split(' ').nth(3) == Some("-")
}

/// Prints at most one position of each thing. One player captures whatever it can and the other one nothing, so that boards
/// get empty.
fn game<S: SquareSet>(
    name: &str,
    mut board: Board<FileGame<S>>,
    number: u64,
    wanted: &[&str],
    found: &mut Happened,
) {
    let mut draw = Draw(number);
    let mut left: Vec<&str> = wanted.iter().copied().filter(|what| found.count(what) < ENOUGH).collect();
    for ply in 0..LONGEST {
        let moves = board.legal();
        let mut live = Vec::new();
        for mv in moves {
            let here = things(&board, mv);
            if let Some(what) = here.iter().find(|what| left.contains(what)) {
                let fen = fen::write(&board);
                if is_plain(name, &fen) {
                    println!("later {name} {what} {} {fen}", usual(&machine(&board, mv)));
                    found.add(what);
                    left.retain(|other| other != what);
                }
            }
            if end(&board.after(mv)).is_none() {
                live.push(mv);
            }
        }
        if left.is_empty() || live.is_empty() {
            return;
        }
        let (takes, rest): (Vec<Move>, Vec<Move>) = live.into_iter().partition(|mv| board.captured(*mv).is_some());
        let greedy = ply as u64 % 2 == number % 2;
        let drawn = if takes.is_empty() || !greedy && !rest.is_empty() { rest } else { takes };
        board = board.after(drawn[draw.below(drawn.len())]);
    }
}

fn find<S: SquareSet>(name: &str, tables: &'static Tables<FileGame<S>>, wanted: &[&str]) {
    let mut found = Happened::default();
    let fen = std::env::var("HETERODOX_LATER_FEN");
    let start = tables.read(fen.as_deref().unwrap_or(tables.spec().setups[0].fen)).expect("a position");
    for number in 0..GAMES {
        game(name, start, number, wanted, &mut found);
        if wanted.iter().all(|what| found.count(what) >= ENOUGH) {
            return;
        }
    }
    println!("{name}: only {found:?}");
}

#[test]
#[ignore = "it finds what the scripts record, and checks nothing"]
fn later_positions() {
    let text = std::env::var("HETERODOX_LATER").expect("the game and what is looked for");
    let (name, wanted) = text.split_once(' ').expect("a game and names of things");
    let wanted: Vec<&str> = wanted.split(' ').collect();
    match Registry::default().file(name).expect("a game of the shelf").compiled() {
        Compiled::Small(tables) => find(name, tables, &wanted),
        Compiled::Large(tables) => find(name, tables, &wanted),
    }
}
