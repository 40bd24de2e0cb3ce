//! The sprites of all kinds of the four games: each kind has all sizes, no character needs three colours, and any
//! two kinds of a game are told apart by their silhouettes alone.

use heterodox::games::{GAMES, Registry};
use heterodox::rules::art::{Size, Sprite, Sprites};
use heterodox::rules::spec::Spec;
use heterodox::tui::pieces::gallery::Gallery;
use heterodox::tui::pieces::png::{Inks, inked};
use heterodox::tui::theme::color::Rgb;

/// How much of the union of two silhouettes only one of them must have, in percent.
const LEAST_DIFFERENCE: u32 = 20;

/// The sprites of all kinds of a game, each with its name.
fn sprites(spec: &Spec) -> Vec<(&'static str, Sprites)> {
    let read = |kind: &heterodox::rules::spec::KindSpec| {
        let art = kind.art.unwrap_or_else(|| panic!("{}: the {} has no artwork", spec.id, kind.name));
        let sprites = Sprites::read(&art);
        (kind.name, sprites.unwrap_or_else(|error| panic!("{}: {error}", spec.id)))
    };
    spec.kinds.iter().map(read).collect()
}

#[test]
fn no_character_needs_three_colours() {
    for game in GAMES {
        for (name, sprites) in sprites(game.spec()) {
            for size in Size::ALL {
                assert_eq!(sprites.solid(size).overfull(), None, "{} {name} {size:?}", game.spec().id);
                assert_eq!(sprites.hollow(size).overfull(), None, "{} {name} {size:?} hollow", game.spec().id);
            }
        }
    }
}

#[test]
fn any_two_kinds_of_a_game_differ_in_a_fifth() {
    for game in GAMES {
        let all = sprites(game.spec());
        for (at, (name, one)) in all.iter().enumerate() {
            for (other, two) in &all[..at] {
                for size in Size::ALL {
                    let forms: [(&str, &Sprite, &Sprite); 2] = [
                        ("solid", one.solid(size), two.solid(size)),
                        ("hollow", one.hollow(size), two.hollow(size)),
                    ];
                    for (form, one, two) in forms {
                        let percent = one.difference(two);
                        let id = game.spec().id;
                        assert!(
                            percent >= LEAST_DIFFERENCE,
                            "{id}: {name} and {other}, {size:?} {form}: {percent} %"
                        );
                    }
                }
            }
        }
    }
}

/// Where there are no colours the second side is hollow.
#[test]
fn hollow_sprites_are_told_from_solid_ones() {
    for game in GAMES {
        for (name, sprites) in sprites(game.spec()) {
            for size in [Size::Small, Size::Medium, Size::Large] {
                let percent = sprites.solid(size).difference(sprites.hollow(size));
                // The inside of a hole is dark; what it covers does not change.
                let is_ring = sprites.solid(size).dots().contains(&heterodox::rules::art::Dot::Core);
                assert!(percent >= LEAST_DIFFERENCE || is_ring, "{} {name} {size:?}: {percent} %", game.spec().id);
            }
        }
    }
}

/// On a board without lines pieces of two ranks would touch.
#[test]
fn the_top_row_of_dots_is_free() {
    for game in GAMES {
        for (name, sprites) in sprites(game.spec()) {
            for size in Size::ALL {
                let (wide, _) = size.dots();
                let free = |sprite: &Sprite| sprite.dots()[..wide].iter().all(|&dot| dot == sprite.dot(-1, 0));
                assert!(free(sprites.solid(size)), "{} {name} {size:?}", game.spec().id);
                assert!(free(sprites.hollow(size)), "{} {name} {size:?} hollow", game.spec().id);
            }
        }
    }
}

#[test]
fn every_piece_has_a_picture_that_takes_its_colour() {
    let gallery = Gallery::new(&Registry::default());
    for game in GAMES {
        let spec = game.spec();
        let album = gallery.album(spec).expect("its artwork");
        for (side, kind) in spec.sides().flat_map(|side| spec.all_kinds().map(move |kind| (side, kind))) {
            let number = album.piece(side, kind).and_then(|piece| piece.picture).expect("a picture");
            let picture = gallery.picture(number).expect("it is found");
            assert!(inked(picture.png, &Inks::of(Rgb(200, 100, 50))).is_some(), "{} {kind:?}", spec.id);
        }
    }
}
