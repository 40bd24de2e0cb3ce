//! What people at a table ask each other, moves that are chosen before one's turn, and somebody who is away.

use heterodox::cli::picture::frame;
use heterodox::club::table_service::{Terms, Wanted};
use heterodox::config::PieceSetting;
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::tui::app::App;
use heterodox::tui::theme::{Role, Theme};
use ratatui::buffer::Cell;

use crate::app::{keys, shown, wait};
use crate::lobby::{Evening, choose, game, play};

const SIZE: (u16, u16) = (80, 24);

fn evening(name: &str) -> (Evening, Vec<App>) {
    let evening = Evening::new(name);
    let apps = game(&evening, SIZE, "unicode");
    (evening, apps)
}

#[test]
fn a_move_is_taken_back_when_the_other_agrees() {
    let (_evening, mut apps) = evening("people-back");
    play(&mut apps, 0, "Nf3");
    keys(&mut apps[0], "u");
    wait(&mut apps[1], "Ann asks to take a move back: y agrees, d refuses.", true);
    wait(&mut apps[0], "You ask to take a move back: d withdraws it.", true);
    keys(&mut apps[1], "d");
    wait(&mut apps[0], "You ask to take a move back", false);
    assert!(shown(&apps[0]).contains("Nf3"), "{}", shown(&apps[0]));
    keys(&mut apps[0], "u");
    wait(&mut apps[1], "Ann asks", true);
    keys(&mut apps[1], "y");
    for app in &mut apps {
        wait(app, "White to move · move 2", true);
        assert!(!shown(app).contains("Nf3"), "{}", shown(app));
    }
}

#[test]
fn a_notice_stays_while_others_move_until_a_key_is_pressed() {
    const NOTICE: &str = "The server is restarted at ten.";
    let (_evening, mut apps) = evening("people-notice");
    apps[1].notice(NOTICE.to_owned());
    assert!(shown(&apps[1]).contains(NOTICE), "{}", shown(&apps[1]));
    play(&mut apps, 0, "Nf3");
    wait(&mut apps[1], "Black to move", true);
    assert!(shown(&apps[1]).contains(NOTICE), "{}", shown(&apps[1]));
    keys(&mut apps[1], "i");
    assert!(!shown(&apps[1]).contains(NOTICE), "{}", shown(&apps[1]));
}

#[test]
fn a_game_is_paused_and_continued_by_consent() {
    let (_evening, mut apps) = evening("people-pause");
    keys(&mut apps[1], "x");
    wait(&mut apps[0], "Ben asks to pause the game: y agrees, d refuses.", true);
    keys(&mut apps[0], "y");
    for app in &mut apps {
        wait(app, "The game is paused: x asks to continue it.", true);
    }
    keys(&mut apps[0], "x");
    wait(&mut apps[1], "Ann asks to continue the game", true);
    keys(&mut apps[1], "y");
    for app in &mut apps {
        // The line of who asks hides that the game is paused, so its absence says nothing yet.
        wait(app, "The game continues.", true);
        wait(app, "The game is paused", false);
    }
    play(&mut apps, 0, "Nf3");
}

#[test]
fn hints_are_allowed_by_all_or_by_nobody() {
    let (_evening, mut apps) = evening("people-hints");
    keys(&mut apps[0], "t");
    assert!(shown(&apps[0]).contains("need the consent of all"), "{}", shown(&apps[0]));
    keys(&mut apps[0], "H");
    // Seen, before its end is waited for.
    wait(&mut apps[0], "You ask", true);
    wait(&mut apps[1], "Ann asks to allow hints and analysis: y agrees, d refuses.", true);
    keys(&mut apps[1], "y");
    wait(&mut apps[0], "You ask", false);
    keys(&mut apps[0], "H");
    wait(&mut apps[0], "Hint: ", true);
}

#[test]
fn the_computer_at_a_rated_table_takes_its_time() {
    let evening = Evening::new("people-computer");
    let ann = evening.member(1);
    let mut app = evening.client(1, (120, 40), "unicode");
    let terms = Terms {
        rated: true,
        clock: ClockSetup::read("30+20").expect("a clock"),
        seats: vec![Wanted::Computer(10), Wanted::Host],
        ..Terms::new(built_in("sanctuary").expect("a game"))
    };
    evening.club.tables.open_table(&ann, &terms).expect("a table");
    wait(&mut app, "Your games", true);
    choose(&mut app, "Sanctuary Chess: ");
    wait(&mut app, "White is thinking", true);
    assert!(!shown(&app).contains("move now"), "the footer offers no such key: {}", shown(&app));
    keys(&mut app, "!");
    assert!(shown(&app).contains("a computer takes the time that it needs"), "{}", shown(&app));
}

#[test]
fn a_draw_is_accepted_with_the_same_key() {
    let (_evening, mut apps) = evening("people-draw");
    play(&mut apps, 0, "Nf3");
    keys(&mut apps[0], "D y");
    wait(&mut apps[1], "Ann (White) offers a draw: y accepts, d declines.", true);
    keys(&mut apps[1], "y");
    for app in &mut apps {
        wait(app, "rematch", true);
        assert!(shown(app).contains("Agreed."), "{}", shown(app));
    }
}

