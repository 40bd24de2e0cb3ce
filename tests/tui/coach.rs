//! The coach: it asks once before a move that loses much, never keeps a move for long, and shows after the end what decided
//! the game.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use heterodox::cli::picture::{bare_world, scripted};
use heterodox::fault::Fault;
use heterodox::games::built_in;
use heterodox::players::Resources;
use heterodox::players::assistant::{JobKind, Request};
use heterodox::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use heterodox::tui::app::App;
use heterodox::tui::input::Input;

use crate::app::{PATIENCE, keys, shown, wait};

/// The Pawn on e5 is guarded.
const GUARDED: &str = "r1bagbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBAGB1R w - - 0 1";

fn game(coach: bool, colours: &str, clock: Option<&str>, black: SeatKind) -> App {
    let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
    setup.seats[1] = black;
    setup.start = Start::Fen(GUARDED.to_owned());
    setup.clock = clock.and_then(|clock| ClockSetup::read(clock).expect("a clock"));
    let mut world = bare_world("slate", colours, "unicode", (120, 40));
    world.client.config.play.coach = coach;
    scripted(Some(setup), world, "", "").expect("a game")
}

fn against_computer(coach: bool) -> App {
    game(coach, "true", None, SeatKind::Computer(1))
}

/// Presses keys, and waits for what comes of them without letting time pass for the program.
fn at_once(app: &mut App, names: &str, words: &str) {
    let now = Instant::now();
    for name in names.split_whitespace() {
        app.input(&Input::Key(name.parse().expect("a key")), now);
    }
    let end = now + PATIENCE;
    while !shown(app).contains(words) {
        assert!(Instant::now() < end, "\"{words}\":\n{}", shown(app));
        std::thread::yield_now();
        app.wake(now);
    }
}

/// Keeps the assistant busy until something is sent.
fn busy(app: &App) -> (Sender<()>, heterodox::players::assistant::Asked) {
    let (free, until): (Sender<()>, Receiver<()>) = channel();
    let (begin, begun) = channel();
    let work = Box::new(move |_: &mut dyn heterodox::engine::interface::Engine, _: &_| {
        let _ = begin.send(());
        let _ = until.recv();
    });
    let resources = Resources { megabytes: 4, threads: 1, ..Resources::default() };
    let game = built_in("sanctuary").expect("it is built in").spec();
    let request = Request { kind: JobKind::Hint, game, resources, work, failed: Box::new(|_| ()) };
    let asked = app.world.client.assistant.ask(request);
    // Otherwise it would wait behind the check.
    begun.recv().expect("it begins");
    (free, asked)
}

#[test]
fn a_move_that_loses_much_is_asked_about_once() {
    for colours in ["true", "none"] {
        let mut app = game(true, colours, None, SeatKind::Computer(1));
        at_once(&mut app, "g f 3 Enter g e 5 Enter", "are you sure?");
        let text = shown(&app);
        assert!(text.contains("Nxe5, are you sure? Nxe5 takes your Knight on e5. Enter plays it."), "{text}");
        assert!(text.contains("White to move · move 1"), "{text}");
        assert!(text.contains("Enter play it  Backspace another move  c coach off"), "{text}");
        // Any key is free: another move is tried, and taken back again.
        keys(&mut app, "I q");
        keys(&mut app, "Esc Esc g f 3 Enter");
        assert!(!shown(&app).contains("are you sure?"));
        at_once(&mut app, "g e 5 Enter", "are you sure?");
        at_once(&mut app, "Enter", " Nxe5 ");
        wait(&mut app, "White to move · move 2", true);
    }
}

#[test]
fn a_typed_move_is_asked_about_and_enter_plays_it() {
    let mut app = against_computer(true);
    at_once(&mut app, "m N x e 5 Enter", "are you sure?");
    at_once(&mut app, "Enter", " Nxe5 ");
    // So does typing it again.
    let mut app = against_computer(true);
    at_once(&mut app, "m N x e 5 Enter", "are you sure?");
    at_once(&mut app, "m N x e 5 Enter", " Nxe5 ");
}

