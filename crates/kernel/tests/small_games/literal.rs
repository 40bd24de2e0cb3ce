//! Random boards beside a literal reading of the data: what moves, and what is attacked.

use heterodox_kernel::board::Board;
use heterodox_kernel::gait::{DIAGONAL, Gait, Leg, Mode, Must, ORTHOGONAL};
use heterodox_kernel::geometry::{Delta, Square};
use heterodox_kernel::notation::machine;
use heterodox_kernel::piece::Piece;
use heterodox_kernel::side::Side;
use heterodox_kernel::spec::{Hopping, Zone};
use heterodox_kernel::zobrist::mix;

use super::{Habit, Plain, Small, flaw, read};

type Cells = Vec<Option<Piece>>;

/// A path: the steps one after another, and what each square but the last one must be.
type Steps = Vec<(Delta, Must)>;

/// Every path of a movement from a square, as far as the board goes. Zones are not looked at.
fn paths(gait: Gait, turned: impl Fn(Delta) -> Delta) -> Vec<Steps> {
    let free = |way: Delta, count: usize| vec![(turned(way), Must::Empty); count];
    let over = |way: Delta, count: usize, hurdle: usize| {
        let mut steps = free(way, count);
        steps[hurdle].1 = Must::Occupied;
        steps
    };
    match gait {
        Gait::Leap(ways) => ways.iter().map(|&way| free(way, 1)).collect(),
        Gait::Slide(ways) => ways
            .iter()
            .flat_map(|&way| (1..8).map(move |count| (way, count)))
            .map(|(way, count)| free(way, count))
            .collect(),
        Gait::Stride(ways) => ways.iter().map(|&way| free(way, 2)).collect(),
        Gait::Dash(ways) => ways.iter().map(|&way| free(way, 3)).collect(),
        Gait::Hop(ways) => {
            let all = ways.iter().flat_map(|&way| {
                (2..8).flat_map(move |count| (0..count - 1).map(move |hurdle| (way, count, hurdle)))
            });
            all.map(|(way, count, hurdle)| over(way, count, hurdle)).collect()
        }
        Gait::Vault(ways) => ways
            .iter()
            .flat_map(|&way| (2..8).map(move |count| (way, count)))
            .map(|(way, count)| over(way, count, count - 2))
            .collect(),
        Gait::Lame { words, .. } => {
            let pairs = ORTHOGONAL.into_iter().flat_map(|o| DIAGONAL.map(|g| (o, g)));
            let flat = pairs.filter(|(o, g)| o.z == 0 && g.z == 0 && o.is_component_of(*g));
            flat.flat_map(|(o, g)| words.iter().map(move |word| (o, g, word)))
                .map(|(o, g, word)| {
                    word.chars().map(|step| (if step == 'o' { o } else { g }, Must::Empty)).collect()
                })
                .collect()
        }
        Gait::Walk(walks) => walks.iter().flat_map(|walk| legs(walk.legs, &turned)).collect(),
        Gait::Bent => panic!("it is not read here"),
    }
}

/// Every path of these legs. A step over squares is taken as steps to each of them.
fn legs(all: &[Leg], turned: &impl Fn(Delta) -> Delta) -> Vec<Steps> {
    let Some((leg, rest)) = all.split_first() else { return vec![Vec::new()] };
    let mut found = Vec::new();
    let mut begun = Vec::new();
    for (count, step) in (1..=leg.most.min(7)).zip(leg.steps.iter().cycle()) {
        let mut at = Delta::new(0, 0, 0);
        let crossed = step.over.iter().map(|&via| (via, Must::Empty));
        for (via, must) in crossed.chain(step.hurdles.iter().map(|&via| (via, Must::Occupied))) {
            begun.push((turned(via.plus(at.reversed())), must));
            at = via;
        }
        begun.push((turned(step.by.plus(at.reversed())), Must::Empty));
        if count >= leg.least {
            let mut whole: Steps = begun.clone();
            whole.last_mut().expect("a step").1 = leg.end;
            found.extend(legs(rest, turned).into_iter().map(|more| [whole.clone(), more].concat()));
        }
    }
    found
}

