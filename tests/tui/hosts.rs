//! Clients on hosts in memory: several in one process, and guests who are kept in a folder of their own.

mod attacks;
mod clients;
mod guests;
#[cfg(feature = "serve")]
mod keeping;

use std::sync::Mutex;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::host::Host as _;
use heterodox::tui::host::facts::Facts;
use heterodox::tui::host::memory::{MemoryHost, UserEnd};
use heterodox::tui::input::Input;
use heterodox::tui::run::{Ended, run};
use heterodox::tui::screen::Screen;
use heterodox::tui::screens::play::Play;
use heterodox::tui::world::{Setup, World};

use crate::app::{PATIENCE, give, keys, wait};

/// The facts about a terminal with these variables.
fn facts(variables: &[(&str, &str)], size: (u16, u16)) -> Facts {
    let value =
        |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    Facts { size, ..Facts::of(value) }
}

/// A game between people.
fn people(game: &str) -> MatchSetup {
    let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    setup
}

/// A game between people after its first move.
fn after_a_move(world: World) -> App {
    let play = Box::new(Play::start(people("sanctuary"), &world).expect("a game"));
    let mut app = App::new(world, vec![play]);
    keys(&mut app, "m");
    give(&mut app, &Input::Paste("e4".to_owned()));
    keys(&mut app, "Enter");
    wait(&mut app, "Black to move", true);
    app
}

/// What was written to a terminal: as a screen and as bytes.
struct Seen {
    screen: vt100::Parser,
    bytes: Vec<u8>,
}

/// A client on a thread of its own, seen from the end of its user.
struct Client {
    end: UserEnd,
    seen: Mutex<Seen>,
    thread: Option<JoinHandle<Ended>>,
}

impl Client {
    fn start(setup: Setup, screens: impl FnOnce(&World) -> Vec<Box<dyn Screen>> + Send + 'static) -> Client {
        let (columns, rows) = setup.facts.size;
        let (mut host, end) = MemoryHost::new(setup.facts.clone());
        let client = move || {
            let world = World::new(Setup { facts: host.facts(), ..setup });
            let screens = screens(&world);
            run(&mut host, App::new(world, screens))
        };
        let thread = thread::Builder::new().name("client".to_owned()).spawn(client).expect("a thread");
        let seen = Mutex::new(Seen { screen: vt100::Parser::new(rows, columns, 0), bytes: Vec::new() });
        Client { end, seen, thread: Some(thread) }
    }

    fn look<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        let mut seen = self.seen.lock().expect("no panic");
        let bytes = self.end.take_written();
        seen.screen.process(&bytes);
        seen.bytes.extend(bytes);
        look(&seen)
    }

    fn text(&self) -> String {
        self.look(|seen| seen.screen.screen().contents())
    }

    fn bytes(&self) -> String {
        self.look(|seen| String::from_utf8_lossy(&seen.bytes).into_owned())
    }

    fn send(&self, keys: &str) {
        self.end.send_bytes(keys.as_bytes());
    }

    fn wait(&self, what: &str, so: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !so(&self.text()) {
            assert!(Instant::now() < end, "waited for {what}; the screen shows:\n{}", self.text());
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn expect(&self, text: &str) {
        self.wait(text, |shown| shown.contains(text));
    }

    /// Plays a move; `turn` is what is shown after it.
    fn play(&self, text: &str, turn: &str) {
        self.send(&format!("m{text}\r"));
        self.expect(turn);
    }

    fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Waits for the end of the client.
    fn ended(&mut self) -> Ended {
        let end = Instant::now() + PATIENCE;
        while self.is_running() {
            assert!(Instant::now() < end, "it goes on:\n{}", self.text());
            thread::sleep(Duration::from_millis(2));
        }
        self.thread.take().expect("it ran").join().expect("a panic is not passed on")
    }
}
