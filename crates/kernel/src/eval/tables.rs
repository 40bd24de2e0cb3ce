//! Evaluation tables of a game, compiled once from its data: the neural network, the class of each square, and the
//! number of pieces at the start.

use std::sync::Arc;

use super::evaluate::Evaluate;
use super::net::{Net, View};
use super::terms::Tally;
use crate::board::Board;
use crate::game::CompiledGame;
use crate::side::{BySide, Side};
use crate::spec::Spec;
use crate::zobrist::mix;

/// All evaluation data of a game that do not change during play.
#[derive(Debug)]
pub struct EvalTables {
    /// The neural network, if the game has one.
    pub net: Option<Arc<Net>>,
    /// The class of each square, per seat: see [`Evaluate::spot`].
    pub spots: BySide<Vec<u8>>,
    /// The number of pieces other than pawns at the start of the game, on the board and in reserve.
    pub pieces: i32,
}

impl EvalTables {
    /// Compiles the evaluation tables of a game.
    ///
    /// # Panics
    /// If the data of the game contradict each other: see [`flaw`].
    pub fn compile<R: Evaluate + CompiledGame>() -> EvalTables {
        let spec: &Spec = R::SPEC;
        if let Some(flaw) = worth::<R>().or_else(net::<R>) {
            panic!("{}: {flaw}", spec.id);
        }
        let geometry = &R::tables().geometry;
        EvalTables {
            net: R::NET.map(|bytes| Arc::new(Net::compile(spec, geometry, bytes))),
            spots: BySide::from_fn(|side| {
                let frame = spec.seats.get(side.index()).map_or(spec.seats[0].frame, |seat| seat.frame);
                geometry.squares().map(|square| R::spot(frame.local(geometry.coord(square)))).collect()
            }),
            pieces: spec.men_at_start(|kind| Some(kind) != spec.pawn).max(1) as i32,
        }
    }
}

/// What is wrong with the evaluation data of a game, if anything. The data of its rules are right.
pub fn flaw<R: Evaluate + CompiledGame>() -> Option<String> {
    worth::<R>().or_else(net::<R>).or_else(terms::<R>)
}

fn worth<R: Evaluate + CompiledGame>() -> Option<String> {
    let (values, kinds) = (R::WORTH.len(), R::SPEC.kinds.len());
    (values != kinds).then(|| format!("WORTH has {values} numbers: expected {kinds}, one for each kind"))
}

fn net<R: Evaluate + CompiledGame>() -> Option<String> {
    let bytes = R::NET?.len();
    let inputs = View::compile(R::SPEC, &R::tables().geometry).inputs();
    let fits = Net::hidden(bytes, inputs, Net::views(R::SPEC)).is_some();
    (!fits).then(|| format!("NET has {bytes} bytes: expected a net of {inputs} inputs"))
}

/// The highest term that is counted.
#[derive(Default)]
struct Highest(Option<usize>);

impl Tally for Highest {
    fn add(&mut self, _: Side, term: usize, _: i32) {
        self.0 = self.0.max(Some(term));
    }
}

/// A walk through so many positions shows which terms a game counts.
const WALK: usize = 200;

fn terms<R: Evaluate + CompiledGame>() -> Option<String> {
    let weights = R::WEIGHTS.len();
    for setup in R::SPEC.setups {
        let Ok(mut board) = Board::<R>::read(setup.fen) else { continue };
        for step in 0..WALK {
            let mut highest = Highest::default();
            R::weigh(&board, &mut highest);
            if let Some(term) = highest.0.filter(|&term| term >= weights) {
                return Some(format!("weigh counts the term {term}: WEIGHTS has {weights}, from 0 on"));
            }
            let legal = board.legal();
            if legal.is_empty() || R::won(&board).is_some() {
                break;
            }
            board = board.after(legal[mix(step as u64) as usize % legal.len()]);
        }
    }
    None
}
