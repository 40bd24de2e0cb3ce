//! From paths in Betza's notation to movements of the kernel.

use crate::betza::{self, Hop, Leg, Must, Route, Step};
use crate::rules::frame::Frame;
use crate::rules::gait::{self, Gait, Mode, Walk};
use crate::rules::geometry::{Coord, Delta, Geometry, Square};
use crate::rules::spec::{Movement, Zone};

use super::kept;
use super::written::Written;

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
const CASTLES_ANYWHERE: Refusal = "castling, O, of a piece without a region, among the moves that it always has";
const TWO_STEPS: Refusal =
    "a double or triple step of single ones, W or F, as the only ones that can be captured en passant";

/// The movements and castling moves of a kind.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) movements: Vec<Movement>,
    pub(super) castlings: Vec<Castling>,
    /// Is any of them only for a piece that has not moved?
    pub(super) initial: bool,
}

/// What a kind is, as far as its movements need it.
#[derive(Clone, Copy)]
pub(super) struct Origin<'a> {
    /// Is it the kind that captures in passing?
    pub(super) pawn: bool,
    /// Where it has not moved yet.
    pub(super) start: &'a [Coord],
}

/// The movements of a kind.
pub(super) fn moves(written: &[Written], origin: Origin) -> Result<Moves, Refusal> {
    let routes = || written.iter().flat_map(|written| &written.routes);
    let passing = routes().any(|route| route.mode.en_passant);
    if passing && (!origin.pawn || routes().any(|route| route.mode.capture && !route.mode.en_passant)) {
        return Err(ONE_PASSING);
    }
    let mut all =
        Moves { initial: routes().any(|route| route.initial && route.castles.is_none()), ..Moves::default() };
    for written in written {
        all.add_all(written, passing, origin)?;
    }
    Ok(all)
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
    /// Along so many axes. What slides straight and diagonally shares its attacks with what does either.
    Slide(usize),
    Hop,
    Vault,
    Stride,
    Dash,
}

impl Moves {
    /// Adds moves that hold in the same zones.
    fn add_all(&mut self, written: &Written, passing: bool, origin: Origin) -> Result<(), Refusal> {
        let mut groups: Vec<Group> = Vec::new();
        let mut walks: Vec<(Place, Vec<Walk>)> = Vec::new();
        for route in &written.routes {
            if let (Some(squares), [leg]) = (route.castles, &route.legs[..]) {
                if written.from.is_some() || written.onto.is_some() {
                    return Err(CASTLES_ANYWHERE);
                }
                self.castlings.push(Castling { way: leg.steps[0].by.x.signum(), squares });
                continue;
            }
            let place = (mode(route.mode), route.initial);
            if passing && !route.mode.capture && (route.initial || written.from.is_some()) {
                match strides(route) {
                    Some(steps) => {
                        groups.extend(steps.into_iter().map(|(form, way)| Group { place, form, ways: vec![way] }));
                        continue;
                    }
                    None if route.initial => return Err(TWO_STEPS),
                    None => {}
                }
            }
            if let Some((form, way)) = plain(route) {
                match groups.iter_mut().find(|group| group.place == place && group.form == form) {
                    Some(group) => group.ways.push(way),
                    None => groups.push(Group { place, form, ways: vec![way] }),
                }
            } else {
                let paths = if route.hop == Hop::None { vec![walk(route)] } else { hops(route) };
                match walks.iter_mut().find(|(known, _)| *known == place) {
                    Some((_, walks)) => walks.extend(paths),
                    None => walks.push((place, paths)),
                }
            }
        }
        let zones = Zones::of(written, origin);
        for Group { place, form, ways } in groups {
            self.add(form.gait(kept(ways)), place, zones);
        }
        for (place, walks) in walks {
            self.add(Gait::Walk(kept(walks)), place, zones);
        }
        Ok(())
    }

    fn add(&mut self, gait: Gait, (mode, initial): Place, zones: Zones) {
        let within = if initial { Some(zones.first) } else { zones.from };
        self.movements.push(Movement { gait, mode, within, onto: zones.onto });
    }
}

/// Where moves hold.
#[derive(Clone, Copy)]
struct Zones {
    /// Where a piece begins that has not moved yet.
    first: Zone,
    /// Where any other begins.
    from: Option<Zone>,
    /// Where they end.
    onto: Option<Zone>,
}

impl Zones {
    fn of(written: &Written, origin: Origin) -> Zones {
        let zone = |squares: &Option<Vec<Coord>>| squares.clone().map(|squares| Zone::On(kept(squares)));
        let is_in = |at: &&Coord| written.from.as_ref().is_none_or(|from| from.contains(at));
        let first: Vec<Coord> = origin.start.iter().filter(is_in).copied().collect();
        Zones { first: Zone::On(kept(first)), from: zone(&written.from), onto: zone(&written.onto) }
    }
}

impl Form {
    fn gait(self, ways: &'static [Delta]) -> Gait {
        match self {
            Form::Leap => Gait::Leap(ways),
            Form::Slide(_) => Gait::Slide(ways),
            Form::Hop => Gait::Hop(ways),
            Form::Vault => Gait::Vault(ways),
            Form::Stride => Gait::Stride(ways),
            Form::Dash => Gait::Dash(ways),
        }
    }
}

fn mode(written: betza::Mode) -> Mode {
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
        (Hop::None, 1, None) => Form::Slide(step.by.parts().iter().filter(|&&part| part != 0).count()),
        (Hop::None, 1, Some(1)) => Form::Leap,
        (Hop::Over, _, None) => Form::Hop,
        (Hop::Behind, _, None) => Form::Vault,
        _ => return None,
    };
    step.vias.is_empty().then_some((form, step.by))
}

/// The double or triple step, and the shorter ones that can also be made.
fn strides(route: &Route) -> Option<Vec<(Form, Delta)>> {
    let [Leg { steps, least, most: Some(most), .. }] = &route.legs[..] else { return None };
    let [step] = &steps[..] else { return None };
    let forms = [(Form::Leap, step.by), (Form::Stride, step.by), (Form::Dash, step.by)];
    match (&step.vias[..], least, most) {
        // One lame leap.
        (&[(over, Must::Empty)], 1, 1) => (over.plus(over) == step.by).then(|| vec![(Form::Stride, over)]),
        (&[(over, Must::Empty), (also, Must::Empty)], 1, 1) => {
            let straight = over.plus(over) == also && over.plus(also) == step.by;
            straight.then(|| vec![(Form::Dash, over)])
        }
        // Up to so many steps over empty squares.
        (&[], least @ 1..=3, most @ 2..=3) if least <= most => {
            Some(forms[usize::from(*least) - 1..usize::from(*most)].to_vec())
        }
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
