//! The order of the parts of the play screen, and what wakes them, in a game of people.

use std::sync::atomic::{AtomicUsize, Ordering};

use heterodox::club::table_service::Terms;
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;

use crate::app::wait;
use crate::lobby::{Evening, choose};
use crate::order::Do::{Keys, Loses, Message, Not, Sees};
use crate::order::{Do, Scene, hold};

const SIZE: (u16, u16) = (100, 36);

type Case = (&'static str, fn() -> Scene<Evening>, &'static [(usize, Do)]);

/// Ann and Ben at a table with this clock, and Cleo, who watches if she is wanted.
fn table(clock: &str, watched: bool) -> Scene<Evening> {
    static TABLES: AtomicUsize = AtomicUsize::new(0);
    let evening = Evening::new(&format!("order-{}", TABLES.fetch_add(1, Ordering::Relaxed)));
    let mut terms = Terms::new(built_in("sanctuary").expect("a game"));
    terms.clock = (!clock.is_empty()).then(|| ClockSetup::read(clock).expect("a clock")).flatten();
    let key = evening.club.tables.open_table(&evening.member(1), &terms).expect("a table");
    evening.club.tables.sit(&evening.member(2), key, Side::new(1), None).expect("a seat");
    let mut apps = vec![evening.client(1, SIZE, "unicode"), evening.client(2, SIZE, "unicode")];
    for app in &mut apps {
        wait(app, "Your games", true);
        choose(app, "Sanctuary Chess: Ann");
        wait(app, "White to move", true);
    }
    if watched {
        let mut cleo = evening.client(3, SIZE, "unicode");
        wait(&mut cleo, "Being played", true);
        choose(&mut cleo, "Ann – Ben");
        wait(&mut cleo, "live", true);
        // Ann, who is to move, reads something else.
        wait(&mut apps[1], "Watching: Cleo.", true);
        apps.push(cleo);
    }
    Scene::new(apps, evening)
}

fn plain() -> Scene<Evening> {
    table("", false)
}

fn watched() -> Scene<Evening> {
    table("", true)
}

fn live() -> Scene<Evening> {
    table("10+5", false)
}

fn slow() -> Scene<Evening> {
    table("3d", false)
}

/// Ann has a second terminal, which has the seat.
fn elsewhere() -> Scene<Evening> {
    let mut scene = plain();
    let mut second = scene.kept.client(1, SIZE, "unicode");
    choose(&mut second, "Sanctuary Chess: Ann");
    wait(&mut scene.apps[0], "Enter takes the seat back", true);
    scene.apps.push(second);
    scene
}

const LINES: &[Case] = &[
    (
        "a question of the others over a notice",
        plain,
        &[
            (1, Keys("x")),
            (0, Sees("Ben asks to pause the game")),
            (0, Message("Tea at five.")),
            (0, Not("Tea at five.")),
            (1, Keys("d")),
            (0, Sees("Tea at five.")),
        ],
    ),
    (
        "a question of the others over a message",
        plain,
        &[
            (1, Keys("x")),
            (0, Sees("Ben asks")),
            (0, Keys("w")),
            (0, Sees("Ben asks")),
            (0, Not("current position")),
        ],
    ),
    (
        "a question of the others over a move that is chosen",
        plain,
        &[
            (1, Keys("g b 8 Enter g c 6 Enter")),
            (1, Sees("Your next move: b8c6")),
            (0, Keys("x")),
            (1, Sees("Ann asks to pause the game")),
            (1, Not("Your next move")),
            (1, Keys("d")),
            (1, Sees("Black declines to pause the game.")),
            // A key that tells nothing.
            (1, Keys("f")),
            (1, Sees("Your next move: b8c6")),
        ],
    ),
    (
        "a message over a seat that is elsewhere",
        elsewhere,
        &[(0, Keys("w")), (0, Sees("This is the current position.")), (0, Not("takes the seat back"))],
    ),
    (
        "a seat that is elsewhere over a piece that is explained",
        elsewhere,
        &[(0, Keys("i")), (0, Sees("Enter takes the seat back")), (0, Not("of White:"))],
    ),
    (
        "a piece that is explained over a move that is chosen",
        plain,
        &[
            (1, Keys("g b 8 Enter g c 6 Enter")),
            (1, Sees("Your next move: b8c6")),
            (1, Keys("g b 8 i")),
            (1, Sees("of Black:")),
            (1, Not("Your next move")),
            (1, Keys("i")),
            (1, Sees("Your next move: b8c6")),
        ],
    ),
    (
        "a move that is chosen over those who watch",
        watched,
        &[
            (1, Sees("Watching: Cleo.")),
            (1, Keys("g b 8 Enter g c 6 Enter")),
            (1, Sees("Your next move: b8c6")),
            (1, Not("Watching")),
        ],
    ),
    (
        "a rematch over those who review together",
        watched,
        &[
            (0, Keys("m e 4 Enter")),
            (1, Sees("Black to move")),
            (1, Keys("m e 5 Enter")),
            (0, Sees("White to move · move 2")),
            (1, Keys("R y")),
            (1, Sees("The end")),
            (2, Sees("The end")),
            (2, Keys("J")),
            (1, Sees("Cleo reviews the game")),
            (0, Sees("The end")),
            (0, Keys("N")),
            (1, Sees("Ann wants a rematch")),
            (1, Not("Cleo reviews")),
        ],
    ),
];

