//! What squares are called: the keys `axes` and `names`.

use super::{moves, position, told};
use heterodox_games::file::FileVariant;
use heterodox_kernel::variant::{Opening, Variant as _};

/// Kings, Rooks, Bishops and Pawns on a board with a corner on the right of each player, and with these keys.
fn file(keys: &str) -> String {
    let board = ["#####d", ".....#", ".....#", ".....#", ".....#", ".....#", "#####c"].join("\n");
    let pieces = [
        "K = { name = \"King\", move = \"K\", royal = true }",
        "R = { name = \"Rook\", move = \"R\" }",
        "B = { name = \"Bishop\", move = \"B\" }",
        "P = { name = \"Pawn\", move = \"fmWfceFifmnD\", pawn = true, start = \"rank 1\", promote = { at = \"rank 4\", to = \"RB\" } }",
    ];
    format!(
        "format = 1\nid = \"corner\"\ntitle = \"Corner\"\nboard = \"\"\"\n{board}\"\"\"\nopening = \"{OPENING}\"\n{keys}\n[piece]\n{}\n",
        pieces.join("\n")
    )
}

const OPENING: &str = "*****1/4k*/p4*/5*/1P3*/R3K*/*****1 w - - 0 1";

const KEYS: &str = "axes = \"c0\"\nnames = { c = \"w1\", d = \"w2\" }";

fn read(text: &str) -> Result<&'static FileVariant, Vec<String>> {
    FileVariant::kept(text, "corner.toml").map_err(|mistakes| told(&mistakes))
}

#[test]
fn squares_have_the_names_of_the_file() {
    let game = read(&file(KEYS)).expect("it is right");
    let board = game.spec().geometry();
    let names: Vec<&str> = board.squares().map(|square| board.label(square)).collect();
    assert_eq!(names[..7], ["w1", "c0", "d0", "e0", "f0", "g0", "c1"]);
    assert_eq!(names[25..], ["g4", "w2"]);
    let start = game.begin(Opening::Start).expect("the opening");
    let all = moves(start.as_ref());
    assert!(["c0f0", "d1d2", "g0w1"].iter().all(|text| all.contains(&(*text).to_owned())), "{all:?}");
    // Into the corner and out of it, written and read.
    for (fen, machine, display) in [
        ("*****1/4k*/5*/5*/5*/K3B*/*****1 w - - 0 1", "g0w1", "Bw1"),
        ("*****1/4k*/5*/5*/5*/K4*/*****B w - - 0 1", "w1g0", "Bg0"),
        ("*****1/4k*/5*/5*/5*/K3r*/*****B w - - 0 1", "w1g0", "Bxg0"),
        ("*****1/4k*/5*/5*/5*/K4*/*****B w - - 0 1", "w1d3", "Bd3"),
        ("*****1/4k*/1P3*/5*/5*/K4*/*****1 w - - 0 1", "d3d4r", "d4=R+"),
    ] {
        let at = game.begin(Opening::Fen(fen)).expect(fen);
        let mv = at
            .legal()
            .into_iter()
            .find(|&mv| at.machine(mv) == machine)
            .unwrap_or_else(|| panic!("{machine} in {fen}"));
        assert_eq!(at.display(mv), display);
        assert_eq!(at.fen(), fen);
        for text in [machine, display] {
            assert_eq!(at.read(text).ok(), Some(mv), "{text}");
        }
    }
    // What stands on squares of both kinds is told apart by the whole name.
    let two = game.begin(Opening::Fen("*****1/B3k*/5*/5*/5*/K3r*/*****B w - - 0 1")).expect("a position");
    let written: Vec<String> = two.legal().into_iter().map(|mv| two.display(mv)).collect();
    assert!(["Bcxg0", "Bw1xg0"].iter().all(|text| written.contains(&(*text).to_owned())), "{written:?}");
    for mv in two.legal() {
        assert_eq!(two.read(&two.display(mv)).ok(), Some(mv), "{}", two.display(mv));
    }
}

#[test]
fn the_names_are_part_of_the_rules_and_the_usual_ones_are_not() {
    let digest = |keys: &str| read(&file(keys)).expect(keys).digest();
    let plain = file("").replace("*****1", "******");
    let plain = |keys: &str| read(&plain.replace("[piece]", &format!("{keys}\n[piece]"))).expect(keys).digest();
    assert_eq!(plain(""), plain("axes = \"a1\""));
    assert_eq!(plain(""), plain("[names]"));
    assert_ne!(plain(""), plain("axes = \"a0\"").clone());
    assert_ne!(digest(KEYS), digest(&KEYS.replace("w1", "w3")));
}

