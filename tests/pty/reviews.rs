//! Reviews: whatever keys are pressed, the board shows the place one is at, every change can be
//! undone, and no file is written unasked.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::support::{Folder, Session, program, shell};
use heterodox::cli::picture::bare_world;
use heterodox::games::Registry;
use heterodox::record::tree::Id;
use heterodox::record::{pgn, pool::Pool};
use heterodox::rules::effects::Effects;
use heterodox::rules::timeline::Act;
use heterodox::tui::action::{ACTIONS, Action};
use heterodox::tui::input::{Input, Key};
use heterodox::tui::place::Place;
use heterodox::tui::screen::{Answer, Screen, Transition};
use heterodox::tui::screens::review::Review;
use heterodox::tui::wakes::Reasons;
use heterodox::tui::world::World;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const FILES: [&str; 4] = ["holywar.pgn", "blackholes.pgn", "sanctuary.pgn", "armies.pgn"];

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/review").join(name)
}

fn world() -> World {
    bare_world("classic", "true", "unicode", (80, 24))
}

/// What can be done in a review, but for what begins a search or leaves.
fn actions() -> Vec<Action> {
    let apart = |action: &Action| {
        !matches!(
            action,
            Action::Analyse
                | Action::AnalyseGame
                | Action::Leave
                | Action::Quit
                | Action::Suspend
                | Action::Save
                | Action::SaveAs
                | Action::Settings
                | Action::Redraw
        )
    };
    ACTIONS.iter().map(|row| row.action).filter(apart).collect()
}

/// Does an action, or types a text where one is asked for.
fn press(review: &mut Review, action: Action, text: &str, world: &mut World) {
    world.now += Duration::from_millis(700);
    if let Some(typed) = text.strip_prefix('\u{1}') {
        for key in typed.chars().map(|letter| letter.to_string()).chain(["Enter".to_owned(), "Esc".to_owned()]) {
            let key: Key = if key == " " { "Space" } else { &key }.parse().expect("a key");
            review.input(&Input::Key(key), world);
        }
    } else {
        review.act(action, world);
    }
    review.wake(Reasons { task: true, ..Reasons::default() }, world);
}

/// Where nothing is typed, the way from the board back to the steps.
fn off_the_board(review: &mut Review, world: &mut World) {
    for _ in 0..8 {
        if review.context() == heterodox::tui::action::Context::Review {
            return;
        }
        review.act(Action::Back, world);
    }
    panic!("it never comes back");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn whatever_is_done_the_board_is_right_and_all_of_it_can_be_undone(
        file in 0..FILES.len(),
        keys in prop::collection::vec((0..1000_usize, "\u{1}[a-h1-9x!? ]{0,4}|", 0..90_u16, 0..30_u16), 0..120),
    ) {
        let mut world = world();
        let mut review = Review::open(&kept(FILES[file]), 1, &Registry::default()).expect("a game");
        let before = review.game().clone();
        let all = actions();
        for (key, text, x, y) in &keys {
            press(&mut review, all[key % all.len()], text, &mut world);
            if key % 7 == 0 {
                review.input(&Input::Press(*x, *y), &mut world);
                review.input(&Input::Release(*y, *x), &mut world);
            }
            let tree = &review.game().tree;
            prop_assert_eq!(review.position().fen(), tree.position(review.at()).fen());
            let area = Rect::new(0, 0, 20 + x, 8 + y);
            review.draw(&world, area, &mut Buffer::empty(area));
        }
        let text = pgn::write(review.game());
        let read = pgn::read(&text).remove(0);
        prop_assert_eq!(&read.problems, &[], "{}", text);
        prop_assert_eq!(read.game, Some(pgn::normal(review.game())));
        review.input(&Input::Key("Esc".parse().expect("a key")), &mut world);
        off_the_board(&mut review, &mut world);
        for _ in 0..200 {
            review.act(Action::Undo, &mut world);
        }
        prop_assert_eq!(review.game(), &before);
    }
}

