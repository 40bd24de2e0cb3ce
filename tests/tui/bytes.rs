//! How many bytes go to the terminal, at 120x40 with 24-bit colours, in all four games and in every way of drawing
//! pieces: the first frame, a cursor key, a move with and without its motion, and nothing while nothing happens. The
//! clock is that of the test. `cargo test --test tui bytes -- --nocapture` prints the table of `docs/bytes.md`.

use std::time::{Duration, Instant};

use heterodox::config::{Config, Motion, PieceSetting};
use heterodox::games::{GAMES, Registry};
use heterodox::rules::variant::Variant;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::backend::Backend;
use heterodox::tui::backend::canvas::Canvas;
use heterodox::tui::board::layout::{Regions, wish};
use heterodox::tui::host::facts::Facts;
use heterodox::tui::input::report::Report;
use heterodox::tui::input::{Input, Key, KeyCode};
use heterodox::tui::pieces::sent::{Sent, wanted};
use heterodox::tui::screens::play::Play;
use heterodox::tui::view::View;
use heterodox::tui::widgets::put::put;
use heterodox::tui::world::{Setup, World};
use proptest::prelude::*;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use crate::emulator::{Emulator, Widths};

const SIZE: (u16, u16) = (120, 40);

/// The most moves that are played in a game.
const MOVES: usize = 60;

/// A client that counts.
struct Counter {
    app: App,
    now: Instant,
    screen: Canvas,
    sent: Sent,
    /// The bytes of the pictures.
    pictures: usize,
    frames: usize,
}

fn world(style: PieceSetting, motion: Motion) -> World {
    let (term, answer) = match style {
        PieceSetting::Pictures => ("xterm-kitty", "kitty(0.46.2)"),
        _ => ("foot", "foot(1.26.1)"),
    };
    let value = |name: &str| match name {
        "TERM" => Some(term.to_owned()),
        "LANG" => Some("C.UTF-8".to_owned()),
        "COLORTERM" => Some("truecolor".to_owned()),
        _ => None,
    };
    let mut config = Config::default();
    (config.look.pieces, config.look.motion) = (style, motion);
    let facts = Facts { size: SIZE, ..Facts::of(value) };
    let mut world = World::new(Setup { config: Some(config), ..Setup::new(facts, Registry::default()) });
    world.learn(Report::Version(answer.to_owned()));
    world
}

fn people(game: &'static dyn Variant) -> MatchSetup {
    let mut setup = MatchSetup::against_computer(game, 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    setup
}

/// Draws this frame, without a cursor.
fn all_of(wanted: &Buffer, frame: &mut Buffer) -> Option<Position> {
    frame.clone_from(wanted);
    None
}

impl Counter {
    fn new(game: &'static dyn Variant, style: PieceSetting, motion: Motion) -> Counter {
        let world = world(style, motion);
        let play = Play::start(people(game), &world).expect("a game");
        let screen = Canvas::new(SIZE.0, SIZE.1);
        let app = App::new(world, vec![Box::new(play)]);
        Counter { app, now: Instant::now(), screen, sent: Sent::default(), pictures: 0, frames: 0 }
    }

    /// Draws if something has changed, and returns the bytes without those of pictures.
    fn draw(&mut self) -> usize {
        if !self.app.take_dirty() {
            return 0;
        }
        self.frames += 1;
        let app = &self.app;
        let mut pictures = Vec::new();
        self.screen.backend_mut().set_erases(app.world.pieces.ability.erases);
        self.screen
            .draw(|frame| {
                let cursor = app.draw(frame);
                pictures = wanted(frame);
                cursor
            })
            .expect("memory");
        self.pictures += app
            .world
            .pieces
            .prepare(&mut self.sent, &pictures, &app.world.theme, app.world.facts.cell_size())
            .len();
        self.screen.backend_mut().take_bytes().len()
    }

    fn input(&mut self, key: KeyCode) {
        self.now += Duration::from_millis(300);
        self.app.input(&Input::Key(Key::plain(key)), self.now);
    }

    fn key(&mut self, key: KeyCode) -> usize {
        self.input(key);
        self.draw()
    }

    /// Lets time go on, by the timers of the program, and returns the bytes.
    fn pass(&mut self, time: Duration) -> usize {
        let end = self.now + time;
        let mut bytes = 0;
        while let Some(due) = self.app.deadline().filter(|&due| due <= end) {
            self.now = self.now.max(due);
            self.app.wake(self.now);
            bytes += self.draw();
        }
        self.now = end;
        bytes
    }

    /// Types a move, and returns the bytes and the number of frames from the last key on, until all is still.
    fn play(&mut self, text: &str) -> (usize, usize) {
        for letter in ['m'].into_iter().chain(text.chars()) {
            self.input(KeyCode::Char(letter));
        }
        self.draw();
        self.pass(Duration::from_secs(2));
        let frames = self.frames;
        let bytes = self.key(KeyCode::Enter) + self.pass(Duration::from_secs(2));
        assert_eq!(self.app.deadline(), None, "nothing is to come");
        (bytes, self.frames - frames)
    }

    fn frame(&self) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
        self.app.draw(&mut buffer);
        buffer
    }
}

