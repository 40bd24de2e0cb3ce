//! Claims of the game by a seat whose rivals have next to nothing.

use super::*;
use crate::players::Expected;
use crate::record::journal::Declined;
use crate::rules::side::BySide;

/// Red has three Rooks and a Knight, the others have their Kings.
pub(super) const WON: &str =
    "bK8/9/9/9/9/9/9/9/oK7gK|9/9/9/9/4rR4/4rR4/4rR4/9/4rK4|9/9/9/9/9/9/9/9/rN8 r rogb - 0 9";
/// Orange has a Pawn.
const NOT_WON: &str = "bK8/9/9/9/9/9/9/9/oK7gK|9/9/9/9/4rR4/4rR4/4rR4/9/4rK4|9/9/4oP4/9/9/9/9/9/rN8 r rogb - 0 9";

fn won(fen: &str, computers: usize) -> Referee {
    let mut setup = setup(four_seats(), computers, None);
    setup.start = Start::Fen(fen.to_owned());
    let position = setup.begin().expect("a position");
    let mut referee = Referee::new(setup, position);
    referee.begin(Duration::ZERO);
    referee
}

fn written(effects: Vec<Effect>) -> Vec<JournalEvent> {
    let event = |effect| if let Effect::Write(event) = effect { Some(event) } else { None };
    effects.into_iter().filter_map(event).collect()
}

#[test]
fn every_other_living_person_must_agree() {
    let mut referee = won(WON, 0);
    assert!(referee.may_claim(Side::FIRST) && !referee.may_claim(Side::new(1)));
    let mut journal = Vec::new();
    for side in [0, 1, 2] {
        journal.extend(written(order(&mut referee, TableCommand::Claim(Side::new(side)), 1)));
        assert!(referee.ending().is_none() && referee.claimed().is_some_and(|claim| claim.by == Side::FIRST));
        // Nobody agrees twice.
        assert_eq!(written(order(&mut referee, TableCommand::Claim(Side::new(side)), 1)), []);
    }
    journal.extend(written(order(&mut referee, TableCommand::Claim(Side::new(3)), 1)));
    let ending = referee.ending().expect("all agree").clone();
    assert_eq!((ending.cause.as_str(), &*ending.result(4).to_string()), ("claim", "1-0-0-0"));
    assert_eq!(EndCause::read("claim"), EndCause::Claim);
    let mut again = won(WON, 0);
    for known in 0..=journal.len() {
        // Also a game that was left with an open claim.
        again = won(WON, 0);
        assert_eq!(again.replay(&journal[..known]), known);
        assert_eq!(again.claimed().is_some(), (1..5).contains(&known), "{known}");
    }
    assert_eq!(again.ending(), Some(&ending));
    // A crash between the last consent and the end of the game.
    let mut torn = won(WON, 0);
    torn.replay(&journal[..4]);
    torn.begin(seconds(2));
    assert_eq!(torn.ending(), Some(&ending));
}

#[test]
fn a_move_of_another_seat_declines_a_claim() {
    let mut referee = won(WON, 0);
    order(&mut referee, TableCommand::Claim(Side::FIRST), 1);
    let quiet = |referee: &Referee| {
        let position = referee.position();
        position.legal().into_iter().find(|&mv| position.machine(mv) != "0000").unwrap_or(position.legal()[0])
    };
    let mv = quiet(&referee);
    order(&mut referee, TableCommand::Play(mv), 2);
    assert!(referee.claimed().is_some(), "one's own move does not take the claim back");
    let mv = quiet(&referee);
    order(&mut referee, TableCommand::Play(mv), 3);
    assert_eq!(referee.claimed(), None);
}

#[test]
fn a_claim_needs_rivals_with_next_to_nothing() {
    let mut early = won(NOT_WON, 0);
    assert_eq!(written(order(&mut early, TableCommand::Claim(Side::FIRST), 1)), []);
    assert_eq!(early.claimed(), None);
    for game in GAMES {
        let (referee, _) = referee(game.spec().id, 0, None);
        assert!(game.spec().sides().all(|side| !referee.may_claim(side)), "{}", game.spec().id);
    }
}

