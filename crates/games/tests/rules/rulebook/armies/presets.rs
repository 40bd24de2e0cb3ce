//! The shorter games: who makes the first army fall wins; smaller armies.

use heterodox_kernel::outcome::Share;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Opening;

/// Red's Knight on ta1 shields the King of Blue from the Rook of Orange.
const SHIELDED: &str = "9/9/9/9/9/9/9/9/oR1rN4bK1|9/9/9/9/4oK4/9/9/9/9|rK7gK/9/9/9/9/9/9/9/9 r rogb - 0 9";

fn begin(opening: Opening<'_>) -> Box<dyn Position> {
    heterodox_games::Registry::default().find("armies").expect("it is built in").begin(opening).expect("it begins")
}

fn refused(text: &str) -> String {
    let game = heterodox_games::Registry::default().find("armies").expect("it is built in");
    game.begin(Opening::Fen(text)).err().expect("it is refused").to_string()
}

/// After a move of the Knight, Orange attacks the King of Blue.
fn opened(text: &str) -> Box<dyn Position> {
    let mut position = begin(Opening::Fen(text));
    let legal = position.legal();
    let mv = legal.into_iter().find(|&mv| position.machine(mv).starts_with("ta1")).expect("the Knight can move");
    position.play(mv).expect("it is legal");
    position
}

#[test]
fn who_makes_the_first_army_fall_wins() {
    let written = opened(SHIELDED);
    assert!(written.outcome().is_none() && written.living().count() == 3, "the page plays on");
    let mut position = opened(&format!("{SHIELDED} first-fall"));
    let outcome = position.outcome().expect("an army fell");
    assert_eq!((outcome.winner(), outcome.cause.id), (Some(Side::new(1)), "first-fall"));
    assert_eq!(Side::all(4).map(|side| outcome.shares[side]).filter(|&share| share == Share::NONE).count(), 3);
    assert!(position.legal().is_empty());
    let text = position.fen();
    assert!(text.ends_with(" first-fall:o"), "{text}");
    let again = begin(Opening::Fen(&text));
    assert_eq!((again.outcome(), again.hash(), again.fen()), (Some(outcome), position.hash(), text));
    position.undo();
    assert!(position.outcome().is_none() && position.fen().ends_with(" first-fall"));
    assert_ne!(
        position.hash(),
        begin(Opening::Fen(SHIELDED)).hash(),
        "it is another position than that of the page"
    );
}

#[test]
fn an_army_that_leaves_has_not_fallen() {
    let mut position = begin(Opening::Fen(&format!("{SHIELDED} first-fall")));
    for side in [2, 3] {
        position.leave(Side::new(side)).expect("it lives");
        assert!(position.outcome().is_none() && position.fen().ends_with(" first-fall"), "{}", position.fen());
    }
    position.leave(Side::FIRST).expect("it lives");
    let outcome = position.outcome().expect("one is left");
    assert_eq!((outcome.winner(), outcome.cause.id), (Some(Side::new(1)), "last-army"));
}

#[test]
fn without_a_fall_the_last_round_ends_the_game() {
    let mut position = opened(&format!("{SHIELDED} first-fall/9"));
    let outcome = position.outcome().expect("an army fell");
    assert_eq!((outcome.winner(), outcome.cause.id), (Some(Side::new(1)), "first-fall"));
    assert!(position.fen().ends_with(" first-fall/9:o"), "{}", position.fen());
    assert_eq!(begin(Opening::Fen(&position.fen())).outcome(), position.outcome());
    position.undo();
    // Any move after which all live.
    let act = |position: &mut Box<dyn Position>| {
        let all = |mv| {
            let mut next = position.fork();
            next.play(mv).expect("it is legal");
            next.living().count() == 4
        };
        let quiet = position.legal().into_iter().find(|&mv| all(mv)).expect("a move after which all live");
        position.play(quiet).expect("it is legal");
    };
    for _ in 0..3 {
        act(&mut position);
        assert!(position.outcome().is_none());
    }
    let before = (position.fen(), position.hash());
    act(&mut position);
    let outcome = position.outcome().expect("no round is left");
    assert_eq!((outcome.winner(), outcome.cause.id), (None, "no-fall"));
    assert!(Side::all(4).all(|side| outcome.shares[side] == Share::among(4)) && position.legal().is_empty());
    assert_eq!(begin(Opening::Fen(&position.fen())).outcome(), Some(outcome));
    position.undo();
    assert_eq!((position.fen(), position.hash()), before);
    assert!(begin(Opening::Fen(&format!("{} first-fall", SHIELDED.replace("0 9", "0 400")))).outcome().is_none());
}

#[test]
fn the_openings_have_names_and_goals_of_their_own() {
    let goals = ["as-written", "start", "first-fall", "short"].map(|name| begin(Opening::Named(name)).goal().0);
    assert_eq!(
        goals,
        ["Be the last army", "Be the last army", "Make the first army fall within 100 rounds", "Be the last army"]
    );
    let [usual, written] = [Opening::Start, Opening::Named("as-written")].map(|opening| begin(opening).fen());
    assert_eq!(usual, written);
    assert_eq!(begin(Opening::Named("first-fall")).fen(), format!("{written} first-fall/100"));
}

#[test]
fn texts_with_a_wrong_aim_are_refused() {
    for aim in [
        "first",
        "first-fall:x",
        "first-fallr",
        "first-fall:",
        "first-fall:ro",
        "first-fall/",
        "first-fall/0",
        "first-fall/+9",
        "first-fall/09",
        "first-fall/70000",
        "first-fall/9:",
        "first-fall:o/9",
    ] {
        let why = refused(&format!("{SHIELDED} {aim}"));
        assert!(why.contains(&format!("aim \"{aim}\": expected first-fall")), "{why}");
    }
    let why = refused(&format!("{SHIELDED} first-fall:o"));
    assert!(why.contains("another one is gone"), "{why}");
}

#[test]
fn the_short_array_is_quiet_and_the_same_for_all() {
    let position = begin(Opening::Named("short"));
    let spec = position.spec();
    for side in spec.sides() {
        let own = || position.geometry().squares().filter_map(|at| position.piece(at)).filter(|p| p.side() == side);
        let count = |letter| own().filter(|piece| spec.of(piece.kind()).letter == letter).count();
        assert_eq!((own().count(), ['K', 'R', 'N', 'C', 'P'].map(count)), (17, [1, 2, 2, 2, 8]));
        let turn = position.if_turn_of(side);
        assert!(turn.legal().iter().all(|&mv| turn.captured(mv).is_none()), "nothing is attacked");
        assert!(turn.checked().iter().next().is_none());
    }
}
