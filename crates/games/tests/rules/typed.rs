//! Moves as people type them: what the program writes is read back, short and long forms are understood, and what is
//! refused is answered in words.

use heterodox_games::{GAMES, built_in};
use heterodox_kernel::mv::Move;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::Opening;
use proptest::prelude::*;
use proptest::sample::Index;

use super::text::{begin, positions};

fn at(game: &str, fen: &str) -> Box<dyn Position> {
    begin(built_in(game).expect("a game"), fen)
}

/// The display form of the move that is meant, or what is wrong with the text.
fn typed(position: &dyn Position, text: &str) -> String {
    match position.fork().play_text(text) {
        Ok((_, shown)) => shown,
        Err(told) => {
            let told = told.to_string();
            told.strip_prefix(&format!("\"{text}\" is not legal: ")).map_or(told.clone(), str::to_owned)
        }
    }
}

#[track_caller]
fn answers(position: &dyn Position, pairs: &[(&str, &str)]) {
    for (text, answer) in pairs {
        assert_eq!(typed(position, text), *answer, "{text}");
    }
}

/// The texts that mean a legal move: as it is shown, without signs that can be left out, with the other sign of a capture,
/// with the letter of a Pawn, and with all squares.
fn forms(position: &dyn Position, mv: Move) -> Vec<String> {
    let (spec, board) = (position.spec(), position.geometry());
    let (shown, machine) = (position.display(mv), position.machine(mv));
    let bare = shown.trim_end_matches(['+', '#']).to_owned();
    let captures = position.captured(mv).is_some();
    let mut forms = vec![shown, machine.clone(), bare.clone(), bare.replace('=', ""), format!("{bare}!?")];
    if captures {
        let old = if board.capture_sign() == ':' { bare.replace(':', "x") } else { bare.replace('x', ":") };
        forms.push(old);
    }
    let letter = spec.of(mv.kind).letter;
    let squares: Vec<&str> = position
        .picks(mv)
        .as_slice()
        .iter()
        .filter_map(|pick| if let &Pick::Square(square) = pick { Some(board.label(square)) } else { None })
        .collect();
    let is_moved = !mv.is_drop() && !mv.is_pass();
    if is_moved && Some(mv.kind) == spec.pawn {
        forms.push(format!("{letter}{bare}"));
        forms.push(format!("{letter}{machine}"));
    }
    if let [from, to] = squares[..]
        && !mv.is_special()
        && is_moved
    {
        let promotion = mv.promotion().map(|kind| format!("={}", spec.of(kind).letter)).unwrap_or_default();
        let signs: &[&str] = if captures { &["x", ":", "-", ""] } else { &["-", ""] };
        forms.extend(signs.iter().map(|sign| format!("{letter}{from}{sign}{to}{promotion}")));
    }
    forms
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 40, ..ProptestConfig::default() })]

    /// On the way of a random game, every legal move is read back in each of its forms.
    #[test]
    fn every_form_of_a_legal_move_is_read_as_that_move(
        (game, fen) in positions(),
        walk in prop::collection::vec(any::<Index>(), 0..12),
    ) {
        let mut position = begin(game, fen);
        for step in walk {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            for &mv in legal.iter().take(20) {
                for form in forms(position.as_ref(), mv) {
                    let read = position.fork().play_text(&form).map(|(mv, _)| mv);
                    prop_assert_eq!(read, Ok(mv), "{} as {}\n{}", position.machine(mv), form, position.fen());
                }
            }
            position.play(*step.get(&legal)).expect("it is legal");
        }
    }

    /// A sign of a capture without a capture never plays a move, unless the sign is the name of the piece's own column.
    #[test]
    fn nothing_is_taken_where_nothing_stands(
        (game, fen) in positions(),
        walk in prop::collection::vec(any::<Index>(), 0..12),
    ) {
        let mut position = begin(game, fen);
        for step in walk {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            for &mv in legal.iter().filter(|&&mv| !mv.is_drop() && !mv.is_pass() && !mv.is_special()) {
                if position.captured(mv).is_some() {
                    continue;
                }
                let (board, letter) = (position.geometry(), position.spec().of(mv.kind).letter);
                for sign in ['x', ':'] {
                    let text = format!("{letter}{sign}{}", board.label(mv.to));
                    if let Ok((read, shown)) = position.fork().play_text(&text) {
                        let takes = position.captured(read).is_some();
                        let column = sign == 'x' && board.label(read.from).starts_with('x');
                        prop_assert!(takes || column, "{} plays {}\n{}", text, shown, position.fen());
                    }
                }
            }
            position.play(*step.get(&legal)).expect("it is legal");
        }
    }
}

