//! From moves as they are written to paths.

use std::collections::HashSet;

use crate::rules::geometry::Delta;

use super::atom::{Atom, Lie};
use super::course::{Bent, Course, Line, Link, Manner, Mode, Move, Must, Turn};
use super::error::{BetzaError, Flaw};
use super::route::{Hop, Leg, Route, Step};
use super::ways::Ways;
use super::{MOST_PARTS, MOST_ROUTES};

/// The paths of moves, each once, in the order of the text.
pub(crate) fn expand(moves: &[Move]) -> Result<Vec<Route>, BetzaError> {
    let mut routes = Routes { all: Vec::new(), known: HashSet::new() };
    for one in moves {
        let plain = Route { legs: Vec::new(), mode: one.mode, initial: one.initial, hop: Hop::None, castles: None };
        match &one.course {
            Course::Line(line) => lines(*line, &plain, &mut routes),
            Course::Bent(bent) => {
                let mut walk = Walk { bent, plain: &plain, routes: &mut routes, parts: 0, found: false };
                let result = walk.part(0, None, &[], Delta::new(0, 0, 0));
                result.and(if walk.found { Ok(()) } else { Err(Flaw::Nowhere) })
            }
            Course::Castle { ways, squares } => ways.iter().try_for_each(|way| {
                let leg = straight(step(Atom::Castling.step(way)), 1, Some(1));
                // A castling move ends on an empty square.
                let mode = Mode::QUIET;
                routes.add(Route { legs: vec![leg], castles: Some(*squares), mode, ..plain.clone() })
            }),
        }
        .map_err(|flaw| flaw.at(one.at))?;
    }
    Ok(routes.all)
}

/// The paths so far, each once.
struct Routes {
    all: Vec<Route>,
    known: HashSet<Route>,
}

impl Routes {
    fn add(&mut self, route: Route) -> Result<(), Flaw> {
        if self.known.insert(route.clone()) {
            self.all.push(route);
        }
        if self.all.len() > MOST_ROUTES { Err(Flaw::Routes) } else { Ok(()) }
    }
}

/// A step over any pieces.
fn step(by: Delta) -> Step {
    Step { by, vias: Vec::new() }
}

/// A leg that repeats one step.
fn straight(step: Step, least: u8, most: Option<u8>) -> Leg {
    Leg { steps: vec![step], least, most, end: Must::Empty }
}

fn lines(line: Line, plain: &Route, routes: &mut Routes) -> Result<(), Flaw> {
    for way in line.ways.iter() {
        let by = line.atom.step(way);
        let mut route = plain.clone();
        route.legs = match line.manner {
            Manner::Plain => vec![straight(step(by), 1, line.most)],
            Manner::Lame => vec![straight(crossing(by, Must::Empty), 1, line.most)],
            Manner::Jumping => vec![straight(crossing(by, Must::Occupied), 1, line.most)],
            Manner::Skipping => {
                let first = Leg { end: Must::Anything, ..straight(step(by), 1, Some(1)) };
                vec![first, straight(step(by), 1, line.most.map(|most| most - 1))]
            }
            Manner::Hopper | Manner::Grasshopper => {
                route.hop = if line.manner == Manner::Hopper { Hop::Over } else { Hop::Behind };
                vec![straight(step(by), 2, line.most)]
            }
            Manner::Crooked | Manner::Circular => {
                for sign in [1, 7] {
                    routes.add(Route { legs: vec![curve(line, way, sign)], ..route.clone() })?;
                }
                continue;
            }
        };
        routes.add(route)?;
    }
    Ok(())
}

/// A step with the squares that it crosses: straight ones first, then diagonal ones.
fn crossing(by: Delta, must: Must) -> Step {
    let mut vias = Vec::new();
    let mut at = Delta::new(0, 0, 0);
    loop {
        let (x, y) = (by.x - at.x, by.y - at.y);
        let (along_x, along_y) = (x.abs() >= y.abs(), y.abs() >= x.abs());
        let next = Delta::new(if along_x { x.signum() } else { 0 }, if along_y { y.signum() } else { 0 }, 0);
        at = at.plus(next);
        if at == by {
            return Step { by, vias };
        }
        vias.push((at, must));
    }
}

