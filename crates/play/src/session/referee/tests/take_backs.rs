//! Moves that people take back by consent.

use super::*;

/// The seats with these numbers.
fn seats(all: &[usize]) -> Sides {
    all.iter().map(|&at| Side::new(at)).collect()
}

#[test]
fn the_last_move_of_a_person_is_taken_back_whichever_seat_made_it() {
    // One person has the first and the third seat; the other two have one each.
    let own = seats(&[0, 2]);
    for (moves, left) in [(1, 0), (2, 0), (3, 2), (4, 2), (5, 4), (7, 6)] {
        let (mut referee, _) = referee(four_seats(), 0, None);
        for _ in 0..moves {
            let mv = first_move(&referee);
            order(&mut referee, TableCommand::Play(mv), 1);
        }
        let mut journal = Vec::new();
        let asks = [own, seats(&[1]), seats(&[3])];
        for who in asks {
            assert_eq!(referee.entries().len(), moves, "not all have agreed");
            let effects = order(&mut referee, TableCommand::Wish(who, Wish::TakeBack), 2);
            journal.extend(effects.into_iter().filter_map(|effect| match effect {
                Effect::Write(event) => Some(event),
                _ => None,
            }));
        }
        assert_eq!(referee.entries().len(), left, "after {moves} moves");
        assert!(own.has(referee.position().turn()));
        // A game that was left before the last one had agreed goes on in the same way.
        let (mut again, _) = super::referee(four_seats(), 0, None);
        for _ in 0..moves {
            let mv = first_move(&again);
            order(&mut again, TableCommand::Play(mv), 1);
        }
        let asked = journal.iter().take_while(|event| matches!(event, JournalEvent::Ask { .. })).count();
        assert_eq!((again.replay(&journal[..asked]), asked), (asked, 4));
        again.begin(seconds(3));
        assert_eq!(again.entries().len(), left, "after {moves} moves");
    }
}
