//! The sprites that files of games name.

use heterodox_kernel::art::{Size, Sprites};

use super::shelf;

#[test]
fn pieces_of_a_game_are_told_apart() {
    for id in heterodox_games::shelf::all().iter().map(|book| book.id) {
        let kinds = shelf(id).spec().kinds;
        let all: Vec<(&str, Sprites)> = kinds
            .iter()
            .map(|kind| (kind.name, Sprites::read(&kind.art.expect("artwork")).expect("it is read")))
            .collect();
        for (at, (name, one)) in all.iter().enumerate() {
            for size in Size::ALL {
                assert_eq!(one.solid(size).overfull(), None, "{id} {name} {size:?}");
                assert_eq!(one.hollow(size).overfull(), None, "{id} {name} {size:?} hollow");
                // What a piece becomes may look as it did: its letter has a plus sign.
                for (_, (other, two)) in
                    all[..at].iter().enumerate().filter(|(of, _)| kinds[*of].art != kinds[at].art)
                {
                    let percent = one.solid(size).difference(two.solid(size));
                    assert!(percent >= 20, "{id}: {name} and {other}, {size:?}: {percent} %");
                    let percent = one.hollow(size).difference(two.hollow(size));
                    assert!(percent >= 20, "{id}: {name} and {other}, {size:?} hollow: {percent} %");
                }
            }
            for size in [Size::Small, Size::Medium, Size::Large] {
                let percent = one.solid(size).difference(one.hollow(size));
                assert!(percent >= 20, "{id} {name} {size:?}: {percent} % between solid and hollow");
            }
        }
    }
}
