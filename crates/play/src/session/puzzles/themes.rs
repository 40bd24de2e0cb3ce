//! The themes of a puzzle, found from its solution. They are the same for all games: a fork is a fork with every piece.
//! What only one game has is named by its hook `motif`.

use crate::record::puzzle::{Proof, Theme};
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::prover::Goal;
use crate::rules::side::Side;

/// From this value on, in hundredths of a Pawn, a piece is worth an attack.
const WORTHY_CENTIPAWNS: i32 = 250;

/// A sacrifice loses more than this.
const CLEARLY: i32 = 150;

/// The values of the kinds of a game.
type Worth = &'static [i32];

fn value(position: &dyn Position, square: Square, worth: Worth) -> i32 {
    let kind = position.piece(square).map(|piece| piece.kind().index());
    kind.and_then(|kind| worth.get(kind)).copied().unwrap_or(0)
}

/// A piece that is attacked: where it stands and what it is worth.
struct Target {
    square: Square,
    value: i32,
}

/// The hostile pieces that the piece on a square can capture, if it were to move.
fn captures(position: &dyn Position, from: Square, side: Side, worth: Worth) -> Vec<(Target, Move)> {
    let own = position.if_turn_of(side);
    let mut found: Vec<(Target, Move)> = Vec::new();
    for mv in own.legal().into_iter().filter(|mv| !mv.is_drop() && mv.from == from) {
        let Some((square, piece)) = own.captured(mv).filter(|(_, piece)| piece.side() != side) else { continue };
        if found.iter().all(|(target, _)| target.square != square) {
            let value = worth.get(piece.kind().index()).copied().unwrap_or(0);
            found.push((Target { square, value }, mv));
        }
    }
    found
}

/// Can the opponents recapture after this capture?
fn is_guarded(position: &dyn Position, side: Side, mv: Move) -> bool {
    let mut own = position.if_turn_of(side);
    own.play(mv).is_ok()
        && own.legal().into_iter().any(|reply| own.captured(reply).is_some_and(|(square, _)| square == mv.to))
}

/// The targets of the piece on a square that lose something if it captures them.
fn targets(position: &dyn Position, from: Square, side: Side, worth: Worth) -> Vec<Square> {
    let own = value(position, from, worth);
    let counts = |target: &Target, mv: Move| {
        target.value >= WORTHY_CENTIPAWNS && (target.value > own + 50 || !is_guarded(position, side, mv))
    };
    let found = captures(position, from, side, worth).into_iter();
    found.filter(|(target, mv)| counts(target, *mv)).map(|(target, _)| target.square).collect()
}

/// The Kings in check by the piece on this square.
fn checked_kings(position: &dyn Position, from: Square, side: Side) -> Vec<Square> {
    let rivals = position.living().without(side).iter();
    let checks = rivals.filter_map(|rival| {
        let (royal, hitters) = position.checkers(rival);
        royal.filter(|_| hitters.contains(&from))
    });
    checks.collect()
}

/// Is there behind one of the attacked pieces another one that is attacked when that leaves?
fn skewers(position: &dyn Position, from: Square, side: Side, worth: Worth, attacked: &[Square]) -> bool {
    attacked.iter().any(|&front| {
        let Ok(open) = position.placed(front, None) else { return false };
        let known = captures(position, from, side, worth);
        let behind = captures(open.as_ref(), from, side, worth).into_iter().map(|(target, _)| target);
        let far = position.geometry();
        let step = |square| far.delta(from, square).parts().map(i32::from);
        let behind = behind.filter(|target| known.iter().all(|(other, _)| other.square != target.square));
        behind.into_iter().any(|target| {
            let (one, two) = (step(front), step(target.square));
            let same = one.iter().zip(two).all(|(&a, b)| a.signum() == b.signum() && b.abs() >= a.abs());
            same && target.value >= WORTHY_CENTIPAWNS
        })
    })
}

/// Where the piece ends that a move is named after.
fn end(position: &dyn Position, mv: Move) -> Option<Square> {
    let effects = position.effects(mv);
    effects.moved.first().map(|&(_, to, _)| to).or(effects.put.first().map(|&(at, _)| at))
}

/// Does a first move without a capture attack a piece that cannot flee and is captured next?
fn traps(line: &[Move], before: &dyn Position, after: &dyn Position, worth: Worth) -> bool {
    let (Some(&reply), Some(&second)) = (line.get(1), line.get(2)) else { return false };
    if before.captured(line[0]).is_some() {
        return false;
    }
    let mut position = after.fork();
    let side = before.turn();
    if position.play(reply).is_err() {
        return false;
    }
    let Some((square, piece)) = position.captured(second) else { return false };
    let stood = if reply.to == square { reply.from } else { square };
    if worth.get(piece.kind().index()).copied().unwrap_or(0) < WORTHY_CENTIPAWNS
        || before.piece(stood) != Some(piece)
    {
        return false;
    }
    // It was not attacked before, and wherever it goes it can be captured.
    let took = |at: &dyn Position, on: Square| {
        let own = at.if_turn_of(side);
        own.legal().into_iter().any(|mv| own.captured(mv).is_some_and(|(square, _)| square == on))
    };
    let flights = after.legal().into_iter().filter(|mv| !mv.is_drop() && mv.from == stood);
    !took(before, stood)
        && flights.into_iter().all(|mv| {
            let mut fled = after.fork();
            fled.play(mv).is_ok() && took(fled.as_ref(), mv.to)
        })
}

