//! Games in plain lines: whole games over pipes, nothing but text in what is written, the same journals as those of the
//! screens, and what is left after a kill.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::thread;

use proptest::prelude::*;

use crate::lines::{Lines, assert_plain, only_journal, people, strs};
use crate::support::script::{Dice, Script};
use crate::support::{Folder, Session, games, program};
use heterodox::games::{GAMES, Registry};
use heterodox::linear::{First, LineInput, LineOutput, run};
use heterodox::paths::files::Files;
use heterodox::record::journal::{self, JournalEvent};
use heterodox::rules::position::Position;
use heterodox::rules::variant::{Opening, Variant};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::host::facts::Facts;
use heterodox::tui::world::{Setup, World};

/// Two or four people play at random to the end; all lines are written at once.
#[test]
fn people_play_whole_games_over_pipes() {
    for game in GAMES {
        let id = game.spec().id;
        let mut position = game.begin(Opening::Start).expect("the start");
        let (mut dice, mut lines) = (Dice(7), Vec::new());
        for ply in 0..160 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            let mv = legal[dice.below(legal.len())];
            // Half of them in one notation, half in the other.
            lines.push(if ply % 2 == 0 { position.display(mv) } else { position.machine(mv) });
            position.play(mv).expect("it is legal");
        }
        while position.outcome().is_none() && lines.len() < 160 + 2 * game.spec().seats.len() {
            lines.extend(["resign".to_owned(), "yes".to_owned()]);
        }
        let home = Folder::new("linear-people");
        let mut client = Lines::start(home.path(), &strs(&people(id)), "dumb");
        for line in &lines {
            client.say(line);
        }
        let end = client.wait(|line| line.starts_with("The game is over: "));
        assert!(end.contains('1'), "it says who gets what: {end}");
        let told = client.end();
        assert!(told.contains("To review it: heterodox review "), "{told}");
        assert!(!told.contains("is not"), "every move was understood: {told}");
        let names = fs::read_dir(games(home.path())).expect("games").flatten();
        assert_eq!(names.filter(|entry| entry.path().extension().is_some_and(|it| it == "pgn")).count(), 1);
    }
}

/// A person plays at random against level 1, and resigns in the end if it takes long.
#[test]
fn a_person_plays_the_computer_over_pipes() {
    // The computer takes its time for each move, so all games go on at once.
    thread::scope(|scope| {
        for &game in GAMES {
            scope.spawn(move || play_the_computer(game));
        }
    });
}

fn play_the_computer(game: &'static dyn Variant) {
    let spec = game.spec();
    let (home, own) = (Folder::new("linear-computer"), spec.seats[0].name);
    let mut arguments = vec!["play".to_owned(), spec.id.to_owned(), "--linear".to_owned()];
    for seat in &spec.seats[1..] {
        arguments.extend(["--seat".to_owned(), format!("{}=computer:1", seat.name)]);
    }
    let mut client = Lines::start(home.path(), &strs(&arguments), "xterm-256color");
    let turn = format!("{own} to move");
    let mut dice = Dice(11);
    let mut over = false;
    for _ in 0..25 {
        let line = client.wait(|line| line.starts_with(&turn) || line.starts_with("The game is over"));
        over = line.starts_with("The game is over");
        // An army that has fallen has no more turns.
        if over {
            break;
        }
        client.say("fen");
        let fen = client.wait(|line| game.begin(Opening::Fen(line)).is_ok());
        let position = game.begin(Opening::Fen(&fen)).expect("a position");
        let legal = position.legal();
        client.say(&position.display(legal[dice.below(legal.len())]));
        if spec.seats.len() > 2 && dice.below(6) == 0 {
            break;
        }
    }
    if !over {
        client.wait(|line| line.starts_with(&turn) || line.starts_with("The game is over"));
        client.say("resign");
        client.say("yes");
        let gone = format!("{own} ");
        client.wait(|line| {
            line.starts_with("The game is over") || line.starts_with(&gone) && line.contains("resign")
        });
    }
    let told = client.end();
    for seat in &spec.seats[1..] {
        assert!(told.contains(&format!("{}: ", seat.name)), "its moves are told: {told}");
    }
}

