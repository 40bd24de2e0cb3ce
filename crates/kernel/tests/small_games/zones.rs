//! Zones where movements end, and random boards beside a literal reading of the data: what moves, and what is attacked.

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::board::Board;
use heterodox_kernel::gait::{DIAGONAL, Edge, Gait, KNIGHT, Mode, ORTHOGONAL};
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::geometry::{Coord, Delta, Square};
use heterodox_kernel::limits::flaw;
use heterodox_kernel::notation::machine;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::piece::Piece;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::spec::{Movement, Spec, Zone};
use heterodox_kernel::variant::{Opening, begin};
use heterodox_kernel::zobrist::mix;

use super::{AHEAD, BISHOP, LEFT, RIGHT, ROOK, STEP, eight, game, kind};

const PALACE: Zone = Zone::Where(|at| (3..6).contains(&at.x) && at.y < 3);
const HALF: Zone = Zone::Where(|at| at.y < 4);
const FAR: Zone = Zone::Where(|at| at.y > 3);
const CORNERS: Zone =
    Zone::On(&[Coord::new(0, 0, 0), Coord::new(7, 7, 0), Coord::new(4, 4, 0), Coord::new(3, 0, 0)]);
const ADVISOR: Movement = Movement::both(Gait::Leap(&DIAGONAL)).onto(PALACE);
const ELEPHANT: Movement = Movement::both(Gait::Lame { words: &["gg"], edge: Edge::Closed }).onto(HALF);
const HORSE: Movement = Movement::both(Gait::Lame { words: &["og"], edge: Edge::Closed });

// A General that steps in its palace, and captures as a Knight in its own half.
game!(
    Bounded,
    Bits64,
    Spec {
        kinds: &[
            kind(
                'K',
                "General",
                &[
                    Movement::quiet(Gait::Leap(&ORTHOGONAL)).onto(PALACE),
                    Movement::capture(Gait::Leap(&KNIGHT)).onto(HALF)
                ]
            ),
            kind('A', "Advisor", &[ADVISOR]),
            kind('E', "Elephant", &[ELEPHANT]),
            kind('R', "Rook", &[ROOK.onto(HALF)]),
            kind('Q', "Queen", &[ROOK, BISHOP.onto(CORNERS)]),
            kind(
                'B',
                "Bishop",
                &[
                    Movement::quiet(Gait::Slide(&DIAGONAL)).within(HALF),
                    Movement::capture(Gait::Slide(&DIAGONAL)).onto(FAR)
                ]
            ),
            kind(
                'H',
                "Horse",
                &[HORSE.within(HALF).onto(FAR), Movement::quiet(Gait::Leap(&ORTHOGONAL)).onto(CORNERS)]
            ),
            kind(
                'S',
                "Soldier",
                &[STEP.onto(HALF), Movement::capture(Gait::Leap(&[LEFT, RIGHT])).onto(FAR), STEP.within(FAR)]
            ),
            kind(
                'P',
                "Pawn",
                &[
                    Movement::quiet(Gait::Leap(&[AHEAD])).onto(HALF),
                    Movement::quiet(Gait::Stride(&[AHEAD])).onto(FAR),
                    Movement::capture(Gait::Leap(&[LEFT, RIGHT, AHEAD])).onto(CORNERS)
                ]
            ),
        ],
        ..eight("bounded", 8)
    }
);

// The same without a royal piece, so that more boards are positions.
game!(Loose, Bits64, Spec { royal: None, ..*Bounded::SPEC });

type Cells = Vec<Option<Piece>>;

/// Every path of a movement from a square: the squares on the way, and the last one. Zones are not looked at.
fn paths<R: CompiledGame>(gait: Gait, side: Side, from: Square) -> Vec<(Vec<Option<Square>>, Square)> {
    let (board, frame) = (&R::tables().geometry, R::SPEC.seat(side).frame);
    let at = |ways: &[Delta]| ways.iter().fold(Delta::new(0, 0, 0), |sum, &way| sum.plus(way));
    let mut found = Vec::new();
    let mut walk = |steps: &[Delta]| {
        let squares: Vec<_> = (1..=steps.len()).map(|count| board.offset(from, at(&steps[..count]))).collect();
        if let Some((&Some(to), vias)) = squares.split_last() {
            found.push((vias.to_vec(), to));
        }
    };
    match gait {
        Gait::Leap(ways) => ways.iter().for_each(|&way| walk(&[frame.turned(way)])),
        Gait::Slide(ways) => {
            for &way in ways {
                (1..8).for_each(|count| walk(&vec![frame.turned(way); count]));
            }
        }
        Gait::Stride(ways) => ways.iter().for_each(|&way| walk(&[frame.turned(way); 2])),
        Gait::Lame { words, .. } => {
            for (o, g) in ORTHOGONAL.into_iter().flat_map(|o| DIAGONAL.map(|g| (o, g))) {
                if o.z == 0 && g.z == 0 && o.is_component_of(g) {
                    for word in words {
                        walk(&word.chars().map(|step| if step == 'o' { o } else { g }).collect::<Vec<_>>());
                    }
                }
            }
        }
        other => panic!("{other:?} is not read here"),
    }
    found
}