#[test]
fn a_move_is_chosen_before_ones_turn_and_dropped_or_played() {
    let (_evening, mut apps) = evening("people-premove");
    // Black chooses two squares while White is to move.
    keys(&mut apps[1], "g b 8 Enter");
    assert!(shown(&apps[1]).contains("Choose where it goes"), "{}", shown(&apps[1]));
    keys(&mut apps[1], "g c 6 Enter");
    wait(&mut apps[1], "Your next move: b8c6", true);
    assert!(!shown(&apps[0]).contains("b8c6"), "{}", shown(&apps[0]));
    keys(&mut apps[1], "Esc");
    wait(&mut apps[1], "The move is dropped.", true);
    keys(&mut apps[1], "g b 8 Enter");
    keys(&mut apps[1], "g c 6 Enter");
    wait(&mut apps[1], "Your next move: b8c6", true);
    keys(&mut apps[0], "m N f 3 Enter");
    for app in &mut apps {
        wait(app, "Nc6", true);
        wait(app, "White to move", true);
    }
}

#[test]
fn a_move_before_ones_turn_is_an_arrow_from_the_picked_piece() {
    let evening = Evening::new("people-arrow");
    let mut apps = game(&evening, (120, 40), "unicode");
    let app = &mut apps[1];
    app.world.client.config.look.pieces = PieceSetting::Sextants;
    // Without the prompt and the keys.
    let board = |app: &App| shown(app).lines().take(36).collect::<Vec<_>>().join("\n");
    let cells = |app: &App, role| {
        let frame = frame(app, app.world.facts.size);
        frame.content.iter().filter(|cell| Theme::charted(cell.bg) == Some(role)).count()
    };
    keys(app, "g b 8 Enter");
    assert!(cells(app, Role::Picked) > 0 && cells(app, Role::Hint) == 0, "{}", shown(app));
    keys(app, "g c 6 Enter");
    wait(app, "Your next move: b8c6", true);
    assert!(cells(app, Role::Hint) > 0 && !board(app).contains('?'), "{}", shown(app));
    // The head of the arrow is in the empty square.
    let is_part = |letter: char| ('\u{1fb00}'..='\u{1fb3b}').contains(&letter);
    let parts = |row: &str| row.chars().take(77).filter(|&letter| is_part(letter)).count();
    let sixth: usize = board(app).lines().skip_while(|row| !row.starts_with("  6")).take(3).map(parts).sum();
    assert!(sixth > 3, "{}", shown(app));
}

/// How many squares are marked as targets, by the first cell of each of their two rows.
fn targets(app: &App) -> usize {
    let frame = frame(app, app.world.facts.size);
    let is_target = |cell: &Cell| Theme::charted(cell.bg) == Some(Role::Target);
    let starts = frame.content.windows(2).filter(|pair| !is_target(&pair[0]) && is_target(&pair[1]));
    starts.count() / 2
}

/// A piece is always picked for who drops; the other sees nothing of it, also while a move of theirs waits.
#[test]
fn targets_are_shown_only_to_whom_may_move() {
    let evening = Evening::new("people-targets");
    let mut apps = vec![evening.client(1, SIZE, "unicode"), evening.client(2, SIZE, "unicode")];
    let terms = Terms::new(built_in("holywar").expect("a game"));
    let (ann, ben) = (evening.member(1), evening.member(2));
    let key = evening.club.tables.open_table(&ann, &terms).expect("a table");
    evening.club.tables.sit(&ben, key, Side::new(1), None).expect("a seat");
    for app in &mut apps {
        wait(app, "Your games", true);
        choose(app, "Holywar: Ann");
        wait(app, "White to drop", true);
    }
    assert!(targets(&apps[0]) > 3 && shown(&apps[0]).contains("‹K›"), "{}", shown(&apps[0]));
    assert!(targets(&apps[1]) == 0 && !shown(&apps[1]).contains('‹'), "{}", shown(&apps[1]));
    keys(&mut apps[1], "m K @ e 7 Enter");
    wait(&mut apps[1], "Your next move: K@e7", true);
    assert_eq!(targets(&apps[1]), 0, "{}", shown(&apps[1]));
    play(&mut apps, 0, "K@e2");
    for app in &mut apps {
        wait(app, "White to drop · move 2", true);
    }
    assert!(targets(&apps[0]) > 3 && targets(&apps[1]) == 0);
}

#[test]
fn a_piece_that_moves_later_shows_where_it_could_go() {
    let (_evening, mut apps) = evening("people-later");
    assert_eq!([targets(&apps[0]), targets(&apps[1])], [0, 0]);
    keys(&mut apps[1], "g b 8 Enter");
    assert_eq!((targets(&apps[0]), targets(&apps[1])), (0, 2), "{}", shown(&apps[1]));
    keys(&mut apps[1], "g c 6 Enter");
    wait(&mut apps[1], "Your next move: b8c6", true);
    assert_eq!(targets(&apps[1]), 0, "it is chosen: {}", shown(&apps[1]));
}

#[test]
fn who_is_away_has_a_countdown() {
    let (_evening, mut apps) = evening("people-away");
    drop(apps.remove(1));
    wait(&mut apps[0], "Ben (away ", true);
    assert!(apps[0].deadline().is_some(), "the countdown is drawn again");
}
