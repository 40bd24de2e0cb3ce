//! Games of files for more than two players.

use heterodox_games::file::FileVariant;
use heterodox_kernel::side::{Side, Sides};
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{moves, position, shelf, told};

/// A position of Quadrille: the ranks from the tenth down, and the rest of the FEN.
fn quadrille(ranks: [&str; 10], rest: &str) -> String {
    format!("{} {rest}", ranks.join("/"))
}

const EMPTY: &str = "**6**";

#[test]
fn four_players_sit_around_the_board() {
    let start = shelf("quadrille").begin(Opening::Start).expect("it begins");
    let spec = start.spec();
    let names: Vec<&str> = spec.seats.iter().map(|seat| seat.name).collect();
    assert_eq!((names, spec.goal), (vec!["Red", "Blue", "Orange", "Green"], "Be the last army"));
    // The same moves for each, turned.
    let pawns = ["c2c3", "b8c8", "h9h8", "i3h3"];
    for (side, pawn) in spec.sides().zip(pawns) {
        let turn = start.if_turn_of(side);
        assert_eq!(turn.legal().len(), 10, "{side:?}");
        assert!(moves(turn.as_ref()).contains(&pawn.to_owned()), "{pawn}");
    }
    assert_eq!(start.fen(), spec.setups[0].fen);
    for &mv in &start.legal() {
        assert_eq!(start.read(&start.display(mv)).expect("it is read"), mv);
    }
}

#[test]
fn a_king_falls_when_the_turn_of_its_attacker_begins() {
    // The Knight of Green alone stands between the Rook of Red and the King of Orange.
    let ranks = [EMPTY, "**4oK1**", "10", "9gK", "10", "6gN3", "bK9", "6rR3", EMPTY, "**2rK3**"];
    let mut game = position("quadrille", &quadrille(ranks, "g rbog - 0 1"));
    assert_eq!(game.living(), Sides::first(4));
    game.act("g5e4").expect("it is legal");
    assert_eq!(game.living(), Sides::first(4).without(Side::new(2)));
    let falls = game.falls();
    assert_eq!((falls.len(), falls[0].side, falls[0].opened_by), (1, Side::new(2), Some(Side::new(3))));
    // It falls at once where the turn of its attacker has begun already.
    let read = position("quadrille", &quadrille(ranks, "r rbog - 0 1").replace("6gN3", "10"));
    assert_eq!(read.living(), Sides::first(4).without(Side::new(2)));
}

#[test]
fn who_cannot_move_passes_and_the_last_army_wins() {
    // Blue is mated in its corner by Red and Green, and alone with them.
    let ranks = [EMPTY, EMPTY, "bK9", "2rR7", "1rR8", "10", "10", "10", EMPTY, "**rK5**"];
    let mut game = position("quadrille", &quadrille(ranks, "b rb - 0 1"));
    assert_eq!(moves(game.as_ref()), ["0000"]);
    game.act("0000").expect("it passes");
    assert!(game.outcome().is_none());
    let ranks = [EMPTY, EMPTY, "bK8rR", "2rR7", "10", "10", "10", "10", EMPTY, "**rK5**"];
    let mut game = position("quadrille", &quadrille(ranks, "b rb - 0 1"));
    assert_eq!(moves(game.as_ref()), ["0000"]);
    game.act("0000").expect("it passes");
    let outcome = game.outcome().expect("the King has fallen");
    assert_eq!((outcome.cause.id, outcome.winner()), ("last-army", Some(Side::FIRST)));
}

#[test]
fn a_pawn_promotes_where_its_own_side_counts_eight() {
    let ranks = [EMPTY, "**5oK**", "2rK7", "3rP5gK", "10", "6bP3", "bK9", "10", EMPTY, EMPTY];
    let fen = |turn: &str| quadrille(ranks, &format!("{turn} rbog - 0 1"));
    let red = moves(position("quadrille", &fen("r")).as_ref());
    assert!(red.contains(&"d7d8q".to_owned()) && !red.contains(&"d7d8".to_owned()), "{red:?}");
    let blue = moves(position("quadrille", &fen("b")).as_ref());
    assert!(blue.contains(&"g5h5n".to_owned()), "{blue:?}");
}