/// The bytes of the difference between two frames in a part of the screen of a terminal that erases, or does not.
fn part(before: &Buffer, after: &Buffer, area: Rect, erases: bool) -> usize {
    use ratatui::backend::Backend as _;
    let mut backend = Backend::new(Vec::new(), SIZE.0, SIZE.1);
    backend.set_erases(erases);
    let cells = before.diff(after);
    backend.draw(cells.into_iter().filter(|&(x, y, _)| area.contains((x, y).into()))).expect("memory");
    backend.flush().expect("memory");
    backend.out().len()
}

/// The limits of bytes. Each cell of a picture takes four, so the largest moves take more than with sprites.
struct Limits {
    /// Of the part of a move that is on the board, and of the whole of it: of a usual move.
    usual: (usize, usize),
    /// The same of any move: the list may scroll, and the squares for a drop may have been marked.
    most: (usize, usize),
}

const FIRST: usize = 16 * 1024;
// In Armies each level shows where the cursor is.
const CURSOR: usize = 320;
/// A dialog is opened or closed, beside the board or on it: the text behind it is dimmed, and with it the board on which
/// it stands.
const DIALOG: (usize, usize) = (5_000, 12_000);
const MOTION: usize = 1500;
const PICTURES: usize = 75_000;
/// What is behind a dialog is dimmed, and a picture is another one then: it is sent once more, the first time.
const BEHIND: usize = 20_000;
const LIMITS: Limits = Limits { usual: (700, 1200), most: (1300, 1850) };
const LIMITS_OF_PICTURES: Limits = Limits { usual: (700, 1200), most: (2000, 2500) };

/// The largest and the usual value.
fn top(values: &[usize]) -> (usize, usize) {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    (sorted.last().copied().unwrap_or(0), sorted.get(sorted.len() / 2).copied().unwrap_or(0))
}

/// A cell of any style.
fn cell() -> impl Strategy<Value = Cell> {
    let color =
        prop::sample::select(vec![Color::Reset, Color::Indexed(1), Color::Indexed(200), Color::Rgb(9, 8, 7)]);
    let modifiers = vec![
        Modifier::empty(),
        Modifier::empty(),
        Modifier::BOLD,
        Modifier::DIM | Modifier::ITALIC,
        Modifier::UNDERLINED,
        Modifier::REVERSED | Modifier::BOLD,
    ];
    let shown = prop::sample::select(vec![" ", " ", " ", "a", "█", "│", "e\u{301}"]);
    (shown, color.clone(), color, prop::sample::select(modifiers)).prop_map(|(shown, fg, bg, modifier)| {
        let mut cell = Cell::default();
        cell.set_symbol(shown).set_style(Style::new().fg(fg).bg(bg).add_modifier(modifier));
        cell
    })
}

/// A frame of a few styles, with long runs of one cell.
fn buffer() -> impl Strategy<Value = Buffer> {
    prop::collection::vec((cell(), 1..30_usize), 40).prop_map(|runs| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 9));
        let cells = runs.into_iter().flat_map(|(cell, count)| std::iter::repeat_n(cell, count));
        for (place, cell) in buffer.content.iter_mut().zip(cells) {
            *place = cell;
        }
        buffer
    })
}

