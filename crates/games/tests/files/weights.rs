//! What pieces are worth to the evaluation of a file.

use heterodox_games::file::{Compiled, FileGame};
use heterodox_games::shelf;
use heterodox_kernel::eval::evaluate::Evaluate;
use heterodox_kernel::eval::skill::Skills;
use heterodox_kernel::eval::terms::Weight;

#[test]
fn pieces_are_a_burden_where_who_has_none_wins() {
    for (id, good) in [("chess", true), ("antichess", false)] {
        let book = shelf::named(id).expect("it is on the shelf");
        let Compiled::Small(tables) = book.game().compiled() else { panic!("{id} has 64 squares") };
        let kinds = tables.spec().kinds.iter().zip(FileGame::weights(tables));
        let royal = tables.spec().royal.map(|royal| tables.spec().of(royal).name);
        for (kind, weight) in kinds.filter(|(kind, _)| Some(kind.name) != royal) {
            assert_eq!(*weight == Weight::new(-100, -100), !good, "{id}: {}", kind.name);
        }
    }
}

/// Breakthrough has 22 first moves, and each of them 22 answers.
#[test]
fn in_a_race_without_a_king_the_lowest_level_sees_all_answers() {
    for (id, nodes) in [("breakthrough", 22 * 22), ("chess", Skills::UNTUNED.levels[0].nodes)] {
        let book = shelf::named(id).expect("it is on the shelf");
        let Compiled::Small(tables) = book.game().compiled() else { panic!("{id} has 64 squares") };
        assert_eq!(FileGame::skills(tables).levels[0].nodes, nodes, "{id}");
    }
}
