//! A game of points: captures and falls pay, and after sixty rounds the living army with the most points wins.

use heterodox_kernel::outcome::Share;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::{Side, Sides};
use heterodox_kernel::variant::Opening;

/// Red's Knight on ta1 shields the King of Blue from the Rook of Orange.
const SHIELDED: &str = "9/9/9/9/9/9/9/9/oR1rN4bK1|9/9/9/9/4oK4/9/9/9/9|rK7gK/9/9/9/9/9/9/9/9";
/// Kings in the corners; Red's Rook and Green's Rook shut nobody in.
const APART: &str = "bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/9/3rR1gR3/9/9/9/9|9/9/9/9/9/9/9/9/9";

fn begin(opening: Opening<'_>) -> Box<dyn Position> {
    heterodox_games::Registry::default().find("armies").expect("it is built in").begin(opening).expect("it begins")
}

fn fen(text: &str) -> Box<dyn Position> {
    begin(Opening::Fen(text))
}

fn points(position: &dyn Position) -> Vec<u32> {
    Side::all(4).map(|side| position.points(side).expect("points are counted")).collect()
}

fn act(position: &mut dyn Position, text: &str) {
    position.act(text).unwrap_or_else(|error| panic!("{text}: {error}"));
}

fn shares(position: &dyn Position) -> ([Share; 4], &'static str) {
    let outcome = position.outcome().expect("it is over");
    ([0, 1, 2, 3].map(|seat| outcome.shares[Side::new(seat)]), outcome.cause.id)
}

#[test]
fn every_kind_pays_its_worth_when_it_is_captured() {
    for (taken, worth) in [("oR", 5), ("gN", 3), ("bC", 3), ("oA", 3), ("gT", 4), ("bP", 1), ("oN", 3)] {
        let text = format!(
            "9/9/9/9/9/9/9/9/rR1{taken}6|9/9/9/9/4oK4/9/9/9/9|rK7gK/9/9/9/9/9/9/4bK4/9 r rogb - 0 9 points:7,0,2,0"
        );
        let mut position = fen(&text);
        let hash = position.hash();
        act(position.as_mut(), "ra1ta1");
        assert_eq!(points(position.as_ref()), [7 + worth, 0, 2, 0], "{taken}");
        assert!(position.fen().ends_with(&format!(" points:{},0,2,0", 7 + worth)), "{}", position.fen());
        assert_eq!(fen(&position.fen()).hash(), position.hash());
        position.undo();
        assert_eq!((position.hash(), position.fen()), (hash, text));
    }
    for (taken, worth) in [("rF", 4), ("rJ", 4)] {
        let text = format!(
            "9/9/9/9/9/9/9/9/oR1{taken}6|9/9/9/9/4oK4/9/9/9/9|rK7gK/9/9/9/9/9/9/4bK4/9 o rogb - 0 9 points:0,0,0,0"
        );
        let mut position = fen(&text);
        act(position.as_mut(), "ra1ta1");
        assert_eq!(points(position.as_ref()), [0, worth, 0, 0], "{taken}");
    }
}

#[test]
fn a_fall_pays_twenty_to_the_army_that_attacks_the_king() {
    let mut position = fen(&format!("{SHIELDED} r rogb - 0 9 points:1,2,3,4"));
    let before = (position.hash(), position.fen());
    let away = position.legal().into_iter().find(|&mv| position.machine(mv).starts_with("ta1")).expect("a move");
    position.play(away).expect("it is legal");
    assert_eq!(points(position.as_ref()), [1, 22, 3, 4]);
    assert!(position.outcome().is_none() && position.living().count() == 3);
    position.undo();
    assert_eq!((position.hash(), position.fen()), before);
}

#[test]
fn an_army_that_leaves_pays_nobody_and_cannot_win() {
    let mut position = fen(&format!("{APART} r rogb - 0 60 points:1,9,1,0"));
    position.leave(Side::new(1)).expect("it lives");
    assert_eq!(points(position.as_ref()), [1, 9, 1, 0]);
    for text in ["ra1rb1", "zi1zh1", "ri1rh1"] {
        act(position.as_mut(), text);
    }
    let half = Share::among(2);
    assert_eq!(shares(position.as_ref()), ([half, Share::NONE, half, Share::NONE], "rounds"));
}

#[test]
fn the_sixtieth_round_is_the_last_one() {
    let mut position = fen(&format!("{APART} r rogb - 0 59 points:3,0,2,0"));
    for text in ["ra1rb1", "za1zb1", "zi1zh1", "ri1rh1", "rb1ra1", "zb1za1", "zh1zi1"] {
        act(position.as_mut(), text);
        assert!(position.outcome().is_none());
    }
    let before = position.fen();
    assert_eq!(position.round_words(), "round 60");
    act(position.as_mut(), "rh1ri1");
    assert_eq!(position.round_words(), "round 60", "that of the last move");
    let none = Share::NONE;
    assert_eq!(shares(position.as_ref()), ([Share::ALL, none, none, none], "rounds"));
    assert!(position.legal().is_empty() && position.perft_moves().is_empty());
    let again = fen(&position.fen());
    assert_eq!((again.outcome(), again.hash(), again.fen()), (position.outcome(), position.hash(), position.fen()));
    position.undo();
    assert!(position.outcome().is_none() && position.fen() == before);
}

