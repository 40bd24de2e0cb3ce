//! Tests of the hand: all moves can be picked, picks can be undone, the cursor goes to squares that can be
//! picked.

use super::*;
use crate::games::GAMES;
use crate::rules::variant::Opening;

/// Every legal move of some positions can be made by its picks.
#[test]
fn every_legal_move_can_be_picked_by_hand() {
    for game in GAMES {
        let mut position = game.begin(Opening::Start).expect("the start");
        for ply in 0..40 {
            let legal = position.legal();
            for &mv in &legal {
                let mut hand = Hand::new(position.as_ref(), Square(0));
                let mut made = None;
                for &pick in position.picks(mv).as_slice() {
                    made = match hand.pick(position.as_ref(), pick) {
                        Grip::Done(mv) => Some(mv),
                        Grip::More => None,
                        // The reserve may be picked automatically.
                        Grip::Refused(reason) => panic!("{}: {reason}", position.machine(mv)),
                    };
                }
                assert_eq!(made, Some(mv), "{} at {ply}", game.spec().id);
            }
            let Some(&mv) = legal.get(ply * 7 % legal.len().max(1)) else { break };
            position.play(mv).expect("it is legal");
        }
    }
}

#[test]
fn the_cursor_is_put_on_the_nearest_that_can_be_picked_and_stays_there() {
    for game in GAMES {
        let mut position = game.begin(Opening::Start).expect("the start");
        for ply in 0..60_usize {
            let view = View::of(game.spec(), position.turn());
            for from in position.geometry().squares() {
                let mut hand = Hand::new(position.as_ref(), from);
                let goes = hand.aim(position.as_ref(), view);
                let candidates = hand.candidates(position.as_ref(), view);
                assert!(candidates.is_empty() || hand.leads(position.as_ref(), Pick::Square(hand.cursor)));
                assert_eq!(goes, hand.cursor != from);
                assert!(!goes || !candidates.contains(&from));
                assert!(!hand.aim(position.as_ref(), view), "it stays");
            }
            let legal = position.legal();
            let Some(&mv) = legal.get(ply * 31 % legal.len().max(1)) else { break };
            position.play(mv).expect("it is legal");
        }
    }
}

#[test]
fn back_undoes_one_pick_and_tab_goes_round() {
    for game in GAMES {
        let position = game.begin(Opening::Start).expect("the start");
        let position = position.as_ref();
        let mut hand = Hand::new(position, Square(0));
        let begun = hand.picks();
        let aimed = hand.aimed();
        assert!(hand.tab(position, View::FIRST, true) || hand.choices().iter().any(|at| at.pick == aimed));
        let candidates = hand.candidates(position, View::FIRST);
        for _ in 0..candidates.len() {
            assert!(candidates.contains(&hand.cursor));
            hand.tab(position, View::FIRST, true);
        }
        if hand.pick(position, hand.aimed()) == Grip::More {
            assert!(!hand.is_empty());
            assert!(hand.back(position));
        }
        assert_eq!(hand.picks(), begun);
        assert!(!hand.back(position), "{}", game.spec().id);
    }
}
