//! `Reach::targets_among` finds the same squares as `Reach::targets` with a filter after it.

use heterodox_games::armies::Armies;
use heterodox_games::holywar::Holywar;
use heterodox_kernel::bits::SquareSet;
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::geometry::Square;
use heterodox_kernel::piece::Piece;
use heterodox_kernel::side::Side;
use heterodox_kernel::zobrist::mix;

/// Tries all kinds and squares of a game, on boards with random pieces.
fn check<R: CompiledGame>() {
    let tables = R::tables();
    let squares = || tables.geometry.squares();
    let mut found = 0;
    for kind in R::SPEC.all_kinds() {
        let reach = tables.mover(Piece::new(Side::FIRST, kind)).captures();
        for (from, seed) in squares().flat_map(|from| (0..8_u64).map(move |seed| (from, seed))) {
            let random = |salt: u64| {
                let is_in = |at: &Square| mix(seed << 32 | salt << 16 | at.index() as u64).is_multiple_of(4);
                R::Set::collect(squares().filter(is_in))
            };
            let (occupied, among) = (random(1), random(2));
            let reached = reach.targets_among(from, occupied, among);
            assert!(reached == reach.targets(from, occupied) & among, "{kind:?} from {from:?}");
            found += reached.count();
        }
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn some_squares_are_reached_as_all_are() {
    check::<Holywar>();
    check::<Armies>();
}
