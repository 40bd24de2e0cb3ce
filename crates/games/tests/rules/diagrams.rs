//! The diagrams of the rules: each can be read, every kind has one, and what they show comes from the rules.

use heterodox_games::{GAMES, built_in};
use heterodox_kernel::diagram::{Diagram, Frame, Part, parts};
use heterodox_kernel::pick::{Mark, Pick};
use heterodox_kernel::piece::Piece;

#[test]
fn every_kind_of_every_game_has_a_diagram_that_can_be_read() {
    for game in GAMES {
        let spec = game.spec();
        let mut shown = Vec::new();
        let (read, wrong): (Vec<_>, Vec<_>) = Diagram::all(*game).into_iter().partition(Result::is_ok);
        let wrong: Vec<String> = wrong.into_iter().filter_map(|error| Some(error.err()?.to_string())).collect();
        assert!(wrong.is_empty(), "{}: {}", spec.id, wrong.join("\n"));
        for diagram in read.into_iter().flatten() {
            for frame in &diagram.frames {
                let seen = match frame.picks.first() {
                    Some(&Pick::Square(square)) => frame.position.piece(square).map(Piece::kind),
                    Some(&Pick::Reserve(kind)) => Some(kind),
                    _ => frame.pointer.and_then(|at| frame.position.piece(at)).map(Piece::kind),
                };
                shown.extend(seen);
                let steps = diagram.frames.len() > 1;
                assert!(!steps || !frame.words.is_empty(), "{}: a step without words", spec.id);
            }
        }
        for kind in spec.all_kinds() {
            assert!(shown.contains(&kind), "{}: no diagram of the {}", spec.id, spec.of(kind).name);
        }
    }
}

#[test]
fn wrong_steps_are_refused() {
    let game = built_in("holywar").expect("a game");
    let fen = "1******1/*6*/*6*/*6*/*pp4*/*1S4*/*6*/1******1[] w - - 0 1";
    let read = |steps: &str| Diagram::read(game, &format!("{fen}\n{steps}"));
    for (steps, reason) in [
        ("show", "expected a square"),
        ("show e9", "there is no square \"e9\""),
        ("show e2", "e2 is empty"),
        ("show X@", "\"X\" is not a piece of this game"),
        ("not b5", "nothing was shown before"),
        ("show c3\nnot d5", "it can be picked"),
        ("play c3b5", "is not legal"),
        ("jump c3", "is not a step"),
    ] {
        let error = read(steps).err().unwrap_or_else(|| panic!("{steps}")).to_string();
        assert!(error.contains(reason), "{steps}: {error}");
    }
    assert!(Diagram::read(game, "no position").is_err());
    assert_eq!(Diagram::read(game, fen).expect("a board").frames.len(), 1);
}

#[test]
fn the_marks_of_a_diagram_come_from_the_rules() {
    let game = built_in("holywar").expect("a game");
    let text = "1******1/*6*/*6*/*6*/*pp4*/*1S4*/*6*/1******1[] w - - 0 1\nshow c3: Words.\nnot b5\nplay c3d5";
    let diagram = Diagram::read(game, text).expect("a diagram");
    let [show, not, play] = &diagram.frames[..] else { panic!("three pictures") };
    let board = show.position.geometry();
    let at = |frame: &Frame, label: &str| {
        let square = board.parse(label).expect("a square");
        frame.marks().iter().find(|&&(at, _)| at == square).map(|&(_, mark)| mark)
    };
    let marks = [at(show, "c3"), at(show, "d5"), at(show, "b5"), at(show, "e4")];
    assert_eq!(marks, [Some(Mark::From), Some(Mark::Target), None, Some(Mark::Target)]);
    assert_eq!(show.words, "Words.");
    assert!(not.words.starts_with("The Squire is blocked on b4"), "{}", not.words);
    assert_eq!((not.pointer, play.pointer), (board.parse("b5"), None));
    assert_eq!((play.words.as_str(), play.marks()), ("Sd5.", vec![]));
}

#[test]
fn a_text_is_taken_apart() {
    let text = "# A\n\n```board\nx\n```\nand\n```diagram\ny\nshow z\n```\n";
    let all =
        [Part::Line("# A"), Part::Line(""), Part::Diagram("x"), Part::Line("and"), Part::Diagram("y\nshow z")];
    assert_eq!(parts(text), all);
}