#[test]
fn a_sign_of_a_capture_needs_a_capture() {
    let archbishop = at("sanctuary", "4g3/8/8/8/5p2/8/8/3AG3 w - - 0 1");
    answers(
        archbishop.as_ref(),
        &[
            ("Axh5", "there is nothing to take on h5; to go there, type Ah5"),
            ("A:h5", "there is nothing to take on h5; to go there, type Ah5"),
            ("Ad1xh5", "there is nothing to take on h5; to go there, type Ah5"),
            ("d1xh5", "there is nothing to take on h5; to go there, type Ah5"),
            ("Ah5", "Ah5"),
            ("Ad1-h5", "Ah5"),
        ],
    );
    let rooks = at("sanctuary", "4g3/8/8/8/8/p7/8/R2RG3 w - - 0 1");
    answers(
        rooks.as_ref(),
        &[
            ("Rxc1", "there is nothing to take on c1; to go there, type Rac1 or Rdc1"),
            ("Rxa3", "Rxa3"),
            ("Rc1", "it could be Rac1 or Rdc1"),
        ],
    );
    let passing = at("sanctuary", "4g3/8/8/3pP3/8/8/8/4G3 w - d6 0 1");
    answers(
        passing.as_ref(),
        &[
            ("exd6", "exd6"),
            ("e:d6", "exd6"),
            (
                "exd5",
                "the Pawn does not go from e5 to d5: it steps one square ahead, two from its second rank; captures diagonally; at the far end a Refugee",
            ),
        ],
    );
}

/// The Rook goes in at b5 and comes out of d3.
#[test]
fn a_dive_is_known_by_its_ends() {
    let one = at("blackholes", "4k/5/3q1/1H3/5/3H1/1R3/4K w - - 0 1");
    let dive = "Rb2-b5-d3xd6";
    answers(
        one.as_ref(),
        &[
            ("Rxd6", dive),
            ("Rd6", dive),
            ("b2d6", dive),
            ("b2xd6", dive),
            ("Rb2-d6", dive),
            ("Rb2-b5-d6", dive),
            ("Rb2-d3xd6", dive),
            ("Rb2-b5-d3:d6", dive),
            ("b2b5d3d6", dive),
            ("Rb2-d3-b5-d6", "the Rook does not get from b2 into d3"),
            ("Rb5", "it is incomplete: the hole to leave through is missing, as in Rb2-b5-d3-d4"),
            ("b2b5", "it is incomplete: the hole to leave through is missing, as in b2b5d3d4"),
            ("Rxb5", "it is incomplete: the hole to leave through is missing, as in Rb2-b5-d3-d4"),
            ("Rb1", "Rb1"),
            ("Re8", "the Rook does not go from b2 to e8: it slides any distance along a rank or file"),
        ],
    );
    let two = at("blackholes", "4k/5/H2q1/1H3/5/3H1/1R3/4K w - - 0 1");
    answers(two.as_ref(), &[("Rd6", dive)]);
    // Two ways through the Holes lead to a1; an own piece is taken only with the sign.
    let ways = at("blackholes", "4k/5/5/1H3/3H1/1H1P1/1R3/4K w - - 0 1");
    let told = typed(ways.as_ref(), "Rd5");
    assert!(told.starts_with("it could be Rb2-b3-d4-d5") || told.starts_with("Rb2-b3-d4-d5"), "{told}");
}