#[test]
fn an_ordinary_move_is_played_without_a_word() {
    let mut app = against_computer(true);
    at_once(&mut app, "m d 3 Enter", " d3 ");
    assert!(!shown(&app).contains("are you sure?"));
}

#[test]
fn nothing_is_asked_without_the_coach_in_games_of_people_or_in_a_hurry() {
    for mut app in [
        against_computer(false),
        game(true, "true", None, SeatKind::Human(String::new())),
        game(true, "true", Some("0+10"), SeatKind::Computer(1)),
    ] {
        // The move is there before anything could have been searched.
        keys(&mut app, "m N x e 5 Enter");
        assert!(shown(&app).contains(" Nxe5 "), "{}", shown(&app));
    }
    let mut app = game(true, "true", None, SeatKind::Human(String::new()));
    keys(&mut app, "c");
    assert!(shown(&app).contains("The coach helps one person who plays against computers."));
}

#[test]
fn a_move_waits_a_short_time_only_and_pressing_again_plays_it() {
    let mut app = against_computer(true);
    let (free, _asked) = busy(&app);
    let now = Instant::now();
    for name in "m N x e 5 Enter".split(' ') {
        app.input(&Input::Key(name.parse().expect("a key")), now);
    }
    app.wake(now + Duration::from_millis(900));
    assert!(!shown(&app).contains(" Nxe5 "), "it waits");
    assert!(app.deadline().is_some_and(|due| due <= now + Duration::from_secs(1)));
    app.wake(now + Duration::from_secs(1));
    assert!(shown(&app).contains(" Nxe5 "), "{}", shown(&app));
    drop(free);

    let mut app = against_computer(true);
    let (free, _asked) = busy(&app);
    for name in "m N x e 5 Enter m N x e 5 Enter".split(' ') {
        app.input(&Input::Key(name.parse().expect("a key")), now);
    }
    assert!(shown(&app).contains(" Nxe5 "), "{}", shown(&app));
    drop(free);

    // A move that waits can be taken back.
    let mut app = against_computer(true);
    let (free, _asked) = busy(&app);
    for name in "g f 3 Enter g e 5 Enter Backspace".split(' ') {
        app.input(&Input::Key(name.parse().expect("a key")), now);
    }
    app.wake(now + Duration::from_secs(2));
    assert!(!shown(&app).contains(" Nxe5 "), "{}", shown(&app));
    drop(free);
}

#[test]
fn a_coach_that_fails_keeps_no_move() {
    let mut app = against_computer(true);
    app.world.client.fault = Fault::of(Some("coach"));
    at_once(&mut app, "m N x e 5 Enter", " Nxe5 ");
}

#[test]
fn a_key_turns_it_on_and_off() {
    let mut app = against_computer(false);
    keys(&mut app, "c");
    assert!(app.world.client.config.play.coach);
    assert!(shown(&app).contains("Coach on: it asks before a move that loses much."), "{}", shown(&app));
    keys(&mut app, "c");
    assert!(!app.world.client.config.play.coach && shown(&app).contains("Coach off."));
}

#[test]
fn what_decided_the_game_is_shown_and_played_again_from_there() {
    let mut app = against_computer(true);
    at_once(&mut app, "m N x e 5 Enter", "are you sure?");
    at_once(&mut app, "Enter", " Nxe5 ");
    wait(&mut app, "White to move · move 2", true);
    keys(&mut app, "R y");
    wait(&mut app, "What decided it", true);
    assert!(shown(&app).contains("1 1.Nxe5: "), "{}", shown(&app));
    assert!(shown(&app).contains("Accuracy: White"), "{}", shown(&app));
    // In the review too.
    keys(&mut app, "V 1");
    let text = shown(&app);
    assert!(text.contains("1.Nxe5: ") && text.contains("p plays from here."), "{text}");
    keys(&mut app, "q 1");
    let text = shown(&app);
    assert!(text.contains("White to move · move 1") && text.contains("computer 1"), "{text}");
    assert!(!text.contains("Nxe5") && !text.contains("The end"), "{text}");
}