/// The themes of a solution, the most important one first.
pub fn of(position: &dyn Position, line: &[Move], proof: Proof, saves: bool, worth: Worth) -> Vec<Theme> {
    let side = position.turn();
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    };
    let mut at = position.fork();
    let (mut material, mut own_moves, mut gives) = (Vec::new(), 0, false);
    let (mut motifs, mut attacks): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for &mv in line {
        let own = at.turn() == side;
        let taken = at.captured(mv).map(|(square, _)| value(at.as_ref(), square, worth));
        if own {
            own_moves += 1;
            let to = end(at.as_ref(), mv);
            motifs.extend(at.effects(mv).motif);
            motifs.extend(mv.promotion().map(|_| "promotion"));
            motifs.extend(mv.is_passant().then_some("en-passant"));
            let moved = value(at.as_ref(), mv.from, worth);
            let mut next = at.fork();
            if next.play(mv).is_err() {
                break;
            }
            if let Some(to) = to.filter(|_| next.outcome().is_none() && next.living() == at.living()) {
                let hit = targets(next.as_ref(), to, side, worth);
                let kings = checked_kings(next.as_ref(), to, side);
                if hit.len() + kings.len() > 1 {
                    attacks.push("fork");
                }
                let front: Vec<Square> = hit.iter().chain(&kings).copied().collect();
                if skewers(next.as_ref(), to, side, worth, &front) {
                    attacks.push("skewer");
                }
                let gain = taken_value(at.as_ref(), mv, worth);
                gives |= moved < 9_000 && is_given(next.as_ref(), to, side, gain, worth);
            }
            material.extend(taken);
        }
        if at.play(mv).is_err() {
            break;
        }
    }
    let after = position.fork();
    let mut first = after;
    let trap =
        line.first().is_some_and(|&mv| first.play(mv).is_ok()) && traps(line, position, first.as_ref(), worth);
    match proof {
        Proof::Exhaustive(Goal::Win(_)) => match at.outcome() {
            Some(end) if end.cause.id == "checkmate" => add("mate"),
            Some(end) => add(end.cause.id),
            None => {}
        },
        Proof::Exhaustive(Goal::Fell) => add("army-falls"),
        Proof::Exhaustive(Goal::Save(_)) => add("saving-move"),
        Proof::Margin { .. } => {}
    }
    let wins = matches!(proof, Proof::Margin { .. }) && !saves;
    if saves {
        add("saving-move");
    }
    if trap && wins {
        add("trap");
    }
    for name in attacks.into_iter().filter(|_| wins) {
        add(name);
    }
    if gives && !saves {
        add("sacrifice");
    }
    for name in motifs {
        add(name);
    }
    if wins && material.iter().any(|&value| value >= 100) {
        add("material");
    }
    if wins && material.is_empty() {
        add("advantage");
    }
    if line.first().is_some_and(|&mv| {
        position.captured(mv).is_none() && position.effects(mv).checks.count() == 0 && mv.promotion().is_none()
    }) {
        add("quiet-move");
    }
    if line.first().is_some_and(|mv| mv.is_drop()) {
        add("drop");
    }
    add(["one-move", "two-moves", "three-moves"].get(own_moves.max(1) - 1).copied().unwrap_or("long"));
    names.iter().filter_map(|name| Theme::named(name)).collect()
}

/// Can the piece that has moved here be captured, so that clearly more is lost than it has captured itself?
fn is_given(position: &dyn Position, to: Square, side: Side, gain: i32, worth: Worth) -> bool {
    let lost = value(position, to, worth) - gain;
    let takes = |&mv: &Move| position.captured(mv).is_some_and(|(square, _)| square == to);
    lost > CLEARLY
        && position.legal().iter().filter(|mv| takes(mv)).any(|&mv| {
            let taker = value(position, mv.from, worth);
            let mut next = position.fork();
            let recaptured = next.play(mv).is_ok() && {
                let own = next.if_turn_of(side);
                own.legal().into_iter().any(|mv| own.captured(mv).is_some_and(|(square, _)| square == to))
            };
            !recaptured || taker < lost - CLEARLY
        })
}

/// What a move captures.
fn taken_value(at: &dyn Position, mv: Move, worth: Worth) -> i32 {
    at.captured(mv).map_or(0, |(square, _)| value(at, square, worth))
}