#[test]
fn pawns_that_go_sideways_are_told_apart() {
    let ranks = [EMPTY, "**5oK**", "10", "8gP1", "7rN1gK", "8gP1", "bK9", "10", EMPTY, "**2rK3**"];
    let game = position("quadrille", &quadrille(ranks, "g rbog - 0 1"));
    for (machine, shown) in [("i7h6", "i7xh6"), ("i5h6", "i5xh6"), ("i7h7", "h7")] {
        let mv = game.read(machine).expect("it is legal");
        assert_eq!(game.display(mv), shown);
        assert_eq!(game.read(shown).expect("it is read"), mv);
    }
}

/// Three armies on 6x6 squares, with these keys in place of others.
fn three(before: &str, after: &str) -> Result<&'static FileVariant, Vec<String>> {
    let text = "format = 1\nid = \"trio\"\ntitle = \"Trio\"\nboard = \"6x6\"\nseats = [\"Sun\", \"Moon\", \"Tide\"]\n\
                colours = [\"light\", \"dark\", \"blue\"]\n\
                opening = \"1tR1tK2/6/mK5/6/mR5/2sK1sR1 s smt - 0 1\"\n[piece]\n\
                K = { name = \"King\", move = \"K\", royal = true }\nR = { name = \"Rook\", move = \"R\" }\n[end]\n\
                quiet_plies = 60\n";
    assert!(text.contains(before), "{before}");
    FileVariant::kept(&text.replacen(before, after, 1), "trio.toml").map_err(|mistakes| told(&mistakes))
}

#[test]
fn there_can_be_three() {
    let game = three("", "").expect("it is read");
    let start = game.begin(Opening::Start).expect("it begins");
    assert_eq!((start.spec().seats.len(), start.living()), (3, Sides::first(3)));
    assert!(game.spec().rules.contains("The last army wins."));
}

#[test]
fn what_is_about_two_players_is_refused() {
    const TWO: &str = "expected it in a game for two players";
    for (before, after, expected) in [
        ("[end]\n", "[end]\nstalemate = \"loss\"\n", "end.stalemate is \"loss\""),
        ("[end]\n", "[win]\nbare = true\n[end]\n", "win is"),
        ("[end]\n", "[law]\ncapture = \"must\"\n[end]\n", "law is"),
        ("[end]\n", "[hand]\ncaptures = true\n[end]\n", "hand is"),
        ("[piece]", "turned = true\n[piece]", "turned is true"),
        ("move = \"R\"", "move = \"R\", owner = \"Sun\"", "piece.R.owner is \"Sun\""),
    ] {
        let mistakes = three(before, after).expect_err(after);
        assert!(
            mistakes.iter().any(|told| told.contains(expected) && told.ends_with(TWO)),
            "{after}: {mistakes:?}"
        );
    }
    for (before, after, expected) in [
        ("move = \"K\"", "move = \"KisO2\"", "expected no castling in a game for more than two players"),
        (
            "royal = true",
            "royal = \"each\"",
            "expected a piece with royal = true in a game for more than two players",
        ),
        ("\"Tide\"", "\"Map\"", "seats is [\"Sun\", \"Moon\", \"Map\"]; expected two different names"),
        ("\"blue\"", "\"pink\"", "expected one of light, dark, red, orange, green, blue for each of seats"),
        ("mR5", "1mR4", "expected the same array for each player"),
        (
            "quiet_plies = 60",
            "repetition = { times = 4 }",
            "expected a number or \"none\" in a game for more than two players",
        ),
    ] {
        let mistakes = three(before, after).expect_err(after);
        assert!(mistakes.iter().any(|told| told.contains(expected)), "{after}: {mistakes:?}");
    }
}