/// The squares to which a piece goes, quietly or to capture.
fn reached<R: CompiledGame>(cells: &Cells, from: Square, takes: bool) -> Vec<Square> {
    let Some(piece) = cells[from.index()] else { return Vec::new() };
    let (board, frame) = (&R::tables().geometry, R::SPEC.seat(piece.side()).frame);
    let is_in = |zone: Option<Zone>, square| zone.is_none_or(|zone| zone.has(frame.local(board.coord(square))));
    let other = if takes { Mode::Quiet } else { Mode::Capture };
    let moves = R::SPEC.of(piece.kind()).moves.iter().filter(|movement| movement.mode != other);
    let mut found: Vec<Square> = moves
        .filter(|movement| is_in(movement.within, from))
        .flat_map(|movement| {
            let ways = paths::<R>(movement.gait, piece.side(), from).into_iter();
            ways.filter(|(vias, to)| {
                let open = vias.iter().all(|via| via.is_some_and(|via| cells[via.index()].is_none()));
                open && is_in(movement.onto, *to)
            })
            .map(|(_, to)| to)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The squares where some capture of a seat's pieces ends.
fn attacked<R: CompiledGame>(cells: &Cells, by: Side) -> Vec<Square> {
    let own = |from: &Square| cells[from.index()].is_some_and(|piece| piece.side() == by);
    let from = R::tables().geometry.squares().filter(own);
    from.flat_map(|from| reached::<R>(cells, from, true)).collect()
}

/// The legal moves by the data alone, in the machine form.
fn literal<R: CompiledGame>(board: &Board<R>, cells: &Cells) -> Vec<String> {
    let (turn, label) = (board.turn(), |square| board.geometry().label(square));
    let rival = board.living().after(turn);
    let mut found = Vec::new();
    for from in board.geometry().squares().filter(|&from| board.owns(from)) {
        for takes in [false, true] {
            for to in reached::<R>(cells, from, takes) {
                let fits = match cells[to.index()] {
                    None => !takes,
                    Some(other) => takes && other.side() != turn,
                };
                if !fits {
                    continue;
                }
                let mut next = cells.clone();
                next[to.index()] = next[from.index()].take();
                let royal = R::SPEC.royal.map(|kind| Some(Piece::new(turn, kind)));
                let king = royal.and_then(|king| next.iter().position(|&cell| cell == king));
                if !king.is_some_and(|king| attacked::<R>(&next, rival).contains(&Square(king as u8))) {
                    found.push(format!("{}{}", label(from), label(to)));
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// A board with pieces at random, as a FEN.
fn at_random<R: CompiledGame>(seed: u64) -> String {
    let (mut dice, kinds) = (mix(seed), R::SPEC.kinds.len() as u64);
    let mut next = |below: u64| {
        dice = mix(dice);
        (dice >> 20) % below
    };
    let mut squares = [None; 64];
    for _ in 0..6 + next(22) {
        let first = u64::from(R::SPEC.royal.is_some());
        let letter = R::SPEC.kinds[(first + next(kinds - first)) as usize].letter;
        squares[next(64) as usize] = Some(if next(2) == 0 { letter } else { letter.to_ascii_lowercase() });
    }
    if R::SPEC.royal.is_some() {
        let white = next(64) as usize;
        squares[white] = Some('K');
        squares[(white + 1 + next(63) as usize) % 64] = Some('k');
    }
    let rank = |rank: &[Option<char>]| rank.iter().map(|cell| cell.unwrap_or('1')).collect::<String>();
    let ranks: Vec<String> = squares.chunks(8).map(rank).collect();
    // Runs of empty squares are written together.
    let placement =
        (2..=8).rev().fold(ranks.join("/"), |text, run| text.replace(&"1".repeat(run), &run.to_string()));
    format!("{placement} {} - - 0 1", if next(2) == 0 { 'w' } else { 'b' })
}

fn compare<R: CompiledGame>(boards: u64) {
    assert_eq!(flaw::<R>(), None);
    let (mut positions, mut moves, mut checks) = (0, 0, 0);
    for seed in 0..boards {
        let text = at_random::<R>(seed);
        // A board where the side that is not to move is in check is no position.
        let Ok(board) = Board::<R>::read(&text) else { continue };
        let cells: Cells = board.geometry().squares().map(|square| board.piece(square)).collect();
        for side in R::SPEC.sides() {
            let rival = board.living().after(side);
            let attacked = attacked::<R>(&cells, rival);
            for square in board.geometry().squares() {
                let (label, hit) = (board.geometry().label(square), board.hit(square, board.scene(side)));
                assert_eq!(hit, attacked.contains(&square), "{label} by {rival:?} in {text}");
            }
        }
        let mut found: Vec<String> = board.legal().iter().map(|&mv| machine(&board, mv)).collect();
        found.sort_unstable();
        assert_eq!(found, literal(&board, &cells), "{text}");
        assert_eq!(board.count_moves(), found.len() as u64, "{text}");
        assert_eq!(board.can_move(), !found.is_empty(), "{text}");
        positions += 1;
        moves += found.len();
        checks += usize::from(board.in_check(board.turn()));
    }
    let royal = R::SPEC.royal.is_some();
    assert!(positions > boards / 3 && moves > 1000, "{positions} of {boards} boards, {moves} moves");
    assert!(!royal || checks > 10, "{checks} checks");
}

#[test]
fn moves_and_attacks_are_those_of_the_data() {
    compare::<Bounded>(250);
    compare::<Loose>(150);
}

fn moves(fen: &str, from: &str) -> Vec<String> {
    let game = begin::<Bounded>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut moves: Vec<String> = game.legal().iter().map(|&mv| game.machine(mv)).collect();
    moves.retain(|text| text.starts_with(from));
    moves.sort_unstable();
    moves
}

#[test]
fn a_slide_passes_where_it_may_not_end() {
    // The Queen slides through g3 and f4, and stops on e5 alone; beyond a piece it sees nothing.
    let diagonal = |fen: &str| {
        let mut all = moves(fen, "h2");
        all.retain(|text| ["g3", "f4", "e5", "d6"].iter().any(|to| text.ends_with(to)));
        all
    };
    assert_eq!(diagonal("3k4/8/8/8/8/8/7Q/3K4 w - - 0 1"), ["h2e5"]);
    assert_eq!(diagonal("3k4/8/8/8/5s2/8/7Q/3K4 w - - 0 1"), [""; 0]);
    // The Rook takes the Soldier in its own half, not the one beyond.
    assert_eq!(moves("3k4/8/8/8/R2s4/8/8/4K3 w - - 0 1", "a4d4"), ["a4d4"]);
    assert_eq!(moves("3k4/8/8/s7/R7/8/8/4K3 w - - 0 1", "a4a5"), [""; 0]);
}

#[test]
fn a_piece_checks_and_pins_only_where_it_may_end() {
    let checked = |fen: &str| begin::<Bounded>(Opening::Fen(fen)).expect("a position").checked().count();
    // The Rook of Black hits nothing in the half of White, and the Queen does.
    assert_eq!(checked("3k4/8/8/8/4r3/8/8/4K3 w - - 0 1"), 0);
    assert_eq!(checked("3k4/8/8/8/4q3/8/8/4K3 w - - 0 1"), 1);
    // So it pins nothing there either, and the Queen does.
    assert_eq!(moves("3k4/8/8/8/4r3/8/4A3/4K3 w - - 0 1", "e2"), ["e2d1", "e2d3", "e2f1", "e2f3"]);
    assert_eq!(moves("3k4/8/8/8/4q3/8/4A3/4K3 w - - 0 1", "e2"), [""; 0]);
}

#[test]
fn the_reason_names_the_zone() {
    let game = begin::<Bounded>(Opening::Fen("3k4/8/8/8/2E5/8/8/R3K3 w - - 0 1")).expect("a position");
    let why = |from: &str, to: &str| {
        let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
        game.explain(&[at(from)], at(to)).expect("it cannot")
    };
    assert_eq!(why("c4", "e6"), "no such move of the Elephant ends on e6: it moves");
    assert_eq!(why("c4", "e5"), "the Elephant does not go from c4 to e5: it moves");
    assert_eq!(why("a1", "a8"), "no such move of the Rook ends on a8: it moves");
    assert_eq!(why("e1", "e5"), "the General does not go from e1 to e5: it moves");
}
