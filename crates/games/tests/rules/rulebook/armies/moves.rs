//! Armies of Faith 1: how every piece but the pawn moves.

use std::collections::BTreeSet;

use super::{Cell, all_cells, game, name, on_board, picture};

/// A piece in the middle of an open board, the Kings far away.
fn alone(piece: &str, level: char) -> crate::rulebook::scene::Table {
    let drawn = format!(
        "
    level {level}
    e  .  .  .  . {piece}  .  .  .  .
    level 1
    a rK  .  .  .  .  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z"
    );
    game(&drawn, &piece[..1])
}

#[test]
fn a_king_steps_orthogonally_or_root_2_never_root_3() {
    let king = game(
        "
    level 2
    e  .  .  .  . rK  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
    h  .  .  .  .  .  .  .  . gP
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    king.goals_from("ve2").are("ud2 ue2 uf2 vd2 vf2 wd2 we2 wf2 ve1 ue1 we1 vd1 vf1 ve3 ue3 we3 vd3 vf3");
}

#[test]
fn a_rook_slides_orthogonally() {
    alone("rR", '2')
        .goals_from("ve2")
        .are("re2 se2 te2 ue2 we2 xe2 ye2 ze2 va2 vb2 vc2 vd2 vf2 vg2 vh2 vi2 ve1 ve3");
    let blocked = game(
        "
    level 1
    e  .  .  .  . gP  .  .  .  .
    a rK  .  .  .  .  .  .  .  .
    level 2
    g  .  .  .  . rP  .  .  .  .
    e  .  . gP  . rR rP  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    blocked.goals_from("ve2").are("ue2 te2 vf2 vd2 vc2 vb2 va2 ve1 ve3");
}

#[test]
fn knights_and_camels_leap() {
    alone("rN", '2').goals_from("ve2").are("tf2 td2 xf2 xd2 ug2 uc2 wg2 wc2 te1 xe1 vg1 vc1 te3 xe3 vg3 vc3");
    alone("rN", '1').goals_from("ve1").are("tf1 td1 xf1 xd1 ug1 uc1 wg1 wc1 te2 xe2 vg2 vc2 ue3 we3 vd3 vf3");
    alone("rC", '2').goals_from("ve2").are("sf2 sd2 yf2 yd2 uh2 ub2 wh2 wb2 se1 ye1 vh1 vb1 se3 ye3 vh3 vb3");
    alone("rC", '1').goals_from("ve1").are("sf1 sd1 yf1 yd1 uh1 ub1 wh1 wb1 se2 ye2 vh2 vb2");
}

#[test]
fn the_anu_leaps_4_3_0_or_7_1_0_and_the_nintu_2_2_1_or_4_1_1() {
    alone("gA", '2').goals_from("ve2").are("zh2 zb2 rh2 rb2 yi2 ya2 si2 sa2");
    let far = game(
        "
    level 1
    b  .  . gA  .  .  .  .  .  .
    a  .  .  .  . rK  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "g",
    );
    far.goals_from("tb1").are("xe1 wf1 si1 ui1 ti2");
    alone("gT", '2')
        .goals_from("ve2")
        .are("tg1 tc1 xg1 xc1 zf1 zd1 rf1 rd1 ui1 ua1 wi1 wa1 tg3 tc3 xg3 xc3 zf3 zd3 rf3 rd3 ui3 ua3 wi3 wa3");
    alone("gT", '1')
        .goals_from("ve1")
        .are("tg2 tc2 xg2 xc2 zf2 zd2 rf2 rd2 ui2 ua2 wi2 wa2 xf3 xd3 tf3 td3 wg3 wc3 ug3 uc3");
}

#[test]
fn leapers_pass_over_anything() {
    let crowded = game(
        "
    level 1
    f  .  .  . rP rP rP  .  .  .
    e  .  .  . rP rP rP  .  .  .
    d  .  .  . rP rP rP  .  .  .
    a rK  .  .  .  .  .  .  .  .
    level 2
    f  .  .  . gP gP gP  .  .  .
    e  .  .  . gP rN gP  .  .  .
    d  .  .  . gP gP gP  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    crowded.goals_from("ve2").are("tf2 td2 xf2 xd2 ug2 uc2 wg2 wc2 te1 xe1 vg1 vc1 te3 xe3 vg3 vc3");
}

#[test]
fn a_falcon_flies_two_straight_and_one_slanted_or_one_straight_and_two_slanted() {
    alone("rF", '2')
        .goals_from("ve2")
        .are("yf2 yd2 sf2 sd2 wh2 wb2 uh2 ub2 yg2 yc2 sg2 sc2 xh2 xb2 th2 tb2 ye1 se1 vh1 vb1 ye3 se3 vh3 vb3");
    alone("rF", '1')
        .goals_from("ve1")
        .are("yf1 yd1 sf1 sd1 wh1 wb1 uh1 ub1 yg1 yc1 sg1 sc1 xh1 xb1 th1 tb1 ye2 se2 vh2 vb2 ye3 se3 vh3 vb3");
}

/// Is a goal still reached with any of these cells filled, one route after the other?
fn falcon_routes(goal: Cell, routes: [[Cell; 2]; 3]) {
    let mut between: Vec<Cell> = routes.concat();
    between.sort_unstable();
    between.dedup();
    assert_eq!(between.len(), 4);
    for filled in 0..16_u32 {
        let filled: Vec<Cell> = (0..4).filter(|bit| filled >> bit & 1 == 1).map(|bit| between[bit]).collect();
        let mut pieces =
            vec![("rF".to_owned(), (4, 4, 1)), ("rK".to_owned(), (0, 0, 0)), ("gK".to_owned(), (8, 8, 2))];
        // Own and foreign pieces block alike.
        pieces.extend(filled.iter().map(|&cell| (if cell.1 == 4 { "rP" } else { "gP" }.to_owned(), cell)));
        let open = routes.iter().any(|route| route.iter().all(|cell| !filled.contains(cell)));
        let goals = game(&picture(&pieces), "r").goals_from("ve2");
        if open { goals.have(&name(goal)) } else { goals.lack(&name(goal)) }
    }
}

#[test]
fn a_falcon_reaches_its_cell_by_any_of_three_routes() {
    // o is a step in x, g one in x and y: oog, ogo, goo, then ggo, gog, ogg.
    let (o, oo, g, gg, og) = ((5, 4, 1), (6, 4, 1), (5, 5, 1), (6, 6, 1), (6, 5, 1));
    falcon_routes((7, 5, 1), [[o, oo], [o, og], [g, og]]);
    falcon_routes((7, 6, 1), [[g, gg], [g, og], [o, og]]);
    // The same with g in x and z.
    let (g, og) = ((5, 4, 2), (6, 4, 2));
    falcon_routes((7, 4, 2), [[o, oo], [o, og], [g, og]]);
}

#[test]
fn a_falcon_captures_on_its_last_cell_only() {
    let falcon = game(
        "
    level 1
    a rK  .  .  .  .  .  .  .  .
    level 2
    f  .  .  .  .  .  . gP gP  .
    e  .  .  .  . rF gP  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    // To yf2: oog and ogo end at we2, goo at xf2. The cells in the way are no goals themselves.
    falcon.goals_from("ve2").lack("yf2 we2 xf2");
    falcon.goals_from("ve2").have("yg2 yd2");
}

#[test]
fn a_jackal_from_the_middle_level_passes_by_a_neighbouring_one_and_comes_back() {
    alone("rJ", '2').goals_from("ve2").are("te2 se2 re2 xe2 ye2 ze2 vg2 vh2 vi2 vc2 vb2 va2");
}

#[test]
fn a_jackal_from_level_1_ends_on_1_or_3_and_never_on_the_middle_level() {
    alone("rJ", '1').goals_from("ve1").are(
        "te1 se1 re1 xe1 ye1 ze1 vg1 vh1 vi1 vc1 vb1 va1 ve3 xg3 xc3 tg3 tc3 \
         yg3 yc3 zg3 zc3 sg3 sc3 rg3 rc3 xh3 xi3 xb3 xa3 th3 ti3 tb3 ta3",
    );
}

#[test]
fn a_jackal_needs_all_cells_but_the_last_empty() {
    let one_way = game(
        "
    level 1
    f  .  .  .  .  .  .  . gP  .
    d  .  .  .  .  . gP  .  .  .
    a rK  .  .  .  .  .  .  .  .
    level 2
    e  .  .  .  . rJ  . gP  .  .
    level 3
    f  .  .  .  .  . gP  .  .  .
    d  .  .  .  .  . rP  .  .  .
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    // To the right only wf1 is open, and after xf1 it meets a pawn: ze2 is out of reach. What
    // stands on the middle level is not in the way; the pawn on xe2 can be captured.
    one_way.goals_from("ve2").are("te2 se2 re2 xe2 ye2 vg2 vh2 vi2 vc2 vb2 va2");
    let shut = game(
        "
    level 1
    f  .  .  .  .  . gP  .  .  .
    d  .  .  .  .  . gP  .  .  .
    a rK  .  .  .  .  .  .  .  .
    level 2
    e  .  .  .  . rJ  .  .  .  .
    level 3
    f  .  .  .  .  . gP  .  .  .
    d  .  .  .  .  . rP  .  .  .
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    shut.goals_from("ve2").are("te2 se2 re2 vg2 vh2 vi2 vc2 vb2 va2");
}

fn plus(a: Cell, b: Cell) -> Cell {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2)
}

/// All ways with these lengths along the axes in any order and with any signs.
fn ways(a: i8, b: i8, c: i8) -> BTreeSet<Cell> {
    let orders = [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)];
    let signs = |(x, y, z): Cell| [-1, 1].map(|i| [-1, 1].map(|j| [-1, 1].map(|k| (i * x, j * y, k * z))));
    orders.into_iter().flat_map(|order| signs(order).concat().concat()).collect()
}

/// Is every step of `part` also one of `whole`?
fn component(part: Cell, whole: Cell) -> bool {
    [(part.0, whole.0), (part.1, whole.1), (part.2, whole.2)].iter().all(|&(p, w)| p == 0 || p == w)
}

/// Where a piece gets to, word for word after the rule book; `filled` are the cells with pieces.
fn goals(kind: char, from: Cell, filled: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let leap = |ways: BTreeSet<Cell>| ways.into_iter().map(|way| plus(from, way)).collect::<BTreeSet<_>>();
    let empty = |cell: &Cell| on_board(*cell) && (*cell == from || !filled.contains(cell));
    let (straight, slanted, cornered) = (ways(1, 0, 0), ways(1, 1, 0), ways(1, 1, 1));
    let mut found = BTreeSet::new();
    match kind {
        'K' => found = leap(&straight | &slanted),
        'N' => found = leap(ways(2, 1, 0)),
        'C' => found = leap(ways(3, 1, 0)),
        'A' => found = leap(&ways(4, 3, 0) | &ways(7, 1, 0)),
        'T' => found = leap(&ways(2, 2, 1) | &ways(4, 1, 1)),
        'R' => {
            for &way in &straight {
                let mut at = plus(from, way);
                while empty(&at) {
                    found.insert(at);
                    at = plus(at, way);
                }
                found.insert(at);
            }
        }
        'F' => {
            for &o in &straight {
                for &g in slanted.iter().filter(|&&g| component(o, g)) {
                    for [a, b, c] in [[o, o, g], [o, g, o], [g, o, o], [g, g, o], [g, o, g], [o, g, g]] {
                        let (first, second) = (plus(from, a), plus(plus(from, a), b));
                        if empty(&first) && empty(&second) {
                            found.insert(plus(second, c));
                        }
                    }
                }
            }
        }
        _ => {
            for &d1 in &cornered {
                for &d2 in &cornered {
                    let sum = plus(d1, d2);
                    let axes = [sum.0, sum.1, sum.2].iter().filter(|&&part| part != 0).count();
                    if d2 != d1 && axes != 1 {
                        continue;
                    }
                    let corner = plus(from, d1);
                    if empty(&corner) {
                        found.insert(plus(corner, d2));
                    }
                    for &o in straight.iter().filter(|&&o| component(o, d1) && component(o, d2)) {
                        let mut at = corner;
                        while empty(&at) {
                            found.insert(plus(at, d2));
                            at = plus(at, o);
                        }
                    }
                }
            }
        }
    }
    found.retain(|&cell| on_board(cell) && cell != from);
    found
}

/// Where Kings may stand while other pieces are tried.
const RETREATS: [Cell; 9] =
    [(0, 0, 0), (8, 0, 1), (0, 8, 1), (1, 1, 2), (7, 1, 0), (1, 7, 0), (4, 0, 0), (0, 4, 2), (8, 5, 2)];

/// Compares every cell with the rule book; gives the most moves from levels 1 to 3. Walls are
/// pawns, own ones on every other file.
fn compare(army: char, kind: char, walls: &BTreeSet<Cell>) -> [usize; 3] {
    let mut most = [0; 3];
    let enemy = if army == 'r' { 'g' } else { 'r' };
    let own_wall = |cell: &Cell| cell.0 % 2 == 0 && walls.contains(cell);
    for from in all_cells().filter(|cell| !walls.contains(cell)) {
        let all = goals(kind, from, walls);
        // A King of each army where it is neither in the way nor attacked.
        let free = |cell: &&Cell| {
            let filled: BTreeSet<Cell> = walls.iter().copied().chain([**cell]).collect();
            let apart = kind != 'K' || goals('K', **cell, walls).is_disjoint(&all);
            **cell != from && !all.contains(cell) && goals(kind, from, &filled) == all && apart
        };
        let mut kings = RETREATS.iter().filter(free);
        let (Some(&own), Some(&other)) = (kings.next(), kings.next_back()) else { panic!("{from:?}") };
        let second = if kind == 'K' { 'P' } else { 'K' };
        let mut pieces =
            vec![(format!("{army}{kind}"), from), (format!("{army}{second}"), own), (format!("{enemy}K"), other)];
        let wall = |&cell: &Cell| (format!("{}P", if own_wall(&cell) { army } else { enemy }), cell);
        pieces.extend(walls.iter().map(wall));
        let expected: Vec<String> = all.into_iter().filter(|cell| !own_wall(cell)).map(name).collect();
        let level = &mut most[from.2 as usize];
        *level = expected.len().max(*level);
        game(&picture(&pieces), &army.to_string()).goals_from(&name(from)).equal(expected);
    }
    most
}

#[test]
fn on_an_empty_board_a_knight_never_has_more_than_16_moves() {
    assert_eq!(compare('r', 'N', &BTreeSet::new()), [16, 16, 16]);
}

#[test]
fn on_an_empty_board_a_camel_has_at_most_16_moves_from_the_middle_level_and_12_from_the_others() {
    assert_eq!(compare('r', 'C', &BTreeSet::new()), [12, 16, 12]);
}

#[test]
fn every_other_piece_moves_from_every_cell_as_the_rule_book_says() {
    assert_eq!(compare('r', 'K', &BTreeSet::new()), [13, 18, 13]);
    assert_eq!(compare('r', 'R', &BTreeSet::new()), [18; 3]);
    assert_eq!(compare('g', 'T', &BTreeSet::new()), [20, 24, 20]);
    compare('g', 'A', &BTreeSet::new());
    compare('r', 'F', &BTreeSet::new());
    compare('r', 'J', &BTreeSet::new());
}

#[test]
fn rook_falcon_and_jackal_among_many_pieces_move_as_the_rule_book_says() {
    // Pawns scattered over the board, none where it would have arrived or would attack a King.
    let near = |&(x, y, z): &Cell, &(u, v, w): &Cell| (x - u).abs() < 2 && (y - v).abs() < 2 && (z - w).abs() < 2;
    let walls = |step: i8| -> BTreeSet<Cell> {
        let scattered = |&(x, y, z): &Cell| (x * 7 + y * 5 + z * 3) % step == 0;
        let corner = |&(x, y, _): &Cell| x % 8 == 0 && y % 8 == 0;
        let clear = |cell: &Cell| !corner(cell) && !RETREATS.iter().any(|king| near(king, cell));
        all_cells().filter(scattered).filter(clear).collect()
    };
    for kind in ['R', 'F', 'J'] {
        compare('r', kind, &walls(4));
        compare('r', kind, &walls(9));
    }
}

#[test]
fn a_camel_walks_the_round_of_the_page_with_we1_for_wd1() {
    let mut walk = game(
        "
    level 1
    i  .  .  .  .  .  .  .  . gK
    b  .  . rC  .  .  .  .  .  .
    level 3
    a rK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    for (there, back) in [("tb1wc1", "zi1yi1"), ("wc1td1", "yi1zi1"), ("td1we1", "zi1yi1"), ("we1wb2", "yi1zi1")] {
        walk = walk.after(there);
        walk = walk.after(back);
    }
    walk.moves_from("wb2").have("wb2tb1");
    let printed = game(
        "
    level 1
    i  .  .  .  .  .  .  .  . gK
    d  .  . rC  .  . rC  .  .  .
    level 3
    a rK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    // Neither to wd1 nor on from there.
    printed.moves_from("td1").lack("td1wd1");
    printed.moves_from("wd1").lack("wd1wb2");
}