#[test]
fn a_game_that_comes_to_another_end_by_the_rules_has_their_result() {
    let mut world = world();
    let mut review = Review::open(&kept("holywar.pgn"), 1, &Registry::default()).expect("a game");
    let before = review.game().clone();
    let result = |review: &Review| pgn::write(review.game()).split_whitespace().last().map(str::to_owned);
    assert_eq!(result(&review).as_deref(), Some("0-1"));
    // In place of the mate a pawn steps on, and White cannot move.
    for action in [Action::Last, Action::Delete, Action::Type] {
        review.act(action, &mut world);
    }
    press(&mut review, Action::Redraw, "\u{1}g3", &mut world);
    assert_eq!(result(&review).as_deref(), Some("1/2-1/2"));
    assert_eq!(pgn::read(&pgn::write(review.game())).remove(0).problems, []);
    review.act(Action::Undo, &mut world);
    assert_eq!(result(&review).as_deref(), Some("0-1"));
    review.act(Action::Undo, &mut world);
    assert_eq!(review.game(), &before);
}

/// The places where an action leads, one after the other, from the beginning.
fn places(review: &mut Review, action: Action, world: &mut World) -> Vec<Id> {
    review.act(Action::First, world);
    let mut places = Vec::new();
    while review.can(action, world) {
        review.act(action, world);
        places.push(review.at());
    }
    places
}

#[test]
fn jumps_go_to_what_they_say() {
    let mut world = world();
    for file in FILES {
        let mut review = Review::open(&kept(file), 1, &Registry::default()).expect("a game");
        let line: Vec<Id> = review.game().tree.line(Id::ROOT).skip(1).collect();
        assert_eq!(places(&mut review, Action::LookForward, &mut world), line, "{file}");
        let game = review.game().clone();
        // What a move does decides, and not its text: in Armies a column is called `x`.
        let effects = |id: Id| {
            let act = game.tree.node(id).deed.as_ref().map(|deed| deed.act);
            let Some(Act::Move(mv)) = act else { return Effects::default() };
            game.tree.position(game.tree.parent(id).expect("a position before it")).effects(mv)
        };
        for (action, is) in [
            (Action::NextCapture, (|done| !done.removed.is_empty()) as fn(&Effects) -> bool),
            (Action::NextCheck, |done| done.checks.count() > 0),
        ] {
            let expected: Vec<Id> = line.iter().copied().filter(|&id| is(&effects(id))).collect();
            assert_eq!(places(&mut review, action, &mut world), expected, "{file}");
        }
        let faults = places(&mut review, Action::NextFault, &mut world);
        let marked = |id: &Id| game.tree.node(*id).notes.nags.iter().any(|nag| matches!(nag, 2 | 4 | 6));
        assert_eq!(faults, line.iter().copied().filter(marked).collect::<Vec<_>>());
        let branches = places(&mut review, Action::Next, &mut world);
        assert!(branches.iter().all(|&id| game.tree.children(id).len() > 1));
        review.act(Action::Last, &mut world);
        assert_eq!(Some(&review.at()), line.last());
        for number in [1, 2] {
            review.act(Action::Jump, &mut world);
            press(&mut review, Action::Jump, &format!("\u{1}{number}"), &mut world);
            let deed = game.tree.node(review.at()).deed.as_ref().expect("a move");
            assert_eq!(deed.round, number, "{file}");
        }
    }
}

#[test]
fn a_game_plays_by_itself_to_its_end() {
    let mut world = world();
    let mut review = Review::open(&kept("sanctuary.pgn"), 1, &Registry::default()).expect("a game");
    review.act(Action::First, &mut world);
    review.act(Action::Autoplay, &mut world);
    let mut steps = 0;
    while let Some(due) = review.deadline(&world) {
        assert!(steps < 100);
        world.now = due;
        review.wake(Reasons::default(), &mut world);
        steps += 1;
    }
    assert_eq!(review.at(), review.game().tree.last());
    assert_eq!(steps, review.game().tree.length() + 1, "once more, to see that nothing follows");
}

fn type_text(review: &mut Review, action: Action, text: &str, world: &mut World) {
    review.act(action, world);
    review.input(&Input::Paste(text.to_owned()), world);
    review.input(&Input::Key("Enter".parse().expect("a key")), world);
}