const KEYS: &[Case] = &[
    (
        "Enter takes the seat back before it picks",
        elsewhere,
        &[
            (0, Keys("Enter")),
            (0, Sees("You are playing here again.")),
            (0, Keys("w")),
            (0, Not("choose a square")),
        ],
    ),
    (
        "Enter chooses a move before it says whose turn it is",
        plain,
        &[(1, Keys("g b 8 Enter")), (1, Sees("Choose where it goes")), (1, Not("It is White's turn"))],
    ),
    (
        "no move is chosen while the game is paused",
        plain,
        &[
            (0, Keys("x")),
            (1, Sees("Ann asks")),
            (1, Keys("y")),
            (1, Sees("The game is paused")),
            (1, Keys("g b 8 Enter")),
            (1, Not("Choose where it goes")),
        ],
    ),
    (
        "Escape drops a move that is chosen before it closes what is explained",
        plain,
        &[
            (1, Keys("g b 8 Enter g c 6 Enter")),
            (1, Sees("Your next move: b8c6")),
            (1, Keys("g b 8 i Esc")),
            (1, Sees("The move is dropped.")),
            (1, Keys("w")),
            (1, Keys("Up Down")),
            (1, Not("Your next move")),
        ],
    ),
    (
        "a typed move is chosen for later before it is refused",
        plain,
        &[(1, Keys("m N c 6 Enter")), (1, Sees("Your next move: Nc6"))],
    ),
    (
        "Enter returns to the present before it chooses a move",
        plain,
        &[
            (0, Keys("m e 4 Enter")),
            (1, Sees("Black to move")),
            (0, Sees("Black to move")),
            (0, Keys("b Enter")),
            (0, Sees("Back to the current move.")),
            (0, Not("Choose")),
        ],
    ),
    (
        "a game that has just begun is aborted before it is resigned",
        plain,
        &[(0, Keys("R")), (0, Sees("Abort the game?")), (0, Not("Resign as"))],
    ),
    (
        "a hint is asked of the others before it is looked for",
        plain,
        &[(0, Keys("H")), (1, Sees("Ann asks to allow hints")), (0, Not("Looking for a move"))],
    ),
    (
        "what needs the consent of all is refused before it begins",
        plain,
        &[(0, Keys("t")), (0, Sees("need the consent of all"))],
    ),
    (
        "a draw that is offered is accepted without a question",
        plain,
        &[
            (0, Keys("m e 4 Enter")),
            (1, Sees("Black to move")),
            (0, Sees("Black to move")),
            (0, Keys("D y")),
            (1, Sees("offers a draw: y accepts")),
            (1, Keys("D")),
            (1, Not("Offer a draw?")),
            (1, Sees("The end")),
        ],
    ),
    ("a live game is asked about before it is left", live, &[(0, Keys("q")), (0, Sees("Leave the board?"))]),
    (
        "a slow move is asked about before it is played, and nothing else plays it",
        slow,
        &[
            (0, Keys("m e 4 Enter")),
            (0, Sees("Play e4?")),
            (0, Keys("n")),
            (0, Sees("e4 was not played.")),
            (0, Sees("White to move")),
            (0, Keys("m e 4 Enter y")),
            (0, Sees("Black to move")),
        ],
    ),
];

const WAKES: &[Case] = &[
    (
        "a table that has changed: a move, and one that was chosen for it",
        plain,
        &[
            (1, Keys("g b 8 Enter g c 6 Enter")),
            (1, Sees("Your next move: b8c6")),
            (0, Keys("m N f 3 Enter")),
            (1, Sees("Nc6")),
            (0, Sees("White to move · move 2")),
            (1, Not("Your next move")),
        ],
    ),
    ("a change in the club: what is said at the table", plain, &[(0, Keys("' h i Enter")), (1, Sees("Ann: hi"))]),
    (
        "a change in the club: another terminal has the seat, and leaves it",
        elsewhere,
        &[(2, Keys("q")), (0, Loses("takes the seat back"))],
    ),
    (
        "a change in the club: the game is aborted, and the board closes",
        plain,
        &[(0, Keys("R y")), (1, Sees("The game was aborted.")), (1, Not("White to move"))],
    ),
    (
        "a change in the club: a new wish is seen, whatever is on its line",
        plain,
        &[
            (0, Keys("m e 4 Enter")),
            (1, Sees("Black to move")),
            (1, Keys("m e 5 Enter")),
            (0, Sees("White to move · move 2")),
            (1, Keys("R y")),
            (0, Sees("The end")),
            (1, Sees("The end")),
            (1, Keys("w")),
            (1, Message("Tea at five.")),
            (1, Sees("Tea at five.")),
            (0, Keys("N")),
            (1, Sees("Ann wants a rematch")),
            (1, Not("Tea at five.")),
            (1, Keys("N")),
            (0, Sees("White to move · move 1")),
            (1, Sees("White to move · move 1")),
        ],
    ),
];

#[test]
fn of_two_lines_the_first_is_read() {
    hold(LINES);
}

#[test]
fn of_two_that_want_a_key_the_first_gets_it() {
    hold(KEYS);
}

#[test]
fn each_wake_leads_to_what_it_is_for() {
    hold(WAKES);
}
