//! The program in a real terminal: whole games by cursor, by typing and by mouse, windows of every
//! size, and how a game ends before its end.

use std::time::Duration;

use crate::support::{Folder, Session, program};
use heterodox::games::built_in;
use heterodox::rules::geometry::Square;
use heterodox::rules::pick::Pick;
use heterodox::rules::position::Position;
use heterodox::rules::variant::Opening;
use heterodox::tui::board::first_square;
use heterodox::tui::board::layout::Regions;
use heterodox::tui::board::map::{Drawing, Wish};
use heterodox::tui::board::selection::Selection;
use heterodox::tui::depth::Depth;
use heterodox::tui::view::{View, Way};
use ratatui::layout::Rect;
use rustix::process::Signal;

/// A short game: which, how it begins, its moves in the machine form, and how it ends.
struct Short {
    game: &'static str,
    setup: Option<&'static str>,
    moves: &'static str,
    end: &'static str,
}

const SHORT: &[Short] = &[
    Short {
        game: "holywar",
        setup: Some("cathedral"),
        moves: "e2d2 c6c5 c3c4 d7b5 d2c3 b5b4",
        end: "By checkmate: Lb4#.",
    },
    Short { game: "blackholes", setup: None, moves: "c2c3 b8a6 d1c2 a6b4 H@d1 b4c2", end: "By checkmate: Sxc2#." },
    Short { game: "sanctuary", setup: None, moves: "d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8", end: "White wins" },
    Short { game: "armies", setup: None, moves: "sc3sd3 yb2ya2 yh2yh1 sh2si2", end: "Blue wins" },
];

const SIZE: (u16, u16) = (80, 24);

fn begin(short: &Short) -> Box<dyn Position> {
    let game = built_in(short.game).expect("a game");
    game.begin(short.setup.map_or(Opening::Start, Opening::Named)).expect("it begins")
}

/// Starts a game of people only.
fn start(home: &Folder, short: &Short) -> Session {
    let mut command = program(home.path()).args(["play", short.game]);
    for seat in built_in(short.game).expect("a game").spec().seats {
        command = command.args(["--seat", &format!("{}=human", seat.name)]);
    }
    if let Some(setup) = short.setup {
        command = command.args(["--setup", setup]);
    }
    let session = Session::start(command, SIZE);
    // The title comes first and the keys last: a frame may come in pieces.
    let whole =
        |screen: &str| (screen.contains("to move") || screen.contains("to drop")) && screen.contains("? keys");
    session.wait("the board", whole);
    session
}

/// Waits until the title tells whose turn it is: a move counts once it is on the disk.
fn turns(session: &Session, position: &dyn Position) {
    let turn = format!("{} to ", position.spec().seat(position.turn()).name);
    let round = format!(" {}", position.round());
    session.wait(&format!("{turn} at{round}"), |screen| {
        let title = screen.lines().next().unwrap_or_default();
        title.contains(&turn) && title.contains(&round)
    });
}

/// Plays a short game by a way of making moves, to its end.
fn play(short: &Short, mut make: impl FnMut(&Session, &dyn Position, &[Pick])) {
    let home = Folder::new("play");
    let mut session = start(&home, short);
    let mut position = begin(short);
    for text in short.moves.split_whitespace() {
        let mv = position.read(text).unwrap_or_else(|error| panic!("{}: {error}", short.game));
        let picks = position.picks(mv);
        make(&session, position.as_ref(), picks.as_slice());
        let shown = position.display(mv);
        position.play(mv).expect("it is legal");
        session.expect(&shown);
        if position.outcome().is_none() {
            turns(&session, position.as_ref());
        }
    }
    // Where the moves do not end it, all but the last give up.
    while position.outcome().is_none() {
        session.send("Ry");
        let turn = position.turn();
        position.leave(turn).expect("it lives");
        session.expect("resigns");
        if position.outcome().is_none() {
            turns(&session, position.as_ref());
        }
    }
    session.expect(short.end);
    session.send("q");
    session.expect("New game");
    session.send("q");
    assert_eq!(session.ended().code(), Some(0));
    assert_eq!(session.left_changed(), [""; 0]);
}

