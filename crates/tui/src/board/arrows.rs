//! The arrows on a board: a suggested move, the captures that threaten, and the way through the holes that is picked.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::marks::Threats;
use super::pane::Pane;
use crate::pieces::overlay::{Arrow, Meaning, Overlay};
use crate::rules::geometry::Square;
use crate::rules::position::Position;

impl Pane {
    /// What arrows leave on each square of the board. An attacker has a ring. An arrow is drawn whole or not at all: where
    /// two would cross, the first counts, and of threats the longest.
    pub(super) fn overlays(&self, position: &dyn Position) -> BTreeMap<Square, Overlay> {
        let board = position.geometry();
        let place = |square| self.view.place(board, square);
        let way = |from, to| {
            let (start, end) = (place(from), place(to));
            (end.0 as i16 - start.0 as i16, end.1 as i16 - start.1 as i16)
        };
        let mut threats: Vec<&[(Square, Square)]> = self.threats.iter().flat_map(Threats::ways).collect();
        let long = |legs: &[(Square, Square)]| -> i16 {
            legs.iter().map(|&(from, to)| way(from, to)).map(|(x, y)| x.abs().max(y.abs())).sum()
        };
        threats.sort_by_key(|legs| Reverse(long(legs)));
        let attackers = threats.iter().filter_map(|legs| legs.first());
        let rings: BTreeMap<Square, Overlay> = attackers.map(|&(from, _)| (from, Overlay::Attacker)).collect();
        let mut overlays = rings.clone();
        let mut draw = |legs: &[(Square, Square)], meaning| {
            for &(from, to) in legs {
                let (level, start) = (board.coord(from).z, place(from));
                if board.coord(to).z != level {
                    continue;
                }
                let part = |arrow: Arrow| {
                    let (column, row) = (start.0 as i16 + arrow.here.0, start.1 as i16 + arrow.here.1);
                    Some((self.view.square(board, column, row, level)?, Overlay::Arrow(arrow)))
                };
                let mut parts: Vec<(Square, Overlay)> =
                    Arrow::squares(way(from, to), meaning).into_iter().filter_map(part).collect();
                // Nearly nothing of an arrow is on its first square.
                parts.retain(|(square, _)| *square != from || !rings.contains_key(square));
                if parts.iter().all(|(square, _)| !overlays.contains_key(square)) {
                    overlays.extend(parts);
                }
            }
        };
        draw(&self.selection.legs(), Meaning::Dive);
        draw(&self.arrows, Meaning::Hint);
        for legs in threats {
            draw(legs, Meaning::Threat);
        }
        overlays
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::threats::legs;
    use crate::games::built_in;
    use crate::rules::pick::Mark;
    use crate::rules::side::Side;
    use crate::rules::variant::Opening;
    use crate::view::View;

    #[test]
    fn a_dive_has_an_arrow_into_a_hole_and_one_out_of_another() {
        let [from, enter, leave, to] = [1, 2, 3, 4].map(Square);
        let marks = [(from, Mark::From), (enter, Mark::In), (leave, Mark::Out), (to, Mark::Capture)];
        assert_eq!(legs(&marks), [(from, enter), (leave, to)]);
        assert_eq!(legs(&marks[..1]), []);
    }

    #[test]
    fn arrows_follow_the_view() {
        let position = built_in("sanctuary").expect("a game").begin(Opening::Start).expect("it begins");
        let square = |name: &str| {
            let board = position.geometry();
            board.squares().find(|&square| board.label(square) == name).expect("a square")
        };
        let spec = position.spec();
        let seen: Vec<BTreeMap<Square, Overlay>> = spec
            .sides()
            .map(|side| {
                let mut pane = Pane::new(position.as_ref(), View::of(spec, side));
                pane.arrows = vec![(square("d2"), square("d4"))];
                pane.overlays(position.as_ref())
            })
            .collect();
        for overlays in &seen {
            let squares: Vec<Square> = overlays.keys().copied().collect();
            assert_eq!(squares, ["d2", "d3", "d4"].map(square));
        }
        assert_ne!(seen[0], seen[1], "up for one side, down for the other");
    }
    /// Both attack the same Pawn: the Knight from further away, so the arrow is its.
    #[test]
    fn an_arrow_is_whole_or_not_there() {
        let fen = Opening::Fen("4g3/8/5n2/3p4/4P3/8/8/4G2R w - - 0 1");
        let position = built_in("sanctuary").expect("a game").begin(fen).expect("it begins");
        let (position, spec) = (position.as_ref(), position.spec());
        let mut pane = Pane::new(position, View::of(spec, Side::FIRST));
        pane.toggle_threats(position, Side::FIRST, true);
        let overlays = pane.overlays(position);
        let at = |name: &str| overlays.get(&position.geometry().parse(name).expect("a square")).copied();
        assert_eq!([at("f6"), at("d5")], [Some(Overlay::Attacker); 2]);
        let arrows = overlays.values().filter_map(|overlay| match overlay {
            Overlay::Arrow(arrow) => Some(arrow.way),
            _ => None,
        });
        assert!(arrows.clone().count() > 1 && { arrows }.all(|way| way == (-1, 2)), "{overlays:?}");
        assert_eq!(at("d4"), None, "nothing is left of the arrow of the Pawn");
    }
}