/// The journals of the same game, played in lines and on the screen, have the same lines but for the times.
#[test]
fn journals_are_those_of_the_screens() {
    for game in GAMES {
        let script = Script::random(game.spec().id, 5, 10);
        let begun = |home: &Path| {
            let records = journal::read(&only_journal(home)).expect("a journal").records;
            let JournalEvent::Begin { version, game, setup, fen, seats, clock, takebacks, .. } = &records[0] else {
                panic!("{records:?}")
            };
            let first = format!("{version} {game} {setup:?} {fen:?} {seats:?} {clock:?} {takebacks}");
            (first, records[1..].to_vec())
        };
        let screen = Folder::new("linear-screen");
        let mut session = Session::start(script.command(screen.path()), (120, 40));
        script.play(&session, 0, |_| false);
        session.send("\x03");
        session.ended();
        let lines = Folder::new("linear-lines");
        let mut arguments = vec!["play".to_owned(), script.game.to_owned(), "--linear".to_owned()];
        for (seat, who) in game.spec().seats.iter().zip(script.setup().seats) {
            arguments.extend(["--seat".to_owned(), format!("{}={who}", seat.name)]);
        }
        let mut client = Lines::start(lines.path(), &strs(&arguments), "dumb");
        script.moves.iter().for_each(|text| client.say(text));
        client.end();
        assert_eq!(begun(lines.path()), begun(screen.path()), "{}", script.game);
    }
}

#[test]
fn after_a_kill_the_game_goes_on() {
    let home = Folder::new("linear-kill");
    let script = Script::random(GAMES[2].spec().id, 3, 6);
    let mut client = Lines::start(home.path(), &strs(&people(script.game)), "dumb");
    for text in &script.moves {
        client.say(text);
    }
    for _ in &script.moves {
        client.wait(|line| line.starts_with("White: ") || line.starts_with("Black: "));
    }
    client.child.kill().expect("it runs");
    client.child.wait().expect("it ends");
    let mut client = Lines::start(home.path(), &["--linear"], "xterm");
    client.wait(|line| line.starts_with("continue 1: ") && line.contains("move 4"));
    client.say("continue");
    client.say("fen");
    let fen = script.at(6).fen();
    client.wait(|line| line == fen);
    client.end();
    let mut client = Lines::start(home.path(), &["resume", "--linear"], "xterm");
    client.say("undo");
    client.say("fen");
    let before = script.at(5).fen();
    client.wait(|line| line == before);
    client.end();
}

/// A terminal that shows lines only gets lines, and so does who asks for them in the settings.
#[test]
fn a_terminal_of_lines_gets_lines() {
    let home = Folder::new("linear-dumb");
    for term in ["dumb", "unknown", ""] {
        let mut session = Session::start(program(home.path()).env("TERM", term), (80, 24));
        session.expect("which game?");
        session.send("3 people\r");
        session.expect("White to move.");
        session.send("Nf3\r");
        session.expect("White: Knight g1 to f3.");
        session.send("\x03");
        assert_eq!(session.ended().code(), Some(0), "{}", session.text());
        session.expect("heterodox resume ");
        assert!(!session.bytes().contains(&0x1b));
        fs::remove_dir_all(home.path().join("data")).expect("the game");
    }
    fs::create_dir_all(home.path().join("config")).expect("a folder");
    fs::write(home.path().join("config/config.toml"), "[look]\nlinear = true\n").expect("a file");
    let mut client = Lines::start(home.path(), &[], "xterm-256color");
    client.wait(|line| line == "Heterodox: which game?");
    client.say("rules 3");
    client.wait(|line| line.starts_with("Page 1: "));
    client.end();
}