#[test]
fn only_what_is_asked_for_is_written() {
    let folder = Folder::new("review-files");
    let path = folder.path().join("games.pgn");
    let texts: Vec<String> = FILES.iter().map(|file| fs::read_to_string(kept(file)).expect("a game")).collect();
    fs::write(&path, texts.join("\n")).expect("room");
    let original = fs::read(&path).expect("the file");
    let mut world = world();
    let mut review = Review::open(&path, 3, &Registry::default()).expect("the third");
    assert!(matches!(review.act(Action::Leave, &mut world), Transition::Close), "nothing was changed");
    review.act(Action::First, &mut world);
    review.act(Action::LookForward, &mut world);
    type_text(&mut review, Action::Comment, "a { word } and\nmore", &mut world);
    type_text(&mut review, Action::Mark, "!!", &mut world);
    type_text(&mut review, Action::Type, "d5", &mut world);
    type_text(&mut review, Action::Type, "c4", &mut world);
    assert!(matches!(review.act(Action::Leave, &mut world), Transition::Ask(_)), "it asks first");
    assert_eq!(fs::read(&path).expect("the file"), original);
    // Another name, which must be free.
    let other = folder.path().join("other.pgn");
    fs::write(&other, "mine").expect("room");
    review.act(Action::SaveAs, &mut world);
    for _ in 0..40 {
        review.input(&Input::Key("Backspace".parse().expect("a key")), &mut world);
    }
    review.input(&Input::Paste(other.display().to_string()), &mut world);
    review.input(&Input::Key("Enter".parse().expect("a key")), &mut world);
    assert_eq!(fs::read_to_string(&other).expect("the file"), "mine");
    review.input(&Input::Key("Esc".parse().expect("a key")), &mut world);
    // The original, when the question is answered with yes.
    assert!(matches!(review.act(Action::Save, &mut world), Transition::Open(Place::Made(_))));
    assert_eq!(fs::read(&path).expect("the file"), original);
    review.confirmed(Action::Save, &mut world);
    assert!(matches!(review.act(Action::Leave, &mut world), Transition::Close), "all is written");
    let pool = Pool::file(&path, &Registry::default()).expect("games");
    assert_eq!(pool.count(), FILES.len());
    for (at, file) in FILES.iter().enumerate() {
        let (game, told) = pool.read(at + 1).expect("a game");
        assert_eq!(told, [""; 0]);
        let expected = if at == 2 {
            pgn::normal(review.game())
        } else {
            Pool::file(&kept(file), &Registry::default()).expect(file).read(1).expect(file).0
        };
        assert_eq!(game, expected, "{file}");
    }
    let (game, _) = pool.read(3).expect("a game");
    let first = game.tree.line(Id::ROOT).nth(1).expect("a move");
    assert_eq!(game.tree.node(first).notes.comments, ["a { word } and more"]);
    assert_eq!(game.tree.node(first).notes.nags, [3]);
}

#[test]
fn what_cannot_be_opened_is_told() {
    let folder = Folder::new("review-wrong");
    let path = folder.path().join("none.pgn");
    assert!(Review::open(&path, 1, &Registry::default()).is_err_and(|told| told.to_string().contains("none.pgn")));
    assert!(
        Review::open(folder.path(), 1, &Registry::default()).is_err_and(|told| told.to_string().contains("folder"))
    );
    fs::write(&path, "").expect("room");
    assert!(Review::open(&path, 1, &Registry::default()).is_err_and(|told| told.to_string().contains("no game")));
    assert!(
        Review::open(&kept("armies.pgn"), 2, &Registry::default())
            .is_err_and(|told| told.to_string().contains("1 to 1"))
    );
}

/// The game comes through a pipe, the keys from the terminal.
#[test]
fn a_game_on_standard_input_is_reviewed_with_the_keys_of_the_terminal() {
    let home = Folder::new("review-pipe");
    let line = format!("\"$0\" review - < '{}'", kept("sanctuary.pgn").display());
    let mut session = Session::start(shell(home.path(), &line), (80, 24));
    // This game is not finished, so it is opened at its start.
    let review = Review::open(&kept("sanctuary.pgn"), 1, &Registry::default()).expect("a game");
    let plies = review.game().tree.length();
    session.expect(&format!("0 of {plies}"));
    session.send("l");
    session.expect(&format!("1 of {plies}"));
    session.send("\u{3}");
    assert!(session.ended().success());
}

