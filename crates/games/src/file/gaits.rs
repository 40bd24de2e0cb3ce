//! From paths in Betza's notation to movements of the kernel.

use crate::betza::{Hop, Leg, Mode as Written, Must, Route, Step};
use crate::rules::frame::Frame;
use crate::rules::gait::{self, Gait, Mode, Walk};
use crate::rules::geometry::{Coord, Delta, Geometry, Square};
use crate::rules::spec::{Movement, Zone};

use super::kept;

/// A castling move of a kind: to the right or left, and how many squares it moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Castling {
    /// 1 or -1.
    pub(super) way: i8,
    /// The number of squares.
    pub(super) squares: u8,
}

/// Why a path is no movement: what was expected instead.
pub(super) type Refusal = &'static str;

const ONE_PASSING: Refusal = "e at all captures of a Pawn or at none";
const TWO_STEPS: Refusal =
    "a double step of two single ones, W or F, as the only one that can be captured en passant";

/// The movements and castling moves of a kind.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) movements: Vec<Movement>,
    pub(super) castlings: Vec<Castling>,
}

/// What a kind is, as far as its movements need it.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    /// Is it the kind that captures in passing?
    pub(super) pawn: bool,
    /// Where it has not moved yet.
    pub(super) start: Zone,
    /// Where its moves may end, if not everywhere.
    pub(super) region: Option<Zone>,
}

/// The movements of these paths.
pub(super) fn moves(routes: &[Route], origin: Origin) -> Result<Moves, Refusal> {
    let passing = routes.iter().any(|route| route.mode.en_passant);
    if passing && (!origin.pawn || routes.iter().any(|route| route.mode.capture && !route.mode.en_passant)) {
        return Err(ONE_PASSING);
    }
    let mut moves = Moves::default();
    let mut groups: Vec<Group> = Vec::new();
    let mut walks: Vec<(Place, Vec<Walk>)> = Vec::new();
    for route in routes {
        if let (Some(squares), [leg]) = (route.castles, &route.legs[..]) {
            moves.castlings.push(Castling { way: leg.steps[0].by.x.signum(), squares });
            continue;
        }
        let place = (mode(route.mode), route.initial);
        if passing && route.initial && !route.mode.capture {
            let (double, single) = strides(route).ok_or(TWO_STEPS)?;
            groups.push(Group { place, form: Form::Stride, ways: vec![double] });
            if let Some(single) = single {
                groups.push(Group { place, form: Form::Leap, ways: vec![single] });
            }
            continue;
        }
        match plain(route) {
            Some((form, way)) => match groups.iter_mut().find(|group| group.place == place && group.form == form) {
                Some(group) => group.ways.push(way),
                None => groups.push(Group { place, form, ways: vec![way] }),
            },
            None => {
                let written = if route.hop == Hop::None { vec![walk(route)] } else { hops(route) };
                match walks.iter_mut().find(|(known, _)| *known == place) {
                    Some((_, walks)) => walks.extend(written),
                    None => walks.push((place, written)),
                }
            }
        }
    }
    for Group { place, form, ways } in groups {
        let ways = kept(ways);
        let gait = match form {
            Form::Leap => Gait::Leap(ways),
            Form::Slide => Gait::Slide(ways),
            Form::Hop => Gait::Hop(ways),
            Form::Vault => Gait::Vault(ways),
            Form::Stride => Gait::Stride(ways),
        };
        moves.add(gait, place, origin);
    }
    for (place, walks) in walks {
        moves.add(Gait::Walk(kept(walks)), place, origin);
    }
    Ok(moves)
}

/// When a movement is possible: its mode, and whether it is only for a piece that has not moved.
type Place = (Mode, bool);

/// Directions of the same form.
struct Group {
    place: Place,
    form: Form,
    ways: Vec<Delta>,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Leap,
    Slide,
    Hop,
    Vault,
    Stride,
}

impl Moves {
    fn add(&mut self, gait: Gait, (mode, initial): Place, origin: Origin) {
        let within = initial.then_some(origin.start);
        self.movements.push(Movement { gait, mode, within, onto: origin.region });
    }
}

