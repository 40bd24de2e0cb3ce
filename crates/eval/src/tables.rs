//! Evaluation tables of a game, compiled once from its data: the neural network, the class of each square, and the
//! number of pieces at the start.

use super::evaluate::Evaluate;
use super::net::Net;
use crate::rules::side::BySide;
use crate::rules::spec::Spec;

/// All evaluation data of a game that do not change during play.
#[derive(Debug)]
pub struct EvalTables {
    /// The neural network, if the game has one.
    pub net: Option<Net>,
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
    pub fn compile<R: Evaluate>() -> EvalTables {
        let spec: &Spec = R::SPEC;
        if let Some(flaw) = flaw::<R>() {
            panic!("{}: {flaw}", spec.id);
        }
        let geometry = &R::tables().geometry;
        EvalTables {
            net: R::NET.map(|bytes| Net::compile(spec, geometry, bytes)),
            spots: BySide::from_fn(|side| {
                let frame = spec.seats.get(side.index()).map_or(spec.seats[0].frame, |seat| seat.frame);
                geometry.squares().map(|square| R::spot(frame.local(geometry.coord(square)))).collect()
            }),
            pieces: spec.men_at_start(|kind| Some(kind) != spec.pawn).max(1) as i32,
        }
    }
}

/// What is wrong with the evaluation data of a game, if anything.
pub fn flaw<R: Evaluate>() -> Option<String> {
    let (values, kinds) = (R::WORTH.len(), R::SPEC.kinds.len());
    (values != kinds).then(|| format!("WORTH has {values} numbers: expected {kinds}, one for each kind"))
}