#[test]
fn a_finished_game_is_opened_at_its_end_and_another_one_at_its_start() {
    let opened = |bytes: Vec<u8>| {
        let pool = Pool::text("a game", bytes, &Registry::default()).expect("a game");
        Review::pool(pool, 1).expect("a game")
    };
    for file in FILES {
        let text = fs::read_to_string(kept(file)).expect("a game");
        let review = opened(text.clone().into_bytes());
        let result = pgn::write(review.game()).split_whitespace().last().map(str::to_owned).expect("a result");
        let tree = &review.game().tree;
        assert_eq!(review.at(), if result == "*" { Id::ROOT } else { tree.last() }, "{file}");
        // What the rules have ended is finished whatever its result says.
        if review.position().outcome().is_some() {
            continue;
        }
        let unfinished = text.replace(&format!("[Result \"{result}\"]"), "[Result \"*\"]");
        let unfinished =
            unfinished.trim_end().strip_suffix(&result).expect("the result is last").to_owned() + "*\n";
        assert_eq!(opened(unfinished.into_bytes()).at(), Id::ROOT, "{file}");
    }
}

#[test]
fn a_game_is_reviewed_from_its_board_and_played_on() {
    let home = Folder::new("review-board");
    let command = program(home.path()).args(["play", "sanctuary", "--seat", "black=human"]);
    let mut session = Session::start(command, (80, 24));
    session.expect("to move");
    for (text, turn) in [("e4", "Black to move"), ("e5", "White to move · move 2")] {
        session.send(format!("m{text}\r"));
        session.expect(turn);
    }
    session.send("V");
    session.expect("2 of 2");
    session.send("h");
    session.expect("1 of 2");
    session.send("p");
    session.expect("Start");
    session.send("\r");
    session.expect("Black to move");
    session.send("\u{3}");
    assert!(session.ended().success());
}

#[test]
fn changes_are_saved_or_discarded_when_a_review_is_left() {
    let folder = Folder::new("review-leaving");
    let path = folder.path().join("games.pgn");
    let original = fs::read_to_string(kept(FILES[0])).expect("a game");
    let changed = |world: &mut World| {
        fs::write(&path, &original).expect("room");
        let mut review = Review::open(&path, 1, &Registry::default()).expect("a game");
        review.act(Action::LookForward, world);
        type_text(&mut review, Action::Comment, "a thought", world);
        assert!(matches!(review.act(Action::Leave, world), Transition::Ask(_)), "it asks first");
        review
    };
    let written = || fs::read_to_string(&path).expect("the file");
    let mut world = world();
    assert!(matches!(changed(&mut world).answered(Answer::Leave, &mut world), Transition::Close), "discarded");
    assert_eq!(written(), original);
    assert!(matches!(changed(&mut world).answered(Answer::Save, &mut world), Transition::Close), "saved");
    assert!(written().contains("a thought"));
    // A file that another program has changed is not replaced, and the review stays.
    let mut review = changed(&mut world);
    fs::write(&path, format!("{original}\n; more\n")).expect("room");
    assert!(matches!(review.answered(Answer::Save, &mut world), Transition::Changed), "it stays");
    assert!(!written().contains("a thought"));
    // A game without a file is saved to a new one, and then left.
    let pool = Pool::text("standard input", original.clone().into_bytes(), &Registry::default()).expect("a game");
    let mut review = Review::pool(pool, 1).expect("a game");
    review.act(Action::LookForward, &mut world);
    type_text(&mut review, Action::Comment, "a thought", &mut world);
    assert!(matches!(review.act(Action::Leave, &mut world), Transition::Ask(_)), "it asks first");
    assert!(matches!(review.answered(Answer::Save, &mut world), Transition::Changed), "a name is asked for");
    review.input(&Input::Key("C-u".parse().expect("a key")), &mut world);
    let other = folder.path().join("other.pgn");
    review.input(&Input::Paste(other.display().to_string()), &mut world);
    let enter = Input::Key("Enter".parse().expect("a key"));
    assert!(matches!(review.input(&enter, &mut world), Some(Transition::Close)), "it is left");
    assert!(fs::read_to_string(&other).expect("the file").contains("a thought"));
}
