//! Seatings: every fair assignment of the contestants to the seats, one game each.

use std::collections::HashSet;

/// For each game of a round, the number of the contestant in each seat. `alike` gives for each contestant the first
/// one that plays the same: with more than two contestants, exchanging equal ones gives no new seating.
pub(super) fn seatings(seats: usize, alike: &[usize]) -> Vec<Vec<usize>> {
    let players = alike.len();
    let ways = players.pow(seats as u32);
    let seating = |way: usize| -> Vec<usize> {
        (0..seats).scan(way, |rest, _| Some(std::mem::replace(rest, *rest / players) % players)).collect()
    };
    let fair = |seating: &Vec<usize>| {
        let count = |player| seating.iter().filter(|&&seat| seat == player).count();
        match players {
            // A single contestant plays against itself.
            1 => true,
            // With two contestants, each has at least one seat: 14 seatings in a game for four.
            2 => count(0) > 0 && count(1) > 0,
            // With more, each has at most one seat.
            _ => (0..players).all(|player| count(player) <= 1),
        }
    };
    let mut known = HashSet::new();
    let is_new = |seating: &Vec<usize>| {
        players <= 2 || known.insert(seating.iter().map(|&player| alike[player]).collect::<Vec<usize>>())
    };
    (0..ways).map(seating).filter(fair).filter(is_new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sit_everywhere() {
        assert_eq!(seatings(2, &[0, 1]), [[1, 0], [0, 1]]);
        assert_eq!(seatings(4, &[0, 1]).len(), 14);
        assert_eq!(seatings(4, &[0, 1, 2, 3]).len(), 24);
        assert_eq!(seatings(4, &[0]), [[0, 0, 0, 0]]);
        assert_eq!(seatings(2, &[0, 1, 2]).len(), 6);
    }

    #[test]
    fn whoever_is_alike_does_not_change_places() {
        let one_among_three = seatings(4, &[0, 1, 1, 1]);
        let mut seats: Vec<_> =
            one_among_three.iter().map(|seating| seating.iter().position(|&player| player == 0)).collect();
        seats.sort_unstable();
        assert_eq!(seats, [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(seatings(4, &[0, 0, 2, 2]).len(), 6);
        // Two equal contestants still get both seatings, because an opening is played with both colours.
        assert_eq!(seatings(2, &[0, 0]).len(), 2);
    }
}
