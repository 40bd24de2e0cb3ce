//! Moves as text: the machine form and the display form.

use crate::rulebook::scene::{Table, opening, table};
use heterodox_kernel::variant::Opening;

/// The display forms of these machine forms.
#[track_caller]
fn shown(table: &Table, pairs: &[(&str, &str)]) {
    for (machine, display) in pairs {
        assert_eq!(table.display(machine), *display, "{machine}");
    }
}

#[test]
fn the_machine_forms_of_the_rule_book() {
    opening("sanctuary", Opening::Start).legal().have("e2e4");
    opening("holywar", Opening::Start).legal().have("K@e2");
    opening("holywar", Opening::Named("cathedral")).legal().have("e2d2");
    let promotion = table(
        "holywar",
        "
    8  k                    .
    6     P  .  .  .  .  .
    1  .                    K",
        "w",
    );
    promotion.legal().have("b6b7c");
    let holes = table(
        "blackholes",
        "
    6  H  .  H  .  .
    5  P  .  .  .  k
    1  .  .  .  .  K",
        "w",
    );
    holes.legal().have("H@a1 a5a6c6c8q");
    let armies = table(
        "armies",
        "
    level 1
    g  .  .  .  .  .  .  .  . rP
    b  .  . rC  .  .  .  .  .  .
    level 2
    a rK  .  .  .  .  .  .  . oK",
        "r",
    );
    armies.legal().have("tb1wc1 zg1zh1n");
}

#[test]
fn the_display_forms_of_all_moves_of_a_position() {
    opening("holywar", Opening::Named("cathedral")).displays().are("b4 c4 d4 e4 f4 g4 Ke2<>Ld2");
    let pinned = table(
        "blackholes",
        "
    8  .  .  .  .  k
    1  K  R  .  .  r
       a  b  c  d  e",
        "w",
    );
    pinned.displays().are("Rc1 Rd1 Rxe1+ Ka2 Kb2 H@c1 H@d1");
}

#[test]
fn the_file_tells_two_pieces_apart_else_the_rank() {
    let rooks = table(
        "sanctuary",
        "
    8  .  g  .  .  .  .  .  .
    5  R  .  .  .  .  .  .  .
    3  .  .  .  p  .  .  .  .
    1  R  .  .  .  .  .  .  R
       a  b  c  d  e  f  g  h",
        "w",
    );
    shown(&rooks, &[("a1d1", "Rad1"), ("h1d1", "Rhd1"), ("a1a3", "R1a3"), ("a5a3", "R5a3")]);
    shown(&rooks, &[("h1h3", "Rh3"), ("a5h5", "Rah5"), ("a5d5", "Rd5")]);
}

#[test]
fn the_whole_square_tells_pieces_apart_where_neither_file_nor_rank_does() {
    let queens = table(
        "blackholes",
        "
    8  .  .  .  .  k
    3  Q  .  .  .  .
    2  .  .  .  .  K
    1  Q  .  Q  .  .
       a  b  c  d  e",
        "w",
    );
    shown(&queens, &[("a1c3", "Qa1c3"), ("a3c3", "Q3c3"), ("c1c3", "Qcc3")]);
}

#[test]
fn only_legal_moves_need_to_be_told_apart() {
    let pinned = table(
        "blackholes",
        "
    8  k  .  .  .  .
    4  .  S  .  .  .
    1  K  .  S  .  r
       a  b  c  d  e",
        "w",
    );
    pinned.moves_from("c1").are("");
    shown(&pinned, &[("b4d3", "Sd3")]);
}