/// Runs the client in this process, without files. Gives back what it wrote.
fn answer(game: usize, input: Vec<u8>, utf8: bool) -> String {
    let mut facts = Facts::of(|_| None);
    facts.utf8 = utf8;
    let World { client, glyphs, .. } =
        World::new(Setup { files: Files::None, ..Setup::new(facts, Registry::default()) });
    let mut setup = MatchSetup::against_computer(GAMES[game], 1);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    let mut out = Vec::new();
    let input = LineInput::new(Cursor::new(input)).expect("a thread");
    let lines = LineOutput::new(&mut out, Box::new(move |text| glyphs.plain(text)));
    let ended = run(client, &[], First::Play(Box::new(setup)), input, lines).expect("a game");
    assert_eq!(ended.losses, [""; 0]);
    let text = String::from_utf8(out).expect("text");
    assert_plain(&text);
    assert!(utf8 || text.is_ascii(), "{text}");
    text
}

#[test]
fn every_wrong_line_is_answered() {
    let position = |game: usize| -> Box<dyn Position> { GAMES[game].begin(Opening::Start).expect("the start") };
    for game in 0..GAMES.len() {
        let count = answer(game, Vec::new(), true).lines().count();
        for (line, told) in [
            ("save x.pgn", "files cannot be used on this server"),
            ("square zz", "a name like"),
            ("board 99", "is not a part of the board"),
            ("pieces purple", "There is no side"),
            ("rules 99", "There is no page"),
            ("history x", "is not a number"),
            ("again level 11", "expected 1 to 10"),
            ("undo", "There is no move to take back."),
            ("redo", "No move was taken back."),
            ("sit", "is taken"),
            ("back", "nothing to take back"),
            ("nonsense", "type help for all"),
            ("help nonsense", "There is no command"),
            ("explain", "Which square?"),
            ("last", "No move has been played yet."),
        ] {
            let told_all = answer(game, format!("{line}\n").into_bytes(), true);
            assert!(told_all.contains(told), "{line}: {told_all}");
            assert!(told_all.lines().count() > count, "{line}");
        }
        let first = position(game).display(position(game).legal()[0]);
        assert!(answer(game, b"help\n".to_vec(), false).contains(&first));
    }
    let long = answer(2, [vec![b'x'; 3 << 20], b"\nNf3\n".to_vec()].concat(), true);
    assert!(long.contains("longer than") && long.contains("Knight g1 to f3"), "{long}");
    assert!(long.len() < 5000, "what was typed is not said again: {}", long.len());
}

/// A move can be made step by step: each legal move of the start, and those through holes.
#[test]
fn a_move_can_be_picked_step_by_step() {
    let told = answer(1, b"pick b1\nc3\npick a7\na6\npick hole\nb1\n".to_vec(), true);
    for line in ["White: Knight b1 to c3.", "Black: Pawn a7 to a6.", "White: Hole dropped on b1."] {
        assert!(told.contains(line), "{told}");
    }
    let holywar = answer(0, b"reserve\npick\n".to_vec(), true);
    assert!(holywar.contains("Type one, or back."), "{holywar}");
}

/// Who leaves the drops to the program is dropped a piece each turn, until all are on the board.
#[test]
fn a_reserve_is_dropped_by_a_word() {
    let told = answer(0, b"arrange\narrange\narrange\n".to_vec(), true);
    assert_eq!(told.matches("dropped on").count(), 2 * 8, "{told}");
    assert!(told.contains("There is nothing to set up"), "{told}");
    assert_eq!(told.matches("White to move").count(), 2, "at the start and at the end: {told}");
    let chess = answer(2, b"arrange\n".to_vec(), true);
    assert!(chess.contains("There is nothing to set up"), "{chess}");
}

