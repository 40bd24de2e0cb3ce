//! A game in which a seat may have several Kings, and the last one must be safe.

use std::sync::LazyLock;

use heterodox_kernel::bits::{Bits64, SquareSet as _};
use heterodox_kernel::board::Board;
use heterodox_kernel::game::{CompiledGame, Rules};
use heterodox_kernel::generate::{Generator, Sink};
use heterodox_kernel::geometry::Geometry;
use heterodox_kernel::mv::MoveList;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::spec::Spec;
use heterodox_kernel::tables::Tables;
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::{Opening, begin};

use super::{KING, ROOK, eight, kind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kings;

impl Rules for Kings {
    type Set = Bits64;
    type Kinds = [Bits64; 2];
    type Extra = ();
    type State = ();

    fn judges_safety(_: &Board<Self>) -> bool {
        true
    }

    fn may_have_several_kings(_: &Tables<Self>) -> bool {
        true
    }

    fn danger(board: &Board<Self>, side: Side) -> Option<bool> {
        let (kings, scene) = (board.pieces(side, Kind(0)), board.scene(side));
        Some(!kings.has_at_least(2) && kings.iter().any(|king| board.attacked(king, scene)))
    }

    fn generate<K: Sink<Self::Set>>(generator: &Generator<'_, Self>, sink: &mut K) {
        let mut all = MoveList::new();
        generator.ordinary(&mut all);
        let safe = |mv| !generator.board.after(mv).in_check(generator.side);
        all.into_iter().filter(|&mv| safe(mv)).for_each(|mv| sink.one(mv));
    }
}

impl CompiledGame for Kings {
    const SPEC: &'static Spec = {
        const SPEC: Spec = Spec {
            kinds: &[KING, kind('R', "Rook", &[ROOK])],
            pawn: None,
            royal: Some(Kind(0)),
            ..eight("kings", 0)
        };
        &SPEC
    };

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Kings>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}
}

fn game(fen: &str) -> Timeline<Kings> {
    begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn each_of_several_kings_moves_and_only_the_last_one_is_in_check() {
    // Three squares beside a corner, five beside an edge; the attack of the Rook does not matter.
    assert_eq!(Position::legal(&game("r6k/8/8/8/8/8/8/K3K3 w - - 0 1")).len(), 3 + 5);
    let one = game("r6k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(Position::legal(&one).len(), 2);
    assert!(one.checked().has(Side::FIRST));
}

#[test]
fn a_king_is_taken_while_there_is_another() {
    let mut both = game("r6k/8/8/8/8/8/8/K3K3 b - - 0 1");
    both.act("a8a1").expect("it takes a King");
    assert!(both.checked().has(Side::FIRST) && both.outcome().is_none());
    assert!(begin::<Kings>(Opening::Fen("7k/8/8/8/8/8/8/8 w - - 0 1")).is_err(), "there must be one");
}

#[test]
fn another_king_can_be_put_on_a_free_board() {
    let lone = game("7k/8/8/8/8/8/8/K7 w - - 0 1");
    let at = lone.geometry().parse("c3").expect("a square");
    let two = lone.placed(at, Some(heterodox_kernel::piece::Piece::new(Side::FIRST, Kind(0)))).expect("a position");
    assert_eq!(two.fen(), "7k/8/8/8/8/2K5/8/K7 w - - 0 1");
}
