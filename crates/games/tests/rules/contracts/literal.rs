//! The rules once more, as literally as can be: walk every path, make the move on a copy, see
//! whether the King can be captured. Slow on purpose; the kernel must agree with it.

use heterodox_games::blackholes::WARP;
use heterodox_games::holywar::EXCHANGE;
use heterodox_kernel::bits::SquareSet;
use heterodox_kernel::board::Board;
use heterodox_kernel::gait::Mode;
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::geometry::{Delta, Square};
use heterodox_kernel::mv::{Move, NO_VIAS, Verb};
use heterodox_kernel::piece::{Kind, Piece};
use heterodox_kernel::side::Side;
use heterodox_kernel::timeline::Act;

/// The squares of a seat's pieces.
fn men<R: CompiledGame>(board: &Board<R>, side: Side) -> Vec<(Square, Piece)> {
    let all = board.geometry().squares().filter_map(|square| Some((square, board.piece(square)?)));
    all.filter(|(_, piece)| piece.side() == side).collect()
}

fn kind<R: CompiledGame>(letter: char) -> Kind {
    R::SPEC.kind(letter).expect("the game has such a kind")
}

/// Could a piece of `side` capture on a square, whatever stands there?
pub(crate) fn captures_on<R: CompiledGame>(board: &Board<R>, side: Side, target: Square) -> bool {
    let by_power = men(board, side).into_iter().any(|(from, piece)| {
        let powers = board.powers(piece, from).into_iter();
        powers
            .filter(|(mode, path)| *mode != Mode::Quiet && path.to == target)
            .any(|(_, path)| clear(board, &path.vias))
    });
    by_power || warps(board, side, true).iter().any(|mv| mv.to == target)
}

fn clear<R: CompiledGame>(board: &Board<R>, vias: &[Square]) -> bool {
    vias.iter().all(|&via| board.piece(via).is_none())
}

/// Is a seat's King attacked by a living opponent?
pub(crate) fn in_check<R: CompiledGame>(board: &Board<R>, side: Side) -> bool {
    let Some(royal) = R::SPEC.royal else { return false };
    let Some(&(king, _)) = men(board, side).iter().find(|(_, piece)| piece.kind() == royal) else { return false };
    board.living().without(side).iter().any(|by| captures_on(board, by, king))
}

/// Every legal move.
pub(crate) fn legal<R: CompiledGame>(board: &Board<R>) -> Vec<Move> {
    let side = board.turn();
    let compelled = !board.reserve(side).is_empty();
    let mut moves = drops(board, side);
    if !compelled {
        moves.extend(steps(board, side));
        moves.extend(passants(board, side));
        moves.extend(swaps(board, side));
        moves.extend(warps(board, side, false).into_iter().flat_map(|mv| promotions(board, side, mv)));
    }
    moves.retain(|&mv| !in_check(&board.just_after(mv), side));
    if moves.is_empty() && R::SPEC.seats.len() > 2 {
        moves.push(Move::PASS);
    }
    moves
}