/// What is visible of a cell.
fn visible(cell: &Cell) -> (String, Option<(Color, Modifier)>, Color, Modifier) {
    let seen = cell.modifier & (Modifier::UNDERLINED | Modifier::REVERSED);
    let ink = (cell.symbol() != " " || !seen.is_empty()).then_some((cell.fg, cell.modifier));
    (cell.symbol().to_owned(), ink, cell.bg, seen)
}

/// Names, talk and titles may have pictures that terminals measure differently. What stands beside them stays where it is.
#[test]
fn all_terminals_show_the_same_rows() {
    const TEXTS: &[&str] = &[
        "plain",
        "👍 fine",
        "👍🏽 fine",
        "🇩🇪 and 🇫🇷🇫🇷🇩",
        "❤\u{fe0f} and ✔\u{fe0e}",
        "1\u{fe0f}\u{20e3}2\u{fe0f}\u{20e3}",
        "👨\u{200d}👩\u{200d}👧 and 🏴\u{200d}☠\u{fe0f}",
        "🏽🏽🏽",
        "🫩🪾",
        "e\u{301}漢字e\u{301}",
    ];
    // Each text is written, moved, written up to the last column, and removed; what is beside it changes or not.
    let frame = |text: &str, step: usize| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 3));
        put(&mut buffer, 0, 0, format!("row {}", step / 2), 40, Style::new());
        let at = [6, 6, 7, 40 - ratatui::text::Span::raw(text).width() as u16][step % 4];
        let end = put(&mut buffer, at, 1, if step < 4 { text } else { "" }, 40, Style::new());
        put(&mut buffer, end, 1, "|beside it", 40, Style::new().fg(Color::Indexed(1)));
        put(&mut buffer, 0, 1, "Ben: ", 40, Style::new());
        put(&mut buffer, 0, 2, "the row below it has no gap at all here!", 40, Style::new());
        buffer
    };
    for text in TEXTS {
        let mut screen = Canvas::new(40, 3);
        let mut terminals = [Widths::Apart, Widths::Joined, Widths::Old].map(|widths| {
            let mut emulator = Emulator::new(40, 3);
            emulator.widths = widths;
            emulator
        });
        for step in 0..6 {
            let wanted = frame(text, step);
            screen.draw(|frame| all_of(&wanted, frame)).expect("memory");
            let bytes = screen.backend_mut().take_bytes();
            let rows = terminals.each_mut().map(|terminal| {
                terminal.feed(&bytes);
                terminal.screen.content.iter().map(|cell| cell.symbol().trim_end()).collect::<Vec<_>>().join(" ")
            });
            let context = format!("{text:?}, step {step}: {bytes:?}", bytes = String::from_utf8_lossy(&bytes));
            assert_eq!(rows[0], rows[1], "{context}");
            assert_eq!(rows[0], rows[2], "{context}");
            for at in wanted.area.positions().filter(|&at| wanted[at].symbol().is_ascii()) {
                let beside = at.x > 0 && !wanted[(at.x - 1, at.y)].symbol().is_ascii();
                let seen = terminals[0].screen[at].symbol();
                assert!(beside || seen == wanted[at].symbol(), "{at:?}, {context}");
            }
        }
    }
}

proptest! {
    /// In whatever order the cells are written, the terminal shows each frame.
    #[test]
    fn a_terminal_shows_every_frame(frames in prop::collection::vec(buffer(), 1..4), erases in any::<bool>()) {
        let mut screen = Canvas::new(40, 9);
        let mut emulator = Emulator::new(40, 9);
        screen.backend_mut().set_erases(erases);
        for wanted in frames {
            screen.draw(|frame| all_of(&wanted, frame)).expect("memory");
            emulator.feed(&screen.backend_mut().take_bytes());
            for at in wanted.area.positions() {
                prop_assert_eq!(visible(&emulator.screen[at]), visible(&wanted[at]), "{:?}", at);
            }
        }
    }
}

