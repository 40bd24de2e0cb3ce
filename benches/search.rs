//! How fast the engine looks: a fixed depth from the start of every game, and one evaluation.

use divan::{Bencher, black_box};
use heterodox::engine::limits::{Limits, Stop};
use heterodox::engine::thinker::{Means, hire};
use heterodox::games::{self, GAMES, Visitor};
use heterodox::rules::game::Rules;
use heterodox::rules::timeline::Timeline;
use heterodox::rules::variant::{Opening, begin};

fn main() {
    divan::main();
}

fn ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.spec().id)
}

/// A search that begins with nothing known.
#[divan::bench(args = ids())]
fn five_plies(bencher: Bencher, game: &str) {
    let position = games::find(game).expect("a game").begin(Opening::Start).expect("its start");
    let mut thinker = hire(game, Means { megabytes: 4, ..Means::default() }).expect("it is played");
    let limits = Limits { depth: Some(5), ..Limits::default() };
    bencher.bench_local(|| {
        thinker.forget();
        black_box(thinker.think(position.as_ref(), &limits, &Stop::default(), &mut |_| ()))
    });
}

struct Evaluate<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Evaluate<'_, '_> {
    type Output = ();
    fn visit<R: Rules>(self) {
        let mut game: Timeline<R> = begin(Opening::Start).expect("its start");
        for ply in 0..20 {
            let legal = game.legal();
            game.play(legal[ply * 7 % legal.len()]);
        }
        let board = *game.board();
        self.0.bench_local(|| black_box(black_box(&board).worth()));
    }
}

/// One evaluation.
#[divan::bench(args = ids())]
fn evaluation(bencher: Bencher, game: &str) {
    games::visit(game, Evaluate(bencher)).expect("a game");
}
