//! Conditional moves of slow games: made on the board, listed, removed, played at once.

use heterodox::club::store::TableKey;
use heterodox::club::table_service::Terms;
use heterodox::games::built_in;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;
use heterodox::session::table::command::SeatCommand;
use heterodox::tui::app::App;

use crate::app::{chosen_row, keys, shown, wait};
use crate::lobby::{Evening, choose};

/// Ann and Ben play a slow game; Ben's client shows it, and it is Ann's turn.
pub(crate) fn slow_game(evening: &Evening, game: &str, size: (u16, u16), glyphs: &str) -> (TableKey, App) {
    let mut terms = Terms::new(built_in(game).expect("a game"));
    terms.clock = Some(ClockSetup::days(3));
    let (ann, ben) = (evening.member(1), evening.member(2));
    let key = evening.club.tables.open_table(&ann, &terms).expect("a table");
    for at in 1..terms.seats.len() {
        let who = if at == 1 { &ben } else { &evening.member(at as u8 + 1) };
        evening.club.tables.sit(who, key, Side::new(at), None).expect("a seat");
    }
    let mut app = evening.client(2, size, glyphs);
    let title = built_in(game).expect("a game").spec().title;
    wait(&mut app, "Your games", true);
    choose(&mut app, &format!("{title}: Ann"));
    wait(&mut app, "White to move", seats_of(game) == 2);
    (key, app)
}

fn seats_of(game: &str) -> usize {
    built_in(game).expect("a game").spec().seats.len()
}

/// A move of somebody, without a client.
pub(crate) fn moves(evening: &Evening, key: TableKey, who: u8, text: &str) {
    let seat = evening.club.tables.handle(&evening.member(who), key, None).expect("a game");
    let view = seat.table().newest();
    let mv = view.position.read(text).expect("a move");
    seat.command(SeatCommand::Play(mv, view.position.acts().len())).expect("their turn");
}

/// Types a move on the board.
pub(crate) fn typed(app: &mut App, text: &str) {
    let letters: Vec<String> = text.chars().map(String::from).collect();
    keys(app, &format!("m {} Enter", letters.join(" ")));
}

#[test]
fn answers_are_made_on_the_board_and_played_at_once() {
    let evening = Evening::new("plans");
    let (key, mut app) = slow_game(&evening, "sanctuary", (120, 40), "unicode");
    keys(&mut app, "P");
    assert!(shown(&app).contains("conditional moves"), "{}", shown(&app));
    assert!(shown(&app).contains("Play the move that you expect"), "{}", shown(&app));
    typed(&mut app, "e4");
    assert!(shown(&app).contains("if e4 - play your answer"), "{}", shown(&app));
    // What is illegal stays in the field with its reason, and is no part of the line.
    typed(&mut app, "e4");
    keys(&mut app, "Esc");
    typed(&mut app, "e5");
    assert!(shown(&app).contains("Kept: if e4 then e5."), "{}", shown(&app));
    typed(&mut app, "Nf3");
    typed(&mut app, "Nc6");
    assert!(shown(&app).contains("Kept: if e4 then e5, if Nf3 then Nc6."), "{}", shown(&app));
    // Another branch, from the start of the game.
    keys(&mut app, "Esc Esc Esc Esc");
    typed(&mut app, "d4");
    typed(&mut app, "d5");
    let plans = || {
        let seat = evening.club.tables.handle(&evening.member(2), key, None).expect("a game");
        seat.plans(Side::new(1)).lines
    };
    assert_eq!(plans().iter().map(Vec::len).collect::<Vec<_>>(), [4, 2]);
    assert!(shown(&app).contains("if d4 then d5"), "{}", shown(&app));
    // The list: the second line is removed, and the first is continued.
    keys(&mut app, "P Down");
    assert!(chosen_row(&app).contains("if d4 then d5"), "{}", shown(&app));
    keys(&mut app, "d");
    assert!(shown(&app).contains("Removed: if d4 then d5."), "{}", shown(&app));
    assert_eq!(plans().len(), 1);
    keys(&mut app, "Enter");
    typed(&mut app, "d4");
    typed(&mut app, "d5");
    assert_eq!(plans().iter().map(Vec::len).collect::<Vec<_>>(), [6]);
    keys(&mut app, "q");
    assert!(shown(&app).contains("1 line of conditional moves (P)."), "{}", shown(&app));
    // It happens while nobody looks at the lines, and while somebody does.
    moves(&evening, key, 1, "e4");
    wait(&mut app, "Played at once: e5.", true);
    keys(&mut app, "P");
    moves(&evening, key, 1, "Nf3");
    wait(&mut app, "Played at once: e5, Nc6.", true);
    assert!(shown(&app).contains("if d4 then d5"), "the rest of the line is left:\n{}", shown(&app));
    // Another move than the expected one ends the line, and it is one's turn.
    moves(&evening, key, 1, "a3");
    wait(&mut app, "It is your turn now.", true);
    assert!(plans().is_empty());
    typed(&mut app, "a6");
    assert!(shown(&app).contains("go back and play your move first"), "{}", shown(&app));
    keys(&mut app, "q P");
    assert!(shown(&app).contains("made while others are to move"), "{}", shown(&app));
}

