//! Drops for a seat that leaves the setting up of its pieces to the program.

use heterodox_games::{GAMES, built_in};
use heterodox_kernel::arrange::arranged;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Opening;

fn begin(opening: &str) -> Box<dyn Position> {
    built_in("holywar").expect("a game").begin(Opening::Named(opening)).expect("an opening")
}

/// The placement of both armies, without the reserve.
fn placement(position: &dyn Position) -> String {
    position.fen().split('[').next().unwrap_or_default().to_owned()
}

#[test]
fn two_seats_that_leave_it_to_the_program_get_the_first_array() {
    let mut position = begin("free");
    for ply in 0..16 {
        let mv = arranged(position.as_ref()).unwrap_or_else(|| panic!("ply {ply}"));
        position.play(mv).expect("it is legal");
    }
    assert_eq!(arranged(position.as_ref()), None, "now pieces move");
    assert_eq!(placement(position.as_ref()), placement(begin("cathedral").as_ref()));
}

/// Whatever was dropped before, every piece finds a square.
#[test]
fn what_the_player_has_dropped_stays_and_the_rest_fits() {
    for first in ["K@a1", "S@e2", "B@d2", "C@g2"] {
        let mut position = begin("free");
        position.act(first).expect("it is legal");
        while let Some(mv) = arranged(position.as_ref()) {
            position.play(mv).expect("it is legal");
        }
        assert_eq!(position.acts().len(), 16, "{first}");
        let square = position.geometry().parse(&first[2..]).expect("a square");
        let piece = position.piece(square).expect("a piece");
        assert_eq!(
            (piece.side(), position.spec().of(piece.kind()).letter),
            (Side::FIRST, first.chars().next().unwrap())
        );
    }
}

#[test]
fn games_in_which_nothing_must_be_dropped_have_nothing_to_arrange() {
    for game in GAMES.iter().filter(|game| game.spec().id != "holywar") {
        assert_eq!(arranged(game.begin(Opening::Start).expect("the start").as_ref()), None, "{}", game.spec().id);
    }
}
