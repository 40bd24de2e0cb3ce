//! The ratings of the club are those that its games give when they are counted again.

use heterodox::club::ratings::{Ladder, RatedGame, RatedPlayer, RatedSeat, Standing, changes};
use heterodox::club::store::TableKey;

use super::servers::Servers;
use crate::serve::kills::game;

/// How far two counts of a rating may be apart: games are counted by the second.
const CLOSE: f64 = 0.001;

/// Counts the games of two people again, all of which the first one has lost.
pub(super) fn replay(servers: &Servers, people: [i64; 2], games: usize) {
    let ladder = Ladder::usual(game());
    let stored = people.map(|person| servers.ask(|store| Ok(store.rating_history(person, &ladder)?)));
    assert_eq!(stored.each_ref().map(Vec::len), [games; 2], "each game is rated once");
    let mut standings: [Option<Standing>; 2] = [None; 2];
    for (at, &(time, ..)) in stored[0].iter().enumerate() {
        let seat = |seat: usize| RatedSeat {
            player: RatedPlayer::Member(people[seat]),
            share: seat as f64,
            left: false,
            address: None,
        };
        let (table, seats) = (TableKey(at as i64), vec![seat(0), seat(1)]);
        let rated = RatedGame { table, ladder: Some(ladder.clone()), rated: true, moves: 10, time, seats };
        let before = |person: i64| standings[usize::from(person == people[1])];
        let after = changes(&rated, &ladder, before, |_, _| at);
        for (seat, (_, standing)) in after.into_iter().enumerate() {
            let (_, value, deviation) = stored[seat][at];
            let rating = standing.rating;
            let is_close = (rating.value - value).abs() < CLOSE && (rating.deviation - deviation).abs() < CLOSE;
            assert!(is_close, "game {at} of {people:?}: {value} and {deviation} are stored, {rating:?} is counted");
            standings[seat] = Some(standing);
        }
    }
}
