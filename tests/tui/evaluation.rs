//! The computer's evaluation in the line of those who watch: the players allow it and do not see it.

use crate::app::{keys, shown, wait};
use crate::lobby::{Evening, choose, game, play};

#[test]
fn those_who_watch_see_it_once_the_players_allow_it() {
    let evening = Evening::new("evaluation");
    let mut apps = game(&evening, (80, 24), "unicode");
    let mut watcher = evening.client(3, (80, 24), "unicode");
    wait(&mut watcher, ": Sanctuary Chess", true);
    choose(&mut watcher, ": Sanctuary Chess");
    wait(&mut watcher, "live", true);
    keys(&mut watcher, "B");
    assert!(shown(&watcher).contains("The players have not allowed the evaluation yet."), "{}", shown(&watcher));
    keys(&mut apps[0], "B");
    wait(&mut apps[1], "Ann asks to show the evaluation to watchers: y agrees, d refuses.", true);
    keys(&mut apps[1], "y");
    wait(&mut apps[0], "You ask", false);
    wait(&mut watcher, "B evaluation", true);
    keys(&mut watcher, "B");
    wait(&mut watcher, "Computer: ", true);
    wait(&mut watcher, "depth", true);
    // It goes on with the game.
    play(&mut apps, 0, "Nf3");
    wait(&mut watcher, "Black to move", true);
    wait(&mut watcher, "Computer: ", true);
    // Those who play do not see it.
    for app in &mut apps {
        keys(app, "B");
        assert!(shown(app).contains("and you do after the game"), "{}", shown(app));
        assert!(!shown(app).contains("Computer: "), "{}", shown(app));
    }
    keys(&mut watcher, "B");
    assert!(!shown(&watcher).contains("Computer: "), "{}", shown(&watcher));
    // After the game they do.
    keys(&mut apps[1], "R y");
    wait(&mut apps[0], "The end", true);
    keys(&mut apps[0], "B");
    wait(&mut apps[0], "Computer: ", true);
}
