//! Addresses of pages.

use heterodox_web::route::{GamePart, LONGEST, Route};
use proptest::prelude::*;

#[test]
fn addresses_are_read_as_they_are_written() {
    for (address, route) in [
        ("/", Some(Route::Front)),
        ("/?utm_source=x", Some(Route::Front)),
        ("/games", Some(Route::Games(None))),
        ("/games?x=1&before=12", Some(Route::Games(Some(12)))),
        ("/games?before=x", None),
        ("/game/12", Some(Route::Game(12, GamePart::Page(None)))),
        ("/game/12/0", Some(Route::Game(12, GamePart::Page(Some(0))))),
        ("/game/12.pgn", Some(Route::Game(12, GamePart::Pgn))),
        ("/game/12.png", Some(Route::Game(12, GamePart::Card(None)))),
        ("/game/12/7.png", Some(Route::Game(12, GamePart::Card(Some(7))))),
        ("/game/12/live", Some(Route::Game(12, GamePart::Live))),
        ("/ladder/holywar", Some(Route::Ladder("holywar".to_owned()))),
        ("/puzzle/chess/2", Some(Route::Puzzle("chess".to_owned(), 2))),
        ("/tournament/3", Some(Route::Tournament(3))),
        ("/game/012", None),
        ("/game/-1", None),
        ("/game/+1", None),
        ("/game/12/", None),
        ("/game/12.pgn/1", None),
        ("/game/12/7.gif", None),
        ("/game/99999999999999999999", None),
        ("/rules/../serve.toml", None),
        ("/rules/.hidden", None),
        ("/rules/%2e", None),
        ("//", None),
        ("", None),
        ("*", None),
    ] {
        assert_eq!(Route::parse(address), route, "{address}");
    }
    assert_eq!(Route::parse(&format!("/?{}", "x".repeat(LONGEST))), None);
}

proptest! {
    #[test]
    fn every_route_reads_back(address in "/(game|games|ladder|rules|puzzle|tournament|file)?(/[0-9a-z.%?=-]{0,9}){0,3}") {
        if let Some(route) = Route::parse(&address) {
            prop_assert_eq!(Route::parse(&route.path()), Some(route));
        }
    }
}
