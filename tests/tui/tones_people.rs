//! What the screens of the club tell, by its meaning: news and what is done are no warnings.

use heterodox::cli::picture::frame;
use heterodox::club::table_service::Terms;
use heterodox::games::built_in;
use heterodox::tui::app::App;
use heterodox::tui::theme::{Role, Theme};

use crate::app::{keys, shown, wait};
use crate::lobby::{Evening, choose, game, go_to};
use crate::tones::role;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

/// The roles in which these words are shown, from the top.
fn roles(app: &App, words: &str) -> Vec<Role> {
    let buffer = frame(app, app.world.facts.size);
    let text = shown(app);
    let rows = (0..).zip(text.lines()).filter_map(|(y, line)| {
        let x = line[..line.find(words)?].chars().count() as u16;
        Theme::charted(buffer[(x, y)].fg)
    });
    rows.collect()
}

#[test]
fn news_of_the_lobby_are_no_warnings() {
    for (at, size) in SIZES.into_iter().enumerate() {
        let evening = Evening::new(&format!("tones-lobby-{at}"));
        let mut ann = evening.client(1, size, "unicode");
        ann.world.theme = Theme::chart();
        let terms = Terms::new(built_in("holywar").expect("a game"));
        evening.club.tables.challenge(&evening.member(2), Some(evening.member(1).id), &terms).expect("a challenge");
        wait(&mut ann, "Ben challenges you", true);
        go_to(&mut ann, "Ladders");
        // The row itself, and the words below the list.
        assert_eq!(roles(&ann, "Ben challenges you: "), [Role::Text, Role::Notice], "{}", shown(&ann));
        // A code that no table has is refused.
        choose(&mut ann, "Join by code");
        keys(&mut ann, "x Enter");
        assert_eq!(role(&ann, "There is no table with this code."), Role::Warning, "{}", shown(&ann));
        // Over another screen.
        keys(&mut ann, "Esc");
        choose(&mut ann, "Ladders");
        evening.club.tables.challenge(&evening.member(3), Some(evening.member(1).id), &terms).expect("a challenge");
        wait(&mut ann, "It waits in the lobby.", true);
        assert_eq!(role(&ann, "Cleo challenges you"), Role::Notice, "{}", shown(&ann));
    }
}

#[test]
fn the_account_says_what_is_done_and_warns_of_what_is_lost() {
    let evening = Evening::new("tones-account");
    let mut ann = evening.client(1, (120, 40), "unicode");
    ann.world.theme = Theme::chart();
    keys(&mut ann, "q");
    go_to(&mut ann, "Account");
    keys(&mut ann, "Enter");
    for (row, typed, words, wanted) in [
        ("Time zone", "Enter U T C + 2 Enter", "Times are shown in this zone.", Role::Notice),
        ("Time zone", "Enter x Enter", "Expected ", Role::Warning),
        ("Add another key", "Enter", "The code is", Role::Notice),
        ("SHA256", "Enter", "Press Enter again to take this key away.", Role::Warning),
    ] {
        go_to(&mut ann, row);
        keys(&mut ann, typed);
        assert_eq!(role(&ann, words), wanted, "{row}:\n{}", shown(&ann));
        if shown(&ann).contains("Esc cancel") {
            keys(&mut ann, "Esc");
        }
        keys(&mut ann, "Down");
    }
}

#[test]
fn who_talks_at_a_table_has_the_colour_of_the_seat() {
    let evening = Evening::new("tones-talk");
    let mut apps = game(&evening, (120, 40), "unicode");
    for app in &mut apps {
        app.world.theme = Theme::chart();
        keys(app, "'");
    }
    keys(&mut apps[0], "h i Enter");
    wait(&mut apps[1], "Ann: hi", true);
    keys(&mut apps[1], "y o Enter");
    for app in &mut apps {
        wait(app, "Ben: yo", true);
        let last = |words| roles(app, words).pop().expect("a line");
        assert_eq!((last("Ann: hi"), last("Ben: yo")), (Role::Piece1, Role::Piece2), "{}", shown(app));
    }
}
