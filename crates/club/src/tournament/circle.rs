//! The rounds of a round-robin, by the circle method: the first player stays, and the others move on by one place in each
//! round. In games of more seats, pairs of the circle sit together, so that everybody meets everybody at least once.

/// The groups of each round for this many players in games of this many seats. `None` is a free place: in a game of two
/// the other has no game in this round, in a larger one a computer fills it.
pub fn rounds(players: usize, seats: usize) -> Vec<Vec<Vec<Option<usize>>>> {
    if players < 2 || seats < 2 {
        return Vec::new();
    }
    // Whole pairs. Where the number of seats is odd, a computer has the last one.
    let together = seats - seats % 2;
    let places = players.div_ceil(together) * together;
    let player = |place: usize| (place < players).then_some(place);
    let round = |round: usize| {
        let at = |place: usize| if place == 0 { 0 } else { 1 + (place - 1 + round) % (places - 1) };
        let pairs = (0..places / 2).flat_map(|pair| {
            let mut both = [at(pair), at(places - 1 - pair)];
            // The first seat changes: for the player who stays by the round, for the others by their places.
            if (if pair == 0 { round } else { pair }) % 2 == 1 {
                both.reverse();
            }
            both
        });
        let order: Vec<Option<usize>> = pairs.map(player).collect();
        let groups = order.chunks(together).map(|group| {
            let mut group = group.to_vec();
            group.resize(seats, None);
            if seats > 2 {
                group.rotate_left(round % seats);
            }
            group
        });
        groups.filter(|group| group.iter().flatten().count() >= 2).collect()
    };
    (0..places - 1).map(round).filter(|groups: &Vec<_>| !groups.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn everybody_meets_everybody() {
        for seats in 2..=4 {
            for players in 2..=16 {
                let mut met: BTreeMap<(usize, usize), usize> = BTreeMap::new();
                for groups in rounds(players, seats) {
                    let mut playing: Vec<usize> = groups.concat().into_iter().flatten().collect();
                    for group in &groups {
                        assert_eq!(group.len(), seats);
                        let group: Vec<usize> = group.iter().flatten().copied().collect();
                        for (at, one) in group.iter().enumerate() {
                            for other in &group[at + 1..] {
                                *met.entry((*one.min(other), *one.max(other))).or_default() += 1;
                            }
                        }
                    }
                    playing.sort_unstable();
                    assert!(playing.windows(2).all(|pair| pair[0] < pair[1]), "one game in a round: {groups:?}");
                }
                assert_eq!(met.len(), players * (players - 1) / 2, "{players} at {seats}: {met:?}");
                assert!(seats > 2 || met.values().all(|&count| count == 1), "{players}: {met:?}");
            }
        }
    }

    #[test]
    fn everybody_has_the_first_seat_about_as_often_as_the_second() {
        for players in 2..=16 {
            let mut first = vec![0_i32; players];
            for bout in rounds(players, 2).concat() {
                let [Some(one), Some(other)] = bout[..] else { panic!("{bout:?}") };
                first[one] += 1;
                first[other] -= 1;
            }
            assert!(first.iter().all(|count| count.abs() <= 2), "{players}: {first:?}");
        }
    }
}
