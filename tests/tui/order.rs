//! The play screen is made of parts that want the same keys, moves and lines. Which of them comes first, and what a
//! wake-up leads to, is held here as a table: each case has two that apply at the same time, and who wins.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use heterodox::cli::picture::{bare_world, scripted};
use heterodox::config::Bell;
use heterodox::games::built_in;
use heterodox::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use heterodox::tui::world::TerminalRequest;

use crate::app::{PATIENCE, shown};
use Do::{Keys, Later, Loses, Message, Not, Sees, Still};

/// What is done, or has to be seen, on one of the terminals.
pub(crate) enum Do {
    /// Presses keys.
    Keys(&'static str),
    /// The program tells this over the screen.
    Message(&'static str),
    /// These words come, without time that passes.
    Sees(&'static str),
    /// These words are not there.
    Not(&'static str),
    /// These words go, without time that passes.
    Loses(&'static str),
    /// Time passes, in milliseconds.
    Later(u64),
    /// A wake-up at the same time as before changes nothing.
    Still,
}

/// The clients of a case, and what has to live as long.
pub(crate) struct Scene<K> {
    pub(crate) apps: Vec<App>,
    pub(crate) now: Instant,
    pub(crate) kept: K,
}

impl<K> Scene<K> {
    pub(crate) fn new(apps: Vec<App>, kept: K) -> Scene<K> {
        Scene { apps, now: Instant::now(), kept }
    }

    fn wait(&mut self, at: usize, words: &str, there: bool, case: &str) {
        let began = Instant::now();
        while shown(&self.apps[at]).contains(words) != there {
            let told = || shown(&self.apps[at]);
            assert!(began.elapsed() < PATIENCE, "{case}: waited for \"{words}\" ({there}):\n{}", told());
            thread::sleep(Duration::from_millis(2));
            for app in &mut self.apps {
                // A change of the club may be held back until later.
                self.now = self.now.max(app.world.deadline().unwrap_or(self.now));
                app.wake(self.now);
            }
        }
    }

    pub(crate) fn run(&mut self, case: &str, steps: &[(usize, Do)]) {
        for (at, step) in steps {
            let (at, now) = (*at, self.now);
            match step {
                Keys(names) => {
                    for name in names.split_whitespace() {
                        self.apps[at].input(&Input::Key(name.parse().expect("a key")), now);
                    }
                }
                Message(words) => self.apps[at].notice((*words).to_owned()),
                Sees(words) => self.wait(at, words, true, case),
                Loses(words) => self.wait(at, words, false, case),
                Not(words) => {
                    let told = shown(&self.apps[at]);
                    assert!(!told.contains(words), "{case}: \"{words}\" is there:\n{told}");
                }
                Later(milliseconds) => {
                    self.now += Duration::from_millis(*milliseconds);
                    self.apps[at].wake(self.now);
                }
                Still => {
                    self.apps[at].take_dirty();
                    self.apps[at].wake(now);
                    assert!(!self.apps[at].take_dirty(), "{case}: it was drawn again for nothing");
                }
            }
        }
    }
}

/// A case: its name, the game, and what happens.
type Case<K> = (&'static str, fn() -> Scene<K>, &'static [(usize, Do)]);

/// Runs all cases, also after one that does not hold.
pub(crate) fn hold<K>(cases: &[Case<K>]) {
    let held = |case: &&Case<K>| {
        let (name, start, steps) = case;
        catch_unwind(AssertUnwindSafe(|| start().run(name, steps))).is_err()
    };
    let broken: Vec<&str> = cases.iter().filter(held).map(|case| case.0).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

fn game(seats: [SeatKind; 2], fen: Option<&str>, coach: bool, moves: &str, clock: Option<&str>) -> Scene<()> {
    let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
    setup.seats = seats.into();
    setup.clock = clock.and_then(|clock| ClockSetup::read(clock).expect("a clock"));
    if let Some(fen) = fen {
        setup.start = Start::Fen(fen.to_owned());
    }
    let mut world = bare_world("slate", "none", "unicode", (100, 36));
    world.client.config.play.coach = coach;
    Scene::new(vec![scripted(Some(setup), world, moves, "").expect("a game")], ())
}

/// Two people at one terminal have made a move each.
fn people() -> Scene<()> {
    game([SeatKind::Human(String::new()), SeatKind::Human(String::new())], None, false, "e4 e5", None)
}

/// A person against a computer, with a move that takes a guarded Pawn, and the coach.
fn coached() -> Scene<()> {
    let fen = "r1bagbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBAGB1R w - - 0 1";
    game([SeatKind::Human(String::new()), SeatKind::Computer(1)], Some(fen), true, "", None)
}

/// As above, but the Archbishop can go to the guarded square h7 whatever the computer answers to the first move.
fn coached_later() -> Scene<()> {
    let fen = "rnbagbnr/pppppppp/8/6A1/8/8/PPPPPPPP/RNB1GBNR w - - 0 1";
    game([SeatKind::Human(String::new()), SeatKind::Computer(1)], Some(fen), true, "", None)
}

fn timed() -> Scene<()> {
    game([SeatKind::Human(String::new()), SeatKind::Human(String::new())], None, false, "e4 e5", Some("10+5"))
}

/// The message line: of two that apply, the first one is read.
const LINES: &[Case<()>] = &[
    (
        "a notice over a message",
        people,
        &[
            (0, Keys("w")),
            (0, Sees("This is the current position.")),
            (0, Message("Tea at five.")),
            (0, Sees("Tea at five.")),
            (0, Not("This is the current position.")),
        ],
    ),
    (
        "a message over a piece that is explained",
        people,
        &[
            (0, Keys("i")),
            (0, Sees("of White:")),
            (0, Keys("w")),
            (0, Sees("current position")),
            (0, Not("of White:")),
        ],
    ),
    (
        "a piece that is explained over an offer",
        people,
        &[
            (0, Keys("D y Esc")),
            (0, Sees("White offers a draw.")),
            (0, Keys("i")),
            (0, Sees("of White:")),
            (0, Not("offers a draw")),
            (0, Keys("Esc")),
            (0, Sees("White offers a draw.")),
        ],
    ),
    (
        "threats over an offer",
        people,
        &[
            (0, Keys("D y Esc")),
            (0, Sees("White offers a draw.")),
            (0, Keys("t")),
            (0, Not("offers a draw")),
            (0, Keys("t")),
            (0, Sees("White offers a draw.")),
        ],
    ),
    (
        "an earlier position over the end",
        people,
        &[(0, Keys("R y")), (0, Sees("The end")), (0, Keys("b")), (0, Sees("0: back to the current move"))],
    ),
];

/// Keys: of two that want one, the first gets it.
const KEYS: &[Case<()>] = &[
    (
        "Enter returns to the present before it picks",
        people,
        &[(0, Keys("b Enter")), (0, Sees("Back to the current move.")), (0, Not("0: back"))],
    ),
    (
        "a key for typing returns to the present before it opens the field",
        people,
        &[(0, Keys("b m")), (0, Sees("Back to the current move.")), (0, Not("move: "))],
    ),
    (
        "Escape returns to the present before it lets go of a piece",
        people,
        &[
            (0, Keys("g d 2 Enter b")),
            (0, Sees("0: back to the current move")),
            (0, Keys("Esc")),
            (0, Sees("Pawn d2 to d3?")),
            (0, Keys("Esc")),
            (0, Not("Pawn d2 to d3?")),
        ],
    ),
    (
        "Escape closes the field before the explanation",
        people,
        &[
            (0, Keys("i m")),
            (0, Sees("move: ")),
            (0, Keys("Esc")),
            (0, Not("move: ")),
            (0, Sees("of White:")),
            (0, Keys("Esc")),
            (0, Not("of White:")),
        ],
    ),
    ("a draw is asked about before it is offered", people, &[(0, Keys("D")), (0, Sees("Offer a draw?"))]),
    (
        "a game that goes on is asked about before a new one",
        people,
        &[(0, Keys("N")), (0, Sees("Restart this game?"))],
    ),
    (
        "one that is over is not",
        people,
        &[(0, Keys("R y")), (0, Sees("The end")), (0, Keys("N")), (0, Not("Restart")), (0, Sees("White to move"))],
    ),
    (
        "the coach holds a move before it is played",
        coached,
        &[
            (0, Keys("m N x e 5 Enter")),
            (0, Sees("are you sure?")),
            (0, Not(" Nxe5  ")),
            (0, Sees("White to move · move 1")),
            (0, Keys("Enter")),
            (0, Sees("White to move · move 2")),
        ],
    ),
    (
        "Escape lets a held move go, with its message and its last pick",
        coached,
        &[
            (0, Keys("m N x e 5 Enter")),
            (0, Sees("are you sure?")),
            (0, Keys("Esc")),
            (0, Not("are you sure?")),
            (0, Later(5000)),
            (0, Sees("White to move · move 1")),
        ],
    ),
    (
        "an earlier position ends what the coach holds",
        coached_later,
        &[
            (0, Keys("m d 3 Enter")),
            (0, Sees("White to move · move 2")),
            (0, Keys("m A h 7 Enter")),
            (0, Sees("are you sure?")),
            (0, Keys("b")),
            (0, Later(5000)),
            (0, Keys("0")),
            (0, Sees("White to move · move 2")),
        ],
    ),
    (
        "the key that turns the coach off answers it",
        coached,
        &[
            (0, Keys("m N x e 5 Enter")),
            (0, Sees("are you sure?")),
            (0, Keys("c")),
            (0, Sees("Coach off.")),
            (0, Not("sure")),
        ],
    ),
];

/// What wakes the screen, and what comes of it.
const WAKES: &[Case<()>] = &[
    (
        "a table that has changed: the other one has moved",
        coached,
        &[(0, Keys("m d 3 Enter")), (0, Sees("White to move · move 2")), (0, Sees("Black: ")), (0, Still)],
    ),
    ("an answer of a task: a hint", people, &[(0, Keys("H")), (0, Sees("Hint: ")), (0, Still)]),
    (
        "an answer of a task: the whole game, after the end",
        coached,
        &[
            (0, Keys("m d 3 Enter")),
            (0, Sees("move 2")),
            (0, Keys("R y")),
            (0, Sees("Accuracy: White ")),
            (0, Still),
        ],
    ),
    (
        "the timer: a replay goes on, and ends",
        people,
        &[
            (0, Keys("o")),
            (0, Sees("move 0 of 2")),
            (0, Still),
            (0, Later(900)),
            (0, Sees("move 1 of 2")),
            (0, Later(900)),
            (0, Not("0: back to the current move")),
            (0, Still),
        ],
    ),
    (
        "the timer: a message goes when the cursor rests",
        people,
        &[
            (0, Keys("w Up")),
            (0, Sees("This is the current position.")),
            (0, Still),
            (0, Later(2000)),
            (0, Not("This is the current position.")),
            (0, Still),
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

/// A clock is drawn again when its display changes, and not before.
#[test]
fn the_timer_draws_a_clock_that_shows_something_else() {
    let mut scene = timed();
    scene.run("a clock", &[(0, Later(1)), (0, Still)]);
    let due = scene.apps[0].deadline().expect("the clock runs");
    assert!(due > scene.now);
    scene.apps[0].take_dirty();
    scene.apps[0].wake(due);
    assert!(scene.apps[0].take_dirty());
}

/// The bell rings for a change of the table, once, whatever wakes the screen after it.
#[test]
fn the_bell_rings_once_for_a_change_of_the_table() {
    let mut scene = people();
    scene.apps[0].world.client.config.sound.bell = Bell::Always;
    let rings = |scene: &mut Scene<()>| {
        let requests = std::mem::take(&mut scene.apps[0].world.requests);
        requests.iter().filter(|request| **request == TerminalRequest::Bell).count()
    };
    for (text, after) in [("m N f 3 Enter", "Black to move · move 2"), ("m N c 6 Enter", "White to move · move 3")]
    {
        scene.run("a move", &[(0, Keys(text)), (0, Sees(after))]);
        assert_eq!(rings(&mut scene), 1, "{text}");
    }
    scene.run("other wakes", &[(0, Keys("H")), (0, Sees("Hint: ")), (0, Later(3000)), (0, Still)]);
    assert_eq!(rings(&mut scene), 0);
}
