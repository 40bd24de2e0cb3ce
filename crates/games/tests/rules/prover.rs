//! The exhaustive prover on positions whose solutions were counted by hand: one, several, or none.

use heterodox_games::built_in;
use heterodox_kernel::mv::Move;
use heterodox_kernel::position::Position;
use heterodox_kernel::prover::{Effort, Goal};
use heterodox_kernel::variant::Opening;

/// A game, a goal, a position, and its solutions as far as two of them.
const CASES: &[(&str, Goal, &str, &[&str])] = &[
    ("holywar", Goal::Win(1), "1******1/*b5*/*k2C2*/*p3s1*/*L2p2*/*P1SP1c*/*4SK*/1******1[] w - - 0 37", &["b4c5"]),
    (
        "holywar",
        Goal::Win(1),
        "1******1/*2C3*/*6*/*1S3P*/*6*/*P2C2*/*k2K2*/1******1[] w - - 1 39",
        &["e3d4", "d7e5"],
    ),
    (
        "holywar",
        Goal::Win(1),
        "1******1/*6*/*pppppp*/*6*/*6*/*PPPPPP*/*3S2*/1******1[KLCCBBSklccbbss] b - - 0 1",
        &[],
    ),
    ("holywar", Goal::Save(1), "1******1/*6*/*2bk1p*/*3l2*/*2sp2*/*1pbS1K*/*6*/1******1[] w - - 4 51", &["g3g2"]),
    ("holywar", Goal::Save(1), "b******1/*3k2*/*2p1s1*/*p1s1c1*/*P3P1*/*p1S3*/*1K1B2*/1******1[] w - - 0 27", &[]),
    ("blackholes", Goal::Win(1), "rhq1k/pph1p/2hpb/5/1hH2/S2H1/HPQPP/R1BK1 b - - 0 15", &["b8c7b4d2"]),
    (
        "blackholes",
        Goal::Win(1),
        "rsh2/p2h1/1phk1/1Hhp1/2P2/SH1H1/PPH1H/HHB1K w - - 4 27",
        &["a1b1b5c5", "c2d3b5c6"],
    ),
    ("blackholes", Goal::Win(1), "rsbqk/ppp1p/3p1/5/2P2/5/PP1PP/RSBQK w - - 0 2", &[]),
    ("blackholes", Goal::Save(1), "hsh1q/rhhhk/2h1p/3h1/PR2b/2S2/1HHPp/H1HQK w - - 0 40", &["d2d3"]),
    ("blackholes", Goal::Save(1), "k2Qh/rhHH1/1p1H1/pH2H/2HP1/4B/R1H2/H3K b - - 0 76", &[]),
    ("sanctuary", Goal::Win(1), "1R6/7p/8/8/8/8/R6p/8 w - - 0 1", &["a2a8"]),
    ("sanctuary", Goal::Win(1), "1R6/7p/8/8/8/8/R6p/4R3 w - - 0 1", &["a2a8", "e1e8"]),
    ("sanctuary", Goal::Win(1), "1R6/7p/8/8/8/8/7p/8 w - - 0 1", &[]),
    (
        "armies",
        Goal::Fell,
        "9/9/5rC3/rP2rP4rR/9/9/3rP5/9/9|9/4rF4/1gN7/2rP6/9/1gR1rP4rR/9/3rP5/9|9/7rR1/8gK/9/9/2rN1rN4/4rP4/rK8/9 \
         r rg - 17 187",
        &["zd2zg2"],
    ),
];

fn position(game: &str, fen: &str) -> Box<dyn Position> {
    built_in(game).expect("a game").begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn names(position: &dyn Position, moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(|&mv| position.machine(mv)).collect();
    names.sort();
    names
}

#[test]
fn one_several_and_no_solutions_are_told_apart() {
    for &(game, goal, fen, expected) in CASES {
        let position = position(game, fen);
        let found = position.solutions(goal, &mut Effort::of(2_000_000)).expect("it is little work");
        let mut expected: Vec<&str> = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(names(position.as_ref(), &found), expected, "{game}: {goal}: {fen}");
    }
}

/// A win within more moves is proved too, and the effort bounds the work.
#[test]
fn a_win_in_two_is_found_and_work_is_bounded() {
    // The Rook goes up, and the other one follows: nothing of Black reaches the last rank.
    let position = position("sanctuary", "8/7p/8/8/8/8/R6p/1R6 w - - 0 1");
    let count = |goal, most| position.solutions(goal, &mut Effort::of(most)).map(|found| found.len());
    assert_eq!(count(Goal::Win(1), 100_000), Some(0));
    assert_eq!(count(Goal::Win(2), 1_000_000), Some(2));
    assert_eq!(count(Goal::Win(2), 50), None);
    let mut effort = Effort { left: 1_000_000, stopped: &|| true };
    assert_eq!(position.solutions(Goal::Win(3), &mut effort), None, "it stops when it is asked to");
}
