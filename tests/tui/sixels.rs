//! Pictures as sixels: whatever happens, what is seen is what a whole repaint would show, in terminals that differ in what
//! takes pixels away; and how many bytes they take.

use std::time::{Duration, Instant};

use heterodox::config::{Config, Motion};
use heterodox::games::{Registry, built_in};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::backend::canvas::Canvas;
use heterodox::tui::backend::frame::Frame;
use heterodox::tui::host::facts::Facts;
use heterodox::tui::input::report::Report;
use heterodox::tui::input::{Input, Key, KeyCode};
use heterodox::tui::pieces::piece_style::PieceStyle;
use heterodox::tui::screens::play::Play;
use heterodox::tui::world::{Setup, World};
use proptest::prelude::*;
use proptest::test_runner::{Config as Runs, TestRunner};
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

use crate::emulator::Emulator;
use crate::emulator::sixel::{Pixels, Wipes};

const ALL: [Wipes; 4] = [Wipes::Cell, Wipes::Row, Wipes::Written, Wipes::Wide];

/// A client in a terminal that shows sixels, whose cells have a height that is no multiple of a strip.
struct Client {
    app: App,
    now: Instant,
    cell: (u16, u16),
    size: (u16, u16),
    screen: Canvas,
}

/// What is seen in a cell: its text and colours, or pixels.
type Seen = (String, [Color; 2], Modifier, Option<Vec<Option<[u8; 3]>>>);

fn percent(colour: Color) -> Option<[u8; 3]> {
    let Color::Rgb(red, green, blue) = colour else { return None };
    Some([red, green, blue].map(|part| ((u32::from(part) * 100 + 127) / 255) as u8))
}

fn seen(terminal: &Emulator) -> Vec<Seen> {
    let of = |(cell, at): (&Cell, ratatui::layout::Position)| {
        let pixels = terminal.pixels.as_ref().expect("sixels").seen((at.x, at.y), percent(cell.bg));
        let is_blank = cell.symbol() == " ";
        let hidden = pixels.as_ref().is_some_and(|pixels| pixels.iter().all(Option::is_some));
        if hidden {
            return (String::new(), [Color::Reset; 2], Modifier::empty(), pixels);
        }
        let fg = if is_blank { Color::Reset } else { cell.fg };
        let shown = if is_blank { Modifier::UNDERLINED | Modifier::REVERSED } else { Modifier::all() };
        (cell.symbol().to_owned(), [fg, cell.bg], cell.modifier & shown, pixels)
    };
    terminal.screen.content.iter().zip(terminal.screen.area.positions()).map(of).collect()
}

fn emulator(size: (u16, u16), cell: (u16, u16), wipes: Wipes) -> Emulator {
    let mut terminal = Emulator::new(size.0, size.1);
    terminal.pixels = Some(Pixels::new(cell, wipes));
    terminal
}

fn screen((columns, rows): (u16, u16)) -> Canvas {
    let mut canvas = Canvas::new(columns, rows);
    canvas.backend_mut().set_draws_pictures(true);
    canvas
}

impl Client {
    fn start(game: &str, size: (u16, u16), cell: (u16, u16)) -> Client {
        let value = |name: &str| match name {
            "TERM" => Some("xterm-256color".to_owned()),
            "LANG" => Some("C.UTF-8".to_owned()),
            "COLORTERM" => Some("truecolor".to_owned()),
            _ => None,
        };
        let mut config = Config::default();
        config.look.motion = Motion::Off;
        let facts = Facts { size, ..Facts::of(value) };
        let mut world = World::new(Setup { config: Some(config), ..Setup::new(facts, Registry::default()) });
        world.learn(Report::Cell(cell.0, cell.1));
        assert!(world.piece_style() < PieceStyle::Pictures, "it has not said that it shows any");
        world.learn(Report::Attributes(vec![62, 4, 22]));
        assert_eq!(world.piece_style(), PieceStyle::Pictures);
        let mut people = MatchSetup::against_computer(built_in(game).expect("a game"), 1);
        people.seats.fill(SeatKind::Human(String::new()));
        let play = Play::start(people, &world).expect("a game");
        let app = App::new(world, vec![Box::new(play)]);
        Client { app, now: Instant::now(), cell, size, screen: screen(size) }
    }