#[test]
fn computers_agree_when_their_search_is_sure() {
    for (scores, agrees) in [([3000, -1000, -1000, -1000], true), ([900, -300, -300, -300], false)] {
        let mut referee = won(WON, 3);
        for side in 0..4 {
            let turn = referee.position().turn();
            assert_eq!(turn, Side::new(side));
            let mv = first_move(&referee);
            if side == 0 {
                order(&mut referee, TableCommand::Play(mv), 1);
                continue;
            }
            let seats = BySide::from_fn(|side: Side| scores[side.index()]);
            let lines = vec![Expected { score: seats[turn], seats: Some(seats), moves: Vec::new() }];
            let asked = referee.asking.ticket().expect("a computer");
            let thought = Thought { depth: 5, lines, nodes: 1, time: seconds(1) };
            referee.step(TableCommand::Answer(asked, Reply::Thought(thought)), seconds(1));
            order(&mut referee, TableCommand::Answer(asked, Reply::Move(mv)), 1);
        }
        let journal = written(order(&mut referee, TableCommand::Claim(Side::FIRST), 2));
        assert_eq!(referee.ending().is_some(), agrees, "{scores:?}");
        assert_eq!(journal.contains(&JournalEvent::Decline { what: Some(Declined::Claim) }), !agrees);
        let consents = (1..4).filter(|&seat| journal.contains(&JournalEvent::Claim { seat })).count();
        assert_eq!(consents, if agrees { 3 } else { 0 }, "the journal has the consent of each computer");
    }
}

#[test]
fn the_consent_of_a_computer_to_a_draw_is_in_the_journal() {
    let id = GAMES[0].spec().id;
    let (mut game, _) = referee(id, 1, None);
    let mv = first_move(&game);
    let mut journal = written(order(&mut game, TableCommand::Play(mv), 1));
    let line = Expected { score: -200, seats: None, moves: Vec::new() };
    let thought = Thought { depth: 5, lines: vec![line], nodes: 1, time: seconds(1) };
    let asked = game.asking.ticket().expect("a computer");
    game.step(TableCommand::Answer(asked, Reply::Thought(thought)), seconds(1));
    let mv = first_move(&game);
    journal.extend(written(order(&mut game, TableCommand::Answer(asked, Reply::Move(mv)), 1)));
    let moves = journal.len();
    journal.extend(written(order(&mut game, TableCommand::Draw(Side::FIRST), 2)));
    let ending = game.ending().expect("it is glad of a draw").clone();
    assert_eq!(journal[moves..moves + 2], [JournalEvent::Offer { seat: 0 }, JournalEvent::Offer { seat: 1 }]);
    assert!(matches!(journal[moves + 2..], [JournalEvent::End { .. }]));
    // As it was written, as older programs wrote it, and torn between the consent and the end.
    let mut older = journal.clone();
    older.remove(moves + 1);
    for (events, ends) in [(&journal[..], true), (&older[..], true), (&journal[..moves + 2], false)] {
        let (mut again, _) = referee(id, 1, None);
        assert_eq!(again.replay(events), events.len());
        assert_eq!(again.ending().is_some(), ends);
        again.begin(seconds(3));
        assert_eq!(again.ending(), Some(&ending));
    }
}

#[test]
fn a_declined_draw_leaves_an_open_claim() {
    let mut referee = won(WON, 0);
    let mut journal = written(order(&mut referee, TableCommand::Claim(Side::FIRST), 1));
    journal.extend(written(order(&mut referee, TableCommand::Draw(Side::new(1)), 2)));
    journal.extend(written(order(&mut referee, TableCommand::DeclineDraw(Side::new(2)), 3)));
    assert_eq!((referee.offers(), referee.claimed().map(|claim| claim.by)), (Sides::NONE, Some(Side::FIRST)));
    for known in 0..=journal.len() {
        let mut again = won(WON, 0);
        assert_eq!(again.replay(&journal[..known]), known);
        assert_eq!(again.claimed().is_some(), known > 0, "{known}");
        assert_eq!(again.offers() == Sides::NONE, known != 2, "{known}");
    }
    // What older programs wrote declines both.
    journal.push(JournalEvent::Decline { what: None });
    let mut again = won(WON, 0);
    assert_eq!(again.replay(&journal), journal.len());
    assert_eq!(again.claimed(), None);
}
