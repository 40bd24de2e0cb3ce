//! A piece goes with the mouse while its button is pressed: where it is shown, what is written, what is played.

use std::time::{Duration, Instant};

use crate::app::give;
use heterodox::cli::picture::{bare_world, frame, text};
use heterodox::config::{Motion, PieceSetting};
use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::backend::Backend;
use heterodox::tui::input::Input;
use heterodox::tui::screens::play::Play;
use ratatui::backend::Backend as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const SIZE: (u16, u16) = (120, 40);

fn people(game: &str, pieces: PieceSetting) -> App {
    let mut world = bare_world("slate", "true", "unicode", SIZE);
    (world.client.config.look.pieces, world.client.config.look.motion) = (pieces, Motion::On);
    let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    let play = Play::start(setup, &world).expect("a game");
    App::new(world, vec![Box::new(play)])
}

/// The cells of a square, from the names beside the board.
fn square(shown: &Buffer, label: &str) -> Rect {
    let lines: Vec<String> = text(shown).lines().map(str::to_owned).collect();
    // The first and the last file of Holywar are named one row below.
    let named = |line: &&String| line.split_whitespace().collect::<String>().contains("bcdefg");
    let names = lines.iter().find(named).expect("the names of the files");
    let column = |file: char| names.chars().position(|letter| letter == file).expect("a file") as u16;
    let row = |rank: char| {
        let found = lines.iter().position(|line| line.trim_start().starts_with(rank));
        found.expect("a rank") as u16
    };
    let (wide, high) = (column('c') - column('b'), row('2') - row('3'));
    let mut letters = label.chars();
    let (file, rank) = (letters.next().expect("a file"), letters.next().expect("a rank"));
    Rect::new(column(file) - wide / 2, row(rank) - (high - 1) / 2, wide, high)
}

/// What a square shows, without its colours.
fn shapes(shown: &Buffer, place: Rect) -> String {
    place.positions().map(|at| shown[at].symbol()).collect()
}

fn middle(place: Rect) -> (u16, u16) {
    (place.x + place.width / 2, place.y + place.height / 2)
}

struct Table {
    app: App,
}

impl Table {
    fn of(game: &str, pieces: PieceSetting) -> Table {
        Table { app: people(game, pieces) }
    }

    fn shown(&self) -> Buffer {
        frame(&self.app, SIZE)
    }

    fn at(&self, label: &str) -> (u16, u16) {
        middle(square(&self.shown(), label))
    }

    /// Gives this. Returns whether something is to be drawn, and in how many bytes.
    fn give(&mut self, input: &Input) -> (bool, usize) {
        let before = self.shown();
        self.app.take_dirty();
        give(&mut self.app, input);
        (self.app.take_dirty(), bytes(&before, &self.shown()))
    }
}

/// The bytes from one frame to the other.
fn bytes(before: &Buffer, after: &Buffer) -> usize {
    let mut backend = Backend::new(Vec::new(), after.area.width, after.area.height);
    backend.draw(before.diff(after).into_iter()).expect("it is memory");
    backend.flush().expect("it is memory");
    backend.out().len()
}

/// The columns of a piece in a square; those at the edge have marks.
fn inner(place: Rect) -> Rect {
    Rect::new(place.x + 1, place.y, place.width - 2, place.height)
}

#[test]
fn a_piece_goes_with_the_mouse_and_its_square_keeps_it_faint() {
    let mut table = Table::of("sanctuary", PieceSetting::Sextants);
    let piece = |table: &Table, label: &str| {
        let shown = table.shown();
        shapes(&shown, inner(square(&shown, label)))
    };
    let (guard, from, to) = (piece(&table, "e1"), table.at("e1"), table.at("e3"));
    let colour = |table: &Table| {
        let shown = table.shown();
        let place = inner(square(&shown, "e1"));
        let all: Vec<_> =
            place.positions().filter(|&at| shown[at].symbol() != " ").map(|at| shown[at].fg).collect();
        all
    };
    table.give(&Input::Press(from.0, from.1));
    let (picked, strong) = (table.shown(), colour(&table));
    // As long as the mouse is over the same square, nothing is drawn.
    assert_eq!(table.give(&Input::Drag(from.0 + 1, from.1)), (false, 0));
    let (drawn, first) = table.give(&Input::Drag(to.0, to.1));
    assert!(drawn && first < 700, "{first}");
    assert_eq!([piece(&table, "e1"), piece(&table, "e3")], [guard.clone(), guard.clone()]);
    assert_ne!(colour(&table), strong, "the piece that was taken up is faint");
    assert_eq!(table.give(&Input::Drag(to.0 - 1, to.1)), (false, 0));
    // Also over a square where it cannot go, and over a piece.
    for label in ["d3", "d2"] {
        let at = table.at(label);
        let (_, next) = table.give(&Input::Drag(at.0, at.1));
        assert!(next < 450, "{label}: {next}");
        assert_eq!(piece(&table, label), guard, "{label}");
    }
    // Beside the board it is where it was.
    table.give(&Input::Drag(0, 0));
    assert_eq!(table.shown(), picked);
    table.give(&Input::Release(0, 0));
    assert_eq!(table.shown(), picked);
    table.give(&Input::Drag(to.0, to.1));
    assert_eq!(table.shown(), picked, "no button is pressed");
}

#[test]
fn a_piece_that_was_dropped_is_there_at_once() {
    let mut table = Table::of("sanctuary", PieceSetting::Sextants);
    let (from, to) = (table.at("e1"), table.at("e3"));
    table.give(&Input::Press(from.0, from.1));
    table.give(&Input::Drag(to.0, to.1));
    table.give(&Input::Release(to.0, to.1));
    let now = table.shown();
    assert!(text(&now).contains("Ge3") && text(&now).contains("Black to move"), "{}", text(&now));
    table.app.wake(Instant::now() + Duration::from_secs(1));
    assert_eq!(shapes(&table.shown(), square(&now, "e1")), shapes(&now, square(&now, "e1")));
    assert_eq!(shapes(&table.shown(), square(&now, "e3")), shapes(&now, square(&now, "e3")));
}

#[test]
fn a_piece_is_dragged_out_of_the_reserve() {
    let mut table = Table::of("holywar", PieceSetting::Letters);
    let (shown, to) = (text(&table.shown()), table.at("e2"));
    let strip = shown.lines().enumerate().filter(|(_, line)| line.contains(" B") && line.contains(" S")).last();
    let (y, line) = strip.expect("the reserve of White");
    let x = line.rfind(" L").map(|at| line[..at].chars().count() as u16 + 1).expect("a Lady");
    table.give(&Input::Press(x, y as u16));
    assert!(text(&table.shown()).contains("the Lady"), "{}", text(&table.shown()));
    table.give(&Input::Drag(to.0, to.1));
    let shown = table.shown();
    assert!(shapes(&shown, square(&shown, "e2")).contains('L'), "{}", text(&shown));
    table.give(&Input::Release(to.0, to.1));
    assert!(text(&table.shown()).contains("Red to"), "{}", text(&table.shown()));
}