/// The keys that bring the cursor from one square to another.
fn way(position: &dyn Position, view: View, from: Square, to: Square) -> String {
    let board = position.geometry();
    let steps = [(Way::Up, "\x1b[A"), (Way::Down, "\x1b[B"), (Way::Right, "\x1b[C"), (Way::Left, "\x1b[D")];
    let mut known = vec![(from, String::new())];
    let mut at = 0;
    while at < known.len() {
        let (here, keys) = known[at].clone();
        if here == to {
            return keys;
        }
        let mut next: Vec<(Option<Square>, String)> =
            steps.iter().map(|&(way, key)| (view.step(board, here, way), format!("{keys}{key}"))).collect();
        let level = board.coord(here).z;
        next.push((View::level(board, here, level + 1), format!("{keys}.")));
        next.push((level.checked_sub(1).and_then(|level| View::level(board, here, level)), format!("{keys},")));
        for (square, keys) in next {
            if let Some(square) = square.filter(|square| known.iter().all(|(other, _)| other != square)) {
                known.push((square, keys));
            }
        }
        at += 1;
    }
    panic!("no way leads there");
}

#[test]
fn whole_games_by_cursor_alone() {
    for short in SHORT {
        let view = View::FIRST;
        let mut cursor = first_square(begin(short).as_ref(), view);
        play(short, |session, position, picks| {
            // Where it cannot pick, it has gone to the nearest square where it can.
            let mut selection = Selection::new(position, cursor);
            selection.aim(position, view);
            for pick in picks {
                if let Pick::Square(square) = *pick {
                    session.send(way(position, view, selection.cursor, square));
                    selection.go(Some(square));
                    // A piece of the reserve is taken in hand by the first Enter.
                    let reserve = matches!(picks[0], Pick::Reserve(_)) && !position.spec().has_reserve();
                    for _ in 0..if reserve { 2 } else { 1 } {
                        session.send("\r");
                        // After each pick the cursor goes on to the nearest square that can be picked next.
                        selection.pick(position, selection.aimed());
                        selection.aim(position, view);
                    }
                }
            }
            cursor = selection.cursor;
        });
    }
}

#[test]
fn whole_games_by_typing_alone() {
    for (at, short) in SHORT.iter().enumerate() {
        play(short, |session, position, picks| {
            let mv =
                position.legal().into_iter().find(|&mv| position.picks(mv).as_slice() == picks).expect("a move");
            let text = if at % 2 == 0 { position.machine(mv) } else { position.display(mv) };
            session.send(format!("m{text}\r"));
        });
    }
}

#[test]
fn whole_games_by_mouse_alone() {
    for short in SHORT {
        play(short, |session, position, picks| {
            let spec = position.spec();
            let level = |square: Square| position.geometry().coord(square).z;
            for pick in picks {
                let Pick::Square(square) = *pick else { continue };
                let drawing = Drawing { depth: Depth::Indexed256, ..Drawing::LETTERS };
                let wish = Wish { level: level(square), ..Wish::of(spec, drawing) };
                let area = Rect::new(0, 0, SIZE.0, SIZE.1);
                let layout =
                    Regions::of(area, position.geometry(), spec.seats.len(), View::FIRST, wish).expect("it fits");
                let cell = layout.board.cell(square).expect("it is shown");
                let clicks = if matches!(picks[0], Pick::Reserve(_)) && !spec.has_reserve() { 2 } else { 1 };
                for _ in 0..clicks {
                    session.click(cell.x + cell.width / 2, cell.y);
                }
            }
        });
    }
}