#[test]
fn special_moves_are_picked_as_in_the_game() {
    let evening = Evening::new("plans-holes");
    let (key, mut app) = slow_game(&evening, "blackholes", (120, 40), "unicode");
    // Then both have a hole in reserve.
    moves(&evening, key, 1, "b1c3");
    wait(&mut app, "Black to move", true);
    moves(&evening, key, 2, "b8c6");
    wait(&mut app, "White to move", true);
    let table = evening.club.tables.handle(&evening.member(2), key, None).expect("a game");
    let mut position = table.table().newest().position.fork();
    let special = |position: &dyn heterodox::rules::position::Position| {
        let ordinary = |text: &str| text.len() == 4 && !text.contains('@');
        let texts = position.legal().into_iter().map(|mv| position.machine(mv));
        texts.filter(|text| !ordinary(text)).max().expect("there are other moves than those of pieces")
    };
    let expected = special(position.as_ref());
    position.act(&expected).expect("legal");
    let answer = special(position.as_ref());
    keys(&mut app, "P");
    typed(&mut app, &expected);
    typed(&mut app, &answer);
    assert!(shown(&app).contains("Kept: if "), "{expected} {answer}\n{}", shown(&app));
    assert_eq!(table.plans(Side::new(1)).lines, [[expected.clone(), answer]]);
    moves(&evening, key, 1, &expected);
    wait(&mut app, "Played at once: ", true);
}

#[test]
fn a_line_of_four_seats_has_the_moves_of_all_of_them() {
    let evening = Evening::new("plans-four");
    let (key, mut app) = slow_game(&evening, "armies", (120, 50), "unicode");
    let table = evening.club.tables.handle(&evening.member(2), key, None).expect("a game");
    let mut position = table.table().newest().position.fork();
    let mut line: Vec<String> = Vec::new();
    keys(&mut app, "P");
    for _ in 0..6 {
        let mv = position.legal()[0];
        let text = position.machine(mv);
        position.play(mv).expect("legal");
        typed(&mut app, &text);
        line.push(text);
    }
    assert_eq!(table.plans(Side::new(1)).lines, [line.clone()], "{}", shown(&app));
    for (who, text) in [(1, 0), (3, 2), (4, 3), (1, 4)] {
        let seat = evening.club.tables.handle(&evening.member(who), key, None).expect("a game");
        let ply = || seat.table().newest().position.acts().len();
        let began = std::time::Instant::now();
        while ply() < text {
            assert!(began.elapsed().as_secs() < 60, "the planned move is played");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        moves(&evening, key, who, &line[text]);
    }
    wait(&mut app, "Played at once: ", true);
    assert!(table.plans(Side::new(1)).lines.is_empty());
}
