//! Descriptions of the end of a game.

use super::*;

#[test]
fn the_words_of_an_ending_name_what_ended_it() {
    let (mut referee, _) = referee(four_seats(), 0, None);
    let mv = first_move(&referee);
    order(&mut referee, TableCommand::Play(mv), 1);
    for side in 1..4 {
        order(&mut referee, TableCommand::Resign(Side::new(side)), 2);
    }
    let words = &referee.ending().expect("one is left").words;
    assert!(words.ends_with("as the last army: Blue resigns."), "{words}");
}

#[test]
fn they_name_the_mate_and_not_the_pass_it_leaves() {
    let fen = "9/6rK2/8gK/9/9/6rR2/9/9/9|9/9/9/7rRrR/9/9/9/9/9|9/9/9/9/9/9/9/9/9 r rg - 60 31";
    let setup = MatchSetup { start: Start::Fen(fen.to_owned()), ..setup(four_seats(), 0, None) };
    let position = setup.begin().expect("the start");
    let mut referee = Referee::new(setup, position);
    referee.begin(Duration::ZERO);
    let mate = referee.position().read("xd1zd1").expect("it is legal");
    order(&mut referee, TableCommand::Play(mate), 1);
    let pass = first_move(&referee);
    order(&mut referee, TableCommand::Play(pass), 2);
    assert_eq!(referee.ending().expect("one is left").words, "Red wins as the last army: Rzd1+.");
}