    /// Draws on this screen what is seen now.
    fn frame_on(app: &App, screen: &mut Canvas) -> Frame {
        let cell = app.world.pieces.ability.sixels.expect("sixels");
        app.world.pieces.draw(screen, |frame| app.draw(frame), &app.world.theme, Some(cell)).expect("memory");
        screen.backend_mut().take_frame()
    }

    /// The same as bytes.
    fn draw_on(app: &App, screen: &mut Canvas) -> Vec<u8> {
        Client::frame_on(app, screen).parts().collect::<Vec<_>>().concat()
    }

    fn draw(&mut self) -> Vec<u8> {
        if self.app.take_dirty() { Client::draw_on(&self.app, &mut self.screen) } else { Vec::new() }
    }

    fn key(&mut self, code: KeyCode) -> Vec<u8> {
        self.now += Duration::from_millis(300);
        self.app.input(&Input::Key(Key::plain(code)), self.now);
        self.draw()
    }

    fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.app.world.facts.resize(size, None);
        self.app.input(&Input::Resize(size.0, size.1), self.now);
        self.screen.resize(size.0, size.1).expect("memory");
    }

    /// What a terminal shows after a whole repaint.
    fn repainted(&self, wipes: Wipes) -> Vec<Seen> {
        let mut terminal = emulator(self.size, self.cell, wipes);
        terminal.feed(&Client::draw_on(&self.app, &mut screen(self.size)));
        seen(&terminal)
    }
}

/// What happens to a client.
#[derive(Clone, Copy, Debug)]
enum Step {
    Key(KeyCode),
    Size(u16, u16),
    Clear,
}

fn step() -> impl Strategy<Value = Step> {
    let arrows = vec![KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right];
    let others = vec!['?', 'i', 't', 'f', 'F', 'b', ':', 'E', 'H', 'z', 'm', 'R', 'I', 'g', 'Y', 'S', 'r'];
    prop_oneof![
        12 => prop::sample::select(arrows).prop_map(Step::Key),
        6 => prop::sample::select(vec![KeyCode::Enter, KeyCode::Tab]).prop_map(Step::Key),
        4 => Just(Step::Key(KeyCode::Esc)),
        4 => prop::sample::select(others).prop_map(|letter| Step::Key(KeyCode::Char(letter))),
        1 => (40..110_u16, 14..38_u16).prop_map(|(columns, rows)| Step::Size(columns, rows)),
        1 => Just(Step::Clear),
    ]
}

/// Fails unless the terminals show what a whole repaint shows, after each of these steps.
fn follow(game: &str, steps: &[Step]) -> usize {
    let (size, cell) = ((90, 30), (6, 13));
    let mut client = Client::start(game, size, cell);
    let mut terminals = ALL.map(|wipes| emulator(size, cell, wipes));
    for (at, &step) in steps.iter().enumerate() {
        let bytes = match step {
            Step::Key(code) => client.key(code),
            Step::Size(columns, rows) => {
                client.resize((columns, rows));
                terminals = ALL.map(|wipes| emulator(client.size, cell, wipes));
                client.draw()
            }
            Step::Clear => {
                client.screen.clear().expect("memory");
                Client::draw_on(&client.app, &mut client.screen)
            }
        };
        // The style may be another one, or there is nothing to draw on.
        if client.app.over() {
            break;
        }
        for (terminal, wipes) in terminals.iter_mut().zip(ALL) {
            terminal.feed(&bytes);
            if bytes.is_empty() || at % 3 != 0 && at + 1 < steps.len() {
                continue;
            }
            let (shown, whole) = (seen(terminal), client.repainted(wipes));
            let wrong = shown.iter().zip(&whole).position(|(shown, whole)| shown != whole);
            if let Some(wrong) = wrong {
                let columns = usize::from(client.size.0);
                panic!(
                    "{game}, {wipes:?}, after {:?}: column {}, row {} shows {:?}, but after a repaint {:?}",
                    &steps[..=at],
                    wrong % columns,
                    wrong / columns,
                    (&shown[wrong].0, shown[wrong].1, shown[wrong].3.is_some()),
                    (&whole[wrong].0, whole[wrong].1, whole[wrong].3.is_some())
                );
            }
        }
    }
    terminals[0].pixels.as_ref().expect("sixels").count
}

