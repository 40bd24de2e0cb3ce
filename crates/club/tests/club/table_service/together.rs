//! Reviewing a finished game together: who leads, what the others see, and what becomes of the lead.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use heterodox_club::table_service::{Gathered, TableServiceError, Terms};
use heterodox_kernel::side::Side;
use heterodox_kernel::timeline::Act;
use heterodox_play::session::table::command::SeatCommand;

use super::{club, game, member, until};

#[test]
fn one_leads_and_the_lead_passes_on() {
    let (_folder, club) = club("together");
    let [ann, bo, cy] = [0, 1, 2].map(|key| member(&club, key));
    let _here = [&ann, &bo, &cy].map(|who| club.enter(who.clone()));
    let terms = Terms { private: true, ..Terms::new(game(2)) };
    let key = club.tables.open_table(&ann, &terms).expect("a table");
    let code = club.tables.listed(&ann, key).and_then(|table| table.code).expect("a code");
    club.tables.sit(&bo, key, Side::new(1), Some(&code)).expect("it is free");
    let seats = [&ann, &bo].map(|who| club.tables.handle(who, key, Some(&code)).expect("a game"));
    // Somebody looks at the table, so that it stays after the end.
    let _eyes = seats[0].subscribe(Arc::new(|| {}));
    let table = Arc::clone(seats[0].table());
    let moves: Vec<Act> = {
        let mut position = table.newest().position.fork();
        let play = |_| {
            let mv = position.legal()[0];
            position.play(mv).expect("legal");
            Act::Move(mv)
        };
        (0..3).map(play).collect()
    };
    let refused = club.tables.look_together(&ann, key, None).expect_err("it goes on");
    assert!(matches!(refused, TableServiceError::NotOver), "{refused}");
    seats[1].command(SeatCommand::Resign(Side::new(1))).expect("their seat");
    until("it is over", || table.newest().status.ending.is_some());
    assert!(matches!(club.tables.look_together(&cy, key, None), Err(TableServiceError::Private)));
    assert!(club.tables.looks_together(key).is_empty());

    let first = club.tables.look_together(&ann, key, None).expect("it is over");
    let second = club.tables.look_together(&bo, key, None).expect("it is over");
    let third = club.tables.look_together(&cy, key, Some(&code)).expect("with the code");
    let [ann, bo, cy] = [&ann, &bo, &cy].map(heterodox_club::member::Member::shown_name);
    assert_eq!(club.tables.looks_together(key), [ann.clone(), bo.clone(), cy.clone()]);
    let sees = |leads, leader: &str, others: &[&String], spot: Option<&[Act]>| Gathered {
        leads,
        leader: leader.to_owned(),
        others: others.iter().map(|name| (*name).clone()).collect(),
        spot: spot.map(Arc::from),
        ..Gathered::default()
    };
    assert_eq!(first.see(), sees(true, &ann, &[&bo, &cy], None));
    assert_eq!(second.see(), sees(false, &ann, &[&cy], None));
    // The leader steps, and the others are woken; nobody else can show anything, and the same again wakes nobody.
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    let _listening = second.listen(Arc::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
    }));
    first.show(&moves);
    first.show(&moves);
    second.show(&moves[..1]);
    assert_eq!(woken.load(Ordering::Relaxed), 1);
    assert_eq!(third.see(), sees(false, &ann, &[&bo], Some(&moves)));
    // Who asks gets the lead, otherwise the next one; asking again withdraws it.
    second.ask();
    third.ask();
    assert_eq!((first.see().asks, third.see().asking), (Some(cy.clone()), true));
    assert_eq!(second.hand_over(), None, "only the leader can");
    assert_eq!(first.hand_over(), Some(cy.clone()));
    assert_eq!(third.see(), sees(true, &cy, &[&ann, &bo], Some(&moves)));
    third.show(&[]);
    assert_eq!(first.see().spot.as_deref(), Some(&[][..]));
    second.ask();
    second.ask();
    assert_eq!(third.see().asks, None);
    assert_eq!(third.hand_over(), Some(ann.clone()), "from the last one to the first");
    // The leader leaves.
    drop(first);
    assert_eq!(second.see(), sees(true, &bo, &[&cy], Some(&[])));
    drop(second);
    assert_eq!(third.see(), sees(true, &cy, &[], Some(&[])));
    assert_eq!(third.hand_over(), None, "nobody else is there");
    drop(third);
    // Nothing is left of it.
    assert!(club.tables.looks_together(key).is_empty());
    let again = club.tables.look_together(&member(&club, 1), key, None).expect("it is over");
    assert_eq!(again.see(), sees(true, &bo, &[], None));
}
