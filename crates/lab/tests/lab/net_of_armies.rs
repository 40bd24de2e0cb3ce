//! The net of Armies: it knows no colours, and is learnt from games of four.

use std::collections::HashSet;

use heterodox_games::Registry;
use heterodox_games::armies::Armies;
use heterodox_kernel::board::{Board, Edit};
use heterodox_kernel::eval::evaluate::Evaluate;
use heterodox_kernel::eval::net::{BLOCK, Net, SeatAccumulator};
use heterodox_kernel::fen;
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::geometry::Coord;
use heterodox_kernel::piece::Piece;
use heterodox_kernel::side::{Side, Sides};
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::{Opening, begin};
use heterodox_lab::trainer::{self, First, Fit, GameLog, Noted};

/// What a net corrects for one seat.
fn corrected(net: &Net, board: &Board<Armies>, seat: Side) -> i32 {
    net.correct(board, &mut SeatAccumulator::new([seat]))
}

/// The seat that follows if all are in the game.
fn next(seat: Side) -> Side {
    Sides::first(4).after(seat)
}

/// The pieces of a board turned by a quarter, so that each army has the place of the next one.
fn turned(board: &Board<Armies>) -> Board<Armies> {
    let mut there = Board::empty(Armies::tables());
    let mut edit = Edit::new(&mut there);
    for square in board.geometry().squares() {
        let Some(piece) = board.piece(square) else { continue };
        let Coord { x, y, z } = board.geometry().coord(square);
        let to = board.geometry().at(Coord::new(8 - y, x, z)).expect("the board is square");
        edit.put(to, Piece::new(next(piece.side()), piece.kind()));
    }
    edit.set_turn(next(board.turn()));
    edit.set_living(board.living().iter().map(next).collect());
    there
}

#[test]
fn colours_do_not_matter() {
    let net = Armies::eval_tables(Armies::tables()).net.as_ref().expect("the game has a net");
    let mut accumulators: Vec<_> = Side::all(4).map(|seat| SeatAccumulator::new([seat])).collect();
    let mut game: Timeline<Armies> = begin(Opening::Start).expect("it begins");
    let (mut seen, mut dice, mut different) = (0, 7usize, HashSet::new());
    while game.outcome().is_none() && seen < 300 {
        let legal = game.legal();
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        game.play(legal[(dice >> 33) % legal.len()]);
        let board = game.board();
        let there = turned(board);
        for seat in board.living().iter() {
            let score = corrected(net, board, seat);
            let text = || fen::write(board);
            assert_eq!(score, corrected(net, &there, next(seat)), "{}", text());
            // One that has seen much else before says the same as one that sees for the first time.
            assert_eq!(score, net.correct(board, &mut accumulators[seat.index()]), "{}", text());
            different.insert(score);
        }
        seen += 1;
    }
    assert!(seen > 100 && different.len() > 50, "{seen} positions, {} scores", different.len());
}

/// Each army has its King, and Red a Rook too. Red loses with the Rook on the lowest level, and wins with it on the middle one.
const ROOKS: [&str; 2] = [
    "bK7gK/9/9/9/4rR4/9/9/9/rK7oK|9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9 r rogb - 0 9",
    "bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/9/4rR4/9/9/9/9|9/9/9/9/9/9/9/9/9 r rogb - 0 9",
];

#[test]
fn a_net_learns_what_the_terms_do_not_know() {
    let log = |number: usize| {
        let wins = number % 2;
        let position = Noted::new(ROOKS[wins].to_owned(), [-3_000, 3_000][wins]);
        let shares = [[0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]][wins];
        GameLog { shares, cause: "last-army".to_owned(), positions: vec![position] }
    };
    let logs: Vec<GameLog> = (0..100).map(log).collect();
    let how = Fit { epochs: 100, result: 0.0, later: 0.5, scale: None, rate: 0.02, batch: Fit::BATCH };
    let mut errors = Vec::new();
    let bytes = trainer::net(&Registry::default(), "armies", &logs, First::Untrained(BLOCK), how, &mut |report| {
        errors.push(report.validation_loss);
    });
    let net = Net::compile(Armies::SPEC, &Armies::tables().geometry, &bytes.expect("there are enough games"));
    assert!(errors.last() < errors.first().map(|first| first / 2.0).as_ref(), "{errors:?}");
    let [lost, won] = ROOKS.map(|text| corrected(&net, &Board::read(text).expect("a position"), Side::FIRST));
    assert!(lost < -300 && won > lost + 300, "{lost} and {won}");
}
