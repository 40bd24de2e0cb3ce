//! Pieces in hand, in games that are files.

use heterodox_games::file::FileVariant;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::position::{Position, Stock};
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, position, told};

fn drops(position: &dyn Position) -> Vec<String> {
    moves(position).into_iter().filter(|mv| mv.contains('@')).collect()
}

/// Why a piece with these letters cannot be dropped there.
fn why(position: &dyn Position, letters: &str, to: &str) -> String {
    let kind = position.spec().named(letters).expect("a kind");
    let to = position.geometry().parse(to).expect("a square");
    position.explain(&[Pick::Reserve(kind)], Pick::Square(to)).unwrap_or_default()
}

#[test]
fn a_promoted_piece_is_a_pawn_in_hand() {
    let mut game = position("crazyhouse", "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1");
    game.act("b7a8+q").expect("it is legal");
    assert_eq!(game.fen(), "+Q3k3/8/8/8/8/8/8/4K3[R] b - - 0 1");
    let mut free = position("crazyhouse", "+Q7/4k3/8/8/8/8/4K3/r7[R] b - - 0 1");
    free.act("a1a8").expect("it is legal");
    assert_eq!(free.fen(), "r7/4k3/8/8/8/8/4K3/8[Rp] w - - 0 2");
    let mut loops = position("loop", "Q7/4k3/8/8/8/8/4K3/r7[R] b - - 0 1");
    loops.act("a1a8").expect("it is legal");
    assert_eq!(loops.fen(), "r7/4k3/8/8/8/8/4K3/8[Rq] w - - 0 2");
}

#[test]
fn a_pawn_that_promotes_is_written_as_in_other_programs() {
    let start = || position("crazyhouse", "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1");
    let written = moves(start().as_ref());
    for mv in ["b7a8q", "b7a8n", "b7b8r", "b7b8b"] {
        assert!(written.iter().any(|known| known == mv), "{mv}: {written:?}");
    }
    assert!(written.iter().all(|mv| !mv.contains('+')), "{written:?}");
    // The form with the sign of the kind is read too.
    for mv in ["b7a8q", "b7a8+q"] {
        let mut game = start();
        game.act(mv).expect("it is legal");
        assert_eq!(game.fen(), "+Q3k3/8/8/8/8/8/8/4K3[R] b - - 0 1", "{mv}");
    }
    let shogi = position("shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1");
    assert!(moves(shogi.as_ref()).contains(&"a6a7+".to_owned()));
}

#[test]
fn hands_that_begin_empty_are_seen() {
    let start = super::shelf("shogi").begin(Opening::Start).expect("it begins");
    assert!(start.spec().has_reserve());
    let hand = start.reserve(Side::FIRST);
    assert_eq!(hand.len(), 7, "a King and what is promoted are in no hand");
    assert!(hand.iter().all(|&(_, stock)| stock == Stock::Count(0)));
    assert_eq!(why(start.as_ref(), "P", "e5"), "no Pawn is left in reserve");
    assert_eq!(why(start.as_ref(), "+P", "e5"), "a Tokin is never dropped");
}

#[test]
fn drops_obey_the_rules_of_their_piece() {
    let shogi = position("shogi", "4k4/9/9/9/4P4/9/9/9/4K4[PLN] w - - 0 1");
    let all = drops(shogi.as_ref());
    // Squares that are empty, without the last rank, without the last two ranks for the Knight, and without the file.
    let count = |letter: char| all.iter().filter(|mv| mv.starts_with(letter)).count();
    assert_eq!((count('P'), count('L'), count('N')), (8 * 8, 72 - 2, 63 - 2));
    assert_eq!(why(shogi.as_ref(), "P", "e3"), "your Pawn on e5 stands on that file already");
    assert_eq!(why(shogi.as_ref(), "N", "a8"), "a Knight on a8 could never move");
    // A promoted Pawn on the file does not matter.
    let tokin = position("shogi", "4k4/9/9/9/4+P4/9/9/9/4K4[P] w - - 0 1");
    assert!(drops(tokin.as_ref()).contains(&"P@e3".to_owned()));
    let mate = position("shogi", "8k/9/8G/9/9/9/9/9/K6R1[P] w - - 0 1");
    assert_eq!(why(mate.as_ref(), "P", "i8"), "a Pawn must not mate when it is dropped");
    let house = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    assert_eq!(drops(house.as_ref()).len(), 48);
    assert_eq!(why(house.as_ref(), "P", "a1"), "no Pawn is dropped on a1");
    assert_eq!(why(house.as_ref(), "P", "a8"), "a Pawn on a8 could never move");
    assert!(drops(position("dobutsu", "1l1/3/3/1L1[C] w - - 0 1").as_ref()).contains(&"C@a4".to_owned()));
}

#[test]
fn a_dropped_pawn_makes_a_double_step_from_its_zone() {
    let mut house = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    for mv in ["P@a2", "e8e7", "a2a4"] {
        house.act(mv).expect(mv);
    }
}

#[test]
fn a_position_comes_back_only_with_the_same_hands() {
    let mut game = position("minishogi", "4k/5/5/5/K4[Rr] w - - 0 1");
    for mv in ["R@b2", "R@d4", "b2b4", "d4b4", "a1a2", "e5e4", "a2a1", "e4e5"] {
        game.act(mv).expect(mv);
    }
    assert_eq!((game.fen().as_str(), game.occurrences()), ("4k/1r3/5/5/K4[r] w - - 4 5", 2));
    assert_eq!(game.plies(), 4);
}

