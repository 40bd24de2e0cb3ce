//! Pieces that change places with others, pieces in hand that come first, and pieces that nobody captures.

use heterodox_games::file::FileVariant;
use heterodox_kernel::pick::{Mark, Pick};
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, told};

const PLAIN: &str = "\"N\" }";

/// A position of chess with these changes.
fn position(changes: &[(&str, &str)], fen: &str) -> Box<dyn Position> {
    let game: &'static FileVariant = chess(changes).unwrap_or_else(|mistakes| panic!("{:?}", told(&mistakes)));
    game.begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{error}: {fen}"))
}

fn mistakes(changes: &[(&str, &str)]) -> Vec<String> {
    told(&chess(changes).err().unwrap_or_default())
}

/// The moves that change places with the piece on this square.
fn swaps(position: &dyn Position) -> Vec<String> {
    let own = |mv: &&heterodox_kernel::mv::Move| {
        position.piece(mv.to).is_some_and(|piece| piece.side() == position.turn())
    };
    let mut found: Vec<String> = position.legal().iter().filter(own).map(|&mv| position.display(mv)).collect();
    found.sort_unstable();
    found
}

fn why(position: &dyn Position, from: &str, to: &str) -> String {
    let [from, to] = [from, to].map(|name| Pick::Square(position.geometry().parse(name).expect("a square")));
    position.explain(&[from], to).unwrap_or_default()
}

#[test]
fn a_king_changes_places_with_what_it_could_step_to() {
    let king = [("royal = true", "royal = true, swaps = \"QN\"")];
    let mut game = position(&king, "k7/8/8/8/8/8/3NQ3/4K2R w K - 3 1");
    assert_eq!(swaps(game.as_ref()), ["Ke1<>Nd2", "Ke1<>Qe2"]);
    let at = |name: &str| game.geometry().parse(name).expect("a square");
    let mv = game.read("e1e2").expect("the King and the Queen change places");
    assert_eq!(game.read("Ke1<>Qe2"), Ok(mv));
    assert_eq!(game.marks(mv), [(at("e1"), Mark::From), (at("e2"), Mark::Partner)]);
    assert_eq!(game.sentences(mv), ["King and Queen change places."]);
    game.act("e1e2").expect("it is legal");
    assert_eq!(game.fen(), "k7/8/8/8/8/8/3NK3/4Q2R b - - 4 1", "no progress, and no castling any more");
    let far = position(&king, "4k3/8/8/8/N7/8/P7/4K3 w - - 3 1");
    assert_eq!(why(far.as_ref(), "e1", "a4"), "the King changes places only with a Knight that it could go to");
    let checked = position(&king, "3r3k/8/8/8/8/8/3NQ3/3K4 w - - 0 1");
    assert_eq!(swaps(checked.as_ref()), ["Kd1<>Qe2"]);
    assert!(why(checked.as_ref(), "d1", "d2").contains("in check"), "{}", why(checked.as_ref(), "d1", "d2"));
}

#[test]
fn another_piece_changes_places_unless_the_king_is_in_check() {
    let queen = [("move = \"Q\"", "move = \"Q\", swaps = \"RK\"")];
    // The Rook is pinned, and the square stays occupied.
    let pinned = position(&queen, "4r1k1/8/8/8/8/4R3/8/Q3K3 w - - 0 1");
    assert_eq!(swaps(pinned.as_ref()), ["Qa1<>Ke1"]);
    let diagonal = position(&queen, "4r1k1/8/8/8/8/4R3/8/K1Q5 w - - 0 1");
    assert_eq!(swaps(diagonal.as_ref()), ["Qc1<>Ka1", "Qc1<>Re3"]);
    let checked = position(&queen, "r5k1/8/8/8/8/4R3/8/KNQ5 w - - 0 1");
    assert!(swaps(checked.as_ref()).is_empty(), "the King stays in check");
    let out = position(&queen, "r5k1/8/8/8/8/8/8/KQ6 w - - 0 1");
    assert_eq!(swaps(out.as_ref()), ["Qb1<>Ka1"], "the King goes out of check");
    let into = position(&queen, "1r4k1/8/8/8/8/8/8/KQ6 w - - 0 1");
    assert!(swaps(into.as_ref()).is_empty(), "the King goes into check");
}

#[test]
fn what_swaps_cannot_mean_is_refused() {
    let king = |with: &str| format!("royal = true, swaps = \"{with}\"");
    for with in ["X", "K", "P", ""] {
        let told = mistakes(&[("royal = true", &king(with))]);
        assert!(told.iter().any(|told| told.contains("piece.K.swaps is")), "{with}: {told:?}");
    }
    let region = [(PLAIN, "\"N\", region = \"ranks 1-4\" }"), ("royal = true", "royal = true, swaps = \"N\"")];
    let shuffle =
        [("royal = true", "royal = true, swaps = \"N\""), ("format = 1", "format = 1\nshuffle = \"960\"")];
    let pawn = [("pawn = true", "pawn = true, swaps = \"N\"")];
    for changes in [&region[..], &shuffle, &pawn] {
        let told = mistakes(changes);
        assert!(told.iter().any(|told| told.contains("swaps is")), "{told:?}");
    }
    let walls =
        [("royal = true", "royal = true, swaps = \"N\""), ("[end]", "[wall]\nafter_move = \"reach\"\n[end]")];
    assert!(mistakes(&walls).iter().any(|told| told.contains("nor swap")));
    let moved = [(PLAIN, "\"NimD\" }"), ("royal = true", "royal = true, swaps = \"N\"")];
    assert!(mistakes(&moved).iter().any(|told| told.contains("a piece with i that never comes back")));
}

