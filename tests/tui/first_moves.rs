//! A game of a tournament on the screen: who has to begin reads how soon, and both read why it is over.

use std::time::{Duration, SystemTime};

use heterodox::club::tournament::{Form, Plan};
use heterodox::games::built_in;

use crate::app::{keys, shown, wait};
use crate::lobby::Evening;

#[test]
fn who_does_not_begin_a_game_of_a_tournament_is_told_before_and_after() {
    let evening = Evening::new("lobby-first-move");
    let mut apps = vec![evening.client(1, (80, 24), "unicode"), evening.client(2, (80, 24), "unicode")];
    let (club, now) = (&evening.club, SystemTime::now());
    let plan = Plan::new(Form::RoundRobin, built_in("sanctuary").expect("a game"), "3+2", false);
    let number = club.make_tournament(&evening.member(1), plan, now).expect("a tournament");
    club.join_tournament(number, &evening.member(2)).expect("joined");
    club.start_tournament(number, &evening.member(1), now).expect("started");
    let look = |seconds| club.run_tournaments(now + Duration::from_secs(seconds)).expect("the store");
    look(0);
    for app in &mut apps {
        wait(app, "Your games", true);
        keys(app, "Home Enter");
        wait(app, "to move", true);
    }
    let words = "Move within 60 seconds, or the game is lost";
    assert_eq!(apps.iter().filter(|app| shown(app).contains(words)).count(), 1, "who is on turn reads it");
    // It is not aborted: the key asks whether to resign.
    keys(&mut apps[0], "R");
    assert!(!shown(&apps[0]).contains("Abort"), "{}", shown(&apps[0]));
    keys(&mut apps[0], "n");
    look(1);
    look(62);
    for app in &mut apps {
        wait(app, "The tournament has ended this game", true);
    }
}
