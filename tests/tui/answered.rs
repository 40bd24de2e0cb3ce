//! What a client asks its terminal, and what it does with the answers: each terminal gets the pieces that it can
//! show, nothing of an answer is taken for input, and pictures are sent before they are shown and deleted at the end.

use std::thread;
use std::time::{Duration, Instant};

use heterodox::config::{Config, Look, PieceSetting};
use heterodox::games::{Registry, built_in};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::host::Host as _;
use heterodox::tui::host::facts::Facts;
use heterodox::tui::host::memory::{MemoryHost, UserEnd};
use heterodox::tui::run::{Ended, run};
use heterodox::tui::screens::play::Play;
use heterodox::tui::world::{Setup, World};

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

use crate::app::PATIENCE;
use crate::emulator::Emulator;
use crate::emulator::sixel::{Pixels, Wipes};

const FRAME_BEGINS: &[u8] = b"\x1b[?2026h";
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";
const LARGE: (u16, u16) = (120, 40);

/// A client in a terminal that reads its bytes strictly.
struct Client {
    end: UserEnd,
    emulator: Emulator,
    bytes: Vec<u8>,
    thread: Option<thread::JoinHandle<Ended>>,
}

impl Client {
    fn start(term: &str, pieces: PieceSetting, game: &str, size: (u16, u16)) -> Client {
        // Also on a machine with much else to do no answer counts as slow.
        let look = Look { pieces, slow_ms: 60_000, ..Look::default() };
        Client::with(term, look, game, size)
    }

    fn with(term: &str, look: Look, game: &str, size: (u16, u16)) -> Client {
        let value = |name: &str| match name {
            "TERM" => Some(term.to_owned()),
            "LANG" => Some("C.UTF-8".to_owned()),
            "COLORTERM" => Some("truecolor".to_owned()),
            _ => None,
        };
        let facts = Facts { size, ..Facts::of(value) };
        let config = Config { look, ..Config::default() };
        let setup = Setup { config: Some(config), ..Setup::new(facts, Registry::default()) };
        let mut people = MatchSetup::against_computer(built_in(game).expect("a game"), 1);
        people.seats.fill(SeatKind::Human(String::new()));
        let (mut host, end) = MemoryHost::new(setup.facts.clone());
        let client = move || {
            let world = World::new(Setup { facts: host.facts(), ..setup });
            let play = Play::start(people, &world).expect("a game");
            run(&mut host, App::new(world, vec![Box::new(play)]))
        };
        let thread = Some(thread::spawn(client));
        Client { end, emulator: Emulator::new(size.0, size.1), bytes: Vec::new(), thread }
    }

    fn look(&mut self) {
        let bytes = self.end.take_written();
        self.emulator.feed(&bytes);
        self.bytes.extend(bytes);
    }

    fn wait(&mut self, what: &str, so: impl Fn(&Client) -> bool) {
        let end = Instant::now() + PATIENCE;
        self.look();
        while !so(self) {
            assert!(Instant::now() < end, "waited for {what}:\n{}", self.text());
            thread::sleep(Duration::from_millis(2));
            self.look();
        }
    }

    /// Waits until all that was sent before has been read, and what follows from it is drawn: the field for a move
    /// opens and closes after it.
    fn catch_up(&mut self) {
        self.send("m");
        self.wait("the field", |client| client.text().contains(" move: "));
        self.send("\x1b");
        self.wait("the board", |client| !client.text().contains(" move: ") && client.is_whole());
    }

    /// Is the last frame there with its end?
    fn is_whole(&self) -> bool {
        let last = |mode: &[u8]| self.bytes.windows(mode.len()).rposition(|part| part == mode);
        last(FRAME_ENDS) > last(FRAME_BEGINS)
    }

    /// The bytes of the largest frame up to the one in which the cursor, a heavy frame, is on another square.
    fn largest_after(&mut self, key: &str) -> usize {
        let is_corner = |cell: &Cell| cell.symbol() == "\u{250f}";
        let cursor = |client: &Client| client.emulator.screen.content.iter().map(is_corner).collect::<Vec<_>>();
        let (begin, before) = (self.bytes.len(), cursor(self));
        self.send(key);
        self.wait("the cursor", |client| client.is_whole() && cursor(client) != before);
        let written = String::from_utf8_lossy(&self.bytes[begin..]).into_owned();
        written.split("\x1b[?2026l").map(str::len).max().unwrap_or(0)
    }

