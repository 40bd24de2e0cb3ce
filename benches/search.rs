//! How fast the engine looks: a fixed depth from the start of every game, and one evaluation.

use divan::{Bencher, black_box};
use heterodox::engine::interface::{EngineOptions, create};
use heterodox::engine::limits::{Limits, Stop};
use heterodox::engine::transposition::TranspositionTable;
use heterodox::eval::evaluate::{Evaluate, evaluate, net_of_two};
use heterodox::eval::net::Accumulator;
use heterodox::games::{self, GAMES, Registry, Visitor};
use heterodox::rules::board::Board;
use heterodox::rules::game::CompiledGame;
use heterodox::rules::timeline::Timeline;
use heterodox::rules::variant::{Opening, begin};
use heterodox::rules::zobrist::mix;

fn main() {
    divan::main();
}

fn ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.spec().id)
}

/// A search that begins with nothing known.
#[divan::bench(args = ids())]
fn five_plies(bencher: Bencher, game: &str) {
    let position = games::built_in(game).expect("a game").begin(Opening::Start).expect("its start");
    let mut engine = create(&Registry::default(), game, EngineOptions { megabytes: 4, ..EngineOptions::default() })
        .expect("it is played");
    let limits = Limits { depth: Some(5), ..Limits::default() };
    bencher.bench_local(|| {
        engine.forget();
        black_box(engine.think(position.as_ref(), &limits, &Stop::default(), &mut |_| ()))
    });
}

struct Evaluation<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Evaluation<'_, '_> {
    type Output = ();
    fn visit<R: Evaluate + CompiledGame>(self) {
        let mut game: Timeline<R> = begin(Opening::Start).expect("its start");
        for ply in 0..20 {
            let legal = game.legal();
            game.play(legal[ply * 7 % legal.len()]);
        }
        let board = *game.board();
        let against = board.living().after(board.turn());
        let boards: Vec<Board<R>> = game.legal().iter().map(|&mv| board.after(mv)).collect();
        let net = net_of_two(board.tables()).map(AsRef::as_ref);
        let (mut accumulator, mut next) = (Accumulator::default(), boards.iter().cycle());
        self.0.bench_local(|| {
            let board = next.next().expect("somebody can move");
            black_box(evaluate(black_box(board), against, net, &mut accumulator))
        });
    }
}

/// One evaluation after another, of positions that are two moves apart.
#[divan::bench(args = ids())]
fn evaluation(bencher: Bencher, game: &str) {
    games::visit(game, Evaluation(bencher)).expect("a game");
}

/// Positions asked for in a table larger than the caches, each after a little work as between a move
/// and the search after it; fetched at once, or not: what the one `unsafe` of the engine is worth.
#[divan::bench(args = [false, true])]
fn table(bencher: Bencher, fetched: bool) {
    let table = TranspositionTable::new(256).expect("a table");
    let mut number = 0;
    bencher.bench_local(|| {
        for _ in 0..1000 {
            number += 1;
            let hash = mix(number);
            if fetched {
                table.prefetch(hash);
            }
            black_box((0..30).fold(number, |work, _| black_box(mix(work))));
            black_box(table.probe(hash, 0));
        }
    });
}