#[test]
fn a_lion_wins_on_the_far_rank_or_by_taking_the_other() {
    let end = |fen: &str| position("dobutsu", fen).outcome().map(|outcome| outcome.cause.id);
    assert_eq!(end("1L1/3/2l/3[] b - - 0 1"), Some("reached"));
    assert_eq!(end("1L1/2l/3/3[] b - - 0 1"), None, "the Lion can be taken there");
    assert_eq!(end("1L1/3/2l/3[] w - - 0 1"), Some("reached"), "it was not taken");
    assert_eq!(end("1L1/2l/3/3[] w - - 0 1"), None, "it can still be taken");
    assert_eq!(end("3/3/1L1/3[] b - - 0 1"), Some("extinct"));
}

#[test]
fn what_a_file_cannot_mean_is_refused() {
    let hand = "[hand]\ncaptures = true\n[end]";
    let opening = ("PPPP/RNBQKBNR w", "PPPP/RNBQKBNR[] w");
    for (changes, expected) in [
        (vec![("\"N\" }", "\"N\", drop = { mate = false } }")], "piece.N.drop is"),
        (vec![("\"N\" }", "\"N\", held_as = \"P\" }")], "it beside captures = true in a table [hand]"),
        (vec![opening, ("[end]", hand), ("\"N\" }", "\"N\", held_as = \"X\" }")], "or \"none\""),
        (vec![opening, ("[end]", hand), ("royal = true", "royal = true, held_as = \"P\"")], "not royal"),
        (vec![opening, ("[end]", hand)], "the key start with the squares"),
        (
            vec![("[end]", hand), ("pawn = true", "pawn = true, start = \"rank 2\"")],
            "the reserves in brackets at its end",
        ),
        (vec![opening, ("[end]", "[hand]\ncaptures = 1\n[end]")], "hand.captures is 1; expected true or false"),
        (vec![opening, ("[end]", "[hand]\nat = \"x\"\n[end]")], "hand.at is \"x\"; expected a zone"),
        (
            vec![opening, ("[end]", "[hand]\ncaptures = true\n[law]\nexplosion = {}\n[end]")],
            "no explosion beside captures = true",
        ),
    ] {
        let mistakes = chess(&changes).expect_err(expected);
        assert!(told(&mistakes).iter().any(|told| told.contains(expected)), "{expected}: {:?}", told(&mistakes));
    }
}

#[test]
fn pieces_can_be_in_hand_at_the_start_alone() {
    let changes = [("PPPP/RNBQKBNR w", "PPPP/RNBQKBNR[NNn] w"), ("[end]", "[hand]\nat = \"ranks 3-4\"\n[end]")];
    let game: &FileVariant = chess(&changes).expect("it is read");
    let mut start = game.begin(Opening::Start).expect("it begins");
    assert_eq!(drops(start.as_ref()).len(), 16);
    for mv in ["N@e4", "d7d5", "a2a3", "d5e4"] {
        start.act(mv).expect(mv);
    }
    assert!(start.fen().contains("[Nn]"), "what is captured is gone: {}", start.fen());
}

#[test]
fn a_fen_of_others_is_the_same_position() {
    for (game, theirs, own) in [
        ("crazyhouse", "4k3/8/8/8/8/8/8/3qK~3 w - - 0 1", None),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some("4k3/8/8/8/8/8/8/4K3[] w - - 0 1")),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - -", Some("4k3/8/8/8/8/8/8/4K3[] w - - 0 1")),
        ("crazyhouse", "4k3/8/8/3q~4/8/8/8/4K3/qRpP w - - 0 1", Some("4k3/8/8/3+q4/8/8/8/4K3[PRpq] w - - 0 1")),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3/xP w - - 0 1", None),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1", Some("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1")),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w HBh - 0 1", None),
        ("antichess", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w H - 2+1 0 1", Some("4k3/8/8/8/8/8/8/4K2R w K+1+2 - 0 1")),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w - - 2+1 0 1", Some("4k3/8/8/8/8/8/8/4K2R w +1+2 - 0 1")),
        ("chess", "4k3/8/8/8/8/8/8/4K2R~ w - - 0 1", None),
    ] {
        let book = heterodox_games::shelf::named(game).expect("it is on the shelf").game();
        let read = book.begin(Opening::Fen(theirs)).map(|position| position.fen());
        assert_eq!(read.as_deref().ok(), own, "{theirs}: {read:?}");
    }
}

#[test]
fn what_a_pawn_has_become_is_written_as_others_do() {
    let mut game = position("crazyhouse", "1n2k3/P7/8/8/8/8/8/1Q2K3[P] w - - 0 1");
    for (read, written) in [
        ("axb8=Q+", "axb8=Q+"),
        ("Kd7", "Kd7"),
        ("Q1b7+", "Q1b7+"),
        ("Ke6", "Ke6"),
        ("@f5+", "P@f5+"),
        ("Kxf5", "Kxf5"),
        ("+Qf8+", "Qf8+"),
    ] {
        assert_eq!(game.play_text(read).expect(read).1, written, "{}", game.fen());
    }
    let mut shogi = position("minishogi", "4k/5/5/5/K+R3[] w - - 0 1");
    assert!(shogi.play_text("R2d").is_err(), "the letter alone is that of a Rook which is not promoted");
}
