//! Walks routes on a small board with pieces, word for word as [`Route`] describes them.

use std::collections::BTreeSet;

use super::super::*;
use crate::rules::geometry::Delta;

/// A board of eight by eight.
pub(super) struct Board {
    from: Delta,
    pieces: Vec<(Delta, bool)>,
}

fn place(name: &str) -> Delta {
    let [file, rank] = name.as_bytes() else { panic!("{name} is a square") };
    Delta::new((file - b'a') as i8, (rank - b'1') as i8, 0)
}

fn name(at: Delta) -> String {
    format!("{}{}", char::from(b'a' + at.x as u8), at.y + 1)
}

impl Board {
    /// Squares with pieces: the first with the one that moves, `x` before those of the enemy.
    pub(super) fn new(squares: &str) -> Board {
        let mut squares = squares.split_whitespace();
        let from = place(squares.next().unwrap());
        let mut pieces = vec![(from, false)];
        pieces.extend(squares.map(|square| match square.strip_prefix('x') {
            Some(enemy) => (place(enemy), true),
            None => (place(square), false),
        }));
        Board { from, pieces }
    }

    fn on(&self, at: Delta) -> Option<bool> {
        self.pieces.iter().find(|piece| piece.0 == at).map(|piece| piece.1)
    }

    fn fits(&self, at: Delta, must: Must) -> bool {
        let empty = self.on(at).is_none();
        match must {
            Must::Empty => empty,
            Must::Occupied => !empty,
            Must::Anything => true,
        }
    }

    /// Where a piece with these moves can go, castling left out.
    pub(super) fn targets(&self, text: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for route in expand(&read(text).unwrap()).unwrap().iter().filter(|route| route.castles.is_none()) {
            self.walk(route, 0, 0, self.from, 0, &mut found);
        }
        found
    }

    fn walk(&self, route: &Route, leg: usize, count: u8, at: Delta, hops: u8, found: &mut BTreeSet<String>) {
        let (part, is_last) = (&route.legs[leg], leg + 1 == route.legs.len());
        if part.most.is_some_and(|most| count >= most) {
            return;
        }
        let step = &part.steps[usize::from(count) % part.steps.len()];
        let (to, count) = (at.plus(step.by), count + 1);
        let inside = (0..8).contains(&to.x) && (0..8).contains(&to.y);
        if !inside || !step.vias.iter().all(|&(via, must)| self.fits(at.plus(via), must)) {
            return;
        }
        let can_end = match self.on(to) {
            None => route.mode.quiet,
            Some(enemy) => route.mode.capture && enemy,
        };
        if count >= part.least && is_last && can_end && hops == u8::from(route.hop != Hop::None) {
            found.insert(name(to));
        }
        if count >= part.least && !is_last && self.fits(to, part.end) {
            self.walk(route, leg + 1, 0, to, hops, found);
        }
        let over = u8::from(self.on(to).is_some());
        let goes_on = match route.hop {
            Hop::None => over == 0,
            Hop::Over => hops + over < 2,
            Hop::Behind => hops == 0,
        };
        if goes_on {
            self.walk(route, leg, count, to, hops + over, found);
        }
    }
}
