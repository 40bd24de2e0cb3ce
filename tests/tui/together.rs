//! People review a finished game together: one leads, the others follow or go their own way.

use heterodox::tui::app::App;
use heterodox::tui::input::Input;

use crate::app::{give, keys, shown, wait};
use crate::lobby::{Evening, game, play};
use crate::planning::typed;

/// Ann and Ben have played four moves, and Ben has resigned. Their windows differ.
pub(crate) fn over(evening: &Evening, size: (u16, u16), glyphs: &str) -> Vec<App> {
    let mut apps = game(evening, size, glyphs);
    play(&mut apps, 0, "Nf3");
    play(&mut apps, 1, "Nc6");
    keys(&mut apps[1], "R y");
    for app in &mut apps {
        wait(app, "The end", true);
    }
    apps
}

fn sees(app: &mut App, words: &str) {
    wait(app, words, true);
}

#[test]
fn the_others_see_what_the_leader_sees() {
    let evening = Evening::new("together");
    let mut apps = over(&evening, (120, 40), "unicode");
    apps[1].world.facts.size = (80, 24);
    give(&mut apps[1], &Input::Resize(80, 24));
    keys(&mut apps[0], "J");
    sees(&mut apps[0], "you lead, nobody follows yet");
    sees(&mut apps[1], "Ann reviews the game: J joins in.");
    keys(&mut apps[1], "J");
    sees(&mut apps[1], "Ann leads");
    sees(&mut apps[0], "you lead with Ben");
    // The leader steps, and tries another move.
    keys(&mut apps[0], "Left Left");
    sees(&mut apps[1], "2 of 4");
    typed(&mut apps[0], "d4");
    sees(&mut apps[0], "variation 2 White: d4");
    sees(&mut apps[1], "variation 2 White: d4");
    // The board is turned for oneself only.
    keys(&mut apps[1], "f");
    keys(&mut apps[0], "Home");
    sees(&mut apps[1], "Start of the game.");
    let ranks = |app: &App| {
        let shown = shown(app);
        let find = |rank: &str| shown.lines().position(|line| line.trim_start().starts_with(rank)).expect("a rank");
        find("1  ") < find("8  ")
    };
    assert!(!ranks(&apps[0]) && !ranks(&apps[1]), "{}{}", shown(&apps[0]), shown(&apps[1]));
    keys(&mut apps[0], "f");
    assert!(ranks(&apps[0]) && !ranks(&apps[1]));
    // Ben goes his own way with any step, and comes back.
    keys(&mut apps[1], "Right");
    sees(&mut apps[1], "You go your own way: J follows Ann again.");
    sees(&mut apps[1], "own way, Ann leads");
    keys(&mut apps[0], "End");
    sees(&mut apps[0], "4 of 4");
    sees(&mut apps[1], "1 of 4");
    keys(&mut apps[1], "J");
    sees(&mut apps[1], "4 of 4");
    // With the key he stays where he is.
    keys(&mut apps[1], "J");
    keys(&mut apps[0], "Left");
    sees(&mut apps[0], "3 of 4");
    apps[1].wake(std::time::Instant::now());
    sees(&mut apps[1], "4 of 4");
    keys(&mut apps[1], "J");
    sees(&mut apps[1], "3 of 4");
    // The lead goes to who asks, and the new leader is followed.
    keys(&mut apps[1], "L");
    sees(&mut apps[1], "You ask Ann for the lead.");
    sees(&mut apps[0], "Ben asks for the lead: L gives it.");
    keys(&mut apps[0], "L");
    sees(&mut apps[0], "Ben leads");
    sees(&mut apps[1], "You lead now.");
    keys(&mut apps[1], "Left");
    sees(&mut apps[0], "2 of 4");
    // A leader cannot follow.
    keys(&mut apps[1], "J");
    sees(&mut apps[1], "You lead: the others see what you see.");
    // The talk is over the board, which goes on below it.
    keys(&mut apps[0], "'");
    for letter in "nice".chars() {
        keys(&mut apps[0], &letter.to_string());
    }
    keys(&mut apps[0], "Enter");
    sees(&mut apps[1], "Ann: nice");
    keys(&mut apps[1], "Left");
    sees(&mut apps[0], "1 of 4");
    // When the leader leaves, the lead passes on.
    keys(&mut apps[0], "Esc");
    keys(&mut apps[1], "q");
    sees(&mut apps[0], "You lead now.");
    // What was said meanwhile is a message until the next key.
    keys(&mut apps[1], "Esc");
    sees(&mut apps[1], "Ann reviews the game: J joins in.");
    keys(&mut apps[0], "L");
    sees(&mut apps[0], "Nobody else reviews this game.");
    // Tried moves are not saved unless that is asked for.
    keys(&mut apps[0], "q Down Enter");
    sees(&mut apps[0], "rematch");
    sees(&mut apps[1], "joins in");
}

#[test]
fn a_review_of_ones_own_has_no_others() {
    let evening = Evening::new("together-alone");
    let mut apps = over(&evening, (120, 40), "unicode");
    keys(&mut apps[0], "V");
    for key in ["J", "L", "'"] {
        keys(&mut apps[0], key);
        sees(&mut apps[0], "You review this game alone.");
    }
}

#[test]
fn the_lead_that_passes_to_somebody_on_their_own_way_is_seen_at_once() {
    let evening = Evening::new("together-passes");
    let mut apps = over(&evening, (80, 24), "unicode");
    keys(&mut apps[0], "J");
    sees(&mut apps[1], "joins in");
    keys(&mut apps[1], "J Home Right");
    sees(&mut apps[1], "own way, Ann leads");
    sees(&mut apps[0], "you lead with Ben");
    keys(&mut apps[0], "L");
    sees(&mut apps[1], "You lead now.");
    sees(&mut apps[0], "1 of 4");
}