    fn send(&self, bytes: &str) {
        self.end.send_bytes(bytes.as_bytes());
    }

    fn text(&self) -> String {
        let area = self.emulator.screen.area;
        let row = |y| (0..area.width).map(|x| self.emulator.screen[(x, y)].symbol()).collect::<String>();
        (0..area.height).map(row).collect::<Vec<_>>().join("\n")
    }

    /// What is seen: of a blank only its ground, and the colour of lines only where it numbers a picture.
    fn seen(&self) -> Vec<(String, [Color; 3], Modifier)> {
        let seen = |cell: &Cell| {
            let is_blank = cell.symbol() == " ";
            let is_picture = cell.symbol().starts_with('\u{10eeee}');
            let fg = if is_blank { Color::Reset } else { cell.fg };
            let line = if is_picture { cell.underline_color } else { Color::Reset };
            let shown = if is_blank { Modifier::UNDERLINED | Modifier::REVERSED } else { Modifier::all() };
            (cell.symbol().to_owned(), [fg, cell.bg, line], cell.modifier & shown)
        };
        self.emulator.screen.content.iter().map(seen).collect()
    }

    fn drawn(&mut self) {
        self.wait("the board", |client| {
            client.is_whole() && (client.text().contains("White to") || client.text().contains("Red to"))
        });
    }

    fn quit(&mut self) {
        self.send("\x03");
        self.wait("the end", |client| client.end.is_closed());
        let ended = self.thread.take().expect("it runs").join().expect("no panic");
        assert!(!ended.panicked);
        self.look();
    }
}

/// What a terminal answers to the questions for its name and its kind, and how pieces are shown then.
const ANSWERS: &[(&str, &str, &str, PieceSetting)] = &[
    ("xterm-kitty", "kitty(0.46.2)", "\x1b[>1;4000;46c\x1b[?62;52;c", PieceSetting::Pictures),
    ("xterm-ghostty", "ghostty 1.3.1", "\x1b[>1;10;0c\x1b[?62;22;52c", PieceSetting::Pictures),
    ("rio", "Rio 0.3.11", "\x1b[?62;4;6;22c", PieceSetting::Pictures),
    ("foot", "foot(1.26.1)", "\x1b[>1;12601;0c\x1b[?62;4;22;28;29c", PieceSetting::Sextants),
    ("xterm-256color", "VTE(7600)", "\x1b[>61;7600;1c\x1b[?61;1;21;22c", PieceSetting::Sextants),
    ("xterm-256color", "iTerm2 3.6.10", "\x1b[>64;2500;0c\x1b[?64;1;2;4;6c", PieceSetting::Sextants),
    ("xterm-256color", "tmux 3.7", "\x1b[>84;0;0c\x1b[?1;2;4c", PieceSetting::Quadrants),
    ("xterm-256color", "Konsole 25.08.1", "\x1b[>1;250801;0c\x1b[?62;1;4c", PieceSetting::Quadrants),
    ("xterm-256color", "", "\x1b[>0;136;0c\x1b[?6c", PieceSetting::Letters),
    // Silence, and nonsense.
    ("xterm-256color", "", "", PieceSetting::Quadrants),
    ("foot", "", "", PieceSetting::Sextants),
    ("xterm-256color", "\x01\x02(((", "\x1b[>c\x1b[>;;99999999c\x1b[?c\x1b]11;?\x1b\\", PieceSetting::Quadrants),
];

fn answer(name: &str, rest: &str) -> String {
    if name.is_empty() { rest.to_owned() } else { format!("\x1bP>|{name}\x1b\\{rest}") }
}