fn steps<R: CompiledGame>(board: &Board<R>, side: Side) -> Vec<Move> {
    let mut moves = Vec::new();
    for (from, piece) in men(board, side) {
        for (mode, path) in board.powers(piece, from) {
            let fits = match board.piece(path.to) {
                None => mode != Mode::Capture,
                Some(other) => {
                    let untouchable = R::SPEC.of(other.kind()).untouchable;
                    mode != Mode::Quiet && other.side() != side && !untouchable
                }
            };
            if !fits || !clear(board, &path.vias) {
                continue;
            }
            let mv = match (Some(piece.kind()) == R::SPEC.pawn, &path.vias[..]) {
                (true, &[over]) => Move::stride(piece.kind(), from, over, path.to),
                _ => Move::step(piece.kind(), from, path.to),
            };
            moves.extend(promotions(board, side, mv));
        }
    }
    // Several paths may lead to one square.
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// A pawn move with each promotion it can or must make.
fn promotions<R: CompiledGame>(board: &Board<R>, side: Side, mv: Move) -> Vec<Move> {
    let at = R::SPEC.seat(side).frame.local(board.geometry().coord(mv.to));
    let Some(promotion) = R::SPEC.of(mv.kind).promotion else { return vec![mv] };
    let (must, may) = (promotion.must.has(at), promotion.may.has(at));
    if !(must || may) {
        return vec![mv];
    }
    let own = men(board, side);
    let room = |kind: &Kind| {
        let have = own.iter().filter(|(_, piece)| piece.kind() == *kind).count();
        R::SPEC.of(*kind).limit.is_none_or(|limit| have < usize::from(limit)) && R::SPEC.of(*kind).owned_by(side)
    };
    let kinds: Vec<Kind> = promotion.to.iter().copied().filter(room).collect();
    let mut all: Vec<Move> = kinds.iter().map(|&kind| mv.promoting(Some(kind))).collect();
    if !must || kinds.is_empty() {
        all.push(mv);
    }
    all
}

fn passants<R: CompiledGame>(board: &Board<R>, side: Side) -> Vec<Move> {
    let mut moves = Vec::new();
    for passed in R::SPEC.sides().filter_map(|seat| board.passed(seat)) {
        for (from, piece) in men(board, side).into_iter().filter(|(_, piece)| Some(piece.kind()) == R::SPEC.pawn) {
            let takes = |(mode, path): &(Mode, _)| {
                let path: &heterodox_kernel::gait::Path = path;
                *mode == Mode::Capture && path.to == passed.over
            };
            if board.powers(piece, from).iter().any(takes) {
                let mv = Move::passant(piece.kind(), from, passed.over, passed.at);
                moves.extend(promotions(board, side, mv));
            }
        }
    }
    moves
}

/// Drops: from the reserve behind the own pawns, or holes on the first rank.
fn drops<R: CompiledGame>(board: &Board<R>, side: Side) -> Vec<Move> {
    let mut moves = Vec::new();
    let frame = R::SPEC.seat(side).frame;
    for to in board.geometry().squares().filter(|&square| board.piece(square).is_none()) {
        let rank = frame.local(board.geometry().coord(to)).y;
        for kind in R::SPEC.all_kinds() {
            let dropped = match R::SPEC.id {
                "holywar" => board.reserve(side).count(kind) > 0 && rank <= 1,
                "blackholes" => R::SPEC.of(kind).letter == 'H' && rank == 0,
                _ => false,
            };
            if dropped {
                moves.push(Move::drop(kind, to));
            }
        }
    }
    moves
}

/// Holywar: the King changes places with a Lady beside it.
fn swaps<R: CompiledGame>(board: &Board<R>, side: Side) -> Vec<Move> {
    if R::SPEC.id != "holywar" {
        return Vec::new();
    }
    let of =
        |letter: char| men(board, side).into_iter().filter(move |(_, piece)| piece.kind() == kind::<R>(letter));
    let mut moves = Vec::new();
    for (king, piece) in of('K') {
        for (lady, _) in of('L') {
            let Delta { x, y, .. } = board.geometry().delta(king, lady);
            if x.abs() <= 1 && y.abs() <= 1 {
                moves.push(Move::special(EXCHANGE, piece.kind(), king, NO_VIAS, lady));
            }
        }
    }
    moves
}

/// Black Holes: in, out and on. With `onto_king`, also what would end on the own King's square.
fn warps<R: CompiledGame>(board: &Board<R>, side: Side, onto_king: bool) -> Vec<Move> {
    if R::SPEC.id != "blackholes" {
        return Vec::new();
    }
    let hole = Piece::new(side, kind::<R>('H'));
    let holes: Vec<Square> =
        men(board, side).into_iter().filter(|(_, piece)| *piece == hole).map(|(at, _)| at).collect();
    let mut moves = Vec::new();
    for (from, piece) in men(board, side).into_iter().filter(|(_, piece)| piece.kind() != kind::<R>('K')) {
        for (_, path) in board.powers(piece, from) {
            if !holes.contains(&path.to) || !clear(board, &path.vias) {
                continue;
            }
            let whole = board.geometry().delta(from, path.to);
            let knight = piece.kind() == kind::<R>('S');
            let step = if knight { whole } else { Delta::new(whole.x.signum(), whole.y.signum(), 0) };
            for &exit in holes.iter().filter(|&&exit| exit != from) {
                let mut at = exit;
                while let Some(next) = board.geometry().offset(at, step) {
                    at = next;
                    let met = board.piece(at).filter(|_| at != from);
                    let own_king = met == Some(Piece::new(side, kind::<R>('K')));
                    if !own_king || onto_king {
                        moves.push(Move::special(WARP, piece.kind(), from, [path.to, exit], at));
                    }
                    if met.is_some() {
                        break;
                    }
                }
            }
        }
    }
    moves
}

/// Does a move take something?
pub(crate) fn takes<R: CompiledGame>(board: &Board<R>, mv: Move) -> bool {
    match mv.verb {
        Verb::Passant => true,
        Verb::Special(_) if R::SPEC.id == "holywar" => false,
        Verb::Step | Verb::Special(_) => mv.from != mv.to && board.occupied().has(mv.to),
        _ => false,
    }
}

/// The points of each seat after an act, where points are counted: a capture pays by the letter of the piece, and each
/// King that falls pays the army whose turn begins.
pub(crate) fn points<R: CompiledGame>(before: &Board<R>, act: Act, after: &Board<R>) -> Vec<u32> {
    let mut points: Vec<u32> = R::SPEC.sides().filter_map(|side| R::points(before, side)).collect();
    if points.is_empty() {
        return points;
    }
    let worth = |piece: Piece| match R::SPEC.of(piece.kind()).letter {
        'R' => 5,
        'F' | 'J' | 'T' => 4,
        'N' | 'C' | 'A' => 3,
        'P' => 1,
        other => panic!("{other} is not captured"),
    };
    let mover = before.turn();
    let left = match act {
        Act::Move(mv) => {
            let moved = before.just_after(mv);
            let rivals = before.living().without(mover);
            let gone = rivals
                .iter()
                .flat_map(|side| men(before, side))
                .filter(|(at, piece)| moved.piece(*at) != Some(*piece));
            points[mover.index()] += gone.map(|(_, piece)| worth(piece)).sum::<u32>();
            None
        }
        Act::Leave(side) => Some(side),
    };
    let fallen = before.living().iter().filter(|&side| Some(side) != left && !after.living().has(side)).count();
    points[after.turn().index()] += 20 * fallen as u32;
    points
}
