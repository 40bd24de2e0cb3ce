//! The mouse over the words below the board, and what is typed there: offers, the computer's thoughts,
//! lines longer than the window.

use crate::app::{click, give, keys, place, shown, wait};
use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::{GAMES, built_in};
use heterodox::rules::mv::Move;
use heterodox::rules::pick::Pick;
use heterodox::rules::position::Position;
use heterodox::rules::variant::Opening;
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn is_asked(picks: &[Pick]) -> bool {
    picks.iter().filter(|pick| matches!(pick, Pick::Promote(_) | Pick::Stop)).count() == 1
}

/// A position where it is asked what a piece becomes, and all moves of that piece to that square.
fn promotion() -> (Box<dyn Position>, Vec<Move>) {
    for game in GAMES {
        for round in 0..40 {
            let mut position = game.begin(Opening::Start).expect("the start");
            for ply in 0..300 {
                let legal = position.legal();
                let picks = |mv: Move| position.picks(mv).as_slice().to_vec();
                if let Some(&one) = legal.iter().find(|&&mv| is_asked(&picks(mv))) {
                    let path = picks(one);
                    let same: Vec<Move> = legal.iter().copied().filter(|&mv| picks(mv)[..2] == path[..2]).collect();
                    if same.len() > 1 && same.iter().all(|&mv| picks(mv).len() == 3 && is_asked(&picks(mv))) {
                        return (position, same);
                    }
                }
                let Some(&mv) = legal.get((ply * 31 + round * 17) % legal.len().max(1)) else { break };
                position.play(mv).expect("it is legal");
            }
        }
    }
    panic!("no game came to a promotion");
}

/// The keys that go to the first two squares of a move and pick them.
fn way(position: &dyn Position, mv: Move) -> String {
    let mut keys = Vec::new();
    for &pick in &position.picks(mv).as_slice()[..2] {
        let Pick::Square(square) = pick else { panic!("{pick:?} is no square") };
        keys.push("g".to_owned());
        keys.extend(position.geometry().label(square).chars().map(String::from));
        keys.push("Enter".to_owned());
    }
    keys.join(" ")
}

/// A game of people from a position.
fn people(position: &dyn Position, keys: &str) -> App {
    let mut setup = MatchSetup::against_computer(built_in(position.spec().id).expect("a game"), 1);
    setup.seats = position.spec().sides().map(|_| SeatKind::Human(String::new())).collect();
    setup.start = Start::Fen(position.fen());
    scripted(Some(setup), bare_world("classic", "256", "unicode", (80, 24)), "", keys).expect("a game")
}

/// Where a choice is offered: at the end of the prompt, which may name the same kind as what is taken.
fn offered(app: &App, name: &str) -> (u16, u16) {
    let shown = shown(app);
    let mut lines = shown.lines().enumerate().filter(|(_, line)| line.contains(" choices"));
    let found = lines.find_map(|(y, line)| Some((line, line.rfind(name)?, y)));
    let (line, at, y) = found.unwrap_or_else(|| panic!("{name} is not offered:\n{shown}"));
    (line[..at].chars().count() as u16, y as u16)
}

#[test]
fn what_is_offered_is_picked_by_a_click_on_its_name() {
    let (position, moves) = promotion();
    let way = way(position.as_ref(), moves[0]);
    for &mv in &moves {
        let mut app = people(position.as_ref(), &way);
        let name = match position.picks(mv).as_slice()[2] {
            Pick::Promote(kind) => position.spec().of(kind).name,
            _ => "stays a Pawn",
        };
        let asked = offered(&app, name);
        let offers = shown(&app);
        // Elsewhere in the line nothing is offered.
        click(&mut app, (1, asked.1));
        assert_eq!(shown(&app), offers);
        click(&mut app, asked);
        let now = shown(&app);
        assert_ne!(offers, now);
        assert!(now.contains(&position.display(mv)), "{} was clicked:\n{now}", position.display(mv));
    }
}

#[test]
fn a_square_is_no_answer_to_what_a_piece_becomes() {
    let (position, moves) = promotion();
    let mut app = people(position.as_ref(), &way(position.as_ref(), moves[0]));
    // The upper left corner of the board is not where the piece goes.
    click(&mut app, (4, 3));
    let now = shown(&app);
    for &mv in &moves {
        assert!(!now.contains(&position.display(mv)), "{} was played:\n{now}", position.display(mv));
    }
}

#[test]
fn nothing_is_offered_where_a_text_is_typed() {
    let (position, moves) = promotion();
    for reviewed in [false, true] {
        let mut app = people(position.as_ref(), if reviewed { "V Enter" } else { "" });
        keys(&mut app, &way(position.as_ref(), moves[0]));
        let name = if let Pick::Promote(kind) = position.picks(moves[0]).as_slice()[2] {
            position.spec().of(kind).name
        } else {
            "stays a Pawn"
        };
        let asked = offered(&app, name);
        keys(&mut app, "m");
        let typing = shown(&app);
        click(&mut app, asked);
        assert_eq!(shown(&app), typing, "reviewed: {reviewed}");
    }
}

#[test]
fn a_computer_thinks_in_silence_and_plays_at_once_after_a_click() {
    let mut setup = MatchSetup::against_computer(GAMES[2], 10);
    setup.seats.reverse();
    let mut world = bare_world("classic", "256", "unicode", (80, 24));
    // Without the click it would think for an hour.
    world.client.config.play.think = 3600;
    let mut app = scripted(Some(setup), world, "", "").expect("a game");
    wait(&mut app, "White is thinking", true);
    // What it thinks is there for those who analyse, and for nobody else.
    keys(&mut app, "a");
    wait(&mut app, "White is thinking · ", true);
    assert!(shown(&app).contains("depth"), "{}", shown(&app));
    keys(&mut app, "a");
    let silent = shown(&app);
    assert!(silent.contains("White is thinking") && !silent.contains("depth"), "{silent}");
    let thoughts = place(&app, "White is thinking");
    click(&mut app, thoughts);
    wait(&mut app, "White is thinking", false);
    assert!(shown(&app).contains("Black to move"), "{}", shown(&app));
}

#[test]
fn a_line_longer_than_the_window_scrolls_with_its_cursor() {
    let position = GAMES[2].begin(Opening::Start).expect("the start");
    let long: String = (100..160).map(|number| number.to_string()).collect::<Vec<_>>().concat();
    for reviewed in [false, true] {
        let mut app = people(position.as_ref(), "");
        if reviewed {
            give(&mut app, &Input::Paste(position.machine(position.legal()[0])));
            keys(&mut app, "Enter V");
        }
        keys(&mut app, "m");
        give(&mut app, &Input::Paste(long.clone()));
        let (x, y) = place(&app, &long[170..]);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        let cursor = app.draw(&mut buffer).expect("a cursor");
        assert_eq!((cursor.x, cursor.y), (x + 10, y), "{}", shown(&app));
        keys(&mut app, "Home");
        assert_eq!(place(&app, "move: 100101102"), (1, y));
    }
}