#[test]
fn wrong_names_are_told() {
    let sign = "a key of one sign that stands once in the picture of the board, and is no .";
    let form = "one or two small letters with one or two digits after them, such as \"w1\"";
    let axes = "the names of the first file and the first rank, such as \"a1\" or \"a0\": a letter that leaves enough for all files \
                up to z, and a digit";
    for (keys, expected) in [
        ("names = { e = \"w1\" }", format!("names.e is \"w1\"; expected {sign}")),
        ("names = { \"#\" = \"w1\" }", format!("names.# is \"w1\"; expected {sign}")),
        ("names = { cc = \"w1\" }", format!("names.cc is \"w1\"; expected {sign}")),
        ("names = { \".\" = \"w1\" }", format!("names.. is \"w1\"; expected {sign}")),
        ("names = { c = \"hill\" }", format!("names.c is \"hill\"; expected {form}")),
        ("names = { c = 1 }", format!("names.c is 1; expected {form}")),
        (
            "names = { c = \"a1\" }",
            "names.c is \"a1\"; expected another name than a1 has, of which neither begins or ends with the other"
                .to_owned(),
        ),
        (
            "names = { c = \"ba1\" }",
            "names.c is \"ba1\"; expected another name than a1 has, of which neither begins or ends with the other"
                .to_owned(),
        ),
        (
            "names = { c = \"b31\" }",
            "names.c is \"b31\"; expected another name than b3 has, of which neither begins or ends with the other"
                .to_owned(),
        ),
        ("axes = \"a10\"", format!("axes is \"a10\"; expected {axes}")),
        ("axes = \"A1\"", format!("axes is \"A1\"; expected {axes}")),
        ("axes = \"v1\"", format!("axes is \"v1\"; expected {axes}")),
    ] {
        let mistakes = read(&file(keys)).expect_err(keys);
        assert!(mistakes.iter().any(|told| told.ends_with(&expected)), "{mistakes:#?}");
    }
    for keys in ["axes = \"b1\"", "names = { c = \"w1\" }"] {
        let gates = file(keys) + "[hand]\ngates = true\n";
        let mistakes = read(&gates).expect_err(keys);
        let told = "expected it without shuffle and without gates";
        assert!(mistakes.iter().any(|mistake| mistake.ends_with(told)), "{mistakes:#?}");
    }
}

#[test]
fn a_board_of_its_own_takes_no_names_of_another_game() {
    let text = "format = 1\nid = \"mine\"\ntitle = \"Mine\"\nlike = \"omega\"\n";
    let like = read(text).expect("Omega by another name");
    assert_eq!(like.spec().names.len(), 4);
    let own = format!(
        "{text}board = \"10x8\"\nopening = \"crnbqkbnrc/pppppppppp/10/10/10/10/PPPPPPPPPP/CRNBQKBNRC w KQkq - 0 1\"\n\
         [piece]\nP = {{ promote = {{ at = \"rank 8\" }} }}\n"
    );
    let own = read(&own).expect("another board");
    assert!(own.spec().names.is_empty());
    assert_eq!(own.spec().geometry().parse("a1").map(|square| square.0), Some(0));
}

#[test]
fn the_corners_of_omega_are_read_in_each_form() {
    let start = position(
        "omega",
        "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W w KQkq - 0 1",
    );
    let board = start.geometry();
    let corners = ["w1", "w2", "w3", "w4"]
        .map(|name| board.parse(name).map(|square| board.coord(square)).map(|at| (at.x, at.y)));
    assert_eq!(corners, [Some((0, 0)), Some((11, 0)), Some((11, 11)), Some((0, 11))]);
    for (text, machine) in [("Wa2", "w1a2"), ("w2j2", "w2j2"), ("f3", "f1f3"), ("f4", "f1f4")] {
        let mv = start.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(start.machine(mv), machine, "{text}");
    }
    let fen = "1**********1/*5k4*/*10*/*10*/*10*/*10*/*6p3*/*10*/*10*/*5P4*/*5K4*/1**********1 w - - 0 1";
    let mut passed = position("omega", fen);
    passed.play_text("f4").expect("a triple step");
    assert!(passed.fen().ends_with(" b - f2 0 1"), "{}", passed.fen());
    passed.play_text("gxf3").expect("a capture in passing");
}