#[test]
fn an_own_piece_is_taken_only_with_the_sign() {
    let position = at("blackholes", "rs1qk/p1ppp/Bphh1/3hH/HP3/3S1/PBPPP/RH1QK w - - 0 1");
    answers(
        position.as_ref(),
        &[
            ("Rxb4", "Ra1-b1-a4xb4"),
            ("a1xb4", "Ra1-b1-a4xb4"),
            ("Rb4", "your Pawn stands on b4; to take it, type Ra1-b1-a4xb4"),
            ("Ra1-b1-a4-b4", "your Pawn stands on b4; to take it, type Ra1-b1-a4xb4"),
            ("a1b1a4b4", "Ra1-b1-a4xb4"),
        ],
    );
}

#[test]
fn a_promotion_that_is_missing_or_wrong_is_said() {
    let pawn = at("holywar", "k******1/*6*/*P5*/*6*/*6*/*6*/*6*/1******K[] w - - 0 1");
    answers(
        pawn.as_ref(),
        &[
            ("b7", "the promotion of the Pawn is missing: expected b7=L, b7=C, b7=B or b7=S"),
            ("b7=K", "the Pawn does not become that: expected L, C, B or S"),
            ("Pb7=C", "b7=C+"),
            ("Pb6-b7C", "b7=C+"),
        ],
    );
    let other = at("sanctuary", "4g3/8/8/8/8/8/8/R3G3 w - - 0 1");
    answers(other.as_ref(), &[("Ra5=Q", "nothing is promoted on a5: expected Ra5")]);
}

/// In Armies a column is called `x`, so a capture has another sign; old records have `x`.
#[test]
fn a_column_is_not_the_sign_of_a_capture() {
    for game in GAMES {
        let start = game.begin(Opening::Start).expect("the start");
        let armies = start.geometry().squares().any(|square| start.geometry().label(square).contains('x'));
        assert_eq!(start.geometry().capture_sign(), if armies { ':' } else { 'x' }, "{}", game.spec().id);
    }
    let camels = |more: &str, taken: &str| {
        let fen = format!("9/9/9/9/3rC5/9/9/{more}/rK8|9/9/9/9/{taken}/9/9/9/9|8gK/9/9/9/9/9/9/9/9 r rg - 0 1");
        at("armies", &fen)
    };
    let nothing = |ways: &str| format!("there is nothing to take on xe2; to go there, type {ways}");
    answers(
        camels("6rC2", "6gP2").as_ref(),
        &[
            ("Cx:xe2", "Cx:xe2"),
            ("Cxxxe2", "Cx:xe2"),
            ("Cu:xe2", "Cu:xe2"),
            ("Cuxxe2", "Cu:xe2"),
            ("Cue1xxe2", "Cu:xe2"),
            ("Cxxe2", "it could be Cx:xe2 or Cu:xe2"),
            ("C:xe2", "it could be Cx:xe2 or Cu:xe2"),
        ],
    );
    answers(
        camels("6rC2", "9").as_ref(),
        &[
            ("Cxxe2", "Cxxe2"),
            ("Cx-xe2", "Cxxe2"),
            ("Cuxe2", "Cuxe2"),
            ("Cx:xe2", &nothing("Cxxe2")),
            ("C:xe2", &nothing("Cxxe2 or Cuxe2")),
        ],
    );
    let one = camels("9", "6gP2");
    answers(one.as_ref(), &[("C:xe2", "C:xe2"), ("Cxxe2", "C:xe2"), ("Cxe2", "C:xe2")]);
    assert_eq!(one.read("Cxxe2"), one.read("C:xe2"), "an old record");
    assert!(one.read("C:xe2").is_ok());
    answers(
        camels("9", "9").as_ref(),
        &[("Cxe2", "Cxe2"), ("Cxxe2", &nothing("Cxe2")), ("C:xe2", &nothing("Cxe2"))],
    );
}
