//! The positions of a game as a search needs them: to see which one comes back, and who has given check all the time.

use super::side::{Side, Sides};

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Its hash.
    pub hash: u64,
    /// Is the seat to move in check? Only where checks weigh ([`Rules::weighs_checks`](super::game::Rules)).
    pub check: bool,
}

/// The seats of a game for two that gave check with every move of a line. `checks` says of each position after one of
/// its moves whether the seat to move there is in check, the last position first; `turn` is to move in that.
pub fn pursuers(turn: Side, checks: impl IntoIterator<Item = bool>) -> Sides {
    let rival = Sides::first(2).after(turn);
    // The seat that has moved last comes first.
    let mut pursuing = [true; 2];
    let mut plies = 0;
    for check in checks {
        pursuing[plies % 2] &= check;
        plies += 1;
    }
    let sides = [rival, turn].into_iter().zip(pursuing);
    sides.take(plies).filter(|&(_, pursuing)| pursuing).map(|(side, _)| side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_pursues_with_checks_alone() {
        let (first, second) = (Side::FIRST, Side::new(1));
        let of = |checks: &[bool]| pursuers(first, checks.iter().copied());
        assert_eq!(of(&[true, false, true, false]), Sides::only(second));
        assert_eq!(of(&[true, false, false, false]), Sides::NONE);
        assert_eq!(of(&[false, true, false, true]), Sides::only(first));
        assert_eq!(of(&[true, true, true, true]), Sides::first(2));
        assert_eq!(of(&[]), Sides::NONE);
    }
}
