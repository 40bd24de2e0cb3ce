//! Where pieces go.

use proptest::prelude::*;

use super::super::*;
use super::reading::{PIECES, nearly};
use super::walk::Board;

fn goes(board: &str, text: &str) -> String {
    Board::new(board).targets(text).into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn pieces_reach_their_squares_on_an_empty_board() {
    const WAZIR: &str = "c4 d3 d5 e4";
    const KNIGHT: &str = "b3 b5 c2 c6 e2 e6 f3 f5";
    const ROOK: &str = "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4";
    const BISHOP: &str = "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8";
    for (text, expected) in [
        ("", ""),
        ("W", WAZIR),
        ("F", "c3 c5 e3 e5"),
        ("D", "b4 d2 d6 f4"),
        ("N", KNIGHT),
        ("A", "b2 b6 f2 f6"),
        ("H", "a4 d1 d7 g4"),
        ("C", "a3 a5 c1 c7 e1 e7 g3 g5"),
        ("Z", "a2 a6 b1 b7 f1 f7 g2 g6"),
        ("G", "a1 a7 g1 g7"),
        ("K", "c3 c4 c5 d3 d5 e3 e4 e5"),
        ("KisO2", "c3 c4 c5 d3 d5 e3 e4 e5"),
        ("WF", "c3 c4 c5 d3 d5 e3 e4 e5"),
        ("R", ROOK),
        ("WW", ROOK),
        ("B", BISHOP),
        ("fmWfceFifmnD", "d5 d6"),
        ("fmFfceWifmnA", "b6 c5 e5 f6"),
        ("nN", KNIGHT),
        ("nA", "b2 b6 f2 f6"),
        ("mRcpR", ROOK),
        ("FfW", "c3 c5 d5 e3 e5"),
        ("WfF", "c4 c5 d3 d5 e4 e5"),
        ("fR", "d5 d6 d7 d8"),
        ("ffN", "c6 e6"),
        ("gQ", ""),
        ("NN", "b3 b5 b8 c2 c6 e2 e6 f3 f5 f8 h2 h6"),
        ("DD", "b4 d2 d6 d8 f4 h4"),
        ("HFD", "a4 b4 c3 c5 d1 d2 d6 d7 e3 e5 f4 g4"),
        ("W2", "b4 c4 d2 d3 d5 d6 e4 f4"),
        ("jR", "a4 b4 d1 d2 d6 d7 d8 f4 g4 h4"),
        ("jD", ""),
        // A step diagonally, then outward along the lines beside those of the piece.
        ("[F?R]", "a3 a5 b3 b5 c1 c2 c3 c5 c6 c7 c8 e1 e2 e3 e5 e6 e7 e8 f3 f5 g3 g5 h3 h5"),
        ("[F-R]", "a3 a5 b3 b5 c1 c2 c6 c7 c8 e1 e2 e6 e7 e8 f3 f5 g3 g5 h3 h5"),
        ("[F-fR]", "a3 a5 b3 b5 c1 c2 c6 c7 c8 e1 e2 e6 e7 e8 f3 f5 g3 g5 h3 h5"),
        ("yafsF", "a3 a5 b3 b5 c1 c2 c6 c7 c8 e1 e2 e6 e7 e8 f3 f5 g3 g5 h3 h5"),
        ("v[F?R]", "c1 c2 c3 c5 c6 c7 c8 e1 e2 e3 e5 e6 e7 e8"),
        ("f[F?R]", "c5 c6 c7 c8 e5 e6 e7 e8"),
        ("[vW?B]", "a8 b1 b7 c2 c6 d3 d5 e2 e6 f1 f7 g8"),
        ("[W-F]", KNIGHT),
        ("afsW", KNIGHT),
        ("[W-sW]", "c3 c5 e3 e5"),
        ("[W-W]", "b4 d2 d6 f4"),
        ("[W-bsF]", WAZIR),
        ("[N-N]", "b8 f8 h2 h6"),
        // The first step leads to d5 and the like, the second one step further along the diagonal.
        ("[W?F]", "b3 b5 c2 c4 c6 d3 d5 e2 e4 e6 f3 f5"),
    ] {
        assert_eq!(goes("d4", text), expected, "{text}");
    }
    for (text, more) in [("RNF", ["R", "N", "F"]), ("QN", ["R", "B", "N"]), ("BN", ["B", "N", "N"])] {
        let all = |text: &str| Board::new("d4").targets(text);
        let expected = more.iter().flat_map(|text| all(text)).collect();
        assert_eq!(all(text), expected, "{text}");
    }
}

#[test]
fn curved_pieces_turn() {
    let crooked = "a3 a5 b4 c1 c3 c5 c7 d2 d6 d8 e1 e3 e5 e7 f4 g3 g5 h4";
    assert_eq!(goes("d4", "zF"), crooked);
    assert_eq!(goes("d4", "zB"), crooked);
    assert_eq!(goes("d4", "zF2"), "b4 c3 c5 d2 d6 e3 e5 f4");
    assert_eq!(goes("d4", "zW2"), "c3 c4 c5 d3 d5 e3 e4 e5");
    assert_eq!(goes("d4 c5", "zF"), "a3 b4 c1 c3 d2 d6 d8 e1 e3 e5 e7 f4 g3 g5 h4", "one way is enough");
    assert_eq!(goes("d4", "qN"), "a1 a7 b3 b5 c2 c6 d8 e2 e6 f3 f5 g1 g7 h4");
    assert_eq!(goes("d4 e6 f5", "qN"), "a1 a7 b3 b5 c2 c6 d8 e2 f3 g1 h4");
    assert_eq!(goes("d4", "qW"), "c3 c4 c5 d3 d5 e3 e4 e5", "three steps around, and not back home");
}

#[test]
fn pieces_in_the_way_count_as_the_modifiers_say() {
    for (board, text, expected) in [
        // The Pawn of chess and that of Berolina.
        ("d2 xd3", "fmWfceFifmnD", ""),
        ("d2 d4 xe3", "fmWfceFifmnD", "d3 e3"),
        ("d2 xd3 c3", "fmFfceWifmnA", "d3 e3 f4"),
        // The Horse is blocked by the square beside it, the Elephant by the one between.
        ("d4 d5", "nN", "b3 b5 c2 e2 f3 f5"),
        ("d4 xe5", "nA", "b2 b6 f2"),
        ("d4 xd6 xe6", "nZ", "a2 a6 b1 b7 f1 g2 g6"),
        ("d4 d5 xe5", "nZ", "a2 a6 b1 f1 g2 g6"),
        ("d4 e5", "[F-W]", "b3 b5 c2 c6 e2 f3"),
        // The Cannon takes what is behind one piece, the Grasshopper lands right behind it.
        ("a1 a3 xa5 xa7 b1 xh1", "mRcpR", "a2 a5 h1"),
        ("a1 a3 b1", "pR", "a4 a5 a6 a7 a8 c1 d1 e1 f1 g1 h1"),
        ("a1 a3 b1 xc3 xd4", "gQ", "a4 c1 d4"),
        ("a1 a3 xb1 xc1", "gafR", "a4 c1"),
        ("a1 a3 xb1", "pR3", "a4 c1 d1"),
        ("a1 a3 xb1", "gR3", "a4 c1"),
        ("a1 a2 xc3", "pafR", "a3 a4 a5 a6 a7 a8"),
        ("d4 d5 e5", "jD", "d6"),
        ("d4 d5 xe5 xf6", "jA", "f6"),
        ("a1 a2 c1", "jR", "a3 a4 a5 a6 a7 a8"),
        ("d4 d5 xd7", "R3", "a4 b4 c4 d1 d2 d3 e4 f4 g4"),
        ("d4 d5", "mpafN", "b8 f8 h2 h6"),
        // What slides after a step starts from an empty square.
        ("a1 b2", "[F?R]", ""),
        ("a1 xb2", "[F?R]", "b2"),
        ("a1 xb2", "[F-R]", ""),
        ("a1 xb5", "c[F?R]", "b5"),
    ] {
        assert_eq!(goes(board, text), expected, "{text} on {board}");
    }
}

#[test]
fn castling_and_rights_are_told() {
    let routes = expand(&read("KisO2").unwrap()).unwrap();
    assert_eq!(routes.len(), 10);
    let sides: Vec<_> =
        routes[8..].iter().map(|route| (route.castles, route.initial, route.legs[0].steps[0].by.x)).collect();
    assert_eq!(sides, [(Some(2), true, 1), (Some(2), true, -1)]);
    let pawn = expand(&read("fmWfceFifmnD").unwrap()).unwrap();
    assert!(pawn[1].mode.en_passant && !pawn[0].mode.en_passant && pawn[3].initial);
    assert_eq!(pawn[3].legs[0].steps[0].vias.len(), 1);
}

#[test]
fn each_path_is_there_once() {
    let count = |text: &str| expand(&read(text).unwrap()).unwrap().len();
    assert_eq!(count("WFK"), 8);
    assert_eq!(count("WmW"), 8, "they do not do the same");
    assert_eq!((count("[F?R]"), count("qN"), count("zB")), (12, 16, 8));
}

#[test]
fn too_many_paths_are_refused() {
    let refused = |text: &str| expand(&read(text).unwrap()).unwrap_err().to_string();
    let many = "more than 1024 paths; expected fewer legs or directions (character 2)";
    assert_eq!(refused("WaaaaaK"), many);
}

proptest! {
    #[test]
    fn whatever_is_read_has_paths_or_is_refused(text in nearly()) {
        if let Ok(moves) = read(&text) {
            match expand(&moves) {
                Ok(routes) => {
                    prop_assert!(routes.len() <= MOST_ROUTES && routes.is_empty() == moves.is_empty());
                    prop_assert!(routes.iter().all(|route| !route.legs.is_empty()));
                }
                Err(error) => prop_assert!(matches!(error.flaw, Flaw::Routes | Flaw::Nowhere), "{error}"),
            }
        }
    }
}

#[test]
fn all_pieces_have_paths() {
    for text in PIECES {
        assert!(expand(&read(text).unwrap()).is_ok(), "{text}");
    }
}