/// The squares to which a piece goes, quietly or to capture.
fn reached<G: Small>(cells: &Cells, from: Square, takes: bool) -> Vec<Square> {
    let Some(piece) = cells[from.index()] else { return Vec::new() };
    let (board, frame) = (&G::tables().geometry, G::SPEC.seat(piece.side()).frame);
    let is_in = |zone: Option<Zone>, square| zone.is_none_or(|zone| zone.has(frame.local(board.coord(square))));
    let other = if takes { Mode::Quiet } else { Mode::Capture };
    let shy = G::SPEC.of(piece.kind()).hopping == Hopping::Shy;
    let same = move |square: Square| shy && cells[square.index()].is_some_and(|met| met.kind() == piece.kind());
    let moves = G::SPEC.of(piece.kind()).moves.iter().filter(|movement| movement.mode != other);
    let mut found: Vec<Square> = moves
        .filter(|movement| is_in(movement.within, from))
        .flat_map(move |movement| {
            let steps = paths(movement.gait, |way| frame.turned(way)).into_iter();
            steps.filter_map(move |steps| {
                let (mut at, last) = (from, steps.len() - 1);
                for (index, (way, must)) in steps.into_iter().enumerate() {
                    at = board.offset(at, way).filter(|&met| met != from)?;
                    let met = cells[at.index()].is_some();
                    let stops = met && must == Must::Empty || !met && must == Must::Occupied;
                    if index < last && stops || same(at) {
                        return None;
                    }
                }
                is_in(movement.onto, at).then_some(at)
            })
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The squares where some capture of a seat's pieces ends.
fn attacked<G: Small>(cells: &Cells, by: Side) -> Vec<Square> {
    let own = |from: &Square| cells[from.index()].is_some_and(|piece| piece.side() == by);
    let from = G::tables().geometry.squares().filter(own);
    from.flat_map(|from| reached::<G>(cells, from, true)).collect()
}

/// The legal moves by the data alone, in the machine form.
fn literal<G: Small>(board: &Board<Plain<G::Set>>, cells: &Cells) -> Vec<String> {
    let (turn, label) = (board.turn(), |square| board.geometry().label(square));
    let rival = board.living().after(turn);
    let mut found = Vec::new();
    for from in board.geometry().squares().filter(|&from| board.owns(from)) {
        for takes in [false, true] {
            for to in reached::<G>(cells, from, takes) {
                let fits = match cells[to.index()] {
                    None => !takes,
                    Some(other) if other.side() == turn => {
                        takes && G::HABIT == Habit::TakesOwn && Some(other.kind()) != G::SPEC.royal
                    }
                    Some(_) => takes,
                };
                if !fits {
                    continue;
                }
                let mut next = cells.clone();
                next[to.index()] = next[from.index()].take();
                let royal = G::SPEC.royal.map(|kind| Some(Piece::new(turn, kind)));
                let king = royal.and_then(|king| next.iter().position(|&cell| cell == king));
                if !king.is_some_and(|king| attacked::<G>(&next, rival).contains(&Square(king as u8))) {
                    found.push(format!("{}{}", label(from), label(to)));
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// A board with pieces at random, as a FEN.
fn at_random<G: Small>(seed: u64) -> String {
    let (mut dice, kinds) = (mix(seed), G::SPEC.kinds.len() as u64);
    let mut next = |below: u64| {
        dice = mix(dice);
        (dice >> 20) % below
    };
    let mut squares = [None; 64];
    for _ in 0..6 + next(22) {
        let first = u64::from(G::SPEC.royal.is_some());
        let letter = G::SPEC.kinds[(first + next(kinds - first)) as usize].letter;
        squares[next(64) as usize] = Some(if next(2) == 0 { letter } else { letter.to_ascii_lowercase() });
    }
    if G::SPEC.royal.is_some() {
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

pub(super) fn compare<G: Small>(boards: u64) {
    assert_eq!(flaw::<G>(), None);
    let (mut positions, mut moves, mut checks) = (0, 0, 0);
    for seed in 0..boards {
        let text = at_random::<G>(seed);
        // A board where the side that is not to move is in check is no position.
        let Ok(board) = read::<G>(&text) else { continue };
        let cells: Cells = board.geometry().squares().map(|square| board.piece(square)).collect();
        for side in G::SPEC.sides() {
            let rival = board.living().after(side);
            let attacked = attacked::<G>(&cells, rival);
            for square in board.geometry().squares() {
                let (label, hit) = (board.geometry().label(square), board.hit(square, board.scene(side)));
                assert_eq!(hit, attacked.contains(&square), "{label} by {rival:?} in {text}");
            }
        }
        let mut found: Vec<String> = board.legal().iter().map(|&mv| machine(&board, mv)).collect();
        found.sort_unstable();
        assert_eq!(found, literal::<G>(&board, &cells), "{text}");
        assert_eq!(board.count_moves(), found.len() as u64, "{text}");
        assert_eq!(board.can_move(), !found.is_empty(), "{text}");
        positions += 1;
        moves += found.len();
        checks += usize::from(board.in_check(board.turn()));
    }
    let royal = G::SPEC.royal.is_some();
    assert!(positions > boards / 3 && moves > 1000, "{positions} of {boards} boards, {moves} moves");
    assert!(!royal || checks > 10, "{checks} checks");
}
