//! Position text: what is refused and why, and the square of en passant.

use crate::rulebook::scene::{from_text, refused, refused_text, table};

#[test]
fn the_number_of_fields_and_each_of_them_is_checked() {
    for (game, placement) in [
        ("holywar", "c******c/*sblkbs*/*pppppp*/*6*/*6*/*PPPPPP*/*SBLKBS*/C******C[]"),
        ("blackholes", "rsbqk/ppppp/5/5/5/5/PPPPP/RSBQK"),
        ("sanctuary", "rnbagbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAGBNR"),
    ] {
        from_text(game, &format!("{placement} w - - 0 1")).goes_on();
        refused_text(game, &format!("{placement} w - - 0")).says(&["5 fields"]);
        refused_text(game, &format!("{placement} w - - 0 1 x")).says(&["7 fields"]);
        refused_text(game, "").says(&["0 fields"]);
        refused_text(game, &format!("{placement} r - - 0 1")).says(&["side", "\"r\""]);
        refused_text(game, &format!("{placement} W - - 0 1")).says(&["side", "\"W\""]);
        refused_text(game, &format!("{placement} w KQkq - 0 1")).says(&["castling", "KQkq"]);
        refused_text(game, &format!("{placement} w - - -1 1")).says(&["plies", "-1"]);
        refused_text(game, &format!("{placement} w - - 0 x")).says(&["move number", "x"]);
    }
}

#[test]
fn ranks_too_long_or_short_adjacent_digits_and_strange_letters_are_refused_with_the_place() {
    let sanctuary = |rank: &str| format!("rnbagbnr/pppppppp/8/8/{rank}/8/PPPPPPPP/RNBAGBNR w - - 0 1");
    from_text("sanctuary", &sanctuary("3P4")).goes_on();
    for (rank, reason) in [
        ("7", "7"),
        ("9", "9"),
        ("3P5", "9"),
        ("44", "digits"),
        ("3P31", "digits"),
        ("0P7", "run"),
        ("3X4", "X"),
        ("3K4", "K"),
        ("7*", "h"),
        ("", "0"),
    ] {
        refused_text("sanctuary", &sanctuary(rank)).says(&["rank 4", reason]);
    }
    refused_text("sanctuary", "8/8/8/8/8/8/8 w - - 0 1").says(&["7 ranks"]);
    refused_text("sanctuary", "8/8/8/8/8/8/8/8/8 w - - 0 1").says(&["9 ranks"]);
    refused_text("sanctuary", "8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 w - - 0 1").says(&["2 levels"]);
    refused_text("blackholes", "rsbqk/ppppp/5/5/6/5/PPPPP/RSBQK w - - 0 1").says(&["rank 4", "6"]);
    let holywar = |rank: &str| format!("k******1/*6*/*6*/*6*/{rank}/*6*/*6*/1******K[] w - - 0 1");
    refused_text("holywar", &holywar("*5*")).says(&["rank 4", "7"]);
    refused_text("holywar", &holywar("8")).says(&["rank 4", "column a"]);
    refused_text("holywar", &holywar("*33*")).says(&["rank 4", "digits"]);
}

#[test]
fn each_side_needs_exactly_one_king_where_there_are_kings() {
    let holywar = |red: char, white: char, more: char| {
        format!(
            "
    8  {red}                    .
    4     .  .  .  {more}  .  .
    1  .                    {white}"
        )
    };
    let blackholes = |black: char, white: char, more: char| {
        format!(
            "
    8  {black}  .  .  .  .
    4  .  .  .  {more}  .
    1  .  .  .  .  {white}"
        )
    };
    table("holywar", &holywar('k', 'K', 'S'), "w").goes_on();
    refused("holywar", &holywar('k', '.', 'S'), "w").says(&["White", "0 Kings"]);
    refused("holywar", &holywar('k', 'K', 'K'), "w").says(&["White", "2 Kings"]);
    refused("holywar", &holywar('.', 'K', 'S'), "w").says(&["Red", "0 Kings"]);
    refused("holywar", &holywar('k', 'K', 'k'), "w").says(&["Red", "2 Kings"]);
    table("blackholes", &blackholes('k', 'K', 'S'), "w").goes_on();
    refused("blackholes", &blackholes('k', '.', 'S'), "w").says(&["White", "0 Kings"]);
    refused("blackholes", &blackholes('k', 'K', 'K'), "w").says(&["White", "2 Kings"]);
    refused("blackholes", &blackholes('.', 'K', 'S'), "w").says(&["Black", "0 Kings"]);
    refused("blackholes", &blackholes('k', 'K', 'k'), "w").says(&["Black", "2 Kings"]);
    // Sanctuary has none and may even be empty.
    table("sanctuary", "8  .  .  .  .  .  .  .  .", "w");
}