#[test]
fn a_round_is_one_move_of_each_living_army() {
    let two = "9/9/9/9/9/9/9/9/rK7oK|9/9/9/9/3rR1oR3/9/9/9/9|9/9/9/9/9/9/9/9/9 r ro - 0 60 points:0,4,0,30";
    let mut position = fen(two);
    act(position.as_mut(), "ra1rb1");
    assert!(position.outcome().is_none());
    act(position.as_mut(), "za1zb1");
    let outcome = position.outcome().expect("the last round is over");
    assert_eq!(outcome.winner(), Some(Side::new(1)), "the points of the fallen do not count");
}

#[test]
fn no_turn_begins_after_the_last_round() {
    // Blue's last move shuts in no one, but Red's Rook attacks the King of Orange when its turn would begin.
    let text = "9/9/9/9/9/9/9/9/rR1bN4oK1|9/9/9/9/9/9/9/9/9|rK7gK/9/9/9/9/9/9/9/bK8 b rogb - 0 60 points:0,9,0,0";
    let mut position = fen(text);
    let away = position.legal().into_iter().find(|&mv| position.machine(mv).starts_with("ta1")).expect("a move");
    position.play(away).expect("it is legal");
    assert_eq!((position.living().count(), points(position.as_ref())), (4, vec![0, 9, 0, 0]));
    assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), Some(Side::new(1)));
    assert_eq!(fen(&position.fen()).living().count(), 4);
}

#[test]
fn neither_repetitions_nor_quiet_plies_end_it() {
    let mut position = fen(&format!("{APART} r rogb - 198 20 points:0,0,0,0"));
    for _ in 0..3 {
        for text in ["ra1rb1", "za1zb1", "zi1zh1", "ri1rh1", "rb1ra1", "zb1za1", "zh1zi1", "rh1ri1"] {
            act(position.as_mut(), text);
            assert!(position.outcome().is_none());
        }
    }
    assert_eq!((position.occurrences(), position.plies()), (4, 222));
}

#[test]
fn what_leaves_no_point_to_win_ends_it_early() {
    let kings = "rKoP7/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/8oK r ro - 0 1";
    let with = |score: &str| {
        let mut position = fen(&format!("{kings} points:{score}"));
        act(position.as_mut(), "ri1si1");
        shares(position.as_ref())
    };
    let (none, half) = (Share::NONE, Share::among(2));
    assert_eq!(with("3,2,9,0"), ([Share::ALL, none, none, none], "points"));
    assert_eq!(with("1,2,9,0"), ([half, half, none, none], "points"));
    assert_eq!(with("0,2,9,0"), ([none, Share::ALL, none, none], "points"));
}

#[test]
fn the_last_army_wins_with_few_points_too() {
    let mut position = fen(&format!("{SHIELDED} r rogb - 0 9 points:0,0,3,4"));
    for side in [1, 2, 3] {
        position.leave(Side::new(side)).expect("it lives");
    }
    let none = Share::NONE;
    assert_eq!(shares(position.as_ref()), ([Share::ALL, none, none, none], "last-army"));
}

#[test]
fn the_moves_are_those_of_the_page() {
    let [page, counted] = ["as-written", "points"].map(|name| begin(Opening::Named(name)));
    assert_eq!(counted.fen(), format!("{} points:0,0,0,0", page.fen()));
    assert_ne!(counted.hash(), page.hash());
    assert_eq!(counted.goal().0, "Most points after 60 rounds");
    assert_eq!(counted.living(), Sides::first(4));
    assert_eq!([1, 2, 3].map(|depth| counted.perft(depth)), [1, 2, 3].map(|depth| page.perft(depth)));
    for text in ["first-fall", "points:1,2,3,4"] {
        let walked = fen(&format!("{SHIELDED} r rogb - 0 9 {text}"));
        let plain = fen(&format!("{SHIELDED} r rogb - 0 9"));
        assert_eq!(walked.perft(1), plain.perft(1), "{text}");
    }
    let [plain, counted] = ["", " points:0,0,0,0"].map(|aim| fen(&format!("{SHIELDED} r rogb - 0 9{aim}")));
    assert_eq!(counted.perft(3), plain.perft(3));
}

#[test]
fn a_wrong_score_is_refused() {
    let game = heterodox_games::Registry::default().find("armies").expect("it is built in");
    for score in ["points", "points:", "points:1,2,3", "points:1,2,3,4,5", "points:1,2,3,-4", "points:01,2,3,4"] {
        let error = game.begin(Opening::Fen(&format!("{SHIELDED} r rogb - 0 9 {score}"))).err().expect("refused");
        assert!(error.to_string().contains(&format!("aim \"{score}\": expected first-fall")), "{error}");
    }
}
