//! Draws that are offered, accepted and declined.

use super::*;

fn written(effects: Vec<Effect>) -> Vec<JournalEvent> {
    let event = |effect| if let Effect::Write(event) = effect { Some(event) } else { None };
    effects.into_iter().filter_map(event).collect()
}

#[test]
fn a_draw_is_offered_once_between_two_moves() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 0, None);
        let (white, black) = (Side::FIRST, Side::new(1));
        let mut journal = Vec::new();
        let mut does = |referee: &mut Referee, command| {
            let events = written(order(referee, command, 1));
            journal.extend(events.iter().cloned());
            events.len()
        };
        let play = |referee: &Referee| TableCommand::Play(first_move(referee));
        let command = play(&referee);
        does(&mut referee, command);
        assert_eq!(does(&mut referee, TableCommand::DeclineDraw(black)), 0, "nobody offers one");
        assert_eq!(does(&mut referee, TableCommand::Draw(white)), 1);
        assert_eq!(does(&mut referee, TableCommand::DeclineDraw(white)), 0, "it is the offer of White");
        assert_eq!(does(&mut referee, TableCommand::DeclineDraw(black)), 1);
        assert_eq!((referee.offers(), referee.ending()), (Sides::NONE, None));
        assert_eq!(does(&mut referee, TableCommand::Draw(white)), 0, "{game}: once a move");
        // The other one may offer it, and then White may accept.
        assert!(referee.may_offer(black) && !referee.may_offer(white));
        assert_eq!(does(&mut referee, TableCommand::Draw(black)), 1);
        assert!(referee.may_offer(white));
        assert_eq!(does(&mut referee, TableCommand::DeclineDraw(white)), 1);
        for _ in 0..2 {
            assert!(!referee.may_offer(white), "{game}");
            let command = play(&referee);
            does(&mut referee, command);
        }
        assert!(referee.may_offer(white) && referee.may_offer(black));
        for known in 0..=journal.len() {
            let (mut again, _) = super::referee(game, 0, None);
            assert_eq!(again.replay(&journal[..known]), known);
            if known == journal.len() {
                assert_eq!(again.offers, referee.offers);
            }
            if let JournalEvent::Offer { seat } = journal[known.saturating_sub(1)] {
                assert!(known == 0 || !again.may_offer(Side::new(seat)), "{game}, {known}");
            }
        }
    }
}

#[test]
fn a_computer_is_asked_for_a_draw_once_a_move() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 1, None);
        assert_eq!(
            written(order(&mut referee, TableCommand::Draw(Side::FIRST), 1)).len(),
            2,
            "offered and declined"
        );
        assert_eq!(written(order(&mut referee, TableCommand::Draw(Side::FIRST), 2)), [], "{game}");
        let mv = first_move(&referee);
        order(&mut referee, TableCommand::Play(mv), 3);
        assert!(referee.may_offer(Side::FIRST));
    }
}