#[test]
fn the_side_not_to_move_must_not_be_in_check() {
    let holywar = "
    8  k                    .
    4     .  .  .  B  .  .
    1  .                    K";
    refused("holywar", holywar, "w").says(&["Red", "check"]);
    table("holywar", holywar, "b").checked().are("Red");
    let blackholes = "
    8  k  .  .  .  .
    4  R  .  .  .  .
    1  .  .  .  .  K";
    refused("blackholes", blackholes, "w").says(&["Black", "check"]);
    table("blackholes", blackholes, "b").checked().are("Black");
    let kings = "
    5  .  .  k  .  .
    4  .  .  .  K  .";
    refused("blackholes", kings, "w").says(&["Black", "check"]);
    refused("blackholes", kings, "b").says(&["White", "check"]);
}

#[test]
fn a_pawn_on_the_first_or_last_rank_is_refused() {
    let blackholes = "3  K  .  .  .  k\n";
    let sanctuary = "4  G  .  .  .  .  .  .  g\n";
    for (letter, owner) in [('P', "White"), ('p', "Black")] {
        for rank in ['1', '8'] {
            let square = format!("c{rank}");
            refused("blackholes", &format!("{blackholes}{rank}  .  .  {letter}  .  ."), "w")
                .says(&[&square, "Pawn", owner]);
            refused("sanctuary", &format!("{sanctuary}{rank}  .  .  {letter}  .  .  .  .  ."), "w")
                .says(&[&square, "Pawn", owner]);
        }
        for rank in ['2', '7'] {
            table("blackholes", &format!("{blackholes}{rank}  .  .  {letter}  .  ."), "w").goes_on();
            table("sanctuary", &format!("{sanctuary}{rank}  .  .  {letter}  .  .  .  .  ."), "w").goes_on();
        }
    }
}

const DOUBLE_STEP: &str = "
    8  g  .  .  .  .  .  .  .
    4  .  .  .  p  P  .  .  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h";

#[test]
fn the_square_of_en_passant_is_kept_only_if_an_enemy_pawn_could_capture_there() {
    assert_eq!(table("sanctuary", DOUBLE_STEP, "b - e3 0 4").rest(), "b - e3 0 4");
    let nobody = DOUBLE_STEP.replace("p  P", ".  P");
    assert_eq!(table("sanctuary", &nobody, "b - e3 0 4").rest(), "b - - 0 4");
    let knight = DOUBLE_STEP.replace("p  P", "n  P");
    assert_eq!(table("sanctuary", &knight, "b - e3 0 4").rest(), "b - - 0 4");
    let from_home = table(
        "sanctuary",
        "
    8  g  .  .  .  .  .  .  .
    4  .  .  .  p  .  .  .  .
    2  P  .  .  .  P  .  .  .
    1  .  .  .  .  .  .  .  G",
        "w",
    );
    assert_eq!(from_home.after("e2e4").rest(), "b - e3 0 1");
    assert_eq!(from_home.after("a2a4").rest(), "b - - 0 1");
}

#[test]
fn any_other_square_of_en_passant_is_refused() {
    for entry in ["d3", "e4", "e2", "e6", "f3", "z9", "e9", "e", "e33", "E3", "e3>e4", "e3,e3"] {
        refused("sanctuary", DOUBLE_STEP, &format!("b - {entry} 0 4")).says(&["en passant", entry]);
    }
    // White's own double step while White is to move; a square passed or left that is filled.
    refused("sanctuary", DOUBLE_STEP, "w - e3 0 4").says(&["en passant", "e3"]);
    let on_the_way = format!("{DOUBLE_STEP}\n3  .  .  .  .  n  .  .  .");
    refused("sanctuary", &on_the_way, "b - e3 0 4").says(&["en passant", "e3"]);
    let at_home = format!("{DOUBLE_STEP}\n2  .  .  .  .  R  .  .  .");
    refused("sanctuary", &at_home, "b - e3 0 4").says(&["en passant", "e3"]);
    let no_pawn = DOUBLE_STEP.replace("p  P", "p  R");
    refused("sanctuary", &no_pawn, "b - e3 0 4").says(&["en passant", "e3"]);
    // Black's double step, seen by White.
    let black = "
    8  .  .  .  k  .
    5  .  P  p  .  .
    1  .  .  .  .  K";
    assert_eq!(table("blackholes", black, "w - c6 0 4").rest(), "w - c6 0 4");
    refused("blackholes", black, "w - b6 0 4").says(&["en passant", "b6"]);
    refused("blackholes", black, "w - c3 0 4").says(&["en passant", "c3"]);
}

#[test]
fn piece_totals_are_free() {
    let queens = "
    8  .  k  .  .  .
    6  .  .  .  .  .
    4  Q  .  Q  Q  Q
    3  Q  .  Q  Q  Q
    1  K  .  .  .  .";
    table("blackholes", queens, "w").goes_on();
    let ladies = "
    8  .                    .
    7     k  .  .  .  .  .
    3     .  L  L  .  .  .
    2     K  L  .  .  .  .
    1  .                    .";
    table("holywar", ladies, "b").goes_on();
}