const HELD: [(&str, &str); 2] = [
    ("PPPP/RNBQKBNR w", "PPPP/RNBQKBNR[NNn] w"),
    ("[end]", "[hand]\nat = \"ranks 3-4\"\n[law]\ndrop = \"must\"\n[end]"),
];

#[test]
fn who_has_pieces_in_hand_drops_them_first() {
    let mut game = position(&HELD, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NNn] w KQkq - 0 1");
    assert_eq!(moves(game.as_ref()).len(), 16);
    assert_eq!(why(game.as_ref(), "e2", "e4"), "the pieces in hand are dropped before anything moves");
    let shown = |game: &dyn Position| (game.goal_squares(Side::FIRST).0.len(), game.goal_squares(Side::FIRST).1);
    assert_eq!(shown(game.as_ref()), (16, "Pieces in hand are dropped here.".to_owned()));
    for mv in ["N@e3", "N@e5", "N@e4", "e7e6"] {
        game.act(mv).expect(mv);
    }
    assert_eq!(shown(game.as_ref()), (8, "Pawns promote here.".to_owned()));
    // The drop has to answer the check.
    let checked = position(&HELD, "4r1k1/8/8/8/8/8/8/4K3[N] w - - 0 1");
    assert_eq!(moves(checked.as_ref()), ["N@e3", "N@e4"]);
    let full = position(&HELD, "6k1/8/8/8/pppppppp/pppppppp/8/K7[N] w - - 0 1");
    assert_eq!(full.outcome().map(|outcome| outcome.cause.id), Some("stalemate"));
    assert_eq!(position(&HELD, "6k1/8/8/8/8/8/8/K7[N] w - - 0 1").outcome(), None, "the Knight is in the game");
}

#[test]
fn a_king_can_be_in_hand_at_the_start() {
    let changes = [
        ("rnbqkbnr/pppppppp", "rnbq1bnr/pppppppp"),
        ("PPPP/RNBQKBNR w KQkq", "PPPP/RNBQ1BNR[Kk] w -"),
        ("[end]", "[hand]\nat = \"rank 1\"\n[law]\ndrop = \"must\"\n[end]"),
    ];
    let mut game = position(&changes, "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR[Kk] w - - 0 1");
    for mv in ["K@e1", "K@e8", "e2e4"] {
        assert_eq!(game.outcome(), None);
        game.act(mv).expect(mv);
    }
}

#[test]
fn drops_that_come_first_need_a_hand() {
    let told = mistakes(&[("[end]", "[law]\ndrop = \"must\"\n[end]")]);
    assert!(
        told.iter().any(|told| told.contains("law.drop is \"must\"; expected it beside a table [hand]")),
        "{told:?}"
    );
    let gates = "[hand]\ngates = true\n[law]\ndrop = \"must\"\n[end]";
    let told = mistakes(&[("PPPP/RNBQKBNR w", "PPPP/RNBQKBNR[N] w"), ("[end]", gates)]);
    assert!(told.iter().any(|told| told.contains("swaps, drop")), "{told:?}");
}

#[test]
fn nobody_captures_what_is_never_captured() {
    let knight = [(PLAIN, "\"N\", captured = \"never\" }")];
    let game = position(&knight, "4k3/8/8/3n4/4P3/8/8/3RK3 w - - 0 1");
    assert!(!moves(game.as_ref()).iter().any(|mv| mv.ends_with("d5")), "{:?}", moves(game.as_ref()));
    assert_eq!(why(game.as_ref(), "e4", "d5"), "no normal move captures a Knight");
    let goal =
        [knight[0], ("[end]", "[win]\nreach = { at = \"rank 8\", piece = \"NR\", count = 2, safe = true }\n[end]")];
    let end = |fen: &str| position(&goal, fen).outcome().map(|outcome| outcome.cause.id);
    assert_eq!(end("N1N1r3/4k3/8/8/8/8/8/4K3 b - - 0 1"), Some("reached"));
    assert_eq!(end("N1R1r3/4k3/8/8/8/8/8/4K3 b - - 0 1"), None);
    for (before, after) in [
        ("royal = true", "royal = true, captured = \"never\""),
        ("pawn = true", "pawn = true, captured = \"never\""),
    ] {
        let told = mistakes(&[(before, after)]);
        assert!(told.iter().any(|told| told.contains("captured is \"never\"; expected \"may\"")), "{told:?}");
    }
}

#[test]
fn a_goal_that_nobody_can_fill_is_a_draw() {
    let text = |end: &str| {
        format!(
            "format = 1\nid = \"mine\"\ntitle = \"Mine\"\nboard = \"4x4\"\nopening = \"rr2/4/4/RR2 w - - 0 1\"\n\
             [piece]\nR = {{ name = \"Rook\", move = \"R\" }}\n[win]\nreach = {{ at = \"rank 4\", count = 2 }}\n{end}"
        )
    };
    let end = |more: &str, fen: &str| {
        let game = FileVariant::kept(&text(more), "mine").expect("a game");
        game.begin(Opening::Fen(fen)).expect("a position").outcome().map(|outcome| outcome.cause.id)
    };
    assert_eq!(end("", "r3/4/4/3R w - - 0 1"), Some("dead"));
    assert_eq!(end("", "r3/4/4/2RR w - - 0 1"), None);
    assert_eq!(end("[end]\nstalemate = \"loss\"\n", "r3/4/4/3R w - - 0 1"), None, "it can be won by a stalemate");
}