#[test]
fn a_terminal_gets_few_bytes() {
    println!(
        "| game | pieces | pictures | in dim colours | first frame | cursor key | a dialog | board of a move | a move | its motion |"
    );
    for game in GAMES {
        for style in [PieceSetting::Letters, PieceSetting::Sextants, PieceSetting::Pictures] {
            let spec = game.spec();
            let mut still = Counter::new(*game, style, Motion::Off);
            let mut moving = Counter::new(*game, style, Motion::On);
            let first = still.draw();
            moving.draw();
            let mut cursor = Vec::new();
            for key in [KeyCode::Right, KeyCode::Up, KeyCode::Left, KeyCode::Down] {
                cursor.push(still.key(key));
                moving.key(key);
            }
            still.pass(Duration::from_secs(2));
            moving.pass(Duration::from_secs(2));
            // A question stands beside every board, the others on some.
            let mut dialog = |key| still.key(KeyCode::Char(key)).max(still.key(KeyCode::Esc));
            let dialog = (dialog('R'), ['?', 'Y', ':'].map(&mut dialog).into_iter().max().unwrap_or(0));
            // Those in dim colours are sent with the first dialog, and never again.
            let behind = still.pictures - moving.pictures;
            for key in ['R', '?', 'Y', ':'] {
                still.key(KeyCode::Char(key));
                still.key(KeyCode::Esc);
            }
            assert_eq!(still.pictures - moving.pictures, behind);

            let mut position = game.begin(heterodox::rules::variant::Opening::Start).expect("the start");
            let (mut board, mut all, mut motion) = (Vec::new(), Vec::new(), Vec::new());
            let mut before = still.frame();
            for ply in 0..MOVES {
                let legal = position.legal();
                let Some(&mv) = legal.get(ply * 37 % legal.len().max(1)) else { break };
                let text = position.machine(mv);
                let (bytes, frames) = still.play(&text);
                assert_eq!(frames, 1);
                let after = still.frame();
                let world = &still.app.world;
                let regions = Regions::of(
                    world.whole(),
                    position.geometry(),
                    spec.seats.len(),
                    View::FIRST,
                    wish(position.as_ref(), world, 0),
                )
                .expect("room");
                let (width, height) = regions.board.size();
                let area = Rect::new(regions.board.origin.x, regions.board.origin.y, width, height);
                let own = part(&before, &after, area, world.pieces.ability.erases);
                let (with, frames) = moving.play(&text);
                assert!((1..=3).contains(&frames), "{}: {text}: {frames} frames", spec.id);
                board.push(own);
                all.push(bytes);
                motion.push(with.saturating_sub(bytes));
                position.play(mv).expect("it is legal");
                before = after;
            }
            let name = format!("{} with {style}", spec.title);
            let limits = if style == PieceSetting::Pictures { LIMITS_OF_PICTURES } else { LIMITS };
            let show = |values: &[usize]| {
                let (most, usual) = top(values);
                format!("{usual}, at most {most}")
            };
            println!(
                "| {} | {style} | {} | {behind} | {first} | {} | {}, at most {} | {} | {} | {} |",
                spec.title,
                moving.pictures,
                top(&cursor).0,
                dialog.0,
                dialog.1,
                show(&board),
                show(&all),
                show(&motion),
            );
            assert!(first <= FIRST, "{name}: the first frame has {first} bytes");
            assert!(top(&cursor).0 <= CURSOR, "{name}: cursor keys have {cursor:?} bytes");
            assert!(dialog.0 <= DIALOG.0 && dialog.1 <= DIALOG.1, "{name}: dialogs have {dialog:?} bytes");
            assert!(still.pictures <= PICTURES, "{name}: the pictures have {} bytes", still.pictures);
            assert!(behind <= BEHIND, "{name}: the pictures behind a dialog have {behind} bytes");
            assert_eq!(still.pictures - behind, moving.pictures, "{name}: motion sends no pictures");
            for (what, values, usual, most) in [
                ("the board of a move", &board, limits.usual.0, limits.most.0),
                ("a move", &all, limits.usual.1, limits.most.1),
                ("the motion of a move", &motion, MOTION, MOTION),
            ] {
                let found = top(values);
                assert!(
                    found.0 <= most && found.1 <= usual,
                    "{name}: {what} has usually {}, at most {}",
                    found.1,
                    found.0
                );
            }
        }
    }
}
