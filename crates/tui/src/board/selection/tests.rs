//! Tests of the selection: all moves can be picked, picks can be undone, the cursor goes to squares that can be
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
                let mut selection = Selection::new(position.as_ref(), Square(0));
                let mut made = None;
                for &pick in position.picks(mv).as_slice() {
                    made = match selection.pick(position.as_ref(), pick) {
                        PickResult::Done(mv) => Some(mv),
                        PickResult::More => None,
                        // The reserve may be picked automatically.
                        PickResult::Refused(reason) => panic!("{}: {reason}", position.machine(mv)),
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
                let mut selection = Selection::new(position.as_ref(), from);
                let goes = selection.aim(position.as_ref(), view);
                let candidates = selection.candidates(position.as_ref(), view);
                assert!(
                    candidates.is_empty() || selection.leads(position.as_ref(), Pick::Square(selection.cursor))
                );
                assert_eq!(goes, selection.cursor != from);
                assert!(!goes || !candidates.contains(&from));
                assert!(!selection.aim(position.as_ref(), view), "it stays");
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
        let mut selection = Selection::new(position, Square(0));
        let begun = selection.picks();
        let aimed = selection.aimed();
        assert!(
            selection.tab(position, View::FIRST, true) || selection.choices().iter().any(|at| at.pick == aimed)
        );
        let candidates = selection.candidates(position, View::FIRST);
        for _ in 0..candidates.len() {
            assert!(candidates.contains(&selection.cursor));
            selection.tab(position, View::FIRST, true);
        }
        if selection.pick(position, selection.aimed()) == PickResult::More {
            assert!(!selection.is_empty());
            assert!(selection.back(position));
        }
        assert_eq!(selection.picks(), begun);
        assert!(!selection.back(position), "{}", game.spec().id);
    }
}