/// Lines that are commands, moves, or nothing.
#[test]
fn a_draw_is_declined_by_a_word() {
    let told = answer(2, b"Nf3\ndecline\ndraw\nyes\ndraw\ne5\ndecline\ndraw\nyes\nNc3\ndraw\nyes\n".to_vec(), true);
    let mut rest = told.as_str();
    for line in [
        "Nobody offers a draw.",
        "Black offers a draw. To accept it, type draw; to decline it, type decline or a move.",
        "Black has already offered a draw.",
        "White declines the draw.",
        "White offers a draw.",
        "Draw agreed.",
    ] {
        let Some((_, after)) = rest.split_once(line) else { panic!("{line}: {told}") };
        rest = after;
    }
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        "board",
        "b",
        "pieces",
        "square e4",
        "s a1",
        "moves",
        "moves b2",
        "pick",
        "pick b1",
        "pick hole",
        "back",
        "last",
        "history",
        "history 2",
        "turn",
        "who",
        "clock",
        "reserve",
        "arrange",
        "threats",
        "threats black",
        "explain b1",
        "explain a1 a8",
        "explain pawn",
        "undo",
        "redo",
        "draw",
        "decline",
        "resign",
        "yes",
        "no",
        "level",
        "now",
        "pause",
        "step",
        "sit",
        "fen",
        "save",
        "save /etc/x",
        "rules",
        "rules 2",
        "rules all",
        "again",
        "again level 3",
        "new",
        "3",
        "1",
        "help",
        "e4",
        "e5",
        "Nf3",
        "b3",
        "c1",
        "H@a1",
        "d2d4",
        "",
        "in b1",
        "queen",
        "stop",
        "pass",
        "--",
        "0000",
        "tb1",
        "level 1",
        "people",
        "4 people",
        "as black",
        "\u{1b}[2J",
        "a\0b",
        "\u{9b}31m",
        "é4",
        "x",
        "xé",
        "Né",
        "continue",
        "quit x",
    ]);
    prop_oneof![
        6 => word.prop_filter("it goes on", |word| !word.starts_with("quit")).prop_map(|word| word.as_bytes().to_vec()),
        2 => "\\PC{0,12}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => "[a-hr-z]{1,2}[0-9a-i]{1,2}x?[a-h]?[1-8]?[=@+#]?[A-Z]?".prop_map(String::into_bytes),
        1 => (400_usize..600).prop_map(|count| vec![b'e'; count]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn only_text_is_written_whatever_is_read(
        game in 0..4_usize,
        lines in prop::collection::vec(line(), 0..40),
        utf8 in any::<bool>(),
    ) {
        answer(game, lines.join(&b'\n'), utf8);
    }
}

/// A course in plain lines: tasks, answers, hints, and the progress that is shared with the screens.
#[test]
fn lessons_are_plain_lines() {
    let home = Folder::new("linear-lessons");
    let mut client = Lines::start(home.path(), &[], "dumb");
    client.say("lessons blackholes");
    client.wait(|line| line == "Step 1 of 13: Drop a Hole.");
    client.wait(|line| line.starts_with("White to move. Instead of a move you may put a new Hole"));
    client.say("Ra7");
    client.wait(|line| line.starts_with("Ra7: The Rook cuts off"));
    client.say("Rook to b9");
    client.say("Kd1");
    client.wait(|line| line.starts_with("Hint: Pick the Hole"));
    client.say("drop Hole b1");
    client.wait(|line| line.starts_with("H@b1: right."));
    client.wait(|line| line == "Solved. Type next.");
    for (typed, told) in [
        ("steps", "1. Drop a Hole, solved."),
        ("next", "Step 2 of 13: A Hole in the way."),
        ("step 13", "Step 13 of 13: Mate the King."),
        ("next", "This is the last step."),
        ("hint", "Hint: Go in at e8"),
        ("list", "Heterodox: which game?"),
        ("lessons 2", "Step 2 of 13: A Hole in the way."),
    ] {
        client.say(typed);
        client.wait(|line| line.starts_with(told));
    }
    client.say("quit");
    client.end();
}