/// A crooked or circular leg. `sign` is an eighth to the right (1) or left (7).
fn curve(line: Line, way: u8, sign: u8) -> Leg {
    let turn = if line.atom.lie() == Lie::Oblique { sign } else { 2 * sign };
    // A circle is closed after so many steps, and nothing lies behind it.
    let around = if line.atom.lie() == Lie::Oblique { 8 } else { 4 };
    let (steps, most) = match line.manner {
        Manner::Circular => (around, Some(line.most.unwrap_or(around - 1).min(around - 1))),
        _ => (2, line.most),
    };
    let steps = (0..steps).map(|count| step(line.atom.step((way + count * turn) % 8))).collect();
    Leg { steps, least: 1, most, end: Must::Empty }
}

/// Finds the paths of a bent move.
struct Walk<'a> {
    bent: &'a Bent,
    plain: &'a Route,
    routes: &'a mut Routes,
    /// How many parts have been looked at, of paths that exist or not.
    parts: usize,
    /// Is there a path, new or not?
    found: bool,
}

impl Walk<'_> {
    /// Goes on with a part, from the direction and step before, the legs so far and their sum.
    fn part(&mut self, index: usize, before: Option<(u8, Delta)>, legs: &[Leg], sum: Delta) -> Result<(), Flaw> {
        let Some(link) = self.bent.links.get(index) else {
            return self.end(legs, sum);
        };
        for way in ways(*link, before).iter() {
            self.parts += 1;
            if self.parts > MOST_PARTS * MOST_ROUTES {
                return Err(Flaw::Routes);
            }
            let by = link.atom.step(way);
            let mut legs = legs.to_vec();
            legs.push(Leg { end: link.end, ..straight(step(by), 1, link.most) });
            self.part(index + 1, Some((way, by)), &legs, sum.plus(by))?;
        }
        Ok(())
    }

    /// Adds the whole path, and before it those parts of it with which the move may end.
    fn end(&mut self, legs: &[Leg], sum: Delta) -> Result<(), Flaw> {
        let headings = &self.bent.headings;
        if !headings.is_empty() && !headings.iter().any(|heading| heading.holds(sum, false)) {
            return Ok(());
        }
        self.found = true;
        for (index, _) in self.bent.links.iter().enumerate().filter(|(_, link)| link.stop) {
            let mut legs = legs[..=index].to_vec();
            if let Some(last) = legs.last_mut() {
                last.end = Must::Empty;
            }
            self.routes.add(Route { legs, ..self.plain.clone() })?;
        }
        Ok(())
    }
}

/// The directions of a part, after that of the part before.
fn ways(link: Link, before: Option<(u8, Delta)>) -> Ways {
    let (way, step) = before.unwrap_or((0, Delta::new(0, 1, 0)));
    match link.turn {
        Turn::From(ways) => ways,
        Turn::By(turns) => Ways::where_holds(|next| turns.has(next + 8 - way)).and(link.atom.ways()),
        Turn::Again(turns) => Ways::where_holds(|next| turns.has(next + 8 - way)),
        Turn::Outward => {
            let all = link.atom.ways();
            let least = all.iter().max_by(|&one, &other| {
                let (one, other) = (nearness(step, link.atom.step(one)), nearness(step, link.atom.step(other)));
                (one.0 * other.1).cmp(&(other.0 * one.1))
            });
            let Some(least) = least.map(|way| nearness(step, link.atom.step(way))) else { return all };
            Ways::where_holds(|way| {
                let near = nearness(step, link.atom.step(way));
                near.0 * least.1 == least.0 * near.1
            })
            .and(all)
        }
    }
}

/// How near a direction is to another: the square of the cosine of the angle with its sign, as a fraction without
/// what all directions share.
fn nearness(one: Delta, other: Delta) -> (i64, i64) {
    let [ax, ay, bx, by] = [one.x, one.y, other.x, other.y].map(i64::from);
    let along = ax * bx + ay * by;
    (along * along.abs(), bx * bx + by * by)
}
