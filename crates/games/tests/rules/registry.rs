//! Games are found by their ids and names.

use std::collections::HashSet;

use heterodox_games::sanctuary::Sanctuary;
use heterodox_games::{GAMES, Registry, RegistryError, Visitor, visit};
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::variant::Opening;

struct Title;

impl Visitor for Title {
    type Output = &'static str;
    fn visit<R: CompiledGame>(self) -> &'static str {
        R::SPEC.title
    }
}

#[test]
fn ids_letters_and_openings_are_unique_and_work() {
    let ids: HashSet<_> = GAMES.iter().map(|game| game.spec().id).collect();
    assert_eq!(ids.len(), GAMES.len());
    for game in GAMES {
        let spec = game.spec();
        assert_eq!(visit(spec.id, Title), Some(spec.title));
        assert_eq!(Registry::default().find(spec.id).unwrap().spec().title, spec.title);
        let letters: HashSet<_> = spec.kinds.iter().map(|kind| kind.letter).collect();
        assert_eq!(letters.len(), spec.kinds.len(), "{}: a letter a kind", spec.id);
        for setup in spec.setups {
            let position = game.begin(Opening::Named(setup.name)).unwrap();
            assert_eq!(position.fen(), setup.fen, "{}: {}", spec.id, setup.name);
        }
    }
    assert!(Registry::default().find("none").is_none() && visit("none", Title).is_none());
}

#[test]
fn a_name_is_given_once() {
    let told = Registry::default().with::<Sanctuary>().expect_err("it is there already");
    assert!(matches!(told, RegistryError::Taken { .. }), "{told}");
    assert!(told.to_string().contains("there is a game of that name already"), "{told}");
}

#[test]
fn what_is_kept_is_found_by_its_type() {
    let id = Sanctuary::SPEC.id;
    let registry = Registry::default().keeping(id, 7_u8).keeping("none", 8_u16);
    assert_eq!((registry.kept::<u8>(id), registry.kept::<u16>(id)), (Some(&7), None));
    assert_eq!(registry.named(&Sanctuary::SPEC.title.to_uppercase()).map(|game| game.spec().id), Some(id));
}

#[test]
fn a_game_is_known_by_all_spellings_of_its_name() {
    let registry = Registry::default();
    for (name, id) in [
        ("black-holes", "blackholes"),
        ("Black Holes", "blackholes"),
        ("black", "blackholes"),
        ("armies-of-faith", "armies"),
        ("armies_of_faith_1", "armies"),
        ("Sanctuary-Chess", "sanctuary"),
        ("HOLYWAR", "holywar"),
        ("holy war", "holywar"),
        ("h", "holywar"),
    ] {
        assert_eq!(registry.require(name).map(|game| game.spec().id), Ok(id), "{name}");
    }
    for (name, like) in [
        ("hole", Some("blackholes")),
        ("holes", Some("blackholes")),
        ("backholes", Some("blackholes")),
        ("santuary", Some("sanctuary")),
        ("armys", Some("armies")),
        ("faith", Some("armies")),
        ("hollywar", Some("holywar")),
        ("poker", None),
        ("", None),
        ("-", None),
    ] {
        let Err(told) = registry.require(name) else { panic!("{name} is no game") };
        assert_eq!(told.like, like, "{name}");
        let words = like.map_or(": expected".to_owned(), |id| format!("; did you mean {id}? Expected"));
        let all = "holywar, blackholes, sanctuary, armies";
        assert_eq!(told.to_string(), format!("there is no game \"{name}\"{words} one of {all}"));
    }
    assert!(registry.require(&"hole".repeat(100_000)).is_err());
}

#[test]
fn games_of_the_shelf_are_found_by_what_others_call_them() {
    let registry = Registry::default();
    for (name, id) in [
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("fischerandom", "chess960"),
        ("Chess 960", "chess960"),
        ("Atomic", "atomic"),
        ("Three-check", "3check"),
        ("3-check", "3check"),
        ("King of the Hill", "kingofthehill"),
        ("kingOfTheHill", "kingofthehill"),
        ("Racing Kings", "racingkings"),
        ("S-Chess", "seirawan"),
        ("capablanca", "capablanca"),
    ] {
        assert_eq!(registry.named(name).map(|game| game.spec().id), Some(id), "{name}");
        assert_eq!(registry.require(name).map(|game| game.spec().id), Ok(id), "{name}");
    }
    assert!(registry.named("").is_none() && registry.named("Suicide").is_none());
}

#[test]
fn games_of_the_shelf_are_found_and_not_listed() {
    let registry = Registry::default();
    for name in ["losalamos", "Los Alamos Chess", "los-alamos-chess"] {
        assert_eq!(registry.require(name).map(|game| game.spec().id), Ok("losalamos"), "{name}");
    }
    assert!(registry.named("los alamos chess").is_some() && registry.file("losalamos").is_some());
    assert!(registry.games().iter().all(|game| game.spec().id != "losalamos"));
}