fn mode(written: Written) -> Mode {
    match (written.quiet, written.capture) {
        (true, true) => Mode::Both,
        (true, false) => Mode::Quiet,
        (false, _) => Mode::Capture,
    }
}

/// The direction of one leap, or of a slide or hop without limit.
fn plain(route: &Route) -> Option<(Form, Delta)> {
    let [Leg { steps, least, most, .. }] = &route.legs[..] else { return None };
    let [step] = &steps[..] else { return None };
    let form = match (route.hop, least, most) {
        (Hop::None, 1, None) => Form::Slide,
        (Hop::None, 1, Some(1)) => Form::Leap,
        (Hop::Over, _, None) => Form::Hop,
        (Hop::Behind, _, None) => Form::Vault,
        _ => return None,
    };
    step.vias.is_empty().then_some((form, step.by))
}

/// The single step of a double step, and the same again if it can also be made alone.
fn strides(route: &Route) -> Option<(Delta, Option<Delta>)> {
    let [Leg { steps, least, most: Some(most), .. }] = &route.legs[..] else { return None };
    let [step] = &steps[..] else { return None };
    match (&step.vias[..], least, most) {
        // One lame leap.
        (&[(over, Must::Empty)], 1, 1) => (over.plus(over) == step.by).then_some((over, None)),
        // Two steps over an empty square, or one.
        (&[], 1, 2) => Some((step.by, Some(step.by))),
        (&[], 2, 2) => Some((step.by, None)),
        _ => None,
    }
}

/// As many steps as any board has room for.
const ALL: u8 = 31;

/// The path, written out.
fn walk(route: &Route) -> Walk {
    let legs = route.legs.iter().map(|leg| gait::Leg {
        steps: steps(leg),
        least: leg.least,
        most: leg.most.unwrap_or(ALL),
        end: leg.end,
    });
    Walk { legs: kept(legs.collect::<Vec<_>>()) }
}

/// A hop with a limit: one path for each place of the hurdle.
fn hops(route: &Route) -> Vec<Walk> {
    let Some(leg) = route.legs.first() else { return Vec::new() };
    let (steps, most) = (steps(leg), leg.most.unwrap_or(ALL));
    let over = |hurdle: u8| {
        let rest = if route.hop == Hop::Over { most - hurdle } else { 1 };
        let before = gait::Leg { steps, least: hurdle, most: hurdle, end: Must::Occupied };
        let behind = gait::Leg { steps, least: 1, most: rest, end: Must::Empty };
        Walk { legs: kept(vec![before, behind]) }
    };
    (1..most).map(over).collect()
}

fn steps(leg: &Leg) -> &'static [gait::Step] {
    let of = |step: &Step, wanted| {
        let vias = step.vias.iter().filter(|(_, must)| *must == wanted).map(|&(way, _)| way);
        kept(vias.collect::<Vec<_>>())
    };
    let step =
        |step: &Step| gait::Step { by: step.by, over: of(step, Must::Empty), hurdles: of(step, Must::Occupied) };
    kept(leg.steps.iter().map(step).collect::<Vec<_>>())
}

/// Can a piece with these movements come back to a square where it has not moved yet? What stands in its way is ignored.
pub(super) fn returns(movements: &[Movement], start: &[Coord], board: &Geometry) -> bool {
    let first: Vec<Square> = start.iter().filter_map(|&at| board.at(at)).collect();
    let (mut known, mut open) = (Vec::new(), first.clone());
    while let Some(at) = open.pop() {
        for end in ends(movements, at, board) {
            if first.contains(&end) {
                return true;
            }
            if !known.contains(&end) {
                known.push(end);
                open.push(end);
            }
        }
    }
    false
}

/// Where the first seat's piece can go from a square, whatever stands in its way.
pub(super) fn ends(movements: &[Movement], from: Square, board: &Geometry) -> impl Iterator<Item = Square> {
    movements.iter().flat_map(move |movement| movement.paths(board, Frame::SOUTH, from)).map(|path| path.to)
}