/// The screen after the answers is that of a client that was told by its settings and got no answer.
#[test]
fn every_terminal_gets_the_pieces_that_it_can_show() {
    for &(term, name, rest, style) in ANSWERS {
        let mut told = Client::start(term, style, "sanctuary", LARGE);
        let mut asked = Client::start(term, PieceSetting::Auto, "sanctuary", LARGE);
        told.drawn();
        asked.drawn();
        assert_eq!(
            asked.emulator.asked,
            ["\x1bP$qm", "\x1b]11;?", "\x1b[>0q", "\x1b[16t", "\x1b[>c", "\x1b[c"],
            "{term}"
        );
        assert!(asked.emulator.graphics.is_empty(), "{term} has not named itself");
        // The answer comes in two parts.
        let answer = answer(name, rest);
        let (first, second) = answer.split_at(answer.len() / 3);
        asked.send(first);
        asked.send(second);
        told.catch_up();
        asked.catch_up();
        assert!(asked.seen() == told.seen(), "{term} {name:?}:\n{}\n{}", asked.text(), told.text());
        assert_eq!(asked.emulator.tiles().is_empty(), style != PieceSetting::Pictures);
        for client in [&mut told, &mut asked] {
            client.quit();
            assert!(client.emulator.pictures.is_empty(), "{term} {name:?}: they are deleted");
        }
        assert_eq!(asked.emulator.graphics.is_empty(), style != PieceSetting::Pictures, "{term} {name:?}");
    }
}

/// A terminal that shows sixels is asked for what it has not said, gets pictures where its cells are known, and other ones
/// when these change.
#[test]
fn pictures_are_drawn_for_a_terminal_that_keeps_none() {
    let mut client = Client::start("foot", PieceSetting::Auto, "sanctuary", LARGE);
    client.emulator.pixels = Some(Pixels::new((10, 19), Wipes::Cell));
    client.drawn();
    client.send("\x1bP>|foot(1.21.0)\x1b\\\x1b[?62;4;22;28c");
    client.wait("the question", |client| client.emulator.asked.last().is_some_and(|asked| asked == "\x1b[?2;1;0S"));
    client.catch_up();
    let count = |client: &Client| client.emulator.pixels.as_ref().expect("sixels").count;
    assert_eq!(count(&client), 0, "no size is certain");
    client.send("\x1b[6;19;10t");
    client.wait("32 pieces", |client| count(client) >= 32);
    client.catch_up();
    assert!(client.emulator.tiles().is_empty() && client.emulator.graphics.is_empty());
    let before = count(&client);
    client.send("z");
    client.wait("letters", |client| client.text().contains("Pieces: letters"));
    client.catch_up();
    assert!(client.emulator.pixels.as_ref().is_some_and(Pixels::is_empty), "nothing of them is left");
    assert_eq!(count(&client), before);
    for style in ["quadrants", "sextants", "pictures (sixel)"] {
        client.send("z");
        client.wait(style, |client| client.text().contains(&format!("Pieces: {style}.")));
    }
    client.wait("32 pieces again", |client| count(client) >= before + 32);
    client.emulator.pixels = Some(Pixels::new((12, 23), Wipes::Cell));
    client.send("\x1b[6;23;12t");
    client.wait("larger pieces", |client| count(client) >= 32);
    client.quit();
    assert!(client.emulator.pixels.as_ref().is_some_and(Pixels::is_empty), "they are gone at the end");
}

/// Whose line is slow has sprites, until pictures are wished for.
#[test]
fn no_pictures_are_drawn_over_a_slow_line() {
    let look = Look { slow_ms: 0, ..Look::default() };
    let mut client = Client::with("foot", look, "sanctuary", LARGE);
    client.emulator.pixels = Some(Pixels::new((10, 19), Wipes::Cell));
    client.drawn();
    client.send("\x1bP>|foot(1.21.0)\x1b\\\x1b[6;19;10t\x1b[?62;4;22;28c");
    let is_sextant =
        |client: &Client| client.text().contains(|letter| ('\u{1fb00}'..='\u{1fb3b}').contains(&letter));
    let count = |client: &Client| client.emulator.pixels.as_ref().expect("sixels").count;
    client.catch_up();
    assert!(is_sextant(&client) && count(&client) == 0);
    for style in ["pictures (sixel)", "letters", "quadrants", "sextants"] {
        client.send("z");
        client.wait(style, |client| client.text().contains(&format!("Pieces: {style}.")) && client.is_whole());
        assert_eq!(is_sextant(&client), style == "sextants");
    }
    assert!(count(&client) >= 32);
    client.quit();
}

