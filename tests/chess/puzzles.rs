//! A game that a stranger adds brings its own puzzles, and others can be made from its games.

use heterodox::engine::interface::{EngineOptions, create};
use heterodox::engine::limits::Stop;
use heterodox::engine::makers::maker;
use heterodox::record::puzzle::collection::Collection;
use heterodox::session::puzzles::maker::{Maker, Work};

use super::{games, position};

#[test]
fn its_puzzles_are_read_and_proved() {
    let games = games();
    let chess = games.find("chess").expect("it was added");
    let all = Collection::of_game(chess, &games);
    let puzzle = all.get(0, &games).expect("it brings one");
    assert_eq!(
        (all.entries.len(), puzzle.shown(), puzzle.task()),
        (1, vec!["Ra8#".to_owned()], "White mates in 1.".to_owned())
    );
    let mut engine =
        create(&games, "chess", EngineOptions { megabytes: 2, ..EngineOptions::default() }).expect("it is played");
    let (stop, worth) = (Stop::default(), maker(&games, "chess").expect("its engine").worth());
    let mut maker = Maker { engine: engine.as_mut(), worth, work: Work::default(), stop: &stop, goes_on: &|| true };
    assert!(maker.holds(&puzzle));
    // A fork is found in a position without a mate: the Knight attacks King and Queen.
    let fork = position(Some("4k3/2q2ppp/8/3N4/8/8/5PPP/6K1 w - - 0 1"));
    let made = maker.puzzle(fork.as_ref(), None).expect("one move wins the Queen");
    assert_eq!(made.shown()[0], "Nxc7+");
    let none = games.games().iter().find(|game| game.puzzles().is_empty()).expect("the other game has none");
    assert!(Collection::of_game(*none, &games).entries.is_empty());
}