#[test]
fn what_is_seen_is_what_a_repaint_would_show() {
    let thorough = std::env::var_os("HETERODOX_THOROUGH").is_some();
    let (cases, long) = if thorough { (40, 150) } else { (2, 40) };
    let mut count = 0;
    for game in ["sanctuary", "holywar", "blackholes", "armies"] {
        let mut runner =
            TestRunner::new(Runs { cases, max_shrink_iters: 40, failure_persistence: None, ..Runs::default() });
        let followed = std::cell::Cell::new(0);
        runner
            .run(&prop::collection::vec(step(), long), |steps| {
                followed.set(followed.get() + follow(game, &steps));
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
        count += followed.get();
    }
    assert!(count > 100, "{count} pictures were sent");
}

#[test]
fn a_terminal_that_answers_late_keeps_its_sprites() {
    let (pictures, sprites) = (PieceStyle::Pictures, PieceStyle::Quadrants);
    for (over_ssh, delay, expected) in [(true, 500, pictures), (true, 501, sprites), (false, 501, pictures)] {
        let mut client = Client::start("sanctuary", (120, 40), (9, 19));
        client.app.world.facts.over_ssh = over_ssh;
        client.app.world.facts.asked = Some(client.now);
        client.now += Duration::from_millis(delay);
        client.app.input(&Input::Report(Report::Attributes(vec![62, 4, 22])), client.now);
        assert_eq!(client.app.world.piece_style(), expected, "{delay} ms");
    }
}

/// A picture that was whole, and then lost a part of its lower rows.
#[test]
fn a_part_of_a_picture_leaves_nothing_of_the_whole() {
    use KeyCode::{Char, Down, Enter, Esc, Right, Tab, Up};
    let keys =
        [Up, Enter, Enter, Tab, Down, Up, Enter, Down, Char('f'), Char('E'), Esc, Up, Char('t'), Tab, Enter, Enter];
    let steps = keys.map(Step::Key).into_iter();
    let steps: Vec<Step> =
        steps.chain([Step::Size(108, 33), Step::Key(Enter), Step::Key(Up), Step::Key(Right)]).collect();
    follow("sanctuary", &steps);
}

/// The limits for a line over the net, at cells of 9x19 pixels.
#[test]
fn pictures_take_few_bytes() {
    let mut client = Client::start("sanctuary", (120, 40), (9, 19));
    let board = client.draw().len();
    assert!(board <= 64 << 10, "the board takes {board}");
    let mut over_pieces = Vec::new();
    for code in [KeyCode::Left, KeyCode::Left, KeyCode::Down, KeyCode::Right, KeyCode::Right, KeyCode::Up] {
        over_pieces.push(client.key(code).len());
    }
    let most = over_pieces.iter().max().copied().unwrap_or_default();
    assert!(most <= 4 << 10, "a cursor key over pieces takes {over_pieces:?}");
    let typed: Vec<usize> = "me2e4".chars().map(|letter| client.key(KeyCode::Char(letter)).len()).collect();
    let moved = client.key(KeyCode::Enter).len();
    assert!(moved <= 8 << 10, "a move takes {moved}");
    println!("board {board}, cursor over pieces {over_pieces:?}, typed {typed:?}, move {moved}");
}

/// A board that is sent again has the pictures that were encoded the first time, in their place in memory: a frame has no copy
/// of them, and what else it has is a small part of it.
#[test]
fn the_pictures_of_a_frame_are_not_copied() {
    let client = Client::start("sanctuary", (120, 40), (9, 19));
    let frames = [(); 2].map(|()| Client::frame_on(&client.app, &mut screen(client.size)));
    let pictures = |frame: &Frame| -> Vec<(*const u8, usize)> {
        frame.parts().filter(|part| part.starts_with(b"\x1bP")).map(|part| (part.as_ptr(), part.len())).collect()
    };
    let [first, again] = [pictures(&frames[0]), pictures(&frames[1])];
    assert!(first.len() >= 32, "{} pictures", first.len());
    assert_eq!(first, again);
    let all: usize = frames[0].parts().map(<[u8]>::len).sum();
    let shared: usize = first.iter().map(|(_, length)| length).sum();
    assert!(shared * 3 > all * 2, "{shared} of {all} bytes are shared");
}