#[test]
fn a_piece_of_the_reserve_is_taken_with_the_mouse() {
    let home = Folder::new("reserve");
    let session = start(&home, &Short { game: "holywar", setup: None, moves: "", end: "" });
    let shown = session.text();
    let rows: Vec<&str> = shown.lines().collect();
    let row = rows.iter().rposition(|row| row.contains("reserve ‹K›")).expect("the reserve of White");
    let column = rows[row].chars().position(|letter| letter == '‹').expect("the King in hand");
    // The Lady stands beside the King.
    session.click(column as u16 + 4, row as u16);
    session.expect("reserve  K ‹L›");
    let rank = rows.iter().position(|row| row.trim_start().starts_with("2 ")).expect("the second rank");
    session.click(13, rank as u16);
    session.expect("L@c2");
}

#[test]
fn any_window_is_survived_and_the_game_comes_back() {
    for short in SHORT {
        let home = Folder::new("resize");
        let mut session = start(&home, short);
        let sizes =
            [(120, 40), (20, 5), (1, 1), (200, 60), (40, 12), (80, 24), (61, 24), (33, 90), (300, 100), (25, 10)];
        for &(columns, rows) in sizes.iter().cycle().take(30) {
            session.resize(columns, rows);
            std::thread::sleep(Duration::from_millis(3));
        }
        session.resize(18, 6);
        session.expect("too small");
        session.resize(80, 24);
        session.expect("? keys");
        let title = built_in(short.game).expect("a game").spec().title;
        session.expect(title);
        session.send("\x03");
        assert_eq!(session.ended().code(), Some(0));
    }
}

#[test]
fn every_signal_leaves_the_terminal_as_it_was() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131)] {
        let home = Folder::new("signal");
        let mut session = start(&home, &SHORT[2]);
        assert!(session.on_alternate_screen() && !session.is_cooked());
        session.send("\r");
        session.settle();
        session.signal(signal);
        assert_eq!(session.ended().code(), Some(code));
        assert_eq!(session.left_changed(), [""; 0], "{signal:?}");
        assert!(session.is_cooked(), "{signal:?}");
    }
}

#[test]
fn killed_in_mid_game_not_a_move_is_lost() {
    for short in SHORT {
        let home = Folder::new("kill");
        let mut session = start(&home, short);
        let mut position = begin(short);
        for text in short.moves.split_whitespace().take(3) {
            let mv = position.read(text).expect("a move");
            session.send(format!("m{text}\r"));
            position.play(mv).expect("it is legal");
            turns(&session, position.as_ref());
        }
        session.child.kill().expect("it can be killed");
        session.child.wait().expect("it ends");
        let again = Session::start(program(home.path()), SIZE);
        again.expect("Continue the last game");
        again.send("\r");
        let turn = position.spec().seat(position.turn()).name;
        again.expect(&format!("{turn} to move"));
        again.expect(position.spec().seats[0].name);
        let mv = position.read(short.moves.split_whitespace().nth(3).expect("more moves")).expect("a move");
        again.send(format!("m{}\r", position.machine(mv)));
        again.expect(&position.display(mv));
    }
}

#[test]
fn nothing_is_written_while_nothing_happens() {
    let home = Folder::new("idle");
    let session = start(&home, &SHORT[2]);
    session.rest();
    // A key that changes nothing is answered with nothing: the next one has the only frame.
    let before = session.count();
    session.send("\x1b[B");
    session.send("\x1b[B");
    session.send("?");
    session.expect("filter:");
    session.settle();
    assert_eq!(session.written_since(before).matches("\x1b[?2026h").count(), 1);
}

#[test]
fn two_keys_lead_to_a_game_against_the_computer() {
    let home = Folder::new("two-keys");
    let session = Session::start(program(home.path()), SIZE);
    session.expect("New game");
    session.send("\r");
    session.expect("Start");
    session.send("\r");
    session.expect("computer 1");
    // The computer answers a move by itself.
    session.send("\r");
    session.wait("an answer", |screen| screen.contains("move 2"));
}