#[test]
fn captures_promotions_checks_and_mates_are_marked() {
    let pawn = table(
        "holywar",
        "
    8  .                    .
    7     .  .  s  .  .  .
    6     .  P  .  .  .  .
    5     k  .  .  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    shown(&pawn, &[("c6c7s", "c7=S+"), ("c6c7l", "c7=L"), ("c6d7b", "cxd7=B+"), ("c6d7s", "cxd7=S")]);
    let pieces = table(
        "blackholes",
        "
    8  k  .  .  .  .
    7  .  .  .  .  R
    5  p  .  .  .  .
    2  .  .  .  .  R
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    shown(&pieces, &[("e2a2", "Ra2"), ("e7a7", "Ra7+"), ("e2e5", "R2e5")]);
    let mate = table(
        "blackholes",
        "
    8  k  s  .  .  .
    7  p  .  .  .  R
    5  .  .  B  .  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    shown(&mate, &[("e7a7", "Rxa7#"), ("c5a7", "Bxa7"), ("c5d6", "Bd6")]);
}

#[test]
fn a_pawns_capture_always_names_its_file() {
    let pawns = table(
        "sanctuary",
        "
    8  g  .  .  .  .  .  .  .
    5  .  .  .  n  .  .  .  .
    4  .  .  P  .  P  .  P  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "w",
    );
    shown(&pawns, &[("c4d5", "cxd5"), ("e4d5", "exd5"), ("c4c5", "c5"), ("g4g5", "g5")]);
}

#[test]
fn drops_are_upper_case_for_every_side_and_exchanges_name_both_pieces() {
    let white = opening("holywar", Opening::Start);
    shown(&white, &[("K@e2", "K@e2"), ("S@a1", "S@a1")]);
    shown(&white.after("K@e2"), &[("K@e7", "K@e7"), ("S@a8", "S@a8")]);
    shown(&opening("holywar", Opening::Named("cathedral")), &[("e2d2", "Ke2<>Ld2"), ("e3e4", "e4")]);
    let holes = table(
        "blackholes",
        "
    8  .  .  .  .  k
    3  .  h  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "b",
    );
    shown(&holes, &[("H@a8", "H@a8"), ("b3b4", "Hb4")]);
}

#[test]
fn a_drop_that_gives_check_is_marked() {
    let drop = table(
        "holywar",
        "
    8  .                    .
    4     .  k  .  .  .  .
    2     .  .  .  .  .  K
    1  .                    .
       a  b  c  d  e  f  g  h",
        "[BS] w",
    );
    // From b2 and d2 a Squire hits c4; from e2 a Bishop.
    shown(&drop, &[("S@b2", "S@b2+"), ("S@c2", "S@c2"), ("B@e2", "B@e2+"), ("B@d2", "B@d2")]);
}

#[test]
fn relativistic_moves_are_written_in_full() {
    let knight = table(
        "blackholes",
        "
    8  k  s  .  .  .
    6  .  .  h  .  .
    5  .  h  .  .  .
    1  .  .  .  Q  K
       a  b  c  d  e",
        "b",
    );
    shown(&knight, &[("b8c6b5d1", "Sb8-c6-b5xd1"), ("b8c6b5c3", "Sb8-c6-b5-c3"), ("b8c6c6d4", "Sb8-c6-c6-d4")]);
}

#[test]
fn in_three_dimensions_the_x_letter_the_y_letter_or_the_whole_cell_tells_pieces_apart() {
    let rooks = table(
        "armies",
        "
    level 1
    e  .  .  .  . rR  .  .  .  .
    level 2
    h  .  .  .  . rR  .  .  .  .
    e  .  . rR  .  .  . rR  .  .
    b  .  .  .  . rR  .  .  .  .
    a rK  .  .  .  .  .  .  .  .
    level 3
    i gK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    shown(&rooks, &[("te2ve2", "Rtve2"), ("xe2ve2", "Rxve2"), ("vb2ve2", "Rbve2"), ("vh2ve2", "Rhve2")]);
    shown(&rooks, &[("ve1ve2", "Rve1ve2"), ("te2tf2", "Rtf2"), ("te2te3", "Rte3"), ("vh2vg2", "Rhvg2")]);
    let steps = table(
        "armies",
        "
    level 1
    a rK  .  .  .  .  .  .  .  .
    level 2
    f  .  .  .  . rP gP  .  .  .
    e  .  .  .  .  . rP rP  .  .
    d  .  .  .  .  .  . rP  .  .
    level 3
    i gK  .  .  .  .  .  .  .  .
    f  .  .  .  .  . gN  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    // A pawn's capture names its whole cell.
    shown(&steps, &[("vf2wf3", "vf2:wf3"), ("we2wf3", "we2:wf3"), ("vf2vg2", "vg2")]);
    shown(&steps, &[("xd2yd2", "yd2"), ("xe2ye2", "ye2"), ("xe2xf2", "xf2")]);
    let meeting = table(
        "armies",
        "
    level 1
    a rK  .  .  .  .  .  .  .  .
    level 2
    f  .  .  .  . rP  .  .  .  .
    e  .  .  .  .  . rP  .  .  .
    level 3
    i gK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    shown(&meeting, &[("vf2wf2", "vwf2"), ("we2wf2", "wwf2")]);
}

#[test]
fn in_armies_a_plus_means_that_the_mover_attacks_a_living_king_and_there_is_no_mate_sign() {
    let check = table(
        "armies",
        "
    level 1
    i  .  .  .  .  .  .  .  . gK
    e  .  .  .  . rR  .  .  .  .
    a  .  .  .  .  .  .  .  . oK
    level 2
    e  .  .  .  . rN  .  .  .  .
    a rK  .  .  .  .  .  .  .  .
    level 3
    e  .  .  .  . oP  .  .  .  .
    a bK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    shown(&check, &[("ve1vi1", "Rvi1+"), ("ve1va1", "Rva1+"), ("ve1ze1", "Rze1+"), ("ve1vd1", "Rvd1")]);
    let mate = table(
        "armies",
        "
    level 1
    b  .  .  .  . gR  .  .  .  .
    a rK  .  .  .  .  .  .  .  .
    level 2
    b  .  .  .  . gR  .  .  .  .
    a  .  .  .  . gR  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
    a  .  .  .  .  . gR  .  .  .
       r  s  t  u  v  w  x  y  z",
        "g",
    );
    shown(&mate, &[("wa3wa1", "Rwa1+"), ("zi3yi3", "Kyi3")]);
    mate.after("wa3wa1 0000").ends("last-army", "0 0 1 0");
}
