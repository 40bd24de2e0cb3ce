//! Who sits where: every way that is fair to all, one game each.

/// For each game of a round, who (by number) sits in each seat.
pub(super) fn seatings(seats: usize, players: usize) -> Vec<Vec<usize>> {
    let ways = players.pow(seats as u32);
    let seating = |way: usize| -> Vec<usize> {
        (0..seats).scan(way, |rest, _| Some(std::mem::replace(rest, *rest / players) % players)).collect()
    };
    let fair = |seating: &Vec<usize>| {
        let count = |player| seating.iter().filter(|&&seat| seat == player).count();
        match players {
            // Whoever is alone plays himself.
            1 => true,
            // Of two, both sit somewhere: in a game for four in fourteen ways.
            2 => count(0) > 0 && count(1) > 0,
            // Of more, everyone sits once, as far as there are seats.
            _ => (0..players).all(|player| count(player) <= 1),
        }
    };
    (0..ways).map(seating).filter(fair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sit_everywhere() {
        assert_eq!(seatings(2, 2), [[1, 0], [0, 1]]);
        assert_eq!(seatings(4, 2).len(), 14);
        assert_eq!(seatings(4, 4).len(), 24);
        assert_eq!(seatings(4, 1), [[0, 0, 0, 0]]);
        assert_eq!(seatings(2, 3).len(), 6);
    }
}