#[test]
fn terminals_that_cannot_answer_are_not_asked() {
    for term in ["linux", "vt100", "screen-256color", "tmux-256color", "screen.xterm-256color"] {
        let mut client = Client::start(term, PieceSetting::Auto, "sanctuary", LARGE);
        client.drawn();
        client.quit();
        assert!(client.emulator.asked.is_empty() && client.emulator.graphics.is_empty(), "{term}");
    }
}

/// The program waits half a second for the answers after it has asked. However busy the machine is, it never ends sooner,
/// unless they have come.
#[test]
fn an_answer_that_comes_while_the_user_leaves_is_not_left_to_the_shell() {
    let began = Instant::now();
    let mut client = Client::start("xterm-kitty", PieceSetting::Auto, "holywar", LARGE);
    client.drawn();
    client.quit();
    assert!(began.elapsed() >= Duration::from_millis(500), "it waits for the answers");
    let mut client = Client::start("xterm-kitty", PieceSetting::Auto, "holywar", LARGE);
    client.drawn();
    client.send("\x03");
    client.send("\x1b[?62c");
    client.wait("the end", |client| client.end.is_closed());
}

#[test]
fn pictures_are_sent_once_and_again_after_a_redraw() {
    let mut client = Client::start("xterm-kitty", PieceSetting::Auto, "sanctuary", LARGE);
    client.drawn();
    client.send(&answer("kitty(0.46.2)", "\x1b[?62c"));
    client.wait("pictures", |client| !client.emulator.pictures.is_empty());
    client.catch_up();
    let sent: usize = client.emulator.graphics.iter().map(|(_, length)| length).sum();
    assert!(sent < 75_000, "{sent} bytes");
    let count = client.emulator.graphics.len();
    client.send("me4\r");
    client.wait("a move", |client| client.text().contains("Black to move"));
    client.catch_up();
    assert_eq!(client.emulator.graphics.len(), count, "a move sends no picture again");
    client.send("\x0c");
    client.wait("all of them again", |client| client.emulator.graphics.len() == 2 * count);
    assert!(!client.emulator.tiles().is_empty());
    client.quit();
}

#[test]
fn the_key_goes_round_and_the_pieces_follow() {
    let mut client = Client::start("foot", PieceSetting::Auto, "sanctuary", LARGE);
    client.drawn();
    let is_sextant =
        |client: &Client| client.text().contains(|letter| ('\u{1fb00}'..='\u{1fb3b}').contains(&letter));
    client.wait("sextants", is_sextant);
    client.send("z");
    client.wait("letters", |client| !is_sextant(client) && client.text().contains("Pieces: letters."));
    client.send("z");
    client.wait("quadrants", |client| !is_sextant(client) && client.text().contains("Pieces: quadrants."));
    client.send("z");
    client.wait("sextants again", is_sextant);
    client.quit();
}

/// Bytes at 120x40 with sprites, of a whole client; `bytes` measures them more closely.
#[test]
fn frames_moves_and_keys_are_few_bytes() {
    for game in ["sanctuary", "holywar", "blackholes", "armies"] {
        let mut client = Client::start("foot", PieceSetting::Auto, game, LARGE);
        client.drawn();
        let first = client.bytes.len();
        assert!(first <= 16 * 1024, "{game}: the first frame has {first} bytes");
        // On a busy machine what is told of a square after a while comes in the frame of the next key; twice it does not.
        let mut key = |key| (0..2).map(|_| client.largest_after(key)).min().unwrap_or(0);
        let (right, up) = (key("\x1b[C"), key("\x1b[A"));
        // In Armies each level shows where the cursor is.
        let most = if game == "armies" { 320 } else { 250 };
        assert!(right.max(up) <= most, "{game}: a cursor key has {right} or {up} bytes");
        if game == "sanctuary" {
            let begin = client.bytes.len();
            client.catch_up();
            let field = client.bytes.len() - begin;
            client.send("me4\r");
            client.wait("the move", |client| client.text().contains("Black to move"));
            client.catch_up();
            let moved = client.bytes.len() - begin - 2 * field;
            assert!(moved <= 1200 + 1500, "a move with its motion has {moved} bytes");
        }
        client.quit();
    }
}
